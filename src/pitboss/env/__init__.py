"""The table engine as environments: one seat for Gymnasium, all boxes of a table for PettingZoo.

`SeatEnv` is a seat, also by ids such as `gymnasium.make("pitboss/LetItRide-MD-v0")` once this package is imported, and
`table_env` is a whole table. Every card, payment and refusal is the engine's own; an observation holds what a player in
that seat may see. docs/environments.md describes spaces, masks, rewards and seeds.
"""

from pitboss.errors import install_command

try:
    import gymnasium
    import pettingzoo  # type: ignore[import-untyped] # noqa: F401 - tables.py needs it
except ModuleNotFoundError as missing:
    if missing.name not in ("gymnasium", "pettingzoo"):
        raise
    needs = f"pitboss.env needs the package {missing.name}: {install_command('env')}"
    raise ModuleNotFoundError(needs, name=missing.name) from None

from pitboss.env.best_play import BestPlay
from pitboss.env.rulesets import names
from pitboss.env.seat import SeatEnv
from pitboss.env.tables import TableEnv, table_env
from pitboss.rules.sample_house import find_ruleset

__all__ = ["BestPlay", "SeatEnv", "TableEnv", "find_ruleset", "names", "table_env"]

for _name, _regulation in names().items():
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point="pitboss.env.seat:SeatEnv", kwargs={"regulation": _regulation})
