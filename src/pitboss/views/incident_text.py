"""Incidents as the floor reads them: what happened, and what to do. Nothing drawn, no id and no error is shown."""

from typing import NamedTuple, assert_never

from pitboss.ledger.incidents import ClockJumped, DrawUnused, Incident, TaskFailed


class IncidentText(NamedTuple):
    """An incident in words."""

    happened: str
    to_do: str


def incident_text(incident: Incident) -> IncidentText:
    """What the floor is told. The reason of a failure stays in the log and the ledger, because it may name a place."""
    match incident:
        case DrawUnused(table=table):
            return IncidentText(
                f"Random bytes were drawn for a shuffle at {table} and not used: another process was quicker.",
                "Nothing, if several processes run this table. If one process runs it, call the technician.",
            )
        case ClockJumped(by=by):
            way = "forward" if by > 0 else "back"
            return IncidentText(
                f"The system's clock was set {way} by {abs(by) / 1000:,.1f} seconds.",
                "Have the technician check the time service of the machine. Tables go on by the time that has passed.",
            )
        case TaskFailed(task=task):
            return IncidentText(
                f"Background work failed and was begun again: {task}.",
                "If it happens again, call the technician: the log has the reason. Tables that cannot act say so.",
            )
        case _:
            assert_never(incident)
