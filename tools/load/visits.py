"""Every page, API call and job of the site, as some readers come to them in any large database."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import quote

from django.core.cache import cache as shared
from django.db.models import Exists, OuterRef
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from engine import wire
from engine.actions import Action
from games import log
from games.accounts.models import Scope
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.statistics.counting import count_finished_games
from games.statistics.models import CountedGame
from games.tables.models import Game, GameStatus, Seat
from games.talk.models import Message
from games.web.moderation.urls import urlpatterns as moderation
from tools.fuzz.addresses import Address, addresses
from tools.load.people import NEWCOMER, REGULAR, VETERAN
from tools.load.subjects import DIRECTOR, LEAGUE, MODERATOR, seat_to_move, subjects_of
from tools.players.people import DAY, token_of

STREAMS: Final = frozenset({"api-game-stream", "api-my-stream"})
"""Answers that do not end."""
BOARD: Final = "lantern-island"
ITSELF: Final = "itself"
"""The subject of an address that names no game, or a message, a report, a group and so on."""
JOBS: Final = (
    "sweep_deadlines", "count_results", "carry_out_orders", "send_waiting_notices",
    "send_account_mails", "send_invitations", "pair_waiting", "send_deliveries",
    "play_waiting_bots", "think_for_bots", "make_hints", "make_reviews", "make_animations",
    "run_seasons", "expire_lobbies", "raise_alarm", "tell_operators",
)  # fmt: skip
"""Jobs that find what there is to do by indexes, and end in a moment where there is nothing."""
# Left out are those that look through everything, seldom, or for long: prove_logs and count_conduct
# (the logs that have grown), make_collections (the files of three months, minutes each),
# measure_paces (all people, every hour) and forget_old_mails (all notices, every hour).


@dataclass(frozen=True, slots=True)
class Visit:
    """A request or a job, under a name that is the same in every database."""

    name: str
    do: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who asks for pages: of themselves and their games, or of those of ``person``.

    ``reads`` says which addresses concern them, by their names.
    """

    label: str
    client: Client
    person: Person
    reads: Callable[[str], bool] = lambda name: True


def visits(names: Collection[str] = ()) -> Iterator[Visit]:
    """All that is measured: pages and API calls of readers, accepted moves, jobs of the worker.

    A page that a reader may not see, or that needs more than its address, is left out. With
    ``names`` only addresses of those names are visited.
    """
    regular = Person.objects.get(name=REGULAR)
    for reader in _readers(regular):
        # The API would refuse a program that asks so much in a minute.
        shared.clear()
        subjects = subjects_of(reader.person)
        for what, parameters in _known(reader.person):
            for name in names or _names():
                if not reader.reads(name) or (what != ITSELF and not _names_game(name)):
                    continue
                known = parameters | subjects.get(name, {}) if what == ITSELF else parameters
                if (address := _address(name, known)) is not None:
                    yield from _page(reader.client, address, f"{name} of {what} by {reader.label}")
    yield _move(regular)
    yield _move_of_program(regular)
    yield _sweep_of_due_games()
    yield _count_of_a_game(regular)
    yield from _jobs()


def _readers(regular: Person) -> Iterator[Reader]:
    """An anonymous user, players, a director, a moderator, and programs of players."""
    yield Reader("an anonymous user", Client(), regular)
    found = Person.objects.in_bulk([REGULAR, VETERAN, NEWCOMER], field_name="name")
    for name, person in found.items():
        yield Reader(name, _signed_in(person), person)
    director = Person.objects.filter(name=DIRECTOR).first()
    if director is not None:
        yield Reader(DIRECTOR, _signed_in(director), director, _is_directed)
    moderator = Person.objects.filter(name=MODERATOR).first()
    if moderator is not None:
        yield Reader(MODERATOR, _signed_in(moderator), regular, _is_moderated)
    for name, reads in ((REGULAR, _is_api), (VETERAN, _is_list_of_api)):
        yield Reader(f"a program of {name}", _program(found[name], "reads"), found[name], reads)


