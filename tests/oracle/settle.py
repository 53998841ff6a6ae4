"""An independent settlement: slow and plain, written from the regulations and the rulings alone.

It shares no code with the product, so where the two agree neither has slipped, or both read the text alike.
"""

from typing import Any

from tests.oracle import ma_lir, md_lir, md_tcp, md_tfp


def settle(round: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
    """What a good round pays: every line of every box in the order of settlement, and the meters after it."""
    regulations = {"MD-LIR": md_lir, "MA-LIR": ma_lir, "MD-TCP": md_tcp, "MD-TFP": md_tfp}
    answer: dict[str, Any] = regulations[round["regulation"].upper()].settle(round)
    return answer
