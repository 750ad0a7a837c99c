# Night Mail. `make` alone lists what there is.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
JOBS ?= 2
PORT ?= 8000
# What to run instead of all tests of a target: a path, or @file with one test a line.
TESTS ?=
GAMES ?= 1000
# Tests are rewritten when they are read, which takes a while: they are kept as bytecode.
export PYTHONDONTWRITEBYTECODE :=
# The tests that the compiled engine has to pass: its own, and those of code that builds actions and events.
ON_NATIVE := tests/engine $(addprefix tests/games/,api/test_moves.py log plans play)
# What `make arena` hands on to `python -m engine arena`.
ARENA ?=
# What `make new-board` makes a board of and where it writes it, unless it lies beside the others; further options.
NAME ?=
TABLE ?=
OUT ?=
NEW_BOARD ?=
# How many rounds `make faults` plays, and further options of `python -m tools.faults`.
ROUNDS ?= 500
FAULTS ?= --own-servers
# How many requests `make fuzz` sends, and further options of `python -m tools.fuzz`.
REQUESTS ?= 20000
FUZZ ?=
# Which engine `make soak` plays on: plain or native.
ENGINE ?= plain
# The services that `make test-services`, `make test-production` and CI use.
TEST_DATABASE_URL ?= postgres://postgres@127.0.0.1:5432/night_mail
TEST_BROKER_URL ?= redis://127.0.0.1:6379/9
TEST_AMQP_URL ?= amqp://guest:guest@127.0.0.1:5672

# What `make load` makes its databases of (GAMES=…) and where: a server of PostgreSQL and one of Redis on this machine.
LOAD_GAMES = $(if $(filter command line,$(origin GAMES)),$(GAMES),100000)
LOAD_SERVER ?= postgres://postgres@127.0.0.1:5432
LOAD_REDIS ?= redis://127.0.0.1:6379

.DEFAULT_GOAL := help
.PHONY: help run demo test test-quick test-services test-postgresql test-postgresql-quick test-faults faults test-production test-examples \
	browser browser-quick front-door \
	engine-native test-engine-native soak arena fuzz fuzz-mail api-fuzz test-slow test-long league bench load lint fmt types imports \
	migrations-check messages messages-check openapi api-examples new-board coasts pictures requirements ci

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-21s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.installed ## install, make demo data, start the whole site at 127.0.0.1:8000
	@$(PY) -m ttr_site.ports 127.0.0.1 "$(PORT)"
	@NIGHT_MAIL_URL=http://127.0.0.1:$(PORT) $(PY) manage.py serve --port $(PORT) --demo

demo: $(VENV)/.installed ## make the demo people and games only
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo

test: $(VENV)/.installed-dev ## run the tests of engine and site; needs no service (one folder: TESTS=tests/games/clock)
	$(PY) -m pytest -n $(JOBS) --dist loadfile $(or $(TESTS),-m "not slow")

test-quick: $(VENV)/.installed-dev ## run what tells most in a minute: the engine, and one test of each file about pages
	$(PY) -m pytest -n $(JOBS) --quick $(TESTS)

test-services: test-postgresql test-faults ## run the tests on PostgreSQL, and those that stop services: by Redis, and what is marked brokers by RabbitMQ too

test-postgresql: $(VENV)/.installed-dev ## run the tests of the site on PostgreSQL
	DATABASE_URL=$(TEST_DATABASE_URL) $(PY) -m pytest -n $(JOBS) $(or $(TESTS),--database tests/games tests/tools tests/upgrades)

test-postgresql-quick: $(VENV)/.installed-dev ## of these the packages that write or lock rows themselves, and one test of each other file
	DATABASE_URL=$(TEST_DATABASE_URL) $(PY) -m pytest -n $(JOBS) $(or $(TESTS),--database-quick tests/games tests/tools tests/upgrades)

test-faults: $(VENV)/.installed-dev ## stop workers, brokers and databases in the middle of their work
	DATABASE_URL=$(TEST_DATABASE_URL) NIGHT_MAIL_TEST_BROKER_URL=$(TEST_BROKER_URL) \
		NIGHT_MAIL_TEST_AMQP_URL=$(TEST_AMQP_URL) $(PY) -m pytest -m services $(or $(TESTS),tests/faults)

