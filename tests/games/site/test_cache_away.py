"""A shared cache that refuses or hangs: pages, sign-up, log-in and mails go on without it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from games.leagues.models import Division
from games.notifications.mail.identifiers import stop_url
from games.notifications.mail.runner import send_due
from games.notifications.mail.unsubscribe import TURNS
from games.people.models import Person
from tests.conftest import PASSWORD, account_mails, code_in
from tests.fixtures.games import Starter
from tests.games.moderation.conftest import division, erin
from ttr_site import cache as of_site

__all__ = ["division", "erin"]

PAGES = (
    "/",
    "/lobby/",
    "/ranking/",
    "/leagues/",
    "/leagues/club/1/",
    "/rules/",
    "/seats/",
    "/boards/usa/",
    "/settings/",
    "/settings/notices/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/email/",
)


class Hanging:
    """A server that takes connections and never says a word."""

    def __init__(self) -> None:
        self.taken: list[socket.socket] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self._take, daemon=True)
        self.thread.start()

    def _take(self) -> None:
        while True:
            try:
                self.taken.append(self.socket.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join(5)
        for one in self.taken:
            one.close()


@pytest.fixture(params=["refuses", "hangs"])
def away(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hanging]:
    monkeypatch.setattr(of_site, "_absences", {})
    server = Hanging()
    port = server.socket.getsockname()[1]
    if request.param == "refuses":
        server.close()
    settings.CACHES = {
        "default": {
            "BACKEND": "ttr_site.cache.OptionalRedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
        }
    }
    yield server
    if request.param == "hangs":
        server.close()


@pytest.mark.slow
def test_pages_are_shown(
    away: Hanging, begin: Starter, division: Division, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    client = Client()
    client.force_login(alice)
    for page in (*PAGES, f"/games/{game.code}/"):
        assert client.get(page, follow=True).status_code == 200, page
    # Asked once, and then left alone for a while: not one wait a page.
    assert len(away.taken) <= 3


def test_people_sign_up_and_in(away: Hanging, alice: Person) -> None:
    form = {"name": "Zoe", "email": "zoe@example.org", "password1": "rails in the rain"}
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert Person.objects.filter(name="Zoe").exists()
    by_password, by_code = Client(), Client()
    by_password.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    assert "_auth_user_id" in by_password.session
    by_code.post("/accounts/login/code/", {"email": alice.email})
    by_code.post("/accounts/login/code/confirm/", {"code": code_in(account_mails()[-1])})
    assert "_auth_user_id" in by_code.session


def test_guessing_is_slowed_down_all_the_same(away: Hanging, alice: Person) -> None:
    client = Client()
    for _guess in range(6):
        client.post("/accounts/login/", {"login": alice.email, "password": "a guess"})
    client.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_mails_are_written_and_stopped(
    away: Hanging, begin: Starter, alice: Person, bob: Person
) -> None:
    begin(alice, bob)
    send_due(now=now())
    assert len(mail.outbox) == 2
    assert all(b"image/png" in one.message().as_bytes() for one in mail.outbox)
    path = "/" + stop_url(TURNS, alice).split("/", 3)[3]
    assert Client().post(path).status_code == 200
    alice.notification_preferences.refresh_from_db()
    assert not alice.notification_preferences.wants("turn")


def test_a_counter_goes_on_in_the_process(away: Hanging) -> None:
    cache.add("counter", 0, timeout=60)
    assert [cache.incr("counter"), cache.incr("counter")] == [1, 2]
    cache.set_many({"a": 1, "b": 2})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    cache.delete_many(["a"])
    assert ("a" in cache, cache.get("b"), cache.get("a", "none")) == (False, 2, "none")
