"""What can be undone now, by whom: asked by the pages that offer it and by who carries it out.

:mod:`games.moderation.lasting` knows what an entry of the audit log tells by itself; this looks at
the game or the season as it is now. Many entries of one game or season cost as many queries as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.absence.replace_player import check_newcomer
from games.clock.calendars import Calendars
from games.clock.models import Miss
from games.clock.shorten import spare_of
from games.errors import Refused
from games.leagues.let_back import obstacles
from games.leagues.models import Entry, Season
from games.leagues.move_dates import check_dates
from games.log.stamps import read_stamp
from games.moderation import audit
from games.moderation.acting import OF_RESULTS
from games.moderation.lasting import why_lasting
from games.moderation.models import AuditEntry, Deed
from games.moderation.move_dates import dates_before
from games.moderation.roles import has_stake, own_affairs
from games.moderation.two_voices import ADJUDICATION, standing_proposal
from games.moderation.void import proposed
from games.people.models import Person
from games.tables.models import Game, Seat


class UndoableInGame:
    """What an actor can undo in a game."""

    def __init__(self, game: Game, *, actor: Person, now: datetime) -> None:
        self.game = game
        self.actor = actor
        self.now = now

    def why_not(self, entry: AuditEntry) -> str:
        """The reason why an entry cannot be undone; "" where it can be."""
        if why := why_lasting(entry):
            return why
        if entry.deed in OF_RESULTS and self._has_stake:
            return _("You or your team play in the division of this game.")
        look = _IN_A_GAME.get(entry.deed)
        return look(self, entry) if look else ""

    @cached_property
    def _seats(self) -> list[Seat]:
        return list(Seat.objects.filter(game=self.game).select_related("person"))

    @cached_property
    def _counted(self) -> set[tuple[int, int]]:
        """The misses that count, as seat and decision."""
        misses = Miss.objects.filter(game=self.game, excused_at=None)
        return set(misses.values_list("seat", "decision"))

    @cached_property
    def _last_in_seat(self) -> dict[int, int]:
        """The last replacement in each seat, as the id of its entry."""
        entries = AuditEntry.objects.filter(game=self.game, deed=Deed.REPLACE).order_by("pk")
        return {data["seat"]: pk for pk, data in entries.values_list("pk", "data")}

    @cached_property
    def _held_before(self) -> dict[int, Person]:
        entries = AuditEntry.objects.filter(pk__in=self._last_in_seat.values())
        return audit.people_of(list(entries))

    @cached_property
    def _has_stake(self) -> bool:
        return has_stake(self.actor, self.game)

    @cached_property
    def _proposal(self) -> AuditEntry | None:
        return proposed(self.game)

    @cached_property
    def _proposed_result(self) -> AuditEntry | None:
        return standing_proposal(self.game, ADJUDICATION)

    @cached_property
    def _calendars(self) -> Calendars:
        return Calendars(self.game, self.now)

    def _pause(self, entry: AuditEntry) -> str:
        if self.game.paused_at is None:
            return _("The game goes on already.")
        # The pause of another decision, or of the table, is not ended by undoing this one.
        return "" if self.game.paused_at == entry.at else _("The game was paused anew since.")

    def _extend(self, entry: AuditEntry) -> str:
        turns = {int(seat): read_stamp(at) for seat, at in entry.data.get("turns", {}).items()}
        try:
            spare_of(
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

    def _excuse(self, entry: AuditEntry) -> str:
        counts = (entry.data["seat"], entry.data["decision"]) in self._counted
        return _("This missed turn counts already.") if counts else ""

    def _propose(self, entry: AuditEntry) -> str:
        if self._proposal is not None and self._proposal.pk == entry.pk:
            return ""
        return _("Nobody proposes to void this game.")

    def _propose_result(self, entry: AuditEntry) -> str:
        if self._proposed_result is not None and self._proposed_result.pk == entry.pk:
            return ""
        return _("This result is not proposed any more.")

    def _replace(self, entry: AuditEntry) -> str:
        if entry.undoes_id is not None:
            return _("Replace the player anew, if there is reason to.")
        if self._last_in_seat.get(entry.data["seat"]) != entry.pk:
            return _("The seat has changed hands again since.")
        before = self._held_before.get(entry.subject_id or 0)
        if before is None:
            return _("Nobody held that seat before.")
        seat = next(seat for seat in self._seats if seat.number == entry.data["seat"])
        if seat.person_id == before.pk:
            return "" if seat.open_since else _("This player has the seat already.")
        try:
            check_newcomer(game=self.game, seats=self._seats, row=seat, person=before)
        except Refused as refusal:
            return str(refusal)
        return ""


class UndoableInSeason:
    """What an actor can undo in a season."""

    def __init__(self, season: Season, *, actor: Person, now: datetime) -> None:
        self.season = season
        self.actor = actor
        self.now = now
        self._known: dict[int, str] = {}

    def read(self, entries: Sequence[AuditEntry]) -> None:
        """Looks at once at all players of whom these entries tell that they were taken out."""
        wanted = {
            entry.data["entry"]
            for entry in entries
            if entry.deed == Deed.TAKE_OUT and not why_lasting(entry)
        }
        gone = list(Entry.objects.filter(pk__in=wanted).select_related("person"))
        own = own_affairs(self.actor, gone)
        against = obstacles(self.season, gone, now=self.now)
        self._known |= {one.pk: own.get(one.pk) or against.get(one.pk, "") for one in gone}

    def why_not(self, entry: AuditEntry) -> str:
        """The reason why an entry cannot be undone; "" where it can be."""
        if why := why_lasting(entry):
            return why
        if self.season.cancelled_at is not None:
            return _("This season was cancelled.")
        if entry.deed == Deed.TAKE_OUT:
            if entry.data["entry"] not in self._known:
                self.read([entry])
            return self._known.get(entry.data["entry"], _("This account is closed."))
        if entry.deed == Deed.MOVE_DATES:
            try:
                dates = dates_before(self.season, entry)
                check_dates(season=self.season, dates=dates, now=self.now)
            except Refused as refusal:
                return str(refusal)
        return ""


def why_not(entry: AuditEntry, *, actor: Person, now: datetime) -> str:
    """The reason why an entry cannot be undone by an actor; "" where it can be."""
    if entry.game is not None:
        return UndoableInGame(entry.game, actor=actor, now=now).why_not(entry)
    if "season" in entry.data:
        season = Season.objects.select_related("league").get(pk=entry.data["season"])
        return UndoableInSeason(season, actor=actor, now=now).why_not(entry)
    return why_lasting(entry)


_IN_A_GAME: Final[Mapping[str, Callable[[UndoableInGame, AuditEntry], str]]] = {
    Deed.PAUSE: UndoableInGame._pause,
    Deed.EXTEND: UndoableInGame._extend,
    Deed.EXCUSE: UndoableInGame._excuse,
    Deed.PROPOSE_ADJUDICATION: UndoableInGame._propose_result,
    Deed.PROPOSE_VOID: UndoableInGame._propose,
    Deed.REPLACE: UndoableInGame._replace,
}