faults: $(VENV)/.installed-dev ## play ROUNDS=500 rounds on a whole site, break something in each, on servers of its own (FAULTS= for those that run), and check every promise after it
	DATABASE_URL=$(TEST_DATABASE_URL) NIGHT_MAIL_TEST_BROKER_URL=$(TEST_BROKER_URL) \
		$(PY) -m tools.faults --rounds $(ROUNDS) $(FAULTS)

test-production: $(VENV)/.installed-dev ## install and start the site as in production, and play a move there
	DATABASE_URL=$(TEST_DATABASE_URL) NIGHT_MAIL_TEST_BROKER_URL=$(TEST_BROKER_URL) \
		NIGHT_MAIL_TEST_AMQP_URL=$(TEST_AMQP_URL) $(PY) -m pytest $(or $(TESTS),tests/production)

test-examples: $(VENV)/.installed-dev ## hold the programs of examples/ against the site (needs node)
	$(PY) -m pytest -n $(JOBS) $(or $(TESTS),tests/examples)

browser: $(VENV)/.installed-dev ## drive the pages with chromium; pictures in test-results/
	$(PY) -m pytest -n $(JOBS) $(or $(TESTS),tests/browser)

browser-quick: $(VENV)/.installed-dev ## of these every third case of each test
	$(PY) -m pytest -n $(JOBS) $(or $(TESTS),--quick tests/browser)

engine-native: $(VENV)/.installed-dev ## compile the engine into build/ (needs gcc); the site uses it from its next start on
	$(PY) -m tools.engine_native

test-engine-native: engine-native ## run the tests of the engine, its records and a short soak on the compiled engine
	NIGHT_MAIL_ENGINE=native $(PY) -m pytest -n $(JOBS) $(or $(TESTS),$(ON_NATIVE))
	$(MAKE) soak GAMES=20 ENGINE=native

soak: $(VENV)/.installed-dev ## play GAMES=1000 random games a table, and one in 20 of bots, asking everything (ENGINE=native: compiled)
	NIGHT_MAIL_ENGINE=$(ENGINE) NIGHT_MAIL_SOAK_GAMES=$(GAMES) $(PY) -m pytest -n $(JOBS) tests/engine/test_random_games.py \
		tests/engine/bots/test_games_of_bots.py

arena: engine-native ## let the levels compete, and print their Elo (ARENA="--board japan --bot level-5 --bot planner --results games.jsonl")
	$(PY) -m engine arena $(ARENA)

fuzz: $(VENV)/.installed-dev ## send REQUESTS=20000 damaged requests to all addresses of the site (FUZZ="--seed 7"); none may end in an error
	$(PY) -m tools.fuzz --requests $(REQUESTS) $(FUZZ)

fuzz-mail: $(VENV)/.installed-dev ## send 10,000 damaged replies to the mail endpoint
	NIGHT_MAIL_FUZZ_MAILS=10000 $(PY) -m pytest -n $(JOBS) tests/games/inbound/test_fuzz.py

api-fuzz: $(VENV)/.installed-dev ## send 10,000 requests made from the description to the API
	NIGHT_MAIL_API_CASES=10000 $(PY) -m pytest -n 0 -s tests/games/api/test_fuzz.py tests/games/api/test_links.py

test-slow: $(VENV)/.installed-dev ## play whole games through pages and mails, start every process
	$(PY) -m pytest -n $(JOBS) $(or $(TESTS),-m slow tests/games tests/tools tests/upgrades tests/long)

test-long: $(VENV)/.installed-dev ## all that is slow, that of the engine too, and all cases of long walks
	NIGHT_MAIL_ALL_CASES=1 $(PY) -m pytest -n $(JOBS) --long $(or $(TESTS),tests tests/long)

league: $(VENV)/.installed ## play a league of 200 bots through 3 seasons, and check that all of it fits together
	$(PY) -m tools.league

bench: $(VENV)/.installed-dev ## measure speed and play beside yardsticks; ends in PASS or FAIL
	NIGHT_MAIL_ENGINE=plain $(PY) -m tools.bench

