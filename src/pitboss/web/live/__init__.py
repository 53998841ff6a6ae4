"""The live table: commands in, frames out to every seat."""
