"""Desk: where commands arrive, by whichever way. Each is counted, timed and noted; a house that closes takes none."""

from time import perf_counter

from pitboss.errors import CommandRefused, InputError, PitbossError
from pitboss.house.asking import Ask, parse_asked
from pitboss.house.authority import Who
from pitboss.house.live import Answer, HouseSuspended, LiveHouse
from pitboss.web.log import note
from pitboss.web.messages import CommandSent
from pitboss.web.metrics import Metrics


class Desk:
    """Gives commands to the house. Safe for several threads."""

    def __init__(self, house: LiveHouse, metrics: Metrics) -> None:
        self._house, self._metrics = house, metrics
        self.is_closing = False

    def give(self, who: Who, table: str, sent: CommandSent) -> Answer:
        """Does what a message asks for; an InputError says how a command is written."""
        try:
            asked = parse_asked(sent.command)
        except ValueError as error:
            self._metrics.command(self._known(table), "unusable", 0)
            raise InputError(str(error)) from None
        return self.do(who, Ask(sent.id, table, asked, sent.round))

    def do(self, who: Who, ask: Ask) -> Answer:
        """Does what is asked, as the house does."""
        if self.is_closing:
            raise HouseSuspended("the house is closing and takes no more commands; nothing that it answered is lost")
        began, result, code, seq = perf_counter(), "unusable", "", None
        try:
            answer = self._house.do(who, ask)
            result, seq = "again" if answer.again else "done", answer.seq
        except CommandRefused as refused:
            result, code = "refused", refused.code
            raise
        except HouseSuspended:
            result = "suspended"
            raise
        except PitbossError:
            raise
        except Exception:
            result = "failed"
            raise
        finally:
            spent = perf_counter() - began
            table = self._known(ask.table)
            self._metrics.command(table, result, spent, code)
            # The kind of command alone: its text may say how cards lie.
            note(
                "command", table=table, by=who.name, role=who.role, kind=type(ask.command).__name__, result=result,
                code=code or None, seq=seq, ms=round(spent * 1000, 1),
            )  # fmt: skip
        return answer

    def _known(self, table: str) -> str:
        """A table's name; what somebody made up is not counted by name."""
        return table if table in self._house.approved.tables else "-"
