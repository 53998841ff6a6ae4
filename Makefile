# make run and make test each work on a fresh clone: they create .venv, install and do the job.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
JOBS ?= auto

.PHONY: help install run test test-slow check format bench browser clean

help:
	@echo "make run        the sample house in the browser, for practice: http://127.0.0.1:8000"
	@echo "make test       the fast tests          make test-slow  the exhaustive sweeps too"
	@echo "make check      format, lint, types     make format     write the format"
	@echo "make bench      benchmarks, as ratios"
	@echo "make browser    Debian's Chromium, which the browser tests drive; without it they skip"

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else f"pitboss needs Python 3.11 or newer, {sys.executable} is {v[0]}.{v[1]}: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

install: $(INSTALLED)

run: $(INSTALLED)
	$(BIN)/pitboss serve --practice --open --quiet --db $(VENV)/practice.db

test: $(INSTALLED)
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

test-slow: $(INSTALLED)
	$(BIN)/python -m pytest -n $(JOBS)

check: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

browser:
	@command -v chromium >/dev/null || { echo "installing chromium with apt-get, for the browser tests"; apt-get update -qq && apt-get install -y -qq chromium; }

bench: $(INSTALLED)
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/settlement.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/ledger.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/simulation.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
