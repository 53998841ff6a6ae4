"""The house over HTTP: signing in, tables, commands, evidence."""
