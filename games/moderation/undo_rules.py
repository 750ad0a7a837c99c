"""Decisions that can be undone: when, by whom, and why not.

:func:`why_irreversible` judges an entry of the audit log by itself; the classes compare it with the
present game or season. Many entries of one game or season cost as many queries as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.absence.substitution import check_substitute
from games.clock.actions.turn_time import reclaimable_time
from games.clock.core.game_calendars import GameCalendars
from games.clock.models import Miss
from games.common.dates import parse_stamp
from games.common.errors import Refused
from games.leagues.models import Entry, Season
from games.leagues.season.dates import check_dates
from games.leagues.season.withdrawal import why_not_reinstate
from games.moderation import audit
from games.moderation.conflicts import conflicts_of_interest, standing_in_game
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import PROPOSALS, open_proposals
from games.moderation.seasons.dates import dates_before
from games.moderation.sentences import say
from games.moderation.voices import Standing, Voice
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

RUNNING: Final = (GameStatus.RUNNING,)
# Actions that can be undone in a game, and the statuses of the game that allow it.
UNDOABLE_STATUSES: Final[Mapping[str, tuple[GameStatus, ...]]] = {
    ModerationAction.PAUSE: RUNNING,
    ModerationAction.EXTEND: RUNNING,
    ModerationAction.EXCUSE: RUNNING,
    ModerationAction.REPLACE: RUNNING,
    ModerationAction.TAKE_BACK: RUNNING,
    ModerationAction.PROPOSE: RUNNING,
    ModerationAction.PROPOSE_ADJUDICATION: RUNNING,
    ModerationAction.PROPOSE_VOID: (GameStatus.RUNNING, GameStatus.FINISHED),
}


def why_irreversible(entry: AuditEntry) -> str:
    """The reason why a decision cannot be undone; "" if it can, judging by its entry alone.

    Whether all its effects still exist is checked by undoing it. An entry loaded by
    :mod:`games.moderation.audit` costs no query.
    """
    if hasattr(entry, "undone_by"):
        return _("This has already been undone.")
    if entry.action == ModerationAction.TAKE_OUT and "substitute" in entry.data:
        return _("Somebody else has taken over the games.")
    if why := say("irreversible", entry.action):
        return why
    allowed = UNDOABLE_STATUSES.get(entry.action)
    if entry.action == ModerationAction.PROPOSE and entry.game is None:
        return ""
    if allowed is not None and (entry.game is None or entry.game.status not in allowed):
        return _("This game is over. Its cards have been shown, so it cannot go on.")
    return ""


@dataclass
class UndoableInGame:
    """Decisions in a game that an actor can undo."""

    game: Game
    actor: Person
    now: datetime

    def why_not(self, entry: AuditEntry) -> str:
        """The reason why an entry cannot be undone; "" where it can be."""
        if why := why_irreversible(entry):
            return why
        if self._standing.voice(ModerationAction(entry.action)) is Voice.NEVER:
            return _("You or your teammate plays in this game's division.")
        match entry.action:
            case ModerationAction.PAUSE:
                return self._pause(entry)
            case ModerationAction.EXTEND:
                return self._extend(entry)
            case ModerationAction.EXCUSE:
                counts = (entry.data["seat"], entry.data["decision"]) in self._counted
                return _("This missed turn already counts.") if counts else ""
            case ModerationAction.REPLACE:
                return self._replace(entry)
        if entry.action in PROPOSALS and entry.pk not in self._open:
            return _("This is no longer proposed.")
        return ""

    @cached_property
    def _seats(self) -> list[Seat]:
        return list(Seat.objects.filter(game=self.game).select_related("person"))

    @cached_property
    def _counted(self) -> set[tuple[int, int]]:
        """The misses that count, as seat and decision."""
        misses = Miss.objects.filter(game=self.game, excused_at=None)
        return set(misses.values_list("seat", "decision"))

    @cached_property
    def _last_in_seat(self) -> dict[int, AuditEntry]:
        """The last replacement in each seat."""
        entries = audit.entries_of_game(self.game).filter(action=ModerationAction.REPLACE)
        return {entry.data["seat"]: entry for entry in entries.order_by("pk")}

    @cached_property
    def _held_before(self) -> dict[int, Person]:
        return audit.people_of(list(self._last_in_seat.values()))

    @cached_property
    def _standing(self) -> Standing:
        return standing_in_game(self.actor, self.game)

    @cached_property
    def _open(self) -> set[int]:
        """The open proposals, by id."""
        return set(open_proposals().filter(game=self.game).values_list("pk", flat=True))

    @cached_property
    def _calendars(self) -> GameCalendars:
        return GameCalendars(self.game, self.now)

    def _pause(self, entry: AuditEntry) -> str:
        if self.game.paused_at is None:
            return _("The game is already going on.")
        # Undoing this pause must not end the pause of another decision, or of the table.
        again = self.game.paused_at != entry.at
        return _("The game has been paused again since then.") if again else ""

    def _extend(self, entry: AuditEntry) -> str:
        turns = {int(seat): parse_stamp(at) for seat, at in entry.data.get("turns", {}).items()}
        try:
            reclaimable_time(
                game=self.game,
                seats=self._seats,
                turns=turns,
                by=timedelta(minutes=entry.data["minutes"]),
                calendars=self._calendars,
                now=self.now,
            )
        except Refused as refusal:
            return str(refusal)
        return ""

    def _replace(self, entry: AuditEntry) -> str:
        if entry.undoes_id is not None:
            return _("Replace the player again instead.")
        if self._last_in_seat.get(entry.data["seat"]) != entry:
            return _("The seat has changed hands again since then.")
        before = self._held_before.get(entry.subject_id or 0)
        if before is None:
            return _("Nobody has held that seat before.")
        seat = next(seat for seat in self._seats if seat.number == entry.data["seat"])
        if seat.person_id == before.pk:
            return "" if seat.open_since else _("This player already has the seat.")
        try:
            check_substitute(game=self.game, seats=self._seats, row=seat, person=before)
        except Refused as refusal:
            return str(refusal)
        return ""


@dataclass
class UndoableInSeason:
    """Decisions in a season, with their ``entries`` of the audit log, that an actor can undo."""

    season: Season
    entries: Sequence[AuditEntry]
    actor: Person
    now: datetime

    @cached_property
    def _open(self) -> set[int]:
        """The open proposals, by id."""
        found = open_proposals().filter(game=None, data__season=self.season.pk)
        return set(found.values_list("pk", flat=True))

    @cached_property
    def _why_not_reinstate(self) -> dict[int, str]:
        """The reason for each entry of the season that was withdrawn, by id; "" for none."""
        wanted = {
            entry.data["entry"]
            for entry in self.entries
            if entry.action == ModerationAction.TAKE_OUT and not why_irreversible(entry)
        }
        gone = list(Entry.objects.filter(pk__in=wanted).select_related("person"))
        own = conflicts_of_interest(self.actor, gone)
        against = why_not_reinstate(self.season, gone, now=self.now)
        return {one.pk: own.get(one.pk) or against.get(one.pk, "") for one in gone}

    def why_not(self, entry: AuditEntry) -> str:
        """The reason why an entry cannot be undone; "" where it can be."""
        if why := why_irreversible(entry):
            return why
        if self.season.cancelled_at is not None:
            return _("This season was cancelled.")
        if entry.action == ModerationAction.PROPOSE and entry.pk not in self._open:
            return _("This is no longer proposed.")
        if entry.action == ModerationAction.TAKE_OUT:
            return self._why_not_reinstate.get(entry.data["entry"], _("This account is closed."))
        if entry.action == ModerationAction.MOVE_DATES:
            try:
                dates = dates_before(self.season, entry)
                check_dates(season=self.season, dates=dates, now=self.now)
            except Refused as refusal:
                return str(refusal)
        return ""


def why_not_undo(entry: AuditEntry, *, actor: Person, now: datetime) -> str:
    """The reason why an entry cannot be undone by an actor; "" where it can be."""
    if entry.game is not None:
        return UndoableInGame(entry.game, actor=actor, now=now).why_not(entry)
    if "season" in entry.data:
        season = Season.objects.select_related("league").get(pk=entry.data["season"])
        return UndoableInSeason(season, [entry], actor=actor, now=now).why_not(entry)
    return why_irreversible(entry)
