"""Everything that `check_rules` finds in a folder of regulations: one mistake each, and several at once."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.errors import InputError
from pitboss.rules.check_rules import check_rules
from pitboss.rules.edition_check import RulesFault
from pitboss.rules.editions import editions
from pitboss.rules.load import folders, load_edition, use_regulations
from pitboss.rules.new_edition import NewEdition, new_files
from pitboss.rules.rules_file import FOLDER
from tests.regulations.outside import PENNSYLVANIA, source_of
from tests.rules.next_edition import regulations_outside, write_next_edition

Change = Callable[[str, str, str], None]


def found(folder: Path) -> list[RulesFault]:
    return [fault for check in check_rules(folder) for fault in check.faults]


def copied(regulation_id: str, folder: Path) -> Path:
    """A copy of an edition under an id of its own."""
    target = folder / "copy"
    shutil.copytree(source_of(regulation_id), target)
    rules = target / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace(f'id = "{regulation_id}"', 'id = "XX-COPY"', 1), encoding="utf-8")
    return target


def change(file: Path, old: str, new: str) -> int:
    """Replaces a text that stands in a file once; the line where it stood."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, (old, text.count(old))
    file.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("folder", [FOLDER, PENNSYLVANIA], ids=["package", "pennsylvania"])
def test_what_we_have_is_without_fault(folder: Path) -> None:
    assert found(folder) == []


