"""Mutations of inputs: bytes that are flipped, cut, repeated or replaced, and values that no writer would write."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

SPECIAL = (
    b"NaN", b"NaNx", b"Infinity", b"-Infinity", b"1e999", b"-0", b"1.5", b"9" * 5000, b"\x00", b"\xff\xfe", b"\x1b[31m",
    b"\xe2\x80\xae", b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[" * 300, b"]", b",", b":", b"\n", b"\r",
    b"null", b"true", b"{}", b"[]", b'""', b"\xef\xbb\xbf", b"a.b.c.d", b"=", b"#", b"..", b"-1", b"[[", b'"""',
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**63, -(2**63), 10**400, 1.5, 1e300,
    "", "x", "\x1b[31m", "a\nb", "\u202e", "As", "??",
    [], {}, [[]], {"": None}, [None], ["As", "As"], {"1": {}}, "1" * 300, "\ud800",
)  # fmt: skip


def mutated_bytes(data: bytes, chance: Random) -> bytes:
    """A few changes to bytes, wherever they fall."""
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(found) + 1)
        end = min(len(found), at + chance.choice((0, 1, 1, 2, 8, 64, 1000)))
        match chance.randrange(6):
            case 0 if at < len(found):
                found[at] ^= 1 << chance.randrange(8)
            case 1:
                found[at:end] = b""
            case 2:
                found[at:end] = chance.choice(SPECIAL)
            case 3:
                found[at:at] = found[at:end] * chance.choice((1, 2, 20))
            case 4:
                del found[at:]
            case _:
                found[at:at] = chance.choice(SPECIAL)
    return bytes(found)


def mutated_document(document: Any, chance: Random) -> Any:
    """A copy of a JSON document in which one value or key is another."""
    copy = json.loads(json.dumps(document))
    node, steps = copy, chance.randrange(1, 8)
    for _ in range(steps):
        inner = [key for key, value in _items(node) if isinstance(value, dict | list) and value]
        if not inner or chance.random() < 0.2:
            break
        node = node[chance.choice(inner)]
    keys = [key for key, _ in _items(node)]
    if not keys:
        return chance.choice(VALUES)
    key = chance.choice(keys)
    match chance.randrange(4):
        case 0:
            del node[key]
        case 1 if isinstance(node, dict):
            node[str(chance.choice(VALUES))] = node.pop(key)
        case 2 if isinstance(node, list):
            node.insert(chance.randrange(len(node) + 1), node[key])
        case _:
            node[key] = chance.choice(VALUES)
    return copy


def _items(node: Any) -> Sequence[tuple[Any, Any]]:
    return list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []


def mutated_json(data: bytes, chance: Random) -> bytes:
    """A JSON text with other bytes, or with another value."""
    if chance.random() < 0.5:
        return mutated_bytes(data, chance)
    return json.dumps(mutated_document(json.loads(data), chance), ensure_ascii=chance.random() < 0.5).encode(
        errors="surrogatepass"
    )