load: $(VENV)/.installed-dev ## let simulated players play on GAMES=100000 games and on smaller ones (LOAD_SERVER, LOAD_REDIS), list what grows
	$(PY) -m tools.load --games $(LOAD_GAMES) --server $(LOAD_SERVER) --redis $(LOAD_REDIS) --keep docs/measurements/load.txt

front-door: $(VENV)/.installed-dev ## flood the public endpoints of a site as in production beside players who move; ends in PASS or FAIL (LOAD_SERVER, LOAD_REDIS)
	$(PY) -m tools.front_door --server $(LOAD_SERVER) --redis $(LOAD_REDIS) --keep docs/measurements/front-door.txt

lint: $(VENV)/.installed-dev ## look for mistakes in Python and templates
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/djlint templates --lint --quiet

fmt: $(VENV)/.installed-dev ## put Python in its one format
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .

types: $(VENV)/.installed-dev ## check the types
	$(VENV)/bin/mypy

imports: $(VENV)/.installed-dev ## check which package may import which
	$(VENV)/bin/lint-imports

migrations-check: $(VENV)/.installed-dev ## check that the migrations match the models
	$(PY) manage.py makemigrations --check --dry-run

messages: $(VENV)/.installed-dev ## gather texts for the translators, and compile them
	$(PY) -m tools.messages

openapi: $(VENV)/.installed-dev ## write the description of the API, after a change in games/api
	$(PY) -m tools.openapi

api-examples: $(VENV)/.installed-dev ## take the examples of the API from a new game, and write its description with them
	$(PY) -m pytest tests/games/api/take_examples.py -q -o python_files=take_examples.py -o python_functions=take_examples
	$(PY) -m tools.openapi

messages-check: $(VENV)/.installed-dev ## check that nothing is untranslated or not compiled
	$(PY) -m pytest tests/games/test_messages.py

new-board: $(VENV)/.installed-dev ## draw, check and play a board of a table (NAME=my-board; TABLE=file.csv OUT=my-board.json)
	@$(PY) -m tools.new_board $(NAME) $(if $(TABLE),--table $(TABLE)) $(if $(OUT),--out $(OUT)) $(NEW_BOARD)

coasts: $(VENV)/.installed-dev ## draw the coasts behind a board on earth, or behind all (NAME=europe; needs npm)
	@$(PY) -m tools.new_board.coasts $(NAME)

pictures: $(VENV)/.installed-dev ## draw the pictures of all boards in docs/pictures
	$(PY) -m tools.pictures

requirements: ## renew uv.lock and what pip reads, after a change to pyproject.toml (needs uv)
	uv lock
	uv export --quiet --frozen --no-default-groups --format requirements-txt -o requirements/run.txt
	uv export --quiet --frozen --no-default-groups --extra redis --extra sentry --extra doctor --format requirements-txt -o requirements/production.txt
	uv export --quiet --frozen --all-groups --all-extras --format requirements-txt -o requirements/dev.txt
	uv export --quiet --frozen --only-group native --format requirements-txt -o requirements/native.txt

ci: ## do what CI does
	.ci/run

# uv where there is one, else the pip of $(PYTHON), else, which takes 4 seconds longer, one that comes with
# the environment: all install the same versions and check the same hashes. $(1): requirements, $(2): groups.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Night Mail needs Python 3.11 or newer: make PYTHON=python3.13 ..."; exit 1; }
	@if command -v uv >/dev/null; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && uv sync --quiet --frozen $(2); \
	elif $(PYTHON) -c 'import pip; assert int(pip.__version__.split(".")[0]) > 22' 2>/dev/null; then \
		$(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(VENV) $(PIP_INSTALL) $(1); \
	else \
		$(PYTHON) -m venv $(VENV) && $(PY) -m pip $(PIP_INSTALL) $(1); \
	fi
endef
PIP_INSTALL := install --quiet --no-compile --no-deps -r

$(VENV)/.installed: requirements/run.txt uv.lock
	@echo "Installing what the site needs into $(VENV)/ ..."
	$(call install,requirements/run.txt,--inexact --no-default-groups)
	@touch $@

$(VENV)/.installed-dev: requirements/dev.txt uv.lock
	@echo "Installing what the tests need into $(VENV)/ ..."
	$(call install,requirements/dev.txt,--all-groups --all-extras)
	@touch $@ $(VENV)/.installed
