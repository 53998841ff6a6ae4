"""Tables as a notebook shows them."""

from collections.abc import Iterable, Sequence
from html import escape


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Returns an HTML table; every text in it is escaped."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    heads = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
