"""A session for one game acts at the allowed addresses of that game; elsewhere it is anonymous."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pytest_django import Settings

from games.accounts.game_session_guard import SESSIONS
from games.accounts.models import GameSession
from games.people.models import Person
from games.plans.models import PlanFate, SeatPlan, UsualAnswers
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.orders import allow_plans

ALLOWED = {
    "game",
    "pulse",
    "seen",
    "story",
    "prepare-move",
    "act",
    "withdraw-held",
    "come-back",
    "order",
    "cancel-order",
    "plan",
    "pause-plan",
    "sketches",
    "sketch",
    "mark-sketch",
    "rename-sketch",
    "delete-sketch",
    "talk",
    "remove-message",
    "note",
}
EXAMPLES: dict[str, object] = {
    "int": 1,
    "slug": "club",
    "str": "word",
    "path": "word",
    "uuid": "00000000-0000-0000-0000-000000000001",
}
seen: list[tuple[str, Any]] = []


class Recorder:
    """Middleware behind all others: notes who a view would see, and answers for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *rest: object) -> HttpResponse:
        user = request.user
        seen.append((request.resolver_match.view_name, user.pk if user.is_authenticated else None))
        return HttpResponse()


def addresses(patterns: list[Any], code: str, before: str = "") -> Iterator[str]:
    """An example of every address of the site, below these patterns."""
    for each in patterns:
        text = before + example(each, code)
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, code, text)
        else:
            assert isinstance(each, URLPattern)
            yield text


def example(pattern: Any, code: str) -> str:
    route = str(pattern.pattern)
    if not hasattr(pattern.pattern, "_route"):
        return REGULAR.get(route, "")
    for name, converter in pattern.pattern.converters.items():
        kind = type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
        value = code if name == "code" else str(EXAMPLES.get(kind, "word"))
        for written in (f"<{kind}:{name}>", f"<{name}>"):
            route = route.replace(written, value)
    return route


REGULAR = {
    "^confirm-email/(?P<key>[-:\\w]+)/$": "confirm-email/abc/",
    "^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "password/reset/key/1-abc/",
}


@pytest.fixture
def vera(people: Callable[..., Person]) -> Person:
    person = people("Vera")
    person.set_unusable_password()
    person.save()
    return person


@pytest.fixture
def game(begin: Starter, vera: Person, bob: Person) -> Game:
    game = begin(vera, bob)
    keep_all(game, 0, 1)
    return game


@pytest.fixture
def limited(game: Game, vera: Person, client: Client) -> Client:
    """A browser with a session for the game."""
    row = GameSession.objects.create(
        person=vera,
        seat=game.seats.get(number=0),
        sign_in_mark=vera.sign_in_digest,
        began_at=NOW,
        ends_at=NOW + timedelta(hours=12),
    )
    session = client.session
    session[SESSIONS] = {game.code: row.pk}
    session.save()
    return client


@pytest.fixture
def recorded(settings: Settings) -> list[tuple[str, Any]]:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.Recorder"]
    seen.clear()
    return seen


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_allowed_addresses_act_as_the_person(
    limited: Client, recorded: list[tuple[str, Any]], game: Game, vera: Person, method: str
) -> None:
    paths = list(addresses(get_resolver().url_patterns, game.code))
    for path in paths:
        getattr(limited, method)(f"/{path}")
    names = {name for name, _person in recorded}
    assert len(names) > 200
    assert names > ALLOWED
    assert {name for name, person in recorded if person == vera.pk} == ALLOWED
    assert {person for name, person in recorded if name not in ALLOWED} == {None}


def test_no_address_of_another_game_acts_as_the_person(
    limited: Client,
    recorded: list[tuple[str, Any]],
    begin: Starter,
    vera: Person,
    bob: Person,
) -> None:
    other = begin(vera, bob)
    for path in addresses(get_resolver().url_patterns, other.code):
        limited.get(f"/{path}")
    assert {person for _name, person in recorded} == {None}


def test_what_is_not_allowed_asks_to_sign_in(limited: Client, game: Game, vera: Person) -> None:
    for name in ("preferences", "api-tokens", "devices", "close-account", "webhooks"):
        assert limited.get(reverse(name))["Location"].startswith("/accounts/login/"), name
    for name in ("nudge", "propose", "leave-game", "make-secret-link", "share-review"):
        answer = limited.post(reverse(name, args=[game.code]))
        assert answer["Location"].startswith("/accounts/login/"), name
    assert limited.get("/api/v1/me/").status_code == 401
    assert limited.get("/").wsgi_request.user.is_anonymous


def test_who_signs_in_acts_as_themselves(limited: Client, game: Game, bob: Person) -> None:
    limited.force_login(bob)
    page = limited.get(f"/games/{game.code}/").content.decode()
    assert "You play this game as" not in page
    assert limited.get("/settings/").status_code == 200


def test_a_plan_is_given_and_the_usual_answers_stay(limited: Client, game: Game) -> None:
    allow_plans(game)
    plan = {"text": "plan\ncomplete my tickets"}
    page = limited.post(reverse("plan", args=[game.code]), {**plan, "do": "usual"})
    assert page.status_code == 200
    assert "my usual ones" not in page.content.decode()
    assert not UsualAnswers.objects.exists()
    limited.post(reverse("plan", args=[game.code]), {**plan, "do": "give"})
    assert SeatPlan.objects.get().seat.game == game
    limited.post(reverse("pause-plan", args=[game.code]), {"do": "pause"})
    assert SeatPlan.objects.get().fate == PlanFate.PAUSED
