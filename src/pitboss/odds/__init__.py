"""Exact odds: integers and fractions computed from the rules data, nothing stored."""
