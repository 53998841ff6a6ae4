"""The files in `deploy/` call commands as they are, and ask for addresses that the house has."""

import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli.main import make_parser
from pitboss.web.http.metrics import Metrics

DEPLOY = Path(__file__).parents[1] / "deploy"
GUIDE = Path(__file__).parents[1] / "docs/deployment.md"
_COMMAND = re.compile(r"/opt/pitboss/bin/pitboss ([^'\"`\n]+)|`pitboss ((?:[a-z]+ )+?--?[^`]*|[a-z]+)`")


def commands() -> list[str]:
    texts = [path.read_text() for path in DEPLOY.iterdir()] + [GUIDE.read_text()]
    return [first or second for text in texts for first, second in _COMMAND.findall(text)]


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_is_one_of_ours(command: str) -> None:
    words = shlex.split(command.replace("$(date", "DATE").replace(")", ""))
    complete = {"backup": ["FILE"], "migrate": [], "doctor": [], "verify": []}
    if len(words) == 1:
        words += complete.get(words[0], [])
    make_parser({words[0]}).parse_args([word for word in words if not word.startswith("+")])


def test_there_are_commands_to_check() -> None:
    assert {command.split()[0] for command in commands()} >= {"serve", "backup", "people", "doctor"}


def test_alerts_name_metrics_that_there_are() -> None:
    known = set(re.findall(rb"^# TYPE (\S+)", Metrics().text(tables=1, suspended=False, listeners={}), re.MULTILINE))
    asked = set(re.findall(rb"pitboss_[a-z_]+", (DEPLOY / "prometheus-alerts.yml").read_bytes()))
    assert asked
    assert {name.removesuffix(b"_bucket") for name in asked} <= known
