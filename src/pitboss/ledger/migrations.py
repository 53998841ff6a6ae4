"""Migrations: bring an older ledger to the current form. What its entries say stays; what is missing is added."""

from collections.abc import Callable, Mapping

from pitboss.errors import InputError
from pitboss.ledger.entry import Draft
from pitboss.ledger.fold import HOUSE, Rulesets
from pitboss.ledger.recorded_rules import RULES, record_rules
from pitboss.ledger.records import house_opened, rules_recorded
from pitboss.ledger.store import SCHEMA, Conflict, Progress, Store
from pitboss.play.message import message_to_json


def migrate(store: Store, at: int, progress: Progress | None = None) -> list[str]:
    """Brings a ledger to the current form, step by step, and says what each step did. Safe to run again."""
    done: list[str] = []
    while (number := store.schema()) < SCHEMA:
        done.append(_STEPS[number](store, at, progress))
        store.set_schema(number + 1)
    return done


def _carry_rules(store: Store, at: int, _: Progress | None) -> str:
    """From 0: the ledger carries the rules that its houses name by a digest of files' bytes."""
    rulesets, records = Rulesets(store), [rules_recorded(entry) for entry in store.stream(RULES)]
    there, new = {(record.digest, record.recorded_as) for record in records}, {}
    for entry in store.stream(HOUSE):
        if house_opened(entry).rules:
            continue
        for ruleset in rulesets.house(entry.seq).tables.values():
            rules = ruleset.regulation
            if (rules.digest, ruleset.recorded_as) not in there:
                new[rules.digest] = record_rules(rules).replace(recorded_as=ruleset.recorded_as)
    last = store.last(RULES)
    drafts = [
        Draft(RULES, last + number, {"at": at, "by": "house", "role": "house", "events": [message_to_json(record)]})
        for number, record in enumerate(new.values())
    ]
    try:
        if drafts:
            store.append(drafts)
    except Conflict:
        raise InputError("another process is writing to this ledger: stop the house, then migrate") from None
    return f"form 1: the ledger carries the rules of {len(new)} regulation{'s' * (len(new) != 1)}"


def _pack_entries(store: Store, _: int, progress: Progress | None) -> str:
    """From 1: entries are stored packed."""
    store.pack(progress)
    return f"form 2: {store.size():,} entries are packed"


_STEPS: Mapping[int, Callable[[Store, int, Progress | None], str]] = {0: _carry_rules, 1: _pack_entries}
"""Each step by the form it starts from."""
