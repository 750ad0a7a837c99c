"""Start tables for the people who wait; each table is checked again under the locks of its people.

Two workers may be at it at once: the second waits for the people of a table, and finds that they no
longer wait (decision 178).
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from django.db import transaction

from games.common.errors import Refused
from games.common.jobs import for_each
from games.lobby.admission import check_seat_cap
from games.lobby.create import arrange_game
from games.lobby.options import GameOptions
from games.lobby.pairing.matching import Found, Waiting, pair
from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.wishes import (
    boards_for,
    end_wishes,
    expire_wishes,
    waiting_wishes,
)
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import Block
from games.people.locking import people_for_update
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.people.traces import sharing_pairs
from games.players.models import PEOPLE, Rating
from games.players.selectors import reliability_of
from games.players.skill import MU, points_of

logger = logging.getLogger(__name__)

ROUNDS: Final = 3
"""How often the others are paired again at once, after somebody could not play."""
TOPIC: Final = "pairing"
AUTO_VACATION_DAYS: Final = 7
"""As the form of a new table proposes."""


def pair_waiting(*, now: datetime) -> int:
    """End old wishes, and start the tables for which enough people wait; return how many."""
    expire_wishes(now=now)
    started = 0
    for _round in range(ROUNDS):
        tables = find_tables(now=now)
        done, _failed = for_each(
            tables, lambda table: _start(table, now), logger, "%s could not be started"
        )
        started += done
        if done == len(tables):
            break
    return started


def find_tables(*, now: datetime) -> list[Found]:
    """Return the tables that can start, by what is known now: nothing is locked."""
    wishes = list(waiting_wishes().filter(ends_at__gt=now, pace__in=PACES))
    people = {wish.person_id for wish in wishes}
    ratings = Rating.objects.filter(person__in=people, board="", pool=PEOPLE)
    skill = dict(ratings.values_list("person", "mu"))
    reliability = reliability_of(people)
    shared = sharing_pairs({wish.person_id for wish in wishes if wish.rated}, now=now)
    return pair(
        [
            Waiting(
                points_of(skill.get(wish.person_id, MU)),
                *(wish.pk, wish.person_id, wish.board, wish.seats, wish.pace, wish.rated),
                patience=(now - wish.made_at) / PACES[wish.pace].patience,
                percent=known.percent if (known := reliability[wish.person_id]).known else None,
            )
            for wish in wishes
        ],
        boards={seats: boards_for(seats) for seats in {wish.seats for wish in wishes}},
        apart=_both_ways(_blocks(people)),
        apart_if_rated=_both_ways(shared),
    )


def _blocks(people: Collection[int]) -> list[tuple[int, int]]:
    """The blocks among some people. One list of them in the query: SQLite is slow with two."""
    found = Block.objects.filter(person__in=people).order_by().values_list("person", "blocked")
    return [(one, other) for one, other in found if other in people]


def _both_ways(pairs: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return found


@transaction.atomic
def _start(table: Found, now: datetime) -> bool:
    """Start a table, unless something about its people has changed; whether it did.

    Those who may not take one more seat wait no longer and are notified; the others wait on.
    """
    ids = [one.person for one in table.waiting]
    people = {person.pk: person for person in people_for_update().filter(pk__in=ids).order_by("pk")}
    waiting = waiting_wishes().filter(ends_at__gt=now, pk__in=[one.wish for one in table.waiting])
    wishes = list(waiting.select_for_update().order_by("pk"))
    if len(wishes) < len(ids):
        return False
    kept_out = {pk: fate for pk, person in people.items() if (fate := _why_not(person, now))}
    for pk, fate in kept_out.items():
        end_wishes([pk], fate=fate, now=now)
        data = {"fate": fate, "wishes": [wish.pk for wish in wishes]}
        outbox.notify(person=people[pk], kind=NoticeKind.PAIRING, topic=TOPIC, data=data, now=now)
    rated = wishes[0].rated
    if kept_out or _blocks(ids) or (rated and sharing_pairs(ids, now=now)):
        return False
    game = arrange_game(
        people=[people[pk] for pk in ids],
        options=GameOptions(
            board=table.board,
            seats=len(ids),
            rated=rated,
            auto_vacation_days=AUTO_VACATION_DAYS,
            **PACES[wishes[0].pace].terms.as_data(),
        ),
        now=now,
    )
    game.seats.update(from_lobby=True)
    Wish.objects.filter(pk__in=[wish.pk for wish in wishes]).update(
        ended_at=now, fate=Fate.STARTED, game=game
    )
    end_wishes(ids, fate=Fate.OTHER_STARTED, now=now)
    for person in people.values():
        outbox.notify(person=person, kind=NoticeKind.PAIRING, game=game, now=now)
    return True


def _why_not(person: Person, now: datetime) -> Fate | None:
    """Why a person, whose row is locked, may not take one more seat; None if they may."""
    if not person.is_active or person.is_bot_account or is_suspended(person, now=now):
        return Fate.MAY_NOT_PLAY
    try:
        check_seat_cap(person)
    except Refused:
        return Fate.NO_SEAT_LEFT
    return None
