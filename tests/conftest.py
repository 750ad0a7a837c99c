"""The people of the tests: alice, bob, charlie and dana."""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import client
from django.utils.timezone import now
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from games.common import jobs
from games.drawing import game_png
from games.log import triggers
from games.moderation import audit_triggers
from games.notifications.mail.account_mails import deliver_account_mails
from games.people.models import Person
from tests import thinning
from tests.fixtures.recalled import recall
from tests.paths import ROOT

# A busy machine is slow, not wrong.
hypothesis.settings.register_profile("night-mail", deadline=None, print_blob=True)
hypothesis.settings.load_profile("night-mail")

# Each after those that it imports.
pytest_plugins = [
    "tests.fixtures.database",
    "tests.fixtures.games",
    "tests.fixtures.clock",
    "tests.fixtures.mail",
    "tests.fixtures.pages",
    "tests.fixtures.orders",
    "tests.fixtures.replies",
    "tests.fixtures.correspondent",
    "tests.fixtures.invitations",
    "tests.fixtures.records",
    "tests.fixtures.finished",
    "tests.fixtures.bot_accounts",
    "tests.fixtures.name_server",
    "tests.fixtures.faults",
]

DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "live_server", "django_db_setup", "new_database"}
)
DATABASE_ROOMS = frozenset({"log", "operators", "races", "tools", "upgrades"})
WRITING_ROOMS = frozenset(
    {"clock", "common", "orders", "play", "players", "scheduler", "season", "tables"}
)

PASSWORD = "a lamp in the night"

CODE = re.compile(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]+)\s*$", re.MULTILINE)

PeopleFactory = Callable[..., Person]


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
        help="of these the rooms that write or lock rows themselves, and the first of other files",
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
    """Whether it is in a room where one kind of database may differ from another."""
    return not DATABASE_ROOMS.isdisjoint(item.path.parts)


def writes_rows(item: pytest.Item) -> bool:
    """Whether it is in a room with statements of its own, with locks or with sums."""
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


# Most of what is made while tests are gathered stays: looking for garbage there finds none.
gc.set_threshold(100_000, 50, 50)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in the engine only: there they read every file a second time for none."""
    found = yield
    return [one for one in found if not isinstance(one, DoctestModule)]


def pytest_collection_finish() -> None:
    """Spare the garbage collector what has been imported."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _rate_limits_start_afresh() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def _no_broker_is_given_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints go out whatever brokers earlier tests had."""
    monkeypatch.setattr(jobs._messenger, "_rests_until", 0.0)
    monkeypatch.setattr(jobs._messenger, "_behind", False)
    monkeypatch.setattr(jobs._messenger, "_runs_at", {})


@pytest.fixture
def _hints_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that count hints to the workers: on a busy machine they are late, not lost.

    The messenger is a new one: a hint of an earlier test that fails now must not silence this one.
    """
    monkeypatch.setattr(jobs, "PATIENCE", 30.0)
    monkeypatch.setattr(jobs, "_messenger", jobs._Messenger())


@pytest.fixture(autouse=True)
def _passwords_are_hashed_quickly(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session", autouse=True)
def _clients_start_quickly() -> Iterator[None]:
    """Let each test client begin without work that is the same for all of them.

    Static files are listed once a process, not once a client; of a page only the context of its
    outermost template is kept, not those of a hundred form fields.
    """
    listed: dict[tuple[object, ...], dict[str, object]] = {}
    list_files = WhiteNoiseMiddleware.add_files_from_finders
    store = client.store_rendered_templates

    def list_once(self: WhiteNoiseMiddleware) -> None:
        # The test of immutable files is a method of this client's own middleware.
        test = getattr(self.immutable_file_test, "__func__", self.immutable_file_test)
        key = (self.static_prefix, self.max_age, test, self.add_headers_function)
        if key not in listed:
            before = set(self.files)
            list_files(self)
            listed[key] = {url: self.files[url] for url in self.files.keys() - before}
        self.files.update(listed[key])

    def store_first(kept: dict[str, object], *args: object, **more: object) -> None:
        if "context" not in kept:
            store(kept, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", list_once)
        patch.setattr(client, "store_rendered_templates", store_first)
        yield


@pytest.fixture(scope="session", autouse=True)
def _equal_pictures_are_painted_once() -> Iterator[None]:
    """Keep pictures of boards by what they show: most mails of the tests show the same few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_png, "layered_png", lru_cache(maxsize=64)(game_png.layered_png))
        yield


@pytest.fixture(scope="session", autouse=True)
def _flush_past_the_triggers() -> Iterator[None]:
    """Let Django empty the tables after a test with transactions; the logs refuse others."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def flush_unguarded(self: BaseDatabaseOperations, statements: list[str]) -> None:
        for logs in (triggers, audit_triggers):
            logs.uninstall(self.connection)
        flush(self, statements)
        for logs in (triggers, audit_triggers):
            logs.install(self.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", flush_unguarded)
        yield


@pytest.fixture
def people(db: None) -> PeopleFactory:
    """Make a person with a verified address: `people("erin", language="nl")`."""

    def make(name: str, **fields: object) -> Person:
        fields.setdefault("email", f"{name.lower()}@example.org")
        person = Person.objects.create_user(name=name, password=PASSWORD, **fields)
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
        return person

    return make


def _known(people: PeopleFactory, name: str) -> Person:
    return Person.objects.get(pk=recall(name, lambda: people(name).pk))


@pytest.fixture
def alice(people: PeopleFactory) -> Person:
    return _known(people, "Alice")


@pytest.fixture
def bob(people: PeopleFactory) -> Person:
    return _known(people, "Bob")


@pytest.fixture
def charlie(people: PeopleFactory) -> Person:
    return _known(people, "Charlie")


@pytest.fixture
def dana(people: PeopleFactory) -> Person:
    return _known(people, "Dana")


def account_mails() -> list[EmailMessage]:
    """Let a worker send what waits, and return every mail that has arrived, the oldest first."""
    deliver_account_mails(now=now())
    return [sent.message() for sent in mail.outbox]


def words_of(message: EmailMessage) -> str:
    """The text part of a mail."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def code_in(message: EmailMessage) -> str:
    """The code to sign in with that a mail tells."""
    found = CODE.search(words_of(message))
    assert found, words_of(message)
    return found[1]
