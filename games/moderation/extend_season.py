"""Giving a whole season more time, such as the length of an outage: looked at first, then done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.clock.extend import LONGEST, extend_deadline
from games.errors import Refused
from games.leagues.locking import lock_season
from games.leagues.mails import everybody_in
from games.leagues.models import Season
from games.log.stamps import stamp
from games.moderation import audit
from games.moderation.acting import DIRECTOR, note_decision
from games.moderation.deadlines import moved
from games.moderation.in_season import part_of, tell_in_season
from games.moderation.models import AuditEntry, Deed
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import require_office
from games.people.models import Person
from games.play.door import door
from games.tables.models import Game, GameStatus, Seat

MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Moved:
    """A deadline that an extension would move, and the earliest that it would move to."""

    game: Game
    seat: Seat
    before: datetime
    after: datetime


def preview(*, season: Season, by: timedelta) -> list[Moved]:
    """Gets every deadline that an extension would move, soonest first.

    Where weekends, vacations or a bank count, a deadline moves by more than ``by``.
    """
    seats = Seat.objects.filter(game__in=_games(season), due_at__isnull=False)
    rows = seats.select_related("game", "person").defer("game__secret").order_by("due_at", "pk")
    return [Moved(seat.game, seat, seat.due_at, seat.due_at + by) for seat in rows if seat.due_at]


@transaction.atomic
def extend_season(
    *, actor: Person, season: Season, by: timedelta, key: str, reason: str, now: datetime
) -> Sequence[AuditEntry]:
    """Moves every deadline of a season, and its end, all or nothing; gets an entry a game.

    Everybody in it gets one mail, with their deadlines and the last day before and after.

    ``key`` names this one extension: with a key that was used before nothing happens again.

    :raises NotAllowed: if the actor does not direct the league, and does not moderate the site.
    :raises Refused: if there is no reason, or the time is too short or too long.
    """
    role = require_office(actor, season.league)
    text = tidy_reason(reason)
    if not MINUTE <= by <= LONGEST:
        raise Refused(
            _("Choose a time of at least a minute and at most %(days)d days.")
            % {"days": LONGEST.days}
        )
    locked = lock_season(season)
    earlier = AuditEntry.objects.filter(
        league=locked.league_id, deed=Deed.EXTEND_SEASON, data__key=key
    )
    if earlier.exists():
        return list(earlier)
    data = {
        "key": key,
        "season": locked.pk,
        "minutes": int(by / MINUTE),
        **part_of(actor, locked),
    }
    digest = keep_reason(text)
    entries = []
    told = {person.pk: person for person in everybody_in(locked)}
    for game in _games(locked).order_by("pk"):
        seats = Seat.objects.filter(game=game, opened_at__isnull=False)
        before = dict(seats.values_list("number", "due_at"))
        if not before:
            continue
        due = extend_deadline(game=game, by=by, actor=DIRECTOR, now=now)
        told |= {person.pk: person for person in Person.objects.filter(seats__game=game)}
        with door(game=game, now=now) as table:
            note_decision(table, Deed.EXTEND_SEASON, digest)
            seq = table.game.version
        entry = audit.write(
            actor=actor,
            role=role,
            deed=Deed.EXTEND_SEASON,
            reason=digest,
            game=game,
            league=locked.league,
            seq=seq,
            data={**data, "due": moved(before, due)},
            now=now,
        )
        entries.append(entry)
    ends = [stamp(locked.ends_at), stamp(locked.ends_at + by)]
    Season.objects.filter(pk=locked.pk).update(ends_at=locked.ends_at + by)
    whole = audit.write(
        actor=actor,
        role=role,
        deed=Deed.EXTEND_SEASON,
        reason=digest,
        league=locked.league,
        data={**data, "games": len(entries), "ends_at": ends},
        now=now,
    )
    # One mail for each, however many games they play: it has all their deadlines.
    tell_in_season(whole, locked, told.values(), now=now)
    return [*entries, whole]


def _games(season: Season) -> QuerySet[Game]:
    return Game.objects.filter(
        status=GameStatus.RUNNING, season_game__division__season=season
    ).defer("secret")
