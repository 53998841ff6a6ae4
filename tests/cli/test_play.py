"""`pitboss play`: rounds of every regulation by piped lines, then by keys at a pseudo terminal."""

import json
import os
import pty
import re
import subprocess
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.rules.sample_house import SAMPLE_HOUSE

ROOT = Path(__file__).parents[2]
ESCAPES = re.compile(r"\033\[[0-9;?]*[a-zA-Z]")
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def played(*arguments: str, lines: str = "", code: int = 0) -> str:
    """What the command says when these lines, with slashes between, are piped into it."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", *arguments],
        input=lines.replace("/", "\n"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


def line_with(text: str, *words: str) -> str:
    """The one line that has all the words."""
    (found,) = [line for line in text.splitlines() if all(word in line for word in words)]
    return found


def test_the_sample_house_is_the_example() -> None:
    assert (ROOT / "examples" / "house.toml").samefile(SAMPLE_HOUSE)


# Maryland Let It Ride: three cards to the bonus box, two community cards, then the boxes.

PAIR_OF_QUEENS = "2c 3c 4c 9h Qd Qs 6d 4h"


def test_let_it_ride_from_the_first_bet_to_the_next() -> None:
    shown = played("MD-LIR", "--deck", PAIR_OF_QUEENS, lines="base 5/ride/withdraw/q/")
    assert "Cards inspected, washed and shuffled" in shown
    assert "box 1, player (queen high): Qs 6d 4h" in shown
    assert "taken back (11.C(1)(b))" in line_with(shown, "Bet 2", "returned")
    assert line_with(shown, "Bet 1", "won").split()[3] == "+$5"
    assert "pair of queens (tens or better) pays 1 to 1 (12.A(1)(i))" in line_with(shown, "Bet 3", "won")
    assert "player: +$10, $1,010 in the rack." in shown
    assert "Box 1, player, $1,010: Enter bets base $5" in shown
    assert shown.endswith("player: $1,010 after 1 round, +$10.\n")


def test_prizes_are_told_as_they_are_paid(tmp_path: Path) -> None:
    """In the list of wagers, in what can still win, and with the win."""
    wagers = "[tables.let-it-ride.wagers]"
    text = SAMPLE_HOUSE.read_text().replace(
        wagers, f"[tables.let-it-ride.options]\nfive_card_bonus_stake = 500\n{wagers}"
    )
    (tmp_path / "house.toml").write_text(text)
    lines = "base 5 five_card_bonus 5/v/ride/ride/q/"
    shown = played("MD-LIR", "--house", str(tmp_path / "house.toml"), "--deck", PAIR_OF_QUEENS, lines=lines)
    assert "royal flush $100,000" in line_with(shown, "five_card_bonus", "12.B(2)")
    assert "tens or better $5" in line_with(shown, "possible", "Five Card Bonus")
    assert "pays $5, stake included" in line_with(shown, "Five Card Bonus", "pair of queens")


def test_cards_show_only_when_they_are_revealed() -> None:
    shown = played("MD-LIR", "--deck", PAIR_OF_QUEENS, "--by-the-book", lines="all/r/r/")
    first, second, settled = re.split(r"Bet [12] \$5: r ride.*", shown)
    assert set(CARD.findall(first)) == {"Qs", "6d", "4h"}
    assert set(CARD.findall(second)) == {"9h", "Qs", "6d", "4h"}
    assert set(CARD.findall(settled)) == set(PAIR_OF_QUEENS.split())
    assert "community cards: 9h ??" in second
    assert "bonus box: 2c 3c 4c" in settled


def test_the_hand_of_another_player_stays_down_until_it_is_settled() -> None:
    deck = "2c 3c 4c 9h Qd Qs 6d 4h As Ah Ad"
    shown = played("MD-LIR", "--players", "ann,bob", "--deck", deck, lines="//r/r/r/r/")
    before, ann, bob, *_ = re.split(r"box [12], Bet [12] \$5: r ride.*", shown)
    assert "box 2, bob: ?? ?? ??" in before
    assert "box 1, ann: ?? ?? ??" in ann
    assert "box 2, bob (three aces): As Ah Ad" in ann
    assert "box 2, bob: ?? ?? ??" in bob
    assert shown.index("Box 2, bob: As Ah Ad") < shown.index("Box 1, ann: Qs 6d 4h")


def test_all_side_bets_of_let_it_ride() -> None:
    shown = played("MD-LIR", "--deck", "2c 3c 4c Js Ts As Ks Qs", lines="all/r/r/")
    assert "+$19,999" in line_with(shown, "Five Card Bonus", "won")
    assert "straight flush, ace high pays 40 to 1" in line_with(shown, "Three Card Bonus", "won")
    assert "pays nothing (11.E(3))" in line_with(shown, "Six Card Bonus", "lost")
    assert "100% of main, stake included" in line_with(shown, "Progressive", "won")
    assert "The house fills the main meter up with $10,000" in shown
    assert "Meters: main $10,000." in shown


# Maryland Three Card Poker: player and dealer in turn, then two community cards.

MINI_ROYAL = "As Kd Ks 5c Qs 2h Jc Td"


def test_a_progressive_win_waits_for_the_floorperson() -> None:
    shown = played("MD-TCP", "--deck", MINI_ROYAL, lines="all/p/what/validate//")
    before, after = shown.split("Understood now: Enter, yes or validate.")
    assert "once the floorperson validates it (11.D(7)(c))" in before
    assert not re.search(r"Three-Card Progressive +won", before)
    assert "Jc" not in before
    assert "+$2,499.14" in line_with(after, "Three-Card Progressive", "mini royal spades")
    assert "straight, ace high pays 30 for 1" in line_with(after, "Five-Card Progressive  ")
    assert "Meters: main $1,000, five_card_mega $10,000.12" in after


def test_folding_gives_up_what_the_clause_says_and_keeps_the_six_card_bonus() -> None:
    shown = played("MD-TCP", "--deck", "2s Kc 7d Kd 9h Kh", lines="ante 10 pair_plus 5 six_card_bonus 5/?/f/")
    assert "fold: gives up Ante and Pair Plus (11.B)" in shown
    assert "given up (11.C(1))" in line_with(shown, "Ante", "-$10")
    assert "three kings pays 5 to 1" in line_with(shown, "Six Card Bonus", "won")
    assert "player: +$10, $1,010 in the rack." in shown


def test_the_dealer_s_hand_is_told_when_it_is_up() -> None:
    shown = played("MD-TCP", "--deck", "2s Kc 7d Jd 9h 4s", lines="ante 10/p/")
    before, after = re.split(r"Play: p play.*", shown)
    assert set(CARD.findall(before)) == {"2s", "7d", "9h"}
    assert "dealer: Kc Jd 4s" in after
    assert "nine high loses to the dealer's king high (11.D(3)(d)(i))" in line_with(after, "Ante", "lost")


def test_an_unqualified_dealer_and_an_ante_bonus() -> None:
    shown = played("MD-TCP", "--deck", "2s Jc 3d 9d 4h 4s", lines="ante 10/p/")
    assert "the dealer has jack high, not queen high or better, 1 to 1 (11.D(3)(c))" in line_with(
        shown, "Ante   ", "won"
    )
    assert "straight pays 1 to 1 (12.B(1)(c))" in line_with(shown, "Ante Bonus", "won")


def test_what_can_still_win() -> None:
    shown = played("MD-TCP", "--deck", "2s Kc 2d Kd 9h Kh", lines="ante 10 pair 5 six 5/v/")
    assert "Pair Plus: sure: pair 1 to 1" in shown
    possible = line_with(shown, "Six Card Bonus: possible")
    assert "four of a kind 50 to 1" in possible
    assert "royal flush" not in possible
    assert "Kc" not in shown


# Maryland Top Five Poker and Massachusetts Let It Ride


def test_top_five_through_six_rounds_with_cut_and_stub_count() -> None:
    deck = "Ks 2c Kh 3c Qs 4c Qh 5c 2d 6c 3d 7c 4d 8c"
    shown = played("MD-TFP", *["--deck", deck] * 6, lines="all/p/" + "/p/" * 4 + "/f/")
    assert "Cards inspected, washed, shuffled and cut (4.A to 5.D)." in shown
    assert shown.count("box 1, player (4 high cards: two pair, kings and queens)") == 6
    assert "the dealer has no high cards, not queen jack or better" in line_with(shown.split("Play: ")[1], "Ante")
    before, after = shown.split("Cards counted (8.F(2)).")
    shuffled = "Cards shuffled and cut (5.A(2) to 5.D)."
    assert before.count(shuffled) == 4, "the stub is counted in the fifth round, before its decision"
    assert after.index("box 1, player") < after.index(shuffled)
    assert "given up (11.B(2)(a))" in shown
    assert "player: $1,160 after 6 rounds, +$160." in shown


def test_massachusetts_burns_a_card_and_shows_it_for_cover_all_alone() -> None:
    deck = "Qs 6d 4h 7c 9h Qd"
    without = played("MA-LIR", "--deck", deck, lines="base 15 bonus 1/r/r/")
    assert "7c" not in without
    assert "community cards, the first burned: ?? 9h Qd" in without
    covered = played("MA-LIR", "--deck", deck, lines="base 15 cover_all 1/r/r/")
    before, after = covered.split("Box 1, player: Qs 6d 4h", 1)
    assert "7c" not in before
    assert "community cards, the first burned: 7c 9h Qd" in after
    assert "no hand at the table is paid (11(b))" in line_with(after, "Cover All")


def test_two_boxes_and_the_limit_of_the_table() -> None:
    shown = played("MD-LIR", "--boxes", "2", "--seed", "1", lines="//r/w/r/w/")
    assert "bet on box 2>" in shown
    assert "Box 2, player:" in shown
    assert "a player may have at most 2 boxes" in played("MD-LIR", "--boxes", "3", code=2)


# What is entered


def test_refusals_have_their_clause_and_ask_again() -> None:
    lines = "ante 3/ante 500/six_card_bonus 5/play 10/none/buy 1000/ante 500/q"
    shown = played("MD-TCP", "--chips", "20", lines=lines)
    assert "Box 1 cannot place ante $3: the stake must be from $10 to $500 (MD-TCP 7.F(1))." in shown
    assert "Player has $20 in the rack and needs $500 (MD-TCP 7.A)" in shown
    assert "cannot place six_card_bonus without ante or pair_plus (MD-TCP 7.F(5))" in shown
    assert "Box 1 cannot place play" in shown
    assert "Nobody has placed a wager (MD-TCP 9.B)" in shown
    assert "$1,020 in the rack" in shown
    assert shown.count("bet on box 1>") == 7


def test_enter_offers_the_least_wagers_to_those_who_cannot_pay_them() -> None:
    shown = played("MD-TCP", "--chips", "5", lines="/buy 5//f/")
    assert "Box 1, player, $5: Enter bets ante $10; ? helps, q leaves." in shown
    assert "Or write wagers with amounts: ante 10 pair_plus 5" in shown
    assert "Player has $5 in the rack and needs $10 (MD-TCP 7.A)." in shown
    assert "player: -$10, $0 in the rack." in shown


@pytest.mark.parametrize(("regulation", "chips"), [("MD-TCP", "15"), ("MD-TFP", "10")])
def test_a_decision_without_the_chips_for_it_asks_again(regulation: str, chips: str) -> None:
    arguments = (regulation, "--chips", chips, "--seed", "4")
    folded = played(*arguments, lines="ante 10/play/fold/")
    assert re.search(rf"Box 1 needs \$10 for play \({regulation} 11\.B.*\)\.", folded)
    assert "Understood now: p play, f fold, b buy chips" in folded
    assert "player: -$10, " in folded
    left = played(*arguments, lines="ante 10/play/")
    assert left.splitlines()[-1] == f"player: ${int(chips) - 10} after 0 rounds, $0, $10 still on the layout."
    found = json.loads(played(*arguments, "--json", lines="ante 10/play/"))
    assert (found["rounds"], found["players"][0]["lying"]) == (0, 1000)


def test_chips_are_bought_at_a_decision_and_are_no_win() -> None:
    arguments = ("MD-TCP", "--chips", "15", "--deck", "2s Kc 7d Jd 9h 4s")
    shown = played(*arguments, lines="ante 10/p/buy lots/buy 0/buy 100/p/q/")
    assert "'lots' is not an amount: write buy 100." in shown
    assert "A purchase of chips must be more than $0 (MD-TCP 7.A)." in shown
    assert "$105 in the rack." in shown
    assert "player: -$20, $95 in the rack." in shown
    assert shown.splitlines()[-1] == "player: $95 after 1 round, -$20."
    before = played(*arguments, lines="buy 100/ante 10/p/q/")
    assert "player: -$20, $95 in the rack." in before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("zzz", "'zzz' is not a wager with an amount"),
        ("ante", "'ante' is not a wager with an amount"),
        ("ante ten", "'ten' is not an amount"),
        ("p 5", "'p' could be pair_plus or progressive"),
        ("bet_1 5", "'bet_1' is not a wager here"),
        ("buy much", "'much' is not an amount"),
        ("x" * 100_000, "is not a wager with an amount"),
    ],
)
def test_what_is_not_understood_says_what_is(line: str, said: str) -> None:
    shown = played("MD-TCP", lines=f"{line}/")
    assert said in shown
    assert "Understood now: wagers with amounts, like ante 10 pair_plus 5;" in shown


def test_lines_that_are_no_text_do_no_harm() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", "MD-TCP"],
        input=b"\xff\xfe\x00\x1b[2J\n\n\x07\np\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\033" not in done.stdout


@pytest.mark.parametrize("lines", ["", "ante 10/", "ante 10", "ante 10/?/"])
def test_the_end_of_input_ends_well_wherever_it_comes(lines: str) -> None:
    shown = played("MD-TCP", "--deck", "2s Kc 7d Jd 9h 4s", lines=lines)
    left = "$990 after 0 rounds, $0, $10 still on the layout" if lines else "$1,000 after 0 rounds, $0"
    assert shown.splitlines()[-1] == f"player: {left}."
    assert "Kc" not in shown


def test_bets_that_are_still_open_go_back() -> None:
    shown = played("MD-TCP", "--players", "ann,bob", lines="ante 10/q")
    assert shown.splitlines()[-2:] == ["ann: $1,000 after 0 rounds, $0.", "bob: $1,000 after 0 rounds, $0."]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["XX-LIR"], "there is no regulation 'XX-LIR'"),
        (["MD-LIR", "--boxes", "0"], "at least one box"),
        (["MD-LIR", "--chips", "lots"], "is not an amount"),
        (["MD-LIR", "--chips", "0"], "more than $0"),
        (["MD-LIR", "--deck", "Zz"], "is not a card"),
        (["MD-LIR", "--deck", "As As"], "repeats As"),
        (["MD-LIR", "--players", "ann,ann"], "different names"),
        (["MD-LIR", "--players", "a,b,c,d,e,f,g,h"], "the table has boxes 1 to 7"),
        (["MD-LIR", "--house", "no-such-house.toml"], "cannot be read"),
        (["MD-LIR", "--table", "three-card"], "there are let-it-ride"),
    ],
)
def test_options_that_cannot_be_used(arguments: list[str], said: str) -> None:
    assert said in played(*arguments, code=2)


def test_a_rejected_house_answers_no_with_its_violations() -> None:
    broken = str(ROOT / "examples" / "broken.toml")
    assert f"{broken}:8:34: meter-reset-too-low: " in played("MD-TCP", "--house", broken, code=1)
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", "MD-TCP", "--house", broken, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    found = json.loads(done.stdout)
    assert (found["approved"], found["violations"][0]["clause"]) == (False, "MD-TCP 12.E(3)(b)")


def test_a_seed_repeats_the_game_and_chance_does_not() -> None:
    lines = "/r/r/" * 3
    assert played("MD-LIR", "--seed", "7", lines=lines) == played("MD-LIR", "--seed", "7", lines=lines)
    assert played("MD-LIR", lines=lines) != played("MD-LIR", lines=lines)


@pytest.mark.parametrize(
    "told",
    [
        "verify inspection, by the floorperson (4.A",
        "The cards are cut 26 deep (5.D)",
        "No more bets (8.C)",
        "Dealer's cards: 7 cards dealt",
    ],
)
def test_by_the_book_shows_each_step_with_its_clause(told: str) -> None:
    assert told in played("MD-TFP", "--by-the-book", lines="/p/")


def test_an_electronic_table_of_another_house(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    # An electronic table has no community cards for the five-card wager.
    lines = [
        line
        for line in SAMPLE_HOUSE.read_text().splitlines()
        if "five_card" not in line.split(" = ")[0] or "bonus" in line
    ]
    kept = "\n".join(line for line in lines if line != "[links.harbor-five]")
    house.write_text(kept.replace('device = "hand"', 'device = "electronic"'))
    deck = "Kc Jd 4s 2c 3c 4c 5d 6h 7s 9h 9d 9s"
    arguments = ["--house", str(house), "--table", "three-card", "--deck", deck]
    assert "box 1, player (three nines): 9h 9d 9s" in played("MD-TCP", *arguments, lines="ante 10 hand 3/v/p/")


def test_programs_get_one_object() -> None:
    found = json.loads(played("MD-LIR", "--json", "--deck", PAIR_OF_QUEENS, lines="base 5/r/w/"))
    assert found["players"] == [{"player": "player", "bought": 100_000, "rack": 101_000, "lying": 0, "net": 1000}]
    assert [(row["item"], row["outcome"], row["net"]) for row in found["results"]] == [
        ("bet_2", "returned", 0),
        ("bet_1", "won", 500),
        ("bet_3", "won", 500),
    ]
    assert found["results"][1]["cite"] == "MD-LIR 12.A(1)(i)"


# At a terminal

AS_LOGIN = """
import os, sys
os.login_tty(0)  # Ctrl-C goes to those whose terminal it is
os.execv(sys.executable, [sys.executable, "-m", "pitboss", "play", *sys.argv[1:]])
"""


def at_terminal(*arguments: str, keys: list[str]) -> tuple[int, str, bool]:
    """Exit code, screen, and whether a terminal of 80 columns is left as it was; a key is sent at each prompt."""
    keyboard, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    before = termios.tcgetattr(terminal)
    process = subprocess.Popen(
        [sys.executable, "-c", AS_LOGIN, *arguments],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "TERM": "xterm-256color",
            "PYTHONIOENCODING": "utf-8",
        },
    )
    os.set_blocking(keyboard, False)
    shown, answered, limit = b"", 0, time.monotonic() + 30
    while process.poll() is None and time.monotonic() < limit:
        with suppress(BlockingIOError):
            shown += os.read(keyboard, 65536)
            continue
        if keys and len(shown) > answered and shown.endswith(b"> "):
            answered = len(shown)
            os.write(keyboard, keys.pop(0).encode())
        time.sleep(0.02)
    process.kill()
    with suppress(BlockingIOError):
        shown += os.read(keyboard, 65536)
    sane = termios.tcgetattr(terminal) == before
    os.close(terminal)
    os.close(keyboard)
    return process.wait(), shown.decode(), sane


def test_a_terminal_draws_in_colour_and_is_left_sane() -> None:
    code, shown, sane = at_terminal("MD-LIR", "--deck", PAIR_OF_QUEENS, keys=["base 5\n", "v", "x", "r", "w", "\x04"])
    assert (code, sane) == (0, True)
    for drawn in ("╭────╮", "│░░░░│", "\033[36m6d", "\033[31m4h", "│Qs  │", "♦"):
        assert drawn in shown
    lines = ESCAPES.sub("", shown).replace("\r", "").split("\n")
    assert "player: $1,010 after 1 round, +$10." in lines
    assert max(map(len, lines)) <= 80


def test_ctrl_c_in_the_middle_of_a_round_leaves_politely() -> None:
    code, shown, sane = at_terminal("MD-TCP", "--deck", "2s Kc 7d Jd 9h 4s", keys=["\n", "\x03"])
    assert (code, sane) == (0, True)
    assert "still on the layout" in shown
    assert "Kc" not in shown


@pytest.mark.parametrize("bought", [["b", "100\n"], ["buy 100\n"]])
def test_chips_are_bought_by_a_key_or_in_words(bought: list[str]) -> None:
    arguments = ("MD-TCP", "--chips", "15", "--deck", "2s Kc 7d Jd 9h 4s")
    code, shown, sane = at_terminal(*arguments, keys=["ante 10\n", "p", *bought, "p", "\x04"])
    assert (code, sane) == (0, True)
    lines = ESCAPES.sub("", shown).replace("\r", "").split("\n")
    assert "Box 1 needs $10 for play (MD-TCP 11.B)." in lines
    assert "player: $95 after 1 round, -$20." in lines
    assert max(map(len, lines)) <= 80
