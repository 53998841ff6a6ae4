"""Recorded rounds: the interchange format of `pitboss settle` and `pitboss audit`, read strictly."""
