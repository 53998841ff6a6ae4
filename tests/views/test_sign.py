"""The sign: everything that the layout says must be on it is on it, in the document, the HTML and the PDF."""

from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from pitboss.documents.layout import layout_view
from pitboss.documents.pdf import width_of
from pitboss.documents.sign import Sign, sign_json, sign_of
from pitboss.documents.sign_html import sign_html
from pitboss.documents.sign_pdf import sign_pdf
from pitboss.rules.approve import approve_file
from pitboss.rules.payout import Payout
from tests.clauses.marks import clause
from tests.properties.houses import approved, houses
from tests.views.reading_pdf import ReadPage, pages_of

HOUSE = approve_file(str(Path(__file__).parents[2] / "examples/house.toml"))
LAYOUTS = {name: layout_view(ruleset, HOUSE.submission.facility) for name, ruleset in HOUSE.tables.items()}
SIGNS = {name: sign_of(layout) for name, layout in LAYOUTS.items()}
LEAST_SIZE = 24
"""Points: capitals are 6 mm high, what full sight reads from four metres."""


class Reader(HTMLParser):
    """The texts of a page, that every element is closed, and that nothing comes from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe")
        assert not {name for name, _ in attrs} & {"src", "href", "style"}
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and self._open[-1] != "style":
            self.texts.append(" ".join(data.split()))


def said(sign: Sign) -> list[str]:
    """Every text that has to stand on a sign."""
    meters = [text for meter in sign.meters for text in (meter.title, meter.amount)]
    limits = [text for limit in sign.limits for text in limit]
    rows = [text for table in sign.paytables for row in table.rows for text in (row.hand, *row.pays)]
    titles = [text for table in sign.paytables for text in (table.title, *table.columns, *table.notes)]
    return [sign.facility, sign.title, *sign.statements, *meters, *limits, *titles, *rows, *sign.notes, sign.rules]


def words_of(texts: list[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for word in " ".join(texts).split():
        counted[word.strip(",.")] = counted.get(word.strip(",."), 0) + 1
    return counted


def lacks(sign: Sign, texts: list[str]) -> list[str]:
    """Words that the sign has to say more often than some texts do."""
    shown = words_of(texts)
    return [word for word, number in words_of(said(sign)).items() if shown.get(word, 0) < number]


def pdf_texts(pages: list[ReadPage]) -> list[str]:
    return [shown.text for page in pages for shown in page.texts]


@pytest.mark.parametrize("table", SIGNS)
def test_html_says_everything(table: str) -> None:
    assert not lacks(SIGNS[table], Reader(sign_html(SIGNS[table])).texts)


@pytest.mark.parametrize("table", SIGNS)
def test_pdf_says_everything(table: str) -> None:
    assert not lacks(SIGNS[table], pdf_texts(pages_of(sign_pdf(SIGNS[table]))))


def test_a_missing_row_is_noticed() -> None:
    sign = SIGNS["three-card"]
    first, *more = sign.paytables[1:]
    shorter = sign._replace(paytables=(sign.paytables[0], first._replace(rows=first.rows[1:]), *more))
    assert lacks(sign, Reader(sign_html(shorter)).texts)
    assert lacks(sign, pdf_texts(pages_of(sign_pdf(shorter))))


def printed(payout: Payout, table: str) -> str:
    """A payout as the regulation prints it; MA-LIR 10(a) bans the word "for"."""
    if table == "commonwealth" and payout.form == "for":
        return f"{payout.number - 1} to 1"
    return str(payout)


@pytest.mark.parametrize("table", SIGNS)
def test_every_row_of_the_rules_is_on_the_sign_as_printed(table: str) -> None:
    """The sign against the regulation's own paytables, not against the layout that it is made of."""
    ruleset = HOUSE.tables[table]
    on_sign = [row for paytable in SIGNS[table].paytables for row in paytable.rows]
    for paytable in ruleset.paytables.values():
        for row in paytable.pays:
            wanted = [printed(payout, table) for payout in row.payouts if payout.form != "share"]
            assert any(set(wanted) <= set(shown.pays) for shown in on_sign), row


def test_no_text_leaves_the_paper_or_meets_another() -> None:
    for sign in SIGNS.values():
        for page in pages_of(sign_pdf(sign)):
            spans = sorted((t.y, t.x, t.x + width_of(t.text, t.size, bold=t.bold)) for t in page.texts)
            assert all(left >= 42 and right <= page.width - 41.9 and 20 <= y <= page.height for y, left, right in spans)
            for (y, _, right), (other, left, _) in pairwise(spans):
                assert y != other or right < left, (sign.table, y)


@pytest.mark.parametrize("table", SIGNS)
def test_what_is_paid_is_large_enough(table: str) -> None:
    paid = {text for paytable in SIGNS[table].paytables for row in paytable.rows for text in (row.hand, *row.pays)}
    sizes = [t.size for page in pages_of(sign_pdf(SIGNS[table])) for t in page.texts if t.text in paid]
    assert min(sizes) >= LEAST_SIZE


