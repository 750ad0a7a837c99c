# Night Mail. `make` alone lists what there is.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
JOBS ?= 2
PORT ?= 8000
GAMES ?= 1000
# The services that `make test-services` and CI use.
TEST_DATABASE_URL ?= postgres://postgres@127.0.0.1:5432/night_mail
TEST_BROKER_URL ?= redis://127.0.0.1:6379/9

.DEFAULT_GOAL := help
.PHONY: help run demo test test-services browser soak fuzz-mail game-by-mail league bench lint fmt types imports \
	migrations-check messages messages-check requirements ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.installed ## install, make demo data, start the whole site at 127.0.0.1:8000
	@echo "Preparing the database (var/) ..."
	@$(PY) manage.py migrate --verbosity 0
	@echo "Making demo data ..."
	@$(PY) manage.py demo
	@NIGHT_MAIL_URL=http://127.0.0.1:$(PORT) $(PY) manage.py serve --port $(PORT)

demo: $(VENV)/.installed ## make the demo people and games only
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo

test: $(VENV)/.installed-dev ## run the tests of engine and site; needs no service
	$(PY) -m pytest -n $(JOBS)

test-services: $(VENV)/.installed-dev ## run the same on PostgreSQL, and the fault tests with Redis
	DATABASE_URL=$(TEST_DATABASE_URL) $(PY) -m pytest -n $(JOBS) tests --ignore=tests/engine
	@if [ -d tests/faults ]; then \
		DATABASE_URL=$(TEST_DATABASE_URL) NIGHT_MAIL_TEST_BROKER_URL=$(TEST_BROKER_URL) \
		$(PY) -m pytest -m services tests/faults; fi

browser: $(VENV)/.installed-dev ## drive the pages with chromium; pictures in test-results/
	$(PY) -m pytest -n $(JOBS) tests/browser

soak: $(VENV)/.installed-dev ## play GAMES=1000 random games a table, asking everything at every step
	NIGHT_MAIL_SOAK_GAMES=$(GAMES) $(PY) -m pytest -n $(JOBS) tests/engine/test_random_games.py

fuzz-mail: $(VENV)/.installed-dev ## put 10,000 damaged replies in through the door for mail
	NIGHT_MAIL_FUZZ_MAILS=10000 $(PY) -m pytest -n $(JOBS) tests/inbound/test_fuzz.py

game-by-mail: $(VENV)/.installed-dev ## play whole games: through pages and mails, and by answering mails alone
	$(PY) -m pytest tests/long

league: $(VENV)/.installed ## play a league of 200 bots through 3 seasons, and check that all of it fits together
	$(PY) manage.py simulate_league

bench: $(VENV)/.installed-dev ## measure speed and play beside yardsticks; ends in PASS or FAIL
	$(PY) -m tools.bench

lint: $(VENV)/.installed-dev ## look for mistakes in Python and templates
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/djlint templates --lint --quiet

fmt: $(VENV)/.installed-dev ## put Python in its one format
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .

types: $(VENV)/.installed-dev ## check the types
	$(VENV)/bin/mypy

imports: $(VENV)/.installed-dev ## check which room may import which
	$(VENV)/bin/lint-imports

migrations-check: $(VENV)/.installed-dev ## check that the migrations match the models
	$(PY) manage.py makemigrations --check --dry-run

messages: $(VENV)/.installed-dev ## gather texts for the translators, and compile them
	$(PY) -m tools.messages

messages-check: $(VENV)/.installed-dev ## check that nothing is untranslated or not compiled
	$(PY) -m pytest tests/games/test_messages.py

requirements: ## renew uv.lock and what pip reads, after a change to pyproject.toml (needs uv)
	uv lock
	uv export --quiet --frozen --no-default-groups --format requirements-txt -o requirements/run.txt
	uv export --quiet --frozen --no-default-groups --extra redis --format requirements-txt -o requirements/production.txt
	uv export --quiet --frozen --all-groups --all-extras --format requirements-txt -o requirements/dev.txt

ci: ## do what CI does
	.ci/run

# uv where there is one, else pip; both install the same versions and check the same hashes.
$(VENV)/.installed: requirements/run.txt uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Night Mail needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing what the site needs into $(VENV)/ ..."
	@if command -v uv >/dev/null; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
		uv sync --quiet --frozen --inexact --no-default-groups; \
	else \
		$(PYTHON) -m venv $(VENV) && $(PY) -m pip install --quiet -r requirements/run.txt; \
	fi
	@touch $@

$(VENV)/.installed-dev: requirements/dev.txt uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Night Mail needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing what the tests need into $(VENV)/ ..."
	@if command -v uv >/dev/null; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
		uv sync --quiet --frozen --all-groups --all-extras; \
	else \
		$(PYTHON) -m venv $(VENV) && $(PY) -m pip install --quiet -r requirements/dev.txt; \
	fi
	@touch $@ $(VENV)/.installed