# One mistake each: the regulation that is copied, the file, what is replaced by what, the codes, and the message
FAULTS = {
    "not TOML": ("PA-TCP", "rules.toml", "boxes = 6", "boxes = ", ["not-toml"], "this is not TOML: invalid value"),
    "clauses not TOML": (
        "PA-TCP", "clauses.toml", '"649a.2(a)" = {', '"649a.2(a)" = ', ["not-toml"], "this is not TOML: ",
    ),
    "unknown key": (
        "PA-TCP", "rules.toml", "most = 2\nsecond_cite", "most = 2\nmoss = 2\nsecond_cite", ["unknown-key"],
        "decks.moss: there is no such key; did you mean 'most'?",
    ),
    "missing key": (
        "PA-TCP", "rules.toml", "most = 2\nsecond_cite", "second_cite", ["missing-key"], "decks.most: this key is",
    ),
    "unknown word": (
        "PA-TCP", "rules.toml", '["drop_box", ', '["drop_bucks", ', ["unknown-item"],
        "table.equipment[0].item: unknown word 'drop_bucks'; did you mean 'drop_box'?",
    ),
    "bad payout": (
        "PA-TCP", "rules.toml", '["three_of_a_kind", "4 to 1", ', '["three_of_a_kind", "4:1", ',
        ["not-payout"], "is not a payout",
    ),
    "bad address": ("PA-TCP", "rules.toml", 'each_deck = "649a.4(d)"', 'each_deck = "649a..4"', ["not-clause"],
                    "opening.each_deck: '649a..4' is not an address of a clause"),
    "name that refers to nothing": (
        "PA-TCP", "rules.toml", 'paytable = "pair_plus"\n', 'paytable = "pare_plus"\n', ["incoherent"] * 2,
        "wagers.pair_plus: 'pare_plus' is not defined; did you mean 'pair_plus'?",
    ),
    "cite that is not listed": (
        "PA-TCP", "rules.toml", 'skipped = "649a.4(e)"', 'skipped = "649a.4(f)"', ["unknown-clause", "not-enforced"],
        "opening.skipped: clauses.toml has no 649a.4(f): add it there, or correct the cite",
    ),
    "enforced by nothing": (
        "PA-TCP", "clauses.toml", "# Section 3: cards\n",
        '# Section 3: cards\n"649a.99" = { status = "enforced", gist = "Nothing." }\n', ["not-enforced"],
        "649a.99: no row of rules.toml cites it or a clause under it, so nothing enforces it",
    ),
    "physical without a reason": (
        "PA-TCP", "clauses.toml", ', reason = "A property of the cards."', "", ["bad-clause"],
        "649a.3(b)(1): a reason is given for physical clauses, and only for them",
    ),
    "ruling on a clause that is not listed": (
        "PA-TCP", "rulings.toml", 'clauses = ["649a.12(e)"]', 'clauses = ["649a.12(z)"]', ["unknown-clause"],
        "rulings[2].clauses[0]: clauses.toml has no 649a.12(z)",
    ),
    "ruling on no clause": (
        "PA-TCP", "rulings.toml", 'clauses = ["649a.12(e)"]', "clauses = []", ["no-clause"], "rulings[2].clauses: name",
    ),
    "two rulings with one id": (
        "PA-TCP", "rulings.toml", '"limit-on-one-hand"', '"coupon-and-bonus"', ["same-id"],
        "rulings[2]: two rulings are called 'coupon-and-bonus'",
    ),
    "row under an option that no ruling has": (
        "MD-TCP", "rules.toml", 'only_on_win_under = ["ante_bonus", "win_only"]',
        'only_on_win_under = ["anti_bonus", "win_only"]', ["unknown-option", "bad-option"],
        "awards.ante_bonus.only_on_win_under: no ruling has the option 'anti_bonus'; did you mean 'ante_bonus'?",
    ),
    "row under a value that the option never has": (
        "MD-TCP", "rules.toml", 'only_on_win_under = ["ante_bonus", "win_only"]',
        'only_on_win_under = ["ante_bonus", "sometimes"]', ["unknown-option"],
        "awards.ante_bonus.only_on_win_under: ante_bonus is never 'sometimes': choose always or win_only",
    ),
    "option that no row holds under": (
        "MD-TCP", "rules.toml", 'only_on_win_under = ["ante_bonus", "win_only"]\n', "", ["bad-option"],
        "no row of rules.toml depends on this option: it would change nothing",
    ),
    "option without values": (
        "MD-TCP", "rulings.toml", 'values = ["always", "win_only"]\n', "", ["unknown-option", "bad-option"],
        "ante_bonus is never 'win_only'",
    ),
    "two rulings with one option": (
        "MD-TCP", "rulings.toml", 'option = "five_card_envy"', 'option = "ante_bonus"',
        ["unknown-option", "bad-option"], "has this option too",
    ),
    "stake by an option that no ruling has": (
        "MD-LIR", "rules.toml", 'stake_option = "five_card_bonus_stake"', 'stake_option = "bonus_stake"',
        ["unknown-option", "bad-option"], "no ruling has the option 'bonus_stake'",
    ),
    "id in small letters": (
        "PA-TCP", "rules.toml", 'id = "XX-COPY"', 'id = "xx-copy"', ["bad-header"] * 2, "id: write the state and",
    ),
    "edition with a space": (
        "PA-TCP", "rules.toml", 'edition = "1"\n', 'edition = "one or two"\n', ["bad-header"], "edition: write the",
    ),
    "edition that is not on one line": (
        "PA-TCP", "rules.toml", 'edition = "1"\n', 'edition = """\n1"""\n', ["bad-header"],
        'edition: write it on a line of its own above the first table: edition = "1"',
    ),
    "last day before the first": (
        "PA-TCP", "rules.toml", 'edition = "1"\n', 'edition = "1"\neffective = "2027-02-01"\nuntil = "2027-01-31"\n',
        ["bad-header"], "until: the last day is before the first, 2027-02-01",
    ),
    "no such day": (
        "PA-TCP", "rules.toml", 'edition = "1"\n', 'edition = "1"\neffective = "2027-02-30"\n', ["not-day"],
        "effective: '2027-02-30' is not a day",
    ),
    "revision 0": ("PA-TCP", "rules.toml", "revision = 1", "revision = 0", ["bad-header"], "revision: revisions are"),
    "taken by the package": (
        "PA-TCP", "rules.toml", 'id = "XX-COPY"\nedition = "1"', 'id = "MD-TCP"\nedition = "1.4"', ["taken"],
        "id: MD-TCP@1.4 is taken by md/three_card_poker/1.4: choose another id or edition",
    ),
    "no first day beside another edition": (
        "PA-TCP", "rules.toml", 'id = "XX-COPY"\n', 'id = "MD-TCP"\n', ["same-day"],
        "edition: MD-TCP@1.4 names no first day either: write the first day of this edition",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("regulation_id", "name", "old", "new", "codes", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault(  # noqa: PLR0917 - a case has so many parts
    tmp_path: Path, regulation_id: str, name: str, old: str, new: str, codes: list[str], message: str
) -> None:
    folder = copied(regulation_id, tmp_path)
    assert found(folder) == []
    line = change(folder / name, old, new)
    faults = found(folder)
    assert [fault.code for fault in faults] == codes
    first = next(fault for fault in faults if message in fault.message)
    assert first.file in {(folder / one).as_posix() for one in (name, "rules.toml", "rulings.toml")}
    assert first.line > 0
    assert first.column > 0
    if first.file.endswith(name):
        assert abs(first.line - line) <= 8, "the place is the row, or the table around it"


def test_a_row_that_no_hand_reaches(tmp_path: Path) -> None:
    folder = copied("PA-TCP", tmp_path)
    text = (folder / "rules.toml").read_text(encoding="utf-8")
    start = text.index("[paytables.pair_plus.B]")
    table = text[start : text.index("]\n\n", start)]
    rows = [line for line in table.split("\n") if line.startswith("  [")]
    moved = table.replace(rows[0] + "\n", "").replace(rows[1], f"{rows[1]}\n{rows[0]}")
    (folder / "rules.toml").write_text(text.replace(table, moved), encoding="utf-8")
    (fault,) = found(folder)
    assert fault.code == "shadowed-row"
    assert fault.message == (
        "paytables.pair_plus.B.pays[1]: no hand is paid by 'mini_royal': a row above it matches every such hand"
    )
    lines = (folder / "rules.toml").read_text(encoding="utf-8").split("\n")
    assert lines[fault.line - 1][fault.column - 1 :].startswith('["mini_royal"')


@pytest.mark.parametrize("name", ["rules.toml", "rulings.toml", "clauses.toml"])
def test_a_file_that_is_missing(tmp_path: Path, name: str) -> None:
    folder = copied("PA-TCP", tmp_path)
    (folder / name).unlink()
    (fault,) = found(tmp_path)
    assert (fault.code, fault.file, fault.line) == ("missing-file", (folder / name).as_posix(), 0)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    folder = copied("PA-TCP", tmp_path)
    (folder / "clauses.toml").write_bytes(b"# one\n# \xff\n")
    (fault,) = found(folder)
    assert (fault.code, fault.line) == ("unreadable", 2)


def test_everything_at_once(tmp_path: Path) -> None:
    """A mistake in one file, or in one row, hides none in another."""
    folder = copied("PA-TCP", tmp_path)
    change(folder / "rules.toml", "most = 2\nsecond_cite", 'most = "two"\nsecond_cite')
    change(folder / "rules.toml", '["drop_box", ', '["drop_bucks", ')
    change(folder / "rules.toml", 'paytable = "pair_plus"\n', 'paytable = "pare_plus"\n')
    change(folder / "rules.toml", 'each_deck = "649a.4(d)"', 'each_deck = "649a.4(q)"')
    change(folder / "clauses.toml", ', reason = "A property of the cards."', "")
    change(folder / "rulings.toml", 'clauses = ["649a.12(e)"]', 'clauses = ["649a.12(z)"]')
    faults = found(folder)
    assert [(Path(fault.file).name, fault.code) for fault in faults] == [
        ("rules.toml", "unknown-item"),
        ("rules.toml", "wrong-type"),
        ("rules.toml", "unknown-clause"),
        ("rules.toml", "incoherent"),
        ("rules.toml", "incoherent"),
        ("rulings.toml", "unknown-clause"),
        ("clauses.toml", "bad-clause"),
    ]
    assert [fault.line for fault in faults[:5]] == sorted(fault.line for fault in faults[:5])


def test_what_follows_from_a_missing_cite_is_not_reported(tmp_path: Path) -> None:
    folder = copied("MD-TCP", tmp_path)
    change(folder / "rules.toml", 'cite = "12.D(1)"\n', "")
    assert [fault.message for fault in found(folder)] == ["paytables.pair_plus.A.cite: this key is missing"]


@pytest.mark.parametrize("regulation_id", ["PA-TCP", "MA-LIR"])
def test_whatever_line_is_left_out_nothing_but_faults_comes_of_it(tmp_path: Path, regulation_id: str) -> None:
    folder = copied(regulation_id, tmp_path)
    lines = (folder / "rules.toml").read_text(encoding="utf-8").split("\n")
    for number in range(2, len(lines), 17):
        (folder / "rules.toml").write_text("\n".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        for fault in found(folder):
            assert fault.line <= len(lines)
            assert len(fault.message) > 10


# Several editions


def test_two_folders_with_one_edition(tmp_path: Path) -> None:
    copied("PA-TCP", tmp_path)
    shutil.copytree(tmp_path / "copy", tmp_path / "twin")
    (fault,) = found(tmp_path)
    assert (fault.code, Path(fault.file).parent.name) == ("taken", "twin")


def test_a_folder_is_not_taken_by_itself(tmp_path: Path) -> None:
    folder = copied("PA-TCP", tmp_path)
    with regulations_outside(tmp_path):
        assert found(tmp_path) == []
        assert found(folder) == []


def test_a_broken_folder_is_checked_though_the_environment_names_it(tmp_path: Path) -> None:
    folder = copied("PA-TCP", tmp_path)
    change(folder / "rules.toml", 'id = "XX-COPY"\n', "")
    with regulations_outside(tmp_path):
        assert [fault.code for fault in found(tmp_path)] == ["missing-key"]


def test_the_next_edition_of_a_regulation(tmp_path: Path) -> None:
    amended = write_next_edition(tmp_path)
    assert found(tmp_path) == []
    change(amended / "rules.toml", 'effective = "2027-01-01"\n', "")
    assert [fault.code for fault in found(tmp_path)] == ["same-day"]


def test_an_edition_that_replaces_a_later_one(tmp_path: Path) -> None:
    amended = write_next_edition(tmp_path)
    shutil.copytree(amended, amended.with_name("1.6"))
    change(amended.with_name("1.6") / "rules.toml", 'edition = "1.5"', 'edition = "1.6"')
    change(amended.with_name("1.6") / "rules.toml", 'effective = "2027-01-01"', 'effective = "2026-12-31"')
    change(amended.with_name("1.6") / "rules.toml", 'replaces = "1.4"', 'replaces = "1.5"')
    (fault,) = found(tmp_path)
    assert (fault.code, fault.message) == ("same-day", "replaces: MD-TCP@1.5 begins later, on 2027-01-01")


# The sample house


def test_the_sample_house_is_checked_too(tmp_path: Path) -> None:
    like = editions()["MD-TCP"][-1]
    folder = tmp_path / "pa"
    folder.mkdir()
    for name, text in new_files(NewEdition("XX-COPY", "1"), like, load_edition(like.folder)).items():
        (folder / name).write_text(text, encoding="utf-8")
    assert found(tmp_path) == []
    line = change(folder / "house.toml", "boxes = 7", "boxes = 9")
    (fault,) = found(tmp_path)
    assert (fault.code, fault.file, fault.line) == ("boxes-out-of-range", str(folder / "house.toml"), line)
    assert fault.message.endswith("(XX-COPY 2.A)")
    (folder / "house.toml").write_text("facility = ", encoding="utf-8")
    assert [fault.code for fault in found(tmp_path)] == ["not-toml"]


# Folders that cannot be used


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder of regulations here"):
        check_rules(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"this folder holds no rules\.toml: pitboss new begins a regulation"):
        check_rules(tmp_path)


def test_former_revisions_are_not_editions(tmp_path: Path) -> None:
    folder = copied("PA-TCP", tmp_path)
    (folder / "revisions/1").mkdir(parents=True)
    (folder / "revisions/1/rules.toml").write_text("not even TOML", encoding="utf-8")
    assert found(tmp_path) == []


def test_the_environment_is_as_before(tmp_path: Path) -> None:
    copied("PA-TCP", tmp_path)
    before = list(folders())
    found(tmp_path)
    assert list(folders()) == before
    assert use_regulations("") == ""
