"""Which tests a run takes: those of an option, and as many as there is time for (decision 138)."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests import thinning
from tests.paths import ROOT

DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "live_server", "django_db_setup", "new_database"}
)
DATABASE_ROOMS = frozenset({"log", "operators", "races", "tools", "upgrades"})
WRITING_ROOMS = frozenset(
    {"clock", "common", "plans", "play", "players", "scheduler", "season", "tables"}
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="the engine without its slow tests, the first test of each file about pages, "
        "and every third case of those in a browser",
    )
    parser.addoption(
        "--long",
        action="store_true",
        help="the slow tests, and files of which `make test` tries a part of the cases",
    )
    parser.addoption(
        "--database",
        action="store_true",
        help="what reads or writes rows; the slow tests only where the kind of database matters",
    )
    parser.addoption(
        "--database-quick",
        action="store_true",
        help="of these the packages that write or lock rows, and the first of other files",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        wanted = [is_slow(item) or is_thinned(item) for item in items]
    elif config.getoption("--quick"):
        third = every_third_case(items)
        wanted = [
            not is_slow(item) and is_quick and (item in third or "browser" not in item.path.parts)
            for item, is_quick in first_about_pages(items)
        ]
    elif config.getoption("--database"):
        wanted = [uses_rows(item) and (not is_slow(item) or is_about_rows(item)) for item in items]
    elif config.getoption("--database-quick"):
        first = {item for item, is_first in first_of_files(filter(uses_rows, items)) if is_first}
        few = [item in first or writes_rows(item) for item in items]
        wanted = [
            uses_rows(item) and (is_about_rows(item) or (is_one and not is_slow(item)))
            for item, is_one in zip(items, few, strict=True)
        ]
    else:
        return
    left = [item for item, kept in zip(items, wanted, strict=True) if not kept]
    items[:] = [item for item, kept in zip(items, wanted, strict=True) if kept]
    config.hook.pytest_deselected(items=left)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what would begin later than NIGHT_MAIL_TESTS_END, in seconds since 1970.

    CI sets it for tests that it runs after `make test`: on a slow machine it says in the end what
    it did not come to, in place of being cut off.
    """
    end = os.environ.get("NIGHT_MAIL_TESTS_END")
    if end and time.time() > float(end):
        pytest.skip("no time is left")


def is_slow(item: pytest.Item) -> bool:
    """Whether `make test` leaves it to `make test-slow` and `make test-long`."""
    return item.get_closest_marker("slow") is not None or "long" in item.path.parts


def is_thinned(item: pytest.Item) -> bool:
    """Whether it is in a file of which `make test` tries a part of the cases."""
    module = getattr(item, "module", None)
    return module is not None and any(
        getattr(value, "__module__", None) == thinning.__name__ for value in vars(module).values()
    )


def uses_rows(item: pytest.Item) -> bool:
    """Whether a test or one of its fixtures asks for a database."""
    marked = item.get_closest_marker("django_db") is not None
    return marked or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def is_about_rows(item: pytest.Item) -> bool:
    """Whether it is in a package where one kind of database may differ from another."""
    return not DATABASE_ROOMS.isdisjoint(item.path.parts)


def writes_rows(item: pytest.Item) -> bool:
    """Whether it is in a package with statements of its own, with locks or with sums."""
    return not WRITING_ROOMS.isdisjoint(item.path.parts)


def first_about_pages(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, bool]]:
    """Each test with whether it is of the engine, or the first of a file about pages."""
    for item, is_first in first_of_files(items):
        of_the_engine = not item.path.is_relative_to(ROOT / "tests" / "games")
        about_pages = "web" in item.path.parts or "views" in item.path.name
        yield item, of_the_engine or (is_first and about_pages)


def first_of_files(items: Iterable[pytest.Item]) -> Iterator[tuple[pytest.Item, bool]]:
    """Each test with whether it is the first of its file."""
    seen: set[Path] = set()
    for item in items:
        yield item, item.path not in seen
        seen.add(item.path)


def every_third_case(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Every third case of each test, its first at the least."""
    counts: Counter[str] = Counter()
    found = set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        if counts[name] % 3 == 0:
            found.add(item)
        counts[name] += 1
    return found
