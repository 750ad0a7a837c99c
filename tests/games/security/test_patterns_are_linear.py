"""Regular expressions that see texts of others take time in proportion to their length."""

from __future__ import annotations

import re
import time
from typing import Final

import pytest
from django.test import Client

from games.people.models import Person
from games.talk.messages import redact_private
from tests.games.security.patterns import METHODS, Place, all_places, hostile_texts, seconds_for
from ttr_site.redacting import redacted

SHORTEST, SHORT, LONG = 50, 1_000, 8_000
MOST: Final = 24
"""How many times what the short text takes the long one may take: 8 is linear, 64 quadratic."""
QUICK: Final = 0.002
"""Seconds of processor time within which quadratic patterns do not read the long text."""
SLOW: Final = 0.25
"""Seconds for the short text after which nothing longer is tried."""
# Patterns that see no text from outside, and why.
INSIDE: Final = {
    "games.web.site.examples.RULING": "reads docs/rules.md",
}
# Patterns that a loop uses: the methods cannot be read from their names.
USED: Final = {"games.inbound.languages.RULES": ("match",)}


def slow_text(place: Place) -> str | None:
    """A text for which a pattern takes more than linear time."""
    pattern = place.pattern
    texts = zip(*(hostile_texts(pattern, size) for size in (SHORTEST, SHORT, LONG)), strict=True)
    for shortest, short, long in texts:
        for method in place.methods:
            if seconds_for(pattern, method, shortest) > SLOW:
                return short
            taken = seconds_for(pattern, method, short)
            if taken > SLOW:
                return short
            # What is quadratic takes at most this many times as long for the long text.
            if taken * (LONG // SHORT) ** 2 < QUICK or seconds_for(pattern, method, long) < QUICK:
                continue
            least = seconds_for(pattern, method, long, times=3)
            if least > QUICK and least > MOST * seconds_for(pattern, method, short, times=5):
                return short
    return None


def test_every_pattern_takes_linear_time_on_hostile_texts() -> None:
    places = all_places()
    assert len(places) > 100
    assert {*INSIDE} <= places.keys()
    slow = {}
    for name, place in places.items():
        if name in INSIDE:
            continue
        methods = USED.get(name.rpartition(".")[0], place.methods)
        text = slow_text(Place(place.pattern, methods))
        if text is not None:
            slow[name] = text[:80]
    assert not slow


@pytest.mark.parametrize(
    "text",
    [
        "ann@example.org", "x ann@example.org.", "ann@a.org+ben@b.org", "@@ann@example.org",
        "ann%40example.org", "ann@a.org&ben%40b.org", "<x.p12345678@host&ann@example.org>",
        "9redis://ann:pass@host", "redis+ann://ann:pass@host/0",
    ],
)  # fmt: skip
def test_no_address_and_no_password_stays_in_a_line_of_the_log(text: str) -> None:
    shown = redacted(f"before {text} after")
    assert shown.startswith("before ")
    assert shown.endswith(" after")
    for secret in ("ann", "ben", "pass", "example"):
        assert secret not in shown.replace("redis+ann", "")


def test_a_page_that_is_not_there_costs_no_more_for_a_long_path(client: Client, db: None) -> None:
    short, long = "/" + "a.b@" * 100, "/" + "a.b@" * 975

    def seconds(path: str) -> float:
        best = float("inf")
        for _time in range(3):
            began = time.thread_time()
            assert client.get(path).status_code == 404
            best = min(best, time.thread_time() - began)
        return best

    seconds(short)
    assert seconds(long) < 4 * seconds(short) + 0.02


@pytest.mark.parametrize("unit", ["a=", "v.era", "reply+a", "< ", "mailto:", "(at)", "=40"])
def test_a_text_is_cleaned_of_addresses_in_linear_time(alice: Person, unit: str) -> None:
    """Its patterns are made of settings and of the writer's addresses, when they are used."""

    def seconds(length: int, times: int) -> float:
        text, best = (unit * length)[:length], float("inf")
        for _time in range(times):
            began = time.thread_time()
            redact_private(text, person=alice)
            best = min(best, time.thread_time() - began)
        return best

    seconds(SHORT, 1)
    long = seconds(LONG, 3)
    assert long < 0.02 or long < MOST * seconds(SHORT, 5)


@pytest.mark.parametrize(
    "pattern",
    [r"[a-z]+@", r"(?:[\w.]+)@x", r"\s*;", r"a.*b", r"(?:ab?)+c", r"<[^>]*>"],
)
def test_a_quadratic_pattern_is_found(pattern: str) -> None:
    assert slow_text(Place(re.compile(pattern), METHODS)) is not None
