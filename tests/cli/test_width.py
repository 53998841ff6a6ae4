"""Every command's text fits the terminal: 60, 80 and 120 columns, wide letters counted as they are shown."""

import gzip
import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from pitboss.cli.main import COMMANDS
from pitboss.cli.wrapping import display_width
from tests.cli.running import Run
from tests.regulations.outside import PENNSYLVANIA

ROOT = Path(__file__).parents[2]
VERSION_0_1 = ROOT / "tests/ledger/version_0_1"
ROUNDS = ("three-card-2/2", "commonwealth/7", "let-it-ride/2", "top-five/7", "let-it-ride/6", "three-card/9")
REGULATIONS = ("MD-LIR", "MA-LIR", "MD-TCP", "MD-TFP")
TEXTS = [
    "",
    "--help",
    *(f"{command} --help" for command in COMMANDS),
    *(f"people {action} --help" for action in ("list", "add", "change", "password", "remove", "sessions")),
    "rules",
    *(f"rules {regulation}" for regulation in REGULATIONS),
    *(f"clauses {regulation}" for regulation in REGULATIONS),
    "clauses MD-TCP 11.C(3)",
    "clauses MA-LIR 7",
    "diff MD-LIR MA-LIR",
    "diff MD-TCP MD-TFP",
    "diff MD-TCP@1.4 MD-TCP@1.4 --db ledger.db --zone UTC",
    "odds",
    *(f"odds {regulation}" for regulation in REGULATIONS),
    "odds MD-TCP pair_plus A",
    "odds MD-TCP ante A --known dealer:1",
    "odds MD-TCP progressive A --rate main=14% --boxes 6",
    "odds MD-TCP five_card_progressive C --boxes 6",
    "odds MA-LIR progressive PTMGLML01",
    "odds MA-LIR cover_all",
    "odds house.toml",
    "odds house.toml --choices",
    *(f"strategy {regulation}" for regulation in REGULATIONS),
    "strategy MD-TCP --hand Qs+6d+4c",
    "strategy MD-LIR --hand Qs+6d+4c",
    *(f"strategy {regulation} --every-hand" for regulation in REGULATIONS),
    "check house.toml",
    "check broken.toml",
    "new PA-TCP --like MD-TCP mine",
    "check-rules regulations",
    "check-rules broken",
    "sign house.toml --table three-card -o sign.html",
    "settle round.json",
    "audit rounds.jsonl",
    "audit mispaid.jsonl",
    "simulate MD-TCP --rounds 3000 --seed 1 --jobs 1",
    "simulate MA-LIR --rounds 3000 --seed 1 --jobs 1 --bankroll 500",
    "play MD-TCP --seed 1 --by-the-book",
    "play MA-LIR --seed 1 --players ann,bob",
    "rounds --db ledger.db",
    "rounds --db ledger.db --jackpots",
    *(f"replay {name} --db ledger.db" for name in ROUNDS),
    "verify --db ledger.db --books --head kept.head",
    *(f"verify --db ledger.db --round {name}" for name in ROUNDS),
    "verify --db ledger.db --prove top-five/1 -o one.json",
    "verify proof.json --key public.key --head kept.head",
    "verify receipt.json",
    "report --db ledger.db --from 2026-09-21 --to 2026-09-22 --zone UTC",
    "report --db ledger.db --from 2026-09-01 --to 2026-09-22 --zone UTC",
    "report --db ledger.db --day 2026-09-22 --table three-card --zone UTC",
    "report --db ledger.db --day 2001-01-01 --table three-card --zone UTC",
    "backup ledger.backup.new --db ledger.db",
    "restore ledger.backup --db restored.db --head kept.head",
    "doctor --db ledger.db",
    "people list --db ledger.db",
    "people sessions --db ledger.db",
    "people change flo --role dealer --table three-card --table top-five --db ledger.db",
    "people remove flo --db ledger.db",
]  # fmt: skip
PLAYED = "ante 10 pair_plus 5\nplay\n?\nt\nv\nnone\nbuy 100\nall\nride\nv\nwithdraw\n?\nnonsense\nbase 15\nr\nr\nq\n"


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What commands are asked about: a ledger with its exports, a house file and a rejected one, rounds."""
    folder = tmp_path_factory.mktemp("things")
    for file in VERSION_0_1.iterdir():
        if file.suffix == ".gz":
            (folder / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
        else:
            shutil.copy(file, folder)
    house = (ROOT / "examples/house.toml").read_text(encoding="utf-8")
    (folder / "house.toml").write_text(house, encoding="utf-8")
    broken = house.replace('"14%"', '"3%"').replace("boxes = 7", "boxes = 9").replace('"hand"', '"had"')
    (folder / "broken.toml").write_text(broken, encoding="utf-8")
    shutil.copytree(PENNSYLVANIA, folder / "regulations")
    shutil.copytree(PENNSYLVANIA, folder / "broken")
    rules = folder / "broken/three_card_poker/1/rules.toml"
    text = rules.read_text(encoding="utf-8").replace("649a.7(d)", "649a.77(d)").replace('"drop_box"', '"dropbox"')
    rules.write_text(text, encoding="utf-8")
    rounds = [json.loads(line) for line in (folder / "rounds.jsonl").read_text(encoding="utf-8").splitlines()]
    (folder / "round.json").write_text(json.dumps(rounds[5]), encoding="utf-8")
    for round_ in rounds:
        round_["paid"] = {box: dict.fromkeys(items, 1_234_500) for box, items in round_["paid"].items()}
        round_["boxes"][0]["player"] = "王小明 who has a long name"
    (folder / "mispaid.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rounds), encoding="utf-8")
    return folder


@pytest.fixture
def folder(things: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(things, tmp_path, dirs_exist_ok=True))


@pytest.mark.parametrize("command", TEXTS)
def test_a_text_fits(pitboss: Run, folder: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "stdin", io.StringIO(PLAYED))
        for written in ("restored.db", "ledger.backup.new", "one.json"):
            (folder / written).unlink(missing_ok=True)
        shutil.rmtree(folder / "mine", ignore_errors=True)
        if command.startswith("people"):
            shutil.copy(folder / "ledger.db", folder / "people.db")
        arguments = command.replace("ledger.db", "people.db") if command.startswith("people") else command
        ran = pitboss(*(word.replace("+", " ") for word in arguments.split()))
        assert ran.code in (0, 1), ran.err
        assert ran.err == ""
        long = [line for line in ran.out.splitlines() if display_width(line) > columns]
        assert not long, f"{columns} columns\n" + "\n".join(long)
