"""One event is one line of the log, whatever a client or a ledger says."""

import logging

import pytest

from pitboss.web.http.log import note, start_log


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "\x1b[31mred", "\u2028", "\u202eback", "\x9b31m"])
def test_a_value_cannot_forge_a_line_or_color_the_terminal(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("pitboss.web")
    before = logger.handlers, logger.propagate, logger.level
    try:
        for form in ("text", "json"):
            start_log(form)
            note("command", table=text, by="ann")
        said = capsys.readouterr().err
    finally:
        logger.handlers, logger.propagate = before[0], before[1]
        logger.setLevel(before[2])
        logging.getLogger("uvicorn").handlers = []
    assert len(said.splitlines()) == 2
    assert said.replace("\n", "").isprintable()