def _signed_in(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def _program(person: Person, use: str) -> Client:
    scopes = [one for one in Scope.values if one != Scope.BOT_BECOME]
    token = token_of(person, f"load {use}", now(), scopes)
    return Client(headers={"authorization": f"Bearer {token}"})


def _is_api(name: str) -> bool:
    return name.startswith("api-")


def _is_list_of_api(name: str) -> bool:
    """Whether an address of the API is not that of all that there is about a person.

    That has no bound, and of somebody who played in more games there is more.
    """
    return _is_api(name) and name != "api-data"


def _is_directed(name: str) -> bool:
    """Whether an address is one of a league or season, or of those who decide about games."""
    of_league = any("slug" in one.parts() for one in _routes().get(name, ()))
    return (of_league and not _is_api(name)) or name in _moderated()


def _is_moderated(name: str) -> bool:
    """Whether an address is one of moderators, or of the webhook that the moderator has."""
    return name in _moderated() or name == "webhook"


@cache
def _moderated() -> frozenset[str]:
    return frozenset(pattern.name for pattern in moderation if pattern.name)


def _known(person: Person) -> Iterator[tuple[str, dict[str, object]]]:
    """The parameters of addresses: a game of the person in each state, people, boards, leagues.

    The page of a game asks for more where people talked, so in both databases they did. One who
    directs a league and plays nowhere has a game of its season.
    """
    from games.leagues.models import League

    league = League.objects.get(name=LEAGUE)
    known: dict[str, object] = {
        "name": person.name,
        "board": BOARD,
        "key": BOARD,
        "slug": league.slug,
        "number": 1,
        "tier": 1,
        "count": 1,
    }
    yield ITSELF, known
    for status in (GameStatus.RUNNING, GameStatus.FINISHED):
        seats = Seat.objects.filter(person=person, game__status=status).annotate(
            silent=~Exists(Message.objects.filter(game=OuterRef("game")))
        )
        if code := seats.order_by("silent", "game").values_list("game__code", flat=True).first():
            yield f"a {status} game", {**known, "code": code}
    if person.name == DIRECTOR:
        directed = Game.objects.filter(season_game__isnull=False).order_by("pk")
        if code := directed.values_list("code", flat=True).first():
            yield "a game of the season", {**known, "code": code}


def _names() -> Iterator[str]:
    """The names of all addresses of the site but those of the admin."""
    yield from (name for name in _routes() if name not in STREAMS)


def _names_game(name: str) -> bool:
    return any("code" in one.parts() for one in _routes().get(name, ()))


@cache
def _routes() -> dict[str, list[Address]]:
    """The addresses of each name; those without one have their routes there."""
    found: dict[str, list[Address]] = {}
    for one in addresses():
        if re.fullmatch(r"[\w-]+", one.name):
            found.setdefault(one.name, []).append(one)
    return found


def _address(name: str, parameters: dict[str, object]) -> str | None:
    for one in _routes().get(name, ()):
        if one.parts().keys() <= parameters.keys():
            return one.filled({key: quote(str(parameters[key]), safe="") for key in one.parts()})
    return None


def _page(client: Client, address: str, label: str) -> Iterator[Visit]:
    def visit() -> None:
        answer = client.get(address)
        assert answer.status_code == 200, f"{label}: {answer.status_code}"

    if client.get(address).status_code == 200:
        yield Visit(label, visit)


def _move(person: Person) -> Visit:
    """A move of the person through the form of the page."""
    client, seat, action = _signed_in(person), *_to_move(person)
    form = {"decision": seat.decision, "action": json.dumps(wire.encode_action(action))}

    def move() -> None:
        answer = client.post(reverse("act", args=[seat.game.code]), form)
        assert answer.status_code == 302, answer.status_code

    return Visit("an accepted move", move)


def _move_of_program(person: Person) -> Visit:
    """The same move through the API, with a token."""
    client, seat, action = _program(person, "moves"), *_to_move(person)
    body = {"decision": seat.decision, "actions": [wire.encode_action(action)]}

    def move() -> None:
        address = reverse("api-moves", args=[seat.game.code])
        answer = client.post(address, body, content_type="application/json")
        assert answer.status_code == 200, answer.content

    return Visit("an accepted move of a program", move)


def _to_move(person: Person) -> tuple[Seat, Action]:
    seat = seat_to_move(person)
    assert seat is not None
    legal = log.load(seat.game).legal_actions(seat.number)
    return seat, next(iter(legal.listed()))


def _sweep_of_due_games() -> Visit:
    """The sweep that moves in all games of the regular and the veteran, alike in each database."""
    playing = Game.objects.filter(seats__person__name__in=(REGULAR, VETERAN), season_game=None)
    asked = Seat.objects.filter(decision__isnull=False, game__status=GameStatus.RUNNING)
    due = list(asked.filter(game__in=playing).values_list("pk", flat=True))

    def work() -> None:
        moment = now()
        Seat.objects.filter(pk__in=due).update(
            opened_at=moment - 40 * DAY, due_at=moment - DAY, remind_at=None
        )
        assert sweep(now=moment).played == len(due)

    return Visit("a sweep of due games", work)


def _count_of_a_game(person: Person) -> Visit:
    """A game that has just ended, counted into the statistics."""
    played = Game.objects.filter(seats__person=person, status=GameStatus.FINISHED)
    game = played.order_by("ended_at").values_list("pk", flat=True)[0]

    def count() -> None:
        moment = now()
        CountedGame.objects.filter(game=game).delete()
        Game.objects.filter(pk=game).update(ended_at=moment)
        assert count_finished_games(now=moment) == 1

    return Visit("a game into the statistics", count)


def _jobs() -> Iterator[Visit]:
    from ttr_site.celery import app

    app.loader.import_default_modules()

    for name in JOBS:
        yield Visit(f"job {name}", app.tasks[f"games.{name}"])
