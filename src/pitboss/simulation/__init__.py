"""Simulation: whole rounds by the billion, dealt by kernels that are built from the rules."""
