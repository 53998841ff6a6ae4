"""`pitboss submit`: the Rules Submission of a house as a document."""

import argparse
import json
from pathlib import Path

from pitboss.cli.arguments import add_on, add_output, add_regulations
from pitboss.cli.check import show_violations
from pitboss.cli.files import read_bytes, write
from pitboss.cli.output import say
from pitboss.documents.submission import submission_json, submission_of
from pitboss.documents.submission_pdf import submission_pdf, submitted_digests
from pitboss.errors import InputError, SubmissionRejected
from pitboss.rules.approve import approve_file
from pitboss.rules.today import today
from pitboss.rules.vocabulary import parse_day
from pitboss.text import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("house", metavar="HOUSE.toml", help="the house file")
    add_output(parser, "submission.pdf; one that is there already and says otherwise is kept under another name")
    parser.add_argument("--approved", type=_day, metavar="DATE", help="the day of approval, for every page")
    parser.add_argument("--dated", type=_day, metavar="DATE", help="the day of the submission (default: today)")
    add_regulations(parser)
    add_on(parser)
    parser.set_defaults(run=run)


def _day(text: str) -> str:
    try:
        return parse_day(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace) -> int:
    if not options.out and not options.json:
        raise InputError("submit needs -o FILE, such as -o submission.pdf, or --json")
    if options.out and Path(options.out).suffix.lower() != ".pdf":
        raise InputError(f"{options.out}: a submission is written as .pdf")
    try:
        house = approve_file(options.house)
    except SubmissionRejected as rejected:
        if options.json:
            raise
        show_violations(rejected.violations)
        return 1
    submission = submission_of(house, options.dated or today(), options.approved or "")
    if options.out:
        data = submission_pdf(submission)
        before = _keep(Path(options.out), data)
        write(options.out, data)
        if not options.json:
            pages = plural(data.count(b"/Type /Page "), "page")
            say(f"{options.out}: the Rules Submission of {plural(len(submission.tables), 'table')}, {pages}")
            if before:
                say(f"{before}: what was submitted before; keep it for five years (COMAR 36.05.03.19 E)")
    if options.json:
        print(json.dumps(submission_json(submission), indent=2))
    return 0


def _keep(path: Path, data: bytes) -> str:
    """Gives a former submission that says otherwise a name of its own, and returns that name."""
    if not path.exists():
        return ""
    former = read_bytes(str(path))
    prepared, digests = submitted_digests(former, str(path))
    if former == data:
        return ""
    stem = f"{path.stem}-{prepared}-{digests['']:.8}"
    places = (path.with_name(f"{stem}{f'-{number}' if number else ''}{path.suffix}") for number in range(1000))
    place = next(place for place in places if not place.exists() or place.read_bytes() == former)
    write(str(place), former)
    return str(place)
