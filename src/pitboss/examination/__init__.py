"""The table test of a dealer: rounds made by the engine from the rules, with seeded faults, marked by clause."""
