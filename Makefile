# make run and make test each work on a fresh clone: they create .venv, install and do the job.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DOCS_INSTALLED := $(VENV)/.docs-installed
JOBS ?= auto
NPM := $(shell command -v npm 2>/dev/null)
NODE_MODULES := node_modules/.installed

.PHONY: help install run test test-slow check check-js format bench browser node shells wire manifest docs pictures wheel man clean

help:
	@echo "make run        the sample house in the browser, for practice: http://127.0.0.1:8000"
	@echo "make test       the fast tests          make test-slow  the exhaustive sweeps too"
	@echo "make check      format, lint, types     make format     write the format"
	@echo "make check-js   JavaScript alone, tests make node       node and npm, for the checks of JavaScript"
	@echo "make wire       the pages' types of what the server sends"
	@echo "make manifest   the digests of the regulations, after a change of their data"
	@echo "make docs       the documentation site  make wheel      the wheel and the source distribution"
	@echo "make pictures   those of the README     make man        the manual page"
	@echo "make bench      benchmarks, as ratios   make browser    Chromium, for the browser tests and pictures"
	@echo "make shells     fish and zsh, for the tests of completion"

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else f"pitboss needs Python 3.11 or newer, {sys.executable} is {v[0]}.{v[1]}: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(DOCS_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

install: $(INSTALLED)

run: $(INSTALLED)
	$(BIN)/pitboss serve --practice --open --quiet --db $(VENV)/practice.db

test: $(INSTALLED)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow"

test-slow: $(INSTALLED)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

check: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory check-js

# Only the checks need node: the pages run on what browsers have.
ifdef NPM
check-js: $(NODE_MODULES)
	npm run --silent check
	npm run --silent test
else
check-js:
	@echo "node and npm are not installed, so the JavaScript is not checked: make node installs them"
endif

$(NODE_MODULES): package.json
	npm install --silent --no-audit --no-fund
	@touch $@

format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
ifdef NPM
	@$(MAKE) --no-print-directory $(NODE_MODULES)
	npm run --silent format
endif

browser:
	@command -v chromium >/dev/null || { echo "installing chromium with apt-get, for the browser tests"; apt-get update -qq && apt-get install -y -qq chromium; }

shells:
	@command -v fish >/dev/null && command -v zsh >/dev/null || { echo "installing fish and zsh with apt-get, for the tests of completion"; apt-get update -qq && apt-get install -y -qq fish zsh; }

wire: $(INSTALLED)
	$(BIN)/python tools/wire_types.py

node:
	@command -v npm >/dev/null || { echo "installing nodejs and npm with apt-get, for the checks of JavaScript"; apt-get update -qq && apt-get install -y -qq nodejs npm; }

manifest: $(INSTALLED)
	$(BIN)/python tools/manifest.py

bench: $(INSTALLED)
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/settlement.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/ledger.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/simulation.py

# Strict: a link to nothing, a page outside the navigation or a notebook that fails ends the build.
docs: $(DOCS_INSTALLED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html; with search: $(PYTHON) -m http.server --directory build/site"

pictures: $(INSTALLED)
	$(BIN)/python tools/pictures.py

wheel: $(INSTALLED)
	$(BIN)/python -m build --no-isolation --outdir dist .

man: $(INSTALLED)
	@mkdir -p build
	$(BIN)/pitboss manual > build/pitboss.1

clean:
	rm -rf $(VENV) node_modules build dist .pytest_cache .mypy_cache .ruff_cache
