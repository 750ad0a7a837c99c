"""Move the dates of a season, or extend it with all its open turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.clock.actions.turn_time import LONGEST_EXTENSION, extend_deadline
from games.common.actors import DIRECTOR
from games.common.dates import parse_stamp, stamp
from games.common.errors import Refused
from games.leagues.models import Season
from games.leagues.season.dates import move_dates
from games.leagues.season.locking import lock_season
from games.leagues.season.recipients import participants
from games.moderation import audit
from games.moderation.audit import store_reason, tidy_message, tidy_reason
from games.moderation.conflicts import authority
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.moved_deadlines import changes_for_audit
from games.moderation.place import InGame, InSeason
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


@decision(ModerationAction.MOVE_DATES)
def move_season_dates(at: Decision, *, dates: Mapping[str, datetime]) -> DecisionOutcome:
    """Move dates of a season, by the names of its fields, and notify everybody in it.

    :raises Refused: if the dates cannot be moved so.
    """
    return _move(at, dates)


@decision(ModerationAction.MOVE_DATES)
def move_season_dates_back(at: Decision) -> DecisionOutcome:
    """Move the dates back that the decision to undo has moved, if nobody has moved them since.

    :raises Refused: if they were moved since, or the earlier dates are no longer valid for the
        season.
    """
    return _move(at, dates_before(at.season, at.undone))


def _move(at: Decision, dates: Mapping[str, datetime]) -> DecisionOutcome:
    changed = move_dates(season=at.season, dates=dates, now=at.now)
    stamped = {name: [stamp(when) for when in change] for name, change in changed.items()}
    return DecisionOutcome({"dates": stamped}, participants(at.season))


def dates_before(season: Season, entry: AuditEntry) -> dict[str, datetime]:
    """The dates of a season, by the names of its fields, from before an entry moved them.

    :raises Refused: if they were moved since.
    """
    dates = {}
    for name, (before, after) in entry.data["dates"].items():
        if getattr(season, name) != parse_stamp(after):
            raise Refused(_("These dates have been moved again since then. Move them by hand."))
        dates[name] = parse_stamp(before)
    return dates


MINUTE: Final = timedelta(minutes=1)


def open_turns(season: Season) -> QuerySet[Seat]:
    """The seats whose deadline an extension would move, soonest first.

    Where weekends, vacations or a bank count, a deadline moves by more than the time given.
    """
    seats = Seat.objects.filter(game__in=_games(season), due_at__isnull=False)
    rows = seats.select_related("game", "person").defer("game__secret")
    return rows.order_by("due_at", "pk")


@transaction.atomic
def extend_season(
    *,
    actor: Person,
    season: Season,
    by: timedelta,
    key: str,
    reason: str,
    message: str = "",
    now: datetime,
) -> Sequence[AuditEntry]:
    """Move every deadline of a season, and its end, all or nothing; return an entry a game.

    Everybody in it gets one mail, with their deadlines and the last day before and after.

    ``key`` identifies this extension: with a key that was used before, nothing happens.

    :raises NotAllowed: if the actor does not direct the league, and does not moderate the site.
    :raises Refused: if there is no reason, or the time is too short or too long.
    """
    standing = authority(actor, ModerationAction.EXTEND_SEASON, season=season)
    text = tidy_reason(reason)
    if not MINUTE <= by <= LONGEST_EXTENSION:
        raise Refused(
            _("Choose a time between a minute and %(days)d days.")
            % {"days": LONGEST_EXTENSION.days}
        )
    locked = lock_season(season)
    earlier = AuditEntry.objects.filter(
        league=locked.league_id, action=ModerationAction.EXTEND_SEASON, data__key=key
    )
    if earlier.exists():
        return list(earlier)
    data = {"key": key, "season": locked.pk, "minutes": int(by / MINUTE), **standing.marks}
    digest, private = store_reason(text), tidy_message(message)
    write = partial(
        audit.write_entry,
        actor=actor,
        role=standing.role,
        action=ModerationAction.EXTEND_SEASON,
        reason=digest,
        message=store_reason(private) if private else "",
        league=locked.league,
        now=now,
    )
    entries = []
    recipients = participants(locked)
    for game in _games(locked).order_by("pk"):
        seats = Seat.objects.filter(game=game, opened_at__isnull=False)
        before = dict(seats.values_list("number", "due_at"))
        if not before:
            continue
        due = extend_deadline(game=game, by=by, actor=DIRECTOR, now=now)
        place = InGame(game)
        recipients += place.players()
        seq = place.note(ModerationAction.EXTEND_SEASON, digest, now=now)
        moved = {**data, "due": changes_for_audit(before, due)}
        entries.append(write(game=game, seq=seq, data=moved))
    ends = [stamp(locked.ends_at), stamp(locked.ends_at + by)]
    Season.objects.filter(pk=locked.pk).update(ends_at=locked.ends_at + by)
    whole = write(data={**data, "games": len(entries), "ends_at": ends})
    # One mail for each person, with the deadlines of all their games.
    InSeason(locked).notify(whole, recipients, now=now)
    return [*entries, whole]


def _games(season: Season) -> QuerySet[Game]:
    return Game.objects.filter(
        status=GameStatus.RUNNING, season_game__division__season=season
    ).defer("secret")
