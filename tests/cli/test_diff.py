"""`pitboss diff`: what two editions say differently, and what each difference is worth."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss as pb
from pitboss.rules.load import folders
from tests.cli.running import Run
from tests.rules.next_edition import regulations_outside, write_next_edition

Answer = dict[str, Any]
Amend = Callable[..., Answer]
Change = tuple[str, str]


@pytest.fixture
def amend(tmp_path: Path, pitboss: Run) -> Iterator[Amend]:
    """Answers what differs between MD-TCP 1.4 and an edition 1.5 in which some texts are replaced."""
    with ExitStack() as stack:

        def amended(*changes: Change) -> Answer:
            edition = tmp_path / "amended/md/three_card_poker/1.5"
            edition.mkdir(parents=True)
            for name in ("rules.toml", "rulings.toml", "clauses.toml"):
                text = (folders()["MD-TCP"] / name).read_text(encoding="utf-8")
                for old, new in [('edition = "1.4"', 'edition = "1.5"'), *changes] if name == "rules.toml" else ():
                    assert old in text, old
                    text = text.replace(old, new, 1)
                (edition / name).write_text(text, encoding="utf-8")
            stack.enter_context(regulations_outside(tmp_path / "amended"))
            answer: Answer = pitboss("diff", "MD-TCP@1.4", "MD-TCP@1.5", "--json").json
            return answer

        yield amended


def only(answer: Answer) -> Answer:
    """The one difference beside the edition."""
    found: list[Answer] = [one for one in answer["differences"] if one["subject"] != "edition"]
    assert len(found) == 1
    return found[0]


Words = tuple[str, str, str, str | None, str | None]
CHANGES: dict[str, tuple[Change, Words, tuple[str | None, str | None]]] = {
    "the least rate of a meter": (
        ('least_rate = "14%"', 'least_rate = "15%"'),
        ("Payouts", "progressive A", "meter main: least rate", "14%", "15%"),
        ("MD-TCP 12.E(3)(a)", "MD-TCP 12.E(3)(a)"),
    ),
    "a seed": (
        ('least_seed = "$1,000"', 'least_seed = "$2,000"'),
        ("Payouts", "progressive A", "meter main: least seed", "$1,000", "$2,000"),
        ("MD-TCP 12.E(3)(b)", "MD-TCP 12.E(3)(b)"),
    ),
    "the ante bonus": (
        ('["three_of_a_kind", "4 to 1", "(b)"]', '["three_of_a_kind", "5 to 1", "(b)"]'),
        ("Payouts", "ante_bonus A", "three of a kind", "4 to 1", "5 to 1"),
        ("MD-TCP 12.B(1)(b)", "MD-TCP 12.B(1)(b)"),
    ),
    "when the ante bonus is paid": (
        ('only_on_win_under = ["ante_bonus", "win_only"]\n', ""),
        ("Wagers", "ante_bonus", "paid only with a win if", "ante_bonus is win_only", None),
        ("MD-TCP 12.B", None),
    ),
    "envy": (
        ('["mini_royal", ["$25", "$125"]', '["mini_royal", ["$30", "$125"]'),
        ("Payouts", "envy A", "mini royal", "$25 / $125", "$30 / $125"),
        ("MD-TCP 12.E(5)(a)(ii)", "MD-TCP 12.E(5)(a)(ii)"),
    ),
    "conduct": (
        ('verify_own_progressive = "7.F(4)(b)"\n', ""),
        ("Conduct", "verify own progressive", "", "yes", None),
        ("MD-TCP 7.F(4)(b)", None),
    ),
    "the layout": (
        ('phrase = "Dealer Plays with Queen High or Better"', 'phrase = "Dealer Plays with Queen High"'),
        (
            "Table", "layout", "phrase",
            "Dealer Plays with Queen High or Better", "Dealer Plays with Queen High",
        ),
        ("MD-TCP 2.B(5)", "MD-TCP 2.B(5)"),
    ),
    "a clause": (
        ('cite = "8.B"\nshufflers', 'cite = "8.A"\nshufflers'),
        ("Dealing", "manual shoe", "clause", "8.B", "8.A"),
        ("MD-TCP 8.B", "MD-TCP 8.A"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "expected", "cites"), CHANGES.values(), ids=CHANGES)
def test_every_chapter_is_compared(
    amend: Amend, change: Change, expected: Words, cites: tuple[str | None, str | None]
) -> None:
    found = only(amend(change))
    sides = [found["left"], found["right"]]
    assert (found["chapter"], found["subject"], found["title"]) == expected[:3]
    assert tuple(side and side["says"] for side in sides) == expected[3:]
    assert tuple(side and side["cite"] for side in sides) == cites


def priced(answer: Answer) -> dict[tuple[str, str], Answer]:
    return {(one["wager"], one["paytable"]): one for one in answer["prices"]}


def test_a_changed_payout_is_priced_exactly(amend: Amend) -> None:
    found = priced(amend(('"35 to 1"', '"30 to 1"')))
    assert set(found) == {("pair_plus", "A")}
    row, table = found["pair_plus", "A"], pb.regulation("MD-TCP@1.4").wagers["pair_plus"].paytables["A"]
    lower = table.replace(straight_flush="30 to 1").odds()
    assert row["left"]["expected"] == str(table.odds().expected) == "-253/5525"
    assert row["right"]["expected"] == str(lower.expected)
    # $5 less for 48 of 22,100 hands.
    assert Fraction(row["change"]) == 5 * Fraction(48, 22100)


def test_a_changed_ante_bonus_is_priced_under_the_best_strategy(amend: Amend) -> None:
    """The edge of a game with decisions is solved again."""
    found = priced(amend(('["three_of_a_kind", "4 to 1", "(b)"]', '["three_of_a_kind", "5 to 1", "(b)"]')))
    assert set(found) == {("ante", "A")}
    row = found["ante", "A"]
    assert row["left"]["expected"] == str(pb.odds("MD-TCP@1.4", "ante", "A").expected)
    assert row["right"]["expected"] == str(pb.odds("MD-TCP@1.5", "ante", "A").expected)
    # Three of a kind is always played, and the bonus is paid whatever the dealer has.
    assert Fraction(row["change"]) == -Fraction(52, 22100)


def test_a_higher_seed_and_a_higher_rate_are_priced(amend: Amend) -> None:
    found = priced(amend(('least_seed = "$1,000", least_rate = "14%"', 'least_seed = "$2,000", least_rate = "15%"')))
    row = found["progressive", "A"]
    assert set(found) == {("progressive", "A")}
    hit = Fraction(1, 22100)
    assert Fraction(row["right"]["expected"]) - Fraction(row["left"]["expected"]) == hit * 1000
    assert Fraction(row["right"]["long_run"]) - Fraction(row["left"]["long_run"]) == Fraction(1, 100) + hit * 1000


def test_another_envy_bonus_is_priced(amend: Amend) -> None:
    found = priced(amend(('["mini_royal", ["$25", "$125"]', '["mini_royal", ["$30", "$125"]')))
    changes = {
        key: Fraction(one["right"]["envy_per_other_box"]) - Fraction(one["left"]["envy_per_other_box"])
        for key, one in found.items()
    }
    # $5 more for three of the 22,100 hands of another box.
    assert changes == {("progressive", table): 5 * Fraction(3, 22100) for table in "ABC"}


def test_what_has_no_price_has_none(amend: Amend) -> None:
    answer = amend(("boxes = 7", "boxes = 6"))
    assert only(answer)["subject"] == "boxes"
    assert answer["prices"] == []


def test_the_edge_of_ante_games(pitboss: Run) -> None:
    """Both games have an Ante and Play, and both are solved."""
    rows = pitboss("diff", "MD-TCP", "MD-TFP", "--json").json["paytables"]
    found = {(one["regulation"], one["wager"], one["paytable"]): one["expected"] for one in rows}
    for regulation in ("MD-TCP", "MD-TFP"):
        assert found[regulation, "ante", "A"] == str(pb.odds(regulation, "ante", "A").expected)


@pytest.fixture
def next_edition(tmp_path: Path) -> Iterator[Path]:
    write_next_edition(tmp_path / "next")
    with regulations_outside(tmp_path / "next") as folder:
        yield folder


def test_an_amendment_as_a_person_reads_it(pitboss: Run, next_edition: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ran = pitboss("diff", "MD-TCP@1.4", "MD-TCP@1.5")
    assert ran.code == 0
    assert ran.out.startswith("MD-TCP@1.4 and MD-TCP@1.5: Maryland Three Card Poker\n\nDocument\n")
    for line in (
        "  progressive A, meter main: least rate  14% (12.E(3)(a))  15% (12.E(3)(a))\n",
        "  Only in MD-TCP@1.4\n    pair_plus E: straight flush 40 to 1, three of a kind 25 to 1",
        "  Only in MD-TCP@1.5\n    pair_plus F: straight flush 40 to 1, three of a kind 25 to 1",
        "3.4932 % = 193/5525",
        "8.4525 % = 467/5525",
        "27.0860 % = 2993/11050",
        "26.0860 % = 1153/4420",
        "-1.0000 %\n",
        "  Everything in Table, Cards, Hands, Conduct, Wagers, Dealing, Round, Irregularities, Options.\n",
    ):
        assert line in ran.out, line
    assert "Clauses that moved" not in ran.out


def test_clauses_that_moved_are_listed_once(pitboss: Run, amend: Amend) -> None:
    """A table that moves takes its rows with it: only the table is listed."""
    answer = amend(('cite = "12.D(4)"', 'cite = "12.D(6)"'))
    assert len(answer["differences"]) == 1 + 6
    text = pitboss("diff", "MD-TCP@1.4", "MD-TCP@1.5").out
    moved = text.partition("Clauses that moved\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split() for line in moved[1:]] == [["pair_plus", "D,", "clause", "12.D(4)", "12.D(6)"]]


def test_both_sides_are_named_with_their_editions(pitboss: Run, next_edition: Path) -> None:
    found = pitboss("diff", "md-tcp@1.4", "MD-TCP@1.5", "--json").json
    assert (found["left"], found["right"]) == ("MD-TCP@1.4", "MD-TCP@1.5")
    assert found["editions"]["right"]["effective"] == "2027-01-01"
    assert {one["regulation"] for one in found["paytables"]} == {"MD-TCP@1.4", "MD-TCP@1.5"}
    other = pitboss("diff", "MD-LIR", "MA-LIR", "--json").json
    assert (other["left"], other["right"]) == ("MD-LIR", "MA-LIR")
    assert other["editions"]["left"]["edition"] == "1.1"


@pytest.mark.parametrize(("arguments", "reason"), [
    (("MD-TCP@1.4", "MD-TCP@1.3"), "MD-TCP has no edition '1.3'; there are 1.4"),
    (
        ("MD-LIR", "MA-LIR", "--db", "x.db"),
        "--db: a round can only be settled by another edition of its own regulation",
    ),
    (("MD-TCP", "MD-TCP", "--table", "one"), "--table names a table of a ledger: give the ledger as --db"),
])  # fmt: skip
def test_what_cannot_be_compared(pitboss: Run, arguments: tuple[str, ...], reason: str) -> None:
    ran = pitboss("diff", *arguments)
    assert (ran.code, ran.err) == (2, f"pitboss: {reason}\n")


def test_a_game_without_a_folder_is_priced_all_the_same(pitboss: Run, amend: Amend) -> None:
    answer = amend(('game = "three_card_poker"', 'game = "another_game"'))
    assert only(answer)["right"]["says"] == "another_game"
    assert answer["unpriced"] == {}
    assert ("pair_plus", "A") not in priced(answer)


def test_the_answer_is_json(pitboss: Run) -> None:
    for left, right in (("MD-LIR", "MA-LIR"), ("MD-TCP", "MD-TFP")):
        found = json.loads(pitboss("diff", left, right, "--json").out)
        assert [*found] == ["left", "right", "editions", "differences", "same", "paytables", "prices", "unpriced"]
        assert all(one["left"] or one["right"] for one in found["differences"])
