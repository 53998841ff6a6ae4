"""The mark that ties a test to the clauses it shows to hold."""

import pytest


def clause(*ids: str) -> pytest.MarkDecorator:
    """Marks a test with clause ids as the register writes them: `@clause("MD-TCP 11.C(3)")`."""
    return pytest.mark.clause(*ids)
