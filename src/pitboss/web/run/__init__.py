"""Running a house: configuration, processes, background work, logs."""
