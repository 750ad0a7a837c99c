"""A flood of anonymous requests: it is refused, and nobody else is."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.accounts import hashing, rate_limits
from games.accounts.adapter import AccountAdapter
from games.notifications.models import AccountMail
from games.people.models import Person
from tests.conftest import PASSWORD
from ttr_site.env import Env
from ttr_site.limit_settings import DEFAULTS
from ttr_site.limit_settings import rate_limits as read_limits

FLOOD, HOME = "198.51.100.1", "192.0.2.9"
SECRET = "a-long-and-secret-word-for-the-hook"
WRONG = {"login": "nobody@example.org", "password": "a wrong password"}


@pytest.fixture(autouse=True)
def _no_hour_ends_in_the_middle() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 11, 23, 9, 30, 20, tzinfo=UTC), tick=False):
        yield


def limit(settings: Settings, text: str) -> None:
    settings.DOOR_LIMITS = read_limits(Env({"NIGHT_MAIL_DOOR_LIMITS": text}))


def log_in(browser: Client, person: Person) -> HttpResponse:
    return browser.post("/accounts/login/", {"login": person.email, "password": PASSWORD})


def known_device(person: Person) -> Client:
    """A browser in which somebody, with the common password since, has signed in and out."""
    person.set_password(PASSWORD)
    person.save()
    browser = Client(REMOTE_ADDR=HOME)
    assert log_in(browser, person).status_code == 302
    browser.post("/accounts/logout/")
    return browser


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/accounts/login/", WRONG),
        ("/accounts/signup/", {"name": "", "email": "", "password1": ""}),
        ("/accounts/login/code/", {"email": "nobody@example.org"}),
        ("/accounts/password/reset/", {"email": "nobody@example.org"}),
    ],
)
def test_who_comes_too_often_reads_when_to_come_again(
    db: None, settings: Settings, path: str, form: dict[str, str]
) -> None:
    limit(settings, "log-in=3/m, sign-up=3/m, mail=3/m")
    flood = Client(REMOTE_ADDR=FLOOD)
    answers = [flood.post(path, form) for _time in range(5)]
    assert [answer.status_code == 429 for answer in answers] == [False] * 3 + [True] * 2
    assert answers[-1]["Retry-After"] == "40"
    assert "from your network" in answers[-1].content.decode()
    assert Client(REMOTE_ADDR=HOME).post(path, form).status_code != 429


def test_the_limits_that_nobody_has_changed_stop_a_flood_too(db: None) -> None:
    flood = Client(REMOTE_ADDR=FLOOD)
    answers = [flood.post("/accounts/login/", WRONG).status_code for _time in range(31)]
    assert (answers.count(429), answers[-1]) == (1, 429)


def test_after_the_wait_log_in_works_again(db: None, settings: Settings, alice: Person) -> None:
    limit(settings, "log-in=1/m")
    browser = Client(REMOTE_ADDR=FLOOD)
    browser.post("/accounts/login/", WRONG)
    refused = log_in(browser, alice)
    assert refused.status_code == 429
    with time_machine.travel(datetime(2026, 11, 23, 9, 31, 0, tzinfo=UTC), tick=False):
        assert log_in(browser, alice).status_code == 302


def test_the_refusal_is_in_the_language_of_the_browser(db: None, settings: Settings) -> None:
    limit(settings, "look=1/h")
    browser = Client(REMOTE_ADDR=FLOOD, headers={"Accept-Language": "nl"})
    browser.get("/accounts/login/")
    refused = browser.get("/accounts/signup/")
    assert (refused.status_code, refused["Content-Language"]) == (429, "nl")
    assert "30 minuten" in refused.content.decode()


def test_who_is_signed_in_plays_on_in_the_network_of_the_flood(
    db: None, settings: Settings, alice: Person
) -> None:
    limit(settings, "log-in=1/m, look=1/m")
    player = Client(REMOTE_ADDR=FLOOD)
    log_in(player, alice)
    flood = Client(REMOTE_ADDR=FLOOD)
    assert [flood.post("/accounts/login/", WRONG).status_code for _time in range(3)] == [429] * 3
    assert player.get("/").status_code == 200
    assert player.post("/settings/theme/", {"theme": "dark"}).status_code == 302


def test_who_has_the_right_password_gets_in_from_another_network(db: None, alice: Person) -> None:
    flood = Client(REMOTE_ADDR=FLOOD)
    for _time in range(40):
        flood.post("/accounts/login/", {"login": alice.email, "password": "a guess"})
    person = Client(REMOTE_ADDR=HOME)
    assert log_in(person, alice).status_code == 302
    assert person.get("/settings/").status_code == 200


def test_a_known_device_gets_in_beside_the_flood_and_floods_no_more_than_others(
    db: None, settings: Settings, alice: Person
) -> None:
    limit(settings, "log-in=1/m, device=3/m")
    home = Client(REMOTE_ADDR=FLOOD)
    log_in(home, alice)
    home.post("/accounts/logout/")
    assert [log_in(home, alice).status_code for _time in range(4)] == [302] * 3 + [429]


def test_an_ipv6_household_is_one_visitor(db: None, settings: Settings) -> None:
    limit(settings, "log-in=2/m")
    addresses = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3", "2001:db8:1:3::1"]
    codes = [
        Client(REMOTE_ADDR=address).post("/accounts/login/", WRONG).status_code
        for address in addresses
    ]
    assert [code == 429 for code in codes] == [False, False, True, False]


def test_many_networks_of_one_customer_have_an_allowance_together(
    db: None, settings: Settings, alice: Person
) -> None:
    limit(settings, "log-in=2/m, device=3/m")
    home = Client(REMOTE_ADDR="2001:db8:1:ffff::1")
    assert log_in(home, alice).status_code == 302
    home.post("/accounts/logout/")
    flood = [f"2001:db8:1:{number:x}::1" for number in range(10)]
    codes = [
        Client(REMOTE_ADDR=address).post("/accounts/login/", WRONG).status_code for address in flood
    ]
    assert [code == 429 for code in codes] == [False] * 7 + [True] * 3
    assert log_in(home, alice).status_code == 302, "a known device is no part of it"
    neighbour = Client(REMOTE_ADDR="2001:db8:2::1")
    assert neighbour.post("/accounts/login/", WRONG).status_code != 429


def test_what_one_network_is_refused_its_neighbours_keep(db: None, settings: Settings) -> None:
    limit(settings, "log-in=1/m")
    flood = Client(REMOTE_ADDR="2001:db8:1:1::1")
    for _time in range(20):
        flood.post("/accounts/login/", WRONG)
    other = Client(REMOTE_ADDR="2001:db8:1:2::1")
    assert other.post("/accounts/login/", WRONG).status_code != 429


def test_who_writes_a_forwarded_address_is_still_who_it_is(db: None, settings: Settings) -> None:
    limit(settings, "log-in=1/m")
    codes = [
        Client(REMOTE_ADDR=FLOOD, headers={"X-Forwarded-For": f"203.0.113.{number}"})
        .post("/accounts/login/", WRONG)
        .status_code
        for number in range(2)
    ]
    assert codes[1] == 429


def test_behind_a_proxy_the_address_that_it_has_added_counts(db: None, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    limit(settings, "log-in=1/m")

    def code(written: str, real: str) -> int:
        browser = Client(headers={"X-Forwarded-For": f"{written}, {real}"})
        return browser.post("/accounts/login/", WRONG).status_code

    assert [code("203.0.113.1", FLOOD), code("203.0.113.2", FLOOD)] == [200, 429]
    assert code("203.0.113.1", HOME) == 200


def test_one_network_has_no_more_mails_written_than_its_share(db: None, settings: Settings) -> None:
    limit(settings, "mail=4/h, sign-up=3/h")
    for number in range(10):
        flood = Client(REMOTE_ADDR=FLOOD)
        address = f"somebody{number}@example.org"
        form = ("/accounts/login/code/", "/accounts/password/reset/")[number % 2]
        flood.post(form, {"email": address})
        name = f"Mallory {'abcdefghij'[number] * 5}"
        flood.post(
            "/accounts/signup/", {"name": name, "email": address, "password1": "chosen by mallory"}
        )
    assert AccountMail.objects.count() <= 7
    assert Person.objects.count() == 3


def test_posts_of_services_have_a_limit(db: None, settings: Settings) -> None:
    limit(settings, "webhook=2/m")
    flood = Client(REMOTE_ADDR=FLOOD)
    answers = [flood.post("/inbound/mail/a-guess/", b"", "message/rfc822") for _time in range(3)]
    assert [answer.status_code for answer in answers] == [404, 404, 429]
    assert (answers[-1].content, answers[-1]["Retry-After"]) == (b"", "40")


@pytest.mark.parametrize(
    ("path", "answer"),
    [(f"/inbound/bounces/{SECRET}/", 200), ("/unsubscribe/mute/eyJwIjoxfQ:nonsense/", 404)],
)
def test_reports_and_presses_in_a_flood_wait_for_no_lock_before_they_are_counted(
    db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch, path: str, answer: int
) -> None:
    limit(settings, "bounces=2/m, unsubscribe=2/m")
    settings.INBOUND_SECRET = SECRET
    held: list[str] = []
    add = cache.add

    def note(key: str, *arguments: Any, **options: Any) -> bool:
        held.extend([key] if "lock" in key else [])
        return add(key, *arguments, **options)

    monkeypatch.setattr(cache, "add", note)
    flood = Client(REMOTE_ADDR=FLOOD)
    answers = [flood.post(path, "[]", "application/json") for _time in range(3)]
    assert [one.status_code for one in answers] == [answer, answer, 429]
    assert (answers[-1].content, answers[-1]["Retry-After"]) == (b"", "40")
    assert not held


def test_where_the_cache_cannot_count_everybody_is_let_in(
    db: None, settings: Settings, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(settings, "log-in=1/m")
    browser = Client(REMOTE_ADDR=FLOOD)
    browser.post("/accounts/login/", WRONG)

    def fail(*_arguments: object, **_options: object) -> int:
        raise ConnectionError("The cache is away.")

    monkeypatch.setattr(type(cache._connections["default"]), "incr", fail)  # type: ignore[attr-defined]
    assert log_in(browser, alice).status_code == 302


# Hashing ----------------------------------------------------------------------------------------


@pytest.fixture
def slow(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowHashing]:
    """Hashing that blocks until it is released, on a bench of its own."""
    settings.PASSWORD_HASHERS = ["games.accounts.hashing.BoundedHasher"]
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 10)
    stopped = SlowHashing(PBKDF2PasswordHasher.encode)
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", stopped.encode_of)
    yield stopped
    stopped.go.set()


class SlowHashing:
    def __init__(self, encode: object) -> None:
        self._encode = encode
        self.go = threading.Event()
        self.go.set()
        self.lock = threading.Lock()
        self.running = self.most = 0

    @property
    def encode_of(self) -> object:
        def encode(
            hasher: PBKDF2PasswordHasher, password: str, salt: str, iterations: int | None = None
        ) -> str:
            with self.lock:
                self.running += 1
                self.most = max(self.most, self.running)
            self.go.wait(60)
            with self.lock:
                self.running -= 1
            return str(self._encode(hasher, password, salt, iterations))  # type: ignore[operator]

        return encode


@pytest.mark.parametrize(("at_once", "places"), [(1, 2), (2, 3), (3, 3)])
def test_never_are_more_passwords_hashed_at_a_time_than_the_settings_say(
    slow: SlowHashing, settings: Settings, at_once: int, places: int
) -> None:
    settings.PASSWORD_HASHES = at_once
    slow.go.clear()
    outcomes: list[str] = []

    def hash_one() -> None:
        try:
            outcomes.append(make_password("a lamp in the night"))
        except hashing.TooBusy:
            outcomes.append("too busy")
            if outcomes.count("too busy") == 12 - places:
                slow.go.set()

    threads = [threading.Thread(target=hash_one) for _number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    hashed = [one for one in outcomes if one != "too busy"]
    assert (len(hashed), len(outcomes)) == (places, 12)
    assert slow.most <= at_once
    assert all(check_password("a lamp in the night", one) for one in hashed)


def test_who_comes_while_all_places_are_taken_sees_a_page_and_loses_no_attempt(
    slow: SlowHashing, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.set_password(PASSWORD)
    alice.save()
    browser = Client(REMOTE_ADDR=HOME)
    with monkeypatch.context() as now:
        now.setattr(hashing, "bench", FullBench)
        answers = [log_in(browser, alice) for _time in range(8)]
    assert {(one.status_code, one["Retry-After"]) for one in answers} == {(503, "5")}
    assert "send it again in a few seconds" in answers[0].content.decode()
    assert log_in(browser, alice).status_code == 302


def test_anonymous_users_are_refused_before_any_query_when_all_places_are_taken(
    slow: SlowHashing,
    alice: Person,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    home, flooder = known_device(alice), Client(REMOTE_ADDR=FLOOD)
    bench, go = hashing.Bench(1), threading.Event()
    held = [
        threading.Thread(target=bench.run, args=(lambda: str(go.wait(60)),))
        for _place in range(bench.places)
    ]
    for thread in held:
        thread.start()
    while not bench.is_full:
        time.sleep(0.001)
    with monkeypatch.context() as now:
        now.setattr(rate_limits, "bench", lambda: bench)
        with django_assert_num_queries(0):
            answers = [log_in(flooder, alice), flooder.post("/accounts/signup/", {})]
        assert [(one.status_code, one["Retry-After"]) for one in answers] == [(503, "5")] * 2
        assert (
            flooder.post("/accounts/password/reset/", {"email": "a@b.example"}).status_code == 302
        )
        assert log_in(home, alice).status_code == 302, "a known device may wait"
        go.set()
        for thread in held:
            thread.join(60)
        assert log_in(flooder, alice).status_code == 302


def test_one_anonymous_user_at_a_time_gets_a_mail_and_known_devices_never_wait(
    alice: Person,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    home, flooder = known_device(alice), Client(REMOTE_ADDR=FLOOD)

    def ask(browser: Client) -> HttpResponse:
        return browser.post("/accounts/password/reset/", {"email": "a@b.example"})

    meanwhile: list[HttpResponse] = []
    write = AccountAdapter.send_mail

    def write_slowly(*about: Any, **more: Any) -> None:
        if not meanwhile:
            with django_assert_num_queries(0):
                meanwhile.append(ask(Client(REMOTE_ADDR=FLOOD)))
            meanwhile.append(ask(home))
        write(*about, **more)

    monkeypatch.setattr(AccountAdapter, "send_mail", write_slowly)
    assert ask(flooder).status_code == 302
    assert [one.status_code for one in meanwhile] == [503, 302]
    assert meanwhile[0]["Retry-After"] == "5"
    assert ask(flooder).status_code == 302, "the place is free again"


class FullBench:
    def run(self, work: object, *, patience: float) -> str:
        raise hashing.TooBusy


def test_who_comes_from_a_known_device_may_wait_for_a_place(
    slow: SlowHashing, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, flooder = known_device(alice), Client(REMOTE_ADDR=FLOOD)
    asked: list[float] = []
    with monkeypatch.context() as now:
        now.setattr(hashing, "bench", lambda: NotedBench(asked))
        log_in(home, alice)
        log_in(flooder, alice)
    assert asked == [hashing.PATIENCE, 0.0]


class NotedBench:
    def __init__(self, asked: list[float]) -> None:
        self._asked = asked

    def run(self, work: object, *, patience: float) -> str:
        self._asked.append(patience)
        raise hashing.TooBusy


def test_whoever_waits_has_the_next_place_before_all_who_do_not() -> None:
    bench, go, outcomes = hashing.Bench(1), threading.Event(), []

    def work() -> str:
        go.wait(60)
        return "hashed"

    def ask(patience: float) -> None:
        try:
            outcomes.append(bench.run(work, patience=patience))
        except hashing.TooBusy:
            outcomes.append("too busy")

    threads = [threading.Thread(target=ask, args=(0.0,)) for _place in range(bench.places)]
    threads.append(threading.Thread(target=ask, args=(60.0,)))
    for thread in threads:
        thread.start()
    while not bench.awaited:
        time.sleep(0.001)
    ask(0.0)
    ask(60.0)
    assert outcomes == ["too busy"] * 2, "one may wait, and one stays for pages"
    go.set()
    for thread in threads:
        thread.join(60)
    assert outcomes[2:] == ["hashed"] * 3
    ask(0.0)
    assert outcomes[-1] == "hashed"


def test_nobody_waits_for_longer_than_they_would() -> None:
    bench, go = hashing.Bench(1), threading.Event()
    held = [
        threading.Thread(target=bench.run, args=(lambda: str(go.wait(60)),))
        for _place in range(bench.places)
    ]
    for thread in held:
        thread.start()
    with pytest.raises(hashing.TooBusy):
        bench.run(str, patience=0.01)
    go.set()
    for thread in held:
        thread.join(60)
    assert bench.run(lambda: "hashed") == "hashed"


def test_a_sign_up_that_cannot_be_hashed_now_leaves_nothing(
    slow: SlowHashing, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"name": "Early Bird", "email": "early@example.org", "password1": PASSWORD}
    with monkeypatch.context() as now:
        now.setattr(hashing, "bench", FullBench)
        assert Client().post("/accounts/signup/", form).status_code == 503
    assert not Person.objects.exists()
    assert not AccountMail.objects.exists()
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert Person.objects.count() == 1


def test_passwords_from_before_are_still_known(slow: SlowHashing, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    before = make_password(PASSWORD)
    settings.PASSWORD_HASHERS = ["games.accounts.hashing.BoundedHasher"]
    assert check_password(PASSWORD, before)
    assert not check_password("a guess", before)


# Settings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["cellar=1/m", "log-in", "log-in=often", "log-in=0/m", "log-in=1/m off", "log-in=1/s"]
)
def test_a_limit_that_cannot_be_read_is_refused_by_name(text: str) -> None:
    from django.core.exceptions import ImproperlyConfigured

    with pytest.raises(ImproperlyConfigured, match="NIGHT_MAIL_DOOR_LIMITS"):
        read_limits(Env({"NIGHT_MAIL_DOOR_LIMITS": text}))


def test_limits_that_are_not_named_stay_and_one_can_be_off() -> None:
    limits = read_limits(Env({"NIGHT_MAIL_DOOR_LIMITS": "log-in=500/h 60/m, look=off"}))
    assert limits["log-in"] == ((60, 60), (500, 3600))
    assert limits["look"] == ()
    assert limits["sign-up"] == ((20, 60), (100, 3600))
    assert limits.keys() == DEFAULTS.keys()


def test_a_page_of_another_site_uses_up_nothing_of_its_visitors(db: None, client: Client) -> None:
    for _time in range(40):
        answer = client.post("/accounts/login/", WRONG, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403
    answer = client.post("/accounts/login/", WRONG, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 200
