"""`pitboss watch`: alerts of a house as they happen, as text or for programs."""

import argparse
import json
import time

from pitboss.books.alert_watch import AlertWatch
from pitboss.books.alerts import Alert
from pitboss.books.report import tables_of
from pitboss.cli.arguments import add_calendar, add_db, add_table
from pitboss.cli.calendars import calendar_of
from pitboss.cli.ledgers import opened
from pitboss.cli.output import paint, paragraph, say
from pitboss.errors import InputError
from pitboss.house.environment import wall_clock
from pitboss.house.gaming_calendar import GamingCalendar
from pitboss.ledger.store import Store
from pitboss.rules.schema import suggestion
from pitboss.text import printable
from pitboss.views.alert_shapes import alert_json

_SECONDS = 2


def configure(parser: argparse.ArgumentParser) -> None:
    add_db(parser)
    add_table(parser, "alerts of this table (default: every table)")
    parser.add_argument("--once", action="store_true", help="those of the gaming day so far, and no more")
    add_calendar(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    calendar = calendar_of(options)
    with opened(options.db) as store:
        _check(store, options.table)
        watch = AlertWatch(store, lambda at: calendar.gaming_day(calendar.date_of(at)), options.table)
        number = _tell(watch, calendar, as_json=options.json)
        if options.once:
            if not number and not options.json:
                say("no alerts on this gaming day so far")
            return 0
        while True:
            store.wait(_SECONDS)
            time.sleep(0.2)
            _tell(watch, calendar, as_json=options.json)


def _check(store: Store, table: str) -> None:
    tables = tables_of(store)
    if not tables:
        raise InputError("the ledger has no tables yet: nothing was played")
    if table and table not in tables:
        raise InputError(f"the ledger has no table {table!r}{suggestion(table, tables)}")


def _tell(watch: AlertWatch, calendar: GamingCalendar, *, as_json: bool) -> int:
    alerts = [*watch.follow(wall_clock())]
    for alert in alerts:
        print(json.dumps(alert_json(alert)) if as_json else _line(alert, calendar), flush=True)
    return len(alerts)


def _line(alert: Alert, calendar: GamingCalendar) -> str:
    place = f"{alert.table}/{alert.round}" if alert.round else alert.table
    kind = paint(alert.kind.replace("_", " "), "yellow")
    return paragraph(
        f"{calendar.show(alert.at)}  {printable(place)}  {kind}: {printable(alert.text)} ({alert.cite})", 0
    )
