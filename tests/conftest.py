"""The people of the tests: alice, bob, charlie and dana."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Generator, Iterator
from email.message import EmailMessage
from functools import lru_cache

import hypothesis
import pytest
from _pytest.doctest import DoctestModule
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import client
from django.utils.timezone import now
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from games.common import jobs
from games.drawing import game_png
from games.notifications.mail.delivery import deliver_account_mails
from games.people.models import Person
from tests.fixtures.recalled import recall

# A busy machine is slow, not wrong.
hypothesis.settings.register_profile("night-mail", deadline=None, print_blob=True)
hypothesis.settings.load_profile("night-mail")

# Each after those that it imports.
pytest_plugins = [
    "tests.selection",
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

PASSWORD = "a lamp in the night"

CODE = re.compile(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]+)\s*$", re.MULTILINE)

PeopleFactory = Callable[..., Person]


def _with_room_on_the_stack(run: Callable[[], object]) -> object:
    return run()


# CPython maps 16 KiB of memory for calls at a time, and unmaps them when the last call in them
# returns: tests whose calls cross such a border up and down cost a tenth more. This call is so
# wide that all below it fit into what is mapped for it.
_with_room_on_the_stack.__code__ = _with_room_on_the_stack.__code__.replace(co_stacksize=17_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run all tests below one wide call."""
    loop = session.config.pluginmanager.subset_hook_caller(
        "pytest_runtestloop", [sys.modules[__name__]]
    )
    return _with_room_on_the_stack(lambda: loop(session=session))


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
def _replays_are_not_limited(settings: Settings) -> None:
    """Tests look at more replays and pictures in a minute than people do."""
    wide = ((100_000, 60),)
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "drawing": wide, "replay": wide}


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