@clause("MD-TCP 2.B(5)", "MD-LIR 2.B(9)", "MD-LIR 2.B(10)", "MD-TFP 2.B(4)")
def test_prescribed_sentences() -> None:
    assert SIGNS["three-card"].statements == ("Dealer Plays with Queen High or Better",)
    assert SIGNS["top-five"].statements == ("Dealer qualifies with Queen Jack or Better",)
    assert SIGNS["let-it-ride"].statements == ("Maximum payout $75,000 a hand on Bet 1, Bet 2 and Bet 3",)


@clause("MA-LIR 10(a)")
def test_a_massachusetts_sign_states_no_odds_with_for() -> None:
    """Ruling odds-word-ma: 9 for 1 is 8 to 1, and the chip comes back with it."""
    assert not any(" for 1" in text for text in said(SIGNS["commonwealth"]))
    assert any(" for 1" in text for text in said(SIGNS["let-it-ride"]))
    progressive = next(table for table in SIGNS["commonwealth"].paytables if table.title == "Progressive")
    assert [row.pays[0] for row in progressive.rows][-1] == "8 to 1"
    assert progressive.notes == (
        "The wager is taken when bets close; a win at odds gives it back, a share of a meter does not",
    )


def test_limits_and_notes() -> None:
    assert SIGNS["let-it-ride"].limits[0] == ("Bet 1, Bet 2 and Bet 3", "$5 to $100 each")
    assert ("Progressive", "$1 or $5") in SIGNS["let-it-ride"].limits
    assert "If the dealer does not qualify, Ante pays 1 to 1 and Play is returned" in SIGNS["three-card"].notes


def test_awards_follow_the_wager_that_earns_them() -> None:
    titles = [paytable.title for paytable in SIGNS["three-card"].paytables]
    assert titles.index("Envy Bonus") == titles.index("Three-Card Progressive") + 1
    assert len(titles) == len(set(titles)) == 8


def test_a_paytable_cites_the_clause_of_each_column() -> None:
    details = {paytable.title: paytable.detail for paytable in SIGNS["let-it-ride"].paytables}
    assert details["Envy Bonus"].startswith("Paytable A, MD-LIR 12.I(1) and MD-LIR 12.J(1): ")
    assert details["Progressive"].startswith("Paytable A, MD-LIR 12.E(1): ")


def test_meters_show_what_they_show_now() -> None:
    layout = LAYOUTS["three-card"]
    sign = sign_of(layout, {"main": 271_828})
    assert sign.meters[0] == ("main", "Three-Card Progressive", "$2,718.28", True)
    assert sign.meters[1] == ("five_card_mega", "Five Card Mega", "$10,000", False)
    texts = Reader(sign_html(sign)).texts
    assert "Three-Card Progressive" in texts
    assert "Five Card Mega starts at" in texts


def test_names_are_text_and_not_markup() -> None:
    sign = SIGNS["top-five"]._replace(facility="<b>Bill & Ben's</b>")
    assert "<b>Bill & Ben's</b>" in Reader(sign_html(sign)).texts
    assert "<b>Bill & Ben's</b>" in pdf_texts(pages_of(sign_pdf(sign)))


def test_the_document_for_programs() -> None:
    document = sign_json(SIGNS["commonwealth"])
    assert document["limits"][0] == {"wager": "Bet 1, Bet 2 and Bet 3", "stakes": "$15 to $100 each"}
    cover_all = next(table for table in document["paytables"] if table["title"] == "Cover All")
    assert cover_all["columns"][0] == "7 boxes"
    assert cover_all["by_boxes"] == (7, 6, 5, 4, 3, 2, 1)
    assert cover_all["rows"][0]["pays"][0] == "90 to 1"


@given(houses())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_approved_table_has_a_sign(house: str) -> None:
    sign = sign_of(layout_view(approved(house), "House of tests"))
    assert not lacks(sign, Reader(sign_html(sign)).texts)
    assert not lacks(sign, pdf_texts(pages_of(sign_pdf(sign))))


def test_prizes_stand_there_as_they_are_paid(tmp_path: Path) -> None:
    """At a bonus stake of $5 a prize printed for a dollar is five times that; a Super Royal's is as printed."""
    wagers = "[tables.let-it-ride.wagers]"
    text = (Path(__file__).parents[2] / "examples/house.toml").read_text(encoding="utf-8")
    text = text.replace(wagers, f"[tables.let-it-ride.options]\nfive_card_bonus_stake = 500\n{wagers}")
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    ruleset = approve_file(str(tmp_path / "house.toml")).tables["let-it-ride"]
    signs = [SIGNS["let-it-ride"], sign_of(layout_view(ruleset, ""))]
    printed, paid = ({table.title: table.rows[0].pays for table in sign.paytables} for sign in signs)
    assert (printed.pop("Five Card Bonus"), paid.pop("Five Card Bonus")) == (("$20,000",), ("$100,000",))
    assert printed == paid
    assert printed["Six Card Bonus"] == ("$100,000",)
