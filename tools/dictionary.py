"""Writes a dictionary of what entries repeat: `python tools/dictionary.py NUMBER`.

What players do at their boxes is most of a ledger and says nearly the same each time, so the commonest of these texts
stand whole at the end of the dictionary, where they are cheapest to refer to. For everything else, Zstandard chooses
the pieces that help most. The package `backports.zstd` counts how often each symbol comes up with that content.
"""

import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import zstandard
from backports import zstd

sys.path.insert(0, str(Path(__file__).parents[1]))
from pitboss.ledger.compression import LEVEL
from pitboss.ledger.entry import Entry
from pitboss.ledger.shorthand import Place, shorten
from tools.sample_rounds import SampleHouse

HOUSES = 40
PIECES = 110_000
COMMONEST = 20_000
"""Bytes of texts that stand whole."""
LONGEST = 20_000
COUNTED = 9000
"""Texts by which the symbols are counted."""
FOLDER = Path(__file__).parents[1] / "src/pitboss/ledger/dictionaries"


def texts(entries: list[Entry]) -> list[bytes]:
    """What is compressed of these entries; refusals, which players at a real table rarely see, one in five."""
    found, tips = [], dict[str, bytes]()
    for entry in entries:
        place = Place(entry.stream, entry.seq, tips.get(entry.stream, bytes(32)))
        tips[entry.stream] = entry.hash
        if len(entry.body) <= LONGEST and (entry.stream != "refusals" or entry.seq % 5 == 0):
            found.append(shorten(entry.body, place, 1)[0])
    return found


def dictionary(samples: list[bytes]) -> bytes:
    at_boxes = [text for text in samples if b'"command":"box ' in text and b'"refused"' not in text]
    rest = [text for text in samples if b'"command":"box ' not in text or b'"refused"' in text]
    common = Counter(at_boxes).most_common()
    while sum(len(text) for text, _ in common) > COMMONEST:
        common.pop()
    content = zstandard.train_dictionary(PIECES, [*rest]).as_bytes()[1000:]
    content += b"".join(text for text, _ in reversed(common))
    counted = samples[:: max(1, len(samples) // COUNTED)]
    return zstd.finalize_dict(zstd.ZstdDict(content, is_raw=True), counted, len(content) + 4000, LEVEL).dict_content


def main() -> None:
    samples = [text for seed in range(HOUSES) for text in texts(list(SampleHouse(seed).play(250)))]
    data = dictionary(samples)
    path = FOLDER / f"{int(sys.argv[1])}.zst-dict"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    print(path.name, len(data), sha256(data).hexdigest())


if __name__ == "__main__":
    main()
