"""Places in the law around the four documents that rules and refusals cite."""

from pitboss.rules.register import surrounding_entries

SURROUNDING_LAW = {*surrounding_entries(), "205 CMR 147.03"}
"""The register of COMAR 36.05; of 205 CMR 147.03 we have no text."""
