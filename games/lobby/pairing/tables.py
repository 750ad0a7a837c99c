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
from django.db.models import QuerySet

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
    check_playable,
    end_wishes,
    expire_wishes,
    waiting_wishes,
)
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.blocks import Block
from games.people.locking import lock_person, people_for_update
from games.people.models import Person
from games.people.sanctions import check_not_suspended
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
    _drop_unplayable(now=now)
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
    wishes = list(waiting_wishes().filter(ends_at__gt=now).order_by("pk"))
    people = {wish.person_id for wish in wishes}
    ratings = Rating.objects.filter(person__in=people, board="", pool=PEOPLE)
    skill = dict(ratings.values_list("person", "mu"))
    reliability = reliability_of(people)
    shared = sharing_pairs({wish.person_id for wish in wishes if wish.rated}, now=now)
    return pair(
        [
            Waiting(
                wish=wish.pk,
                person=wish.person_id,
                board=wish.board,
                seats=wish.seats,
                pace=wish.pace,
                rated=wish.rated,
                patience=(now - wish.made_at) / PACES[wish.pace].patience,
                points=points_of(skill.get(wish.person_id, MU)),
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
        _drop(waiting_wishes().filter(person=pk), fate, now)
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
    others = set(waiting_wishes().filter(person__in=ids).values_list("person", flat=True))
    end_wishes(others, fate=Fate.OTHER_STARTED, now=now)
    for pk, person in people.items():
        data = {"others": pk in others}
        outbox.notify(person=person, kind=NoticeKind.PAIRING, game=game, data=data, now=now)
    return True


def _why_not(person: Person, now: datetime) -> Fate | None:
    """Why a person, whose row is locked, may not take one more seat; None if they may."""
    if not person.is_active or person.is_bot_account:
        return Fate.MAY_NOT_PLAY
    try:
        check_not_suspended(person, now=now)
    except Refused:
        return Fate.MAY_NOT_PLAY
    try:
        check_seat_cap(person)
    except Refused:
        return Fate.NO_SEAT_LEFT
    return None


def _drop(wishes: QuerySet[Wish], fate: Fate, now: datetime) -> None:
    """End wishes of one person, whose row is locked, and notify them why."""
    wish = wishes.select_related("person").first()
    if wish is None:
        return
    wishes.update(ended_at=now, fate=fate)
    data = {"wish": wish.pk, "fate": fate}
    outbox.notify(person=wish.person, kind=NoticeKind.PAIRING, topic=TOPIC, data=data, now=now)


def _drop_unplayable(*, now: datetime) -> None:
    """Drop the wishes for tables that the site no longer has: of a board that is gone, say."""
    kinds = ("board", "seats", "pace")
    for kind in waiting_wishes().order_by().values(*kinds).distinct():
        try:
            check_playable(**kind)
        except Refused:
            wishes = waiting_wishes().filter(**kind)
            for pk in list(wishes.order_by("person").values_list("person", flat=True)):
                with transaction.atomic():
                    lock_person(pk)
                    _drop(wishes.filter(person=pk), Fate.NO_SUCH_TABLE, now)
