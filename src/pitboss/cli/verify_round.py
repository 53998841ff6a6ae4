"""`pitboss verify case.zip`, `deal.json` and a certificate: a round or a table test made again from a file."""

import argparse
import json

from pitboss.books.case_file import CaseCheck, check_case, read_case
from pitboss.books.export import replay_json
from pitboss.cli.output import paint, say
from pitboss.cli.replay_text import show_replay
from pitboss.cli.show_deal import show_deal
from pitboss.cli.times import show_when
from pitboss.cli.witness_text import head_json, witness_lines, witnessed_json
from pitboss.errors import InputError
from pitboss.evidence.deal_check import check_receipt, read_receipt
from pitboss.evidence.heads import PublicKey
from pitboss.evidence.policy import Policy, Witnessed
from pitboss.examination.certificate import Certificate, check_certificate, mark_again
from pitboss.rules.sample_house import find_ruleset
from pitboss.text import plural, printable


def verify_receipt(options: argparse.Namespace, data: bytes) -> int:
    """0: the deal of a receipt is right."""
    return show_deal(options, check_receipt(read_receipt(data)))


def verify_case(
    options: argparse.Namespace, data: bytes, key: PublicKey | None, head: str, policy: Policy | None
) -> int:
    """0: the case holds, and the round was paid as due. 1: it does not hold, or something was mispaid."""
    if key is None:
        raise InputError("a case is checked against the public key that you were given: give it as --key")
    case = read_case(data)
    found = check_case(case, key, head)
    return show_case(options, found, policy.check(case.bundle.head) if policy else None)


def show_case(options: argparse.Namespace, found: CaseCheck, witnessed: Witnessed | None) -> int:
    """Shows what a case proves, and the whole round; returns the exit code."""
    head, begins = found.proved.head, found.begins
    if options.json:
        document = {"whole": True, "head": head_json(head), "begins": begins}
        document |= replay_json(found.settled.replay, found.settled)
        document |= {"witnesses": witnessed_json(witnessed)} if witnessed else {}
        print(json.dumps(document, indent=2))
        return int(bool(found.settled.differences))
    number = plural(len(found.proved.entries), "entry", "entries")
    say(f"{paint('Proved', 'green', 'bold')}: {number} of the ledger of {printable(head.origin)}")
    say(f"signed over {plural(head.size, 'entry', 'entries')}, {show_when(head.at)} UTC", 2)
    for _, text in witness_lines(witnessed):
        say(f"witnessed by {text}", 2)
    if found.proved.older:
        say(f"which continues its first {found.proved.older.size:,}", 2)
    since = f"the house's signed snapshot at entry {begins:,} of the table" if begins else "the opening of the table"
    say(f"dealt and settled again from {since}", 2)
    print()
    show_replay(found.settled)
    return int(bool(found.settled.differences))


def verify_certificate(options: argparse.Namespace, data: bytes, key: PublicKey | None) -> int:
    """0: the certificate is the house's, of a test that was passed. 1: it certifies a test that was not."""
    if key is None:
        raise InputError("a certificate is checked against the public key that you were given: give it as --key")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise InputError("expected a certificate in UTF-8, found other bytes") from None
    found = check_certificate(text, key)
    marked = _is_marked_again(found)
    if options.json:
        document = found._asdict() | {"answers": [one._asdict() for one in found.answers]}
        print(json.dumps({"whole": True, "marked_again": marked, **document}, indent=2, ensure_ascii=False))
        return int(not found.passed)
    told = paint("Proved", "green", "bold")
    passed = "passed" if found.passed else "did not pass"
    say(f"{told}: {printable(found.candidate)} {passed} the table test of {printable(found.regulation)}")
    say(f"{found.points} of {found.possible} points in {found.questions} rounds; {found.needed_percent} % pass", 2)
    say(f"judged by {printable(found.examiner)}, {show_when(found.at)} UTC, with pitboss {printable(found.version)}", 2)
    again = "set and marked again by its seed, with the same marks"
    other = f"not marked again: the rules of its table, {printable(found.table)}, are not among the sample houses here"
    say(again if marked else other, 2)
    return int(not found.passed)


def _is_marked_again(certificate: Certificate) -> bool:
    """Whether the rules of the test are known here; LedgerBroken if they make other marks."""
    try:
        ruleset = find_ruleset(certificate.regulation, "", certificate.table)
    except InputError:
        return False
    return mark_again(certificate, ruleset) is not None
