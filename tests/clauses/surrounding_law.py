"""Places in the law around the four documents that rules and refusals cite."""

SURROUNDING_LAW = {
    *(f"COMAR 36.05.03.21{place}" for place in ("", " A", " A(1)", " A(2)", " B", " C", " C(1)", " C(2)")),
    *(f"COMAR 36.05.03.21 C(2)({letter})" for letter in "abc"),
    "COMAR 36.05.03.24 H(2)(a)",
    *("COMAR 36.05.03.15 D", "COMAR 36.05.03.25 A", "COMAR 36.05.03.25 B(2)"),
    "205 CMR 147.03",
}
"""COMAR 36.05.03.21 (Game Rules; Notice) clause by clause, a clause of .24 on common meters; the day
report: net revenue (.15), statistical data and unusual results (.25); of 205 CMR 147.03 we have no text."""
