"""What differs is said in words: every value of every regulation, and none as Python writes it."""

import re
from collections.abc import Mapping
from itertools import permutations

import pytest

from pitboss.documents.rule_words import CHAPTERS, RuleWords, chapter_of
from pitboss.rules.comparison import RuleDifference, compare, fields_of
from pitboss.rules.load import folders, load_regulation
from pitboss.rules.regulation import Regulation

IDS = sorted(folders())
PYTHON = re.compile(r"None|True|False|\w\(\w+=|Fraction\(|mappingproxy|[{}<>]|'\)|\('")


def emptied(regulation: Regulation) -> Regulation:
    """The regulation without any row, table or chapter that could be left out."""
    tables: dict[str, object] = {
        name: () if isinstance(value, tuple) else {}
        for name, value in regulation.given().items()
        if isinstance(value, tuple | Mapping)
    }
    return Regulation(**{**regulation.given(), **tables, "showdown": None, "meter_rules": None})


@pytest.mark.parametrize(("left", "right"), [*permutations(IDS, 2)])
def test_two_documents_in_words(left: str, right: str) -> None:
    check_words(load_regulation(left), load_regulation(right))


@pytest.mark.parametrize("regulation_id", IDS)
def test_everything_that_a_document_says_in_words(regulation_id: str) -> None:
    regulation = load_regulation(regulation_id)
    found = check_words(regulation, emptied(regulation))
    assert len(found) > 100


def check_words(left: Regulation, right: Regulation) -> tuple[RuleDifference, ...]:
    words, found = RuleWords(left, right), compare(left, right)
    for one in found:
        said = (words.subject(one.path), words.title(one), words.side(one, one.left), words.side(one, one.right))
        assert chapter_of(one.path) in CHAPTERS
        assert said[0]
        assert not [text for text in said if PYTHON.search(text)], said
        assert said[2] != said[3], said
    return found


def test_every_field_of_the_regulation_has_its_chapter() -> None:
    """A new part of the regulation belongs to the document until it is given a chapter."""
    regulation = load_regulation("MD-TCP")
    document = {name for name in fields_of(Regulation) if chapter_of((name,)) == "Document"}
    assert document == {
        "id", "edition", "effective", "until", "replaces", "revision", "title", "jurisdiction", "authority", "game",
        "operator", "wagers_cite", "text",
    }  # fmt: skip
    assert [chapter for chapter, _ in RuleWords(regulation).subjects(regulation)] == sorted(
        (chapter for chapter, _ in RuleWords(regulation).subjects(regulation)), key=CHAPTERS.index
    )


@pytest.mark.parametrize(("path", "subject"), [
    (("payout_limit", "least"), "payout limit a hand"),
    (("wagers", "pair_plus", "stakes"), "pair_plus"),
    (("paytables", "pair_plus", "A", "pays"), "pair_plus A"),
    (("irregularities", "stub_wrong+hand", "effects"), "stub wrong, hand"),
    (("script", "decide+play", "asks"), "decide play"),
    (("stakes", "play+ante", "least"), "play to ante"),
    (("versions", "compulsory", "required"), "version compulsory"),
    (("table", "layout", "wager+ante"), "layout"),
    (("effective",), "in force from"),
])  # fmt: skip
def test_subjects(path: tuple[str, ...], subject: str) -> None:
    assert RuleWords(load_regulation("MD-TCP")).subject(path) == subject
