"""Two agents at one seat of a Three Card Poker table: one tosses a coin, one decides by exact values.

pip install "pitboss-tables[env]"
python examples/environment.py
"""

import gymnasium

import pitboss.env  # registers the names

ROUNDS = 200

env = gymnasium.make("pitboss/ThreeCardPoker-MD-v0", rounds=ROUNDS, bankroll=10_000_000, render_mode="ansi")
seat = env.unwrapped


def by_a_coin(_observation, mask):
    """The least bet, and any choice that is open."""
    return 0 if mask[0] else env.action_space.sample(mask)


def by_exact_values(observation, mask):
    """The least bet, and the choice that is worth most."""
    return seat.best_play.action(observation, mask)


for agent in (by_a_coin, by_exact_values):
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    won, over = 0.0, False
    while not over:
        observation, reward, over, _, info = env.step(agent(observation, info["action_mask"]))
        won += reward
    print(f"{agent.__name__}: {won / ROUNDS:+.3f} Antes a round over {ROUNDS} rounds")

print(env.render())

# The same table with all seven boxes, each an agent of its own.
table = pitboss.env.table_env("MD-TCP")
table.reset(seed=1)
rewards = {}
for box in table.agent_iter():
    observation, reward, over, _, _ = table.last()
    rewards[box] = reward
    mask = observation["action_mask"]
    table.step(None if over else table.unwrapped.best_play.action(observation["observation"], mask))
print("One round of seven boxes:", rewards)
