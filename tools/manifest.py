"""Writes regulations/manifest.json. A digest that was released never changes: then the revision must be raised.

`--unreleased` writes the newest revisions again, while no release of pitboss has them.
"""

import json
import sys
from pathlib import Path

from pitboss.rules import manifest, rules_file


def main() -> None:
    path = rules_file.FOLDER / manifest.NAME
    known = {(one.id, one.edition, one.revision): one for one in manifest.releases()} if path.exists() else {}
    for edition, regulation in manifest.current_releases():
        if "--unreleased" in sys.argv[1:]:
            known.pop((regulation.id, regulation.edition, regulation.revision), None)
        new = manifest.Release(regulation.id, regulation.edition, regulation.revision, regulation.digest, "")
        old = known.setdefault(new[:3], new)
        if old.digest != new.digest:
            sys.exit(
                f"{edition.key} revision {new.revision} was released with another meaning: keep its files in "
                f"{Path(rules_file.name_of(edition.folder), 'revisions', str(new.revision))} and raise the revision"
            )
    releases = [known[key]._asdict() for key in sorted(known)]
    path.write_text(json.dumps({"releases": releases, "files": dict(manifest.data_files())}, indent=1) + "\n")


if __name__ == "__main__":
    main()
