"""Where a decision is taken: in a game, or in a season as a whole. Who plays there and decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q

from games.common import event_types
from games.common.actors import DIRECTOR
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, League, Season
from games.leagues.season.recipients import topic_of
from games.log.models import Event
from games.moderation.conflicts import standing_in_game, standing_in_season
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.roles import site_moderators
from games.moderation.voices import Standing
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.play.transaction import game_transaction
from games.tables.models import Game, GameStatus


class Place(ABC):
    """A game or a season. ``fields`` are those by which the audit log finds its entries."""

    game: Game | None = None
    season: Season | None
    fields: Mapping[str, Any]

    @property
    def league(self) -> League | None:
        """The league that it is part of."""
        return self.season.league if self.season is not None else None

    @abstractmethod
    def standing(self, person: Person) -> Standing:
        """The standing of a person here.

        :raises Refused: if they may not act here; see :mod:`games.moderation.conflicts`.
        """

    @abstractmethod
    def lock(self) -> None:
        """Lock its row until the transaction ends."""

    @abstractmethod
    def players(self) -> list[Person]:
        """The people whom a decision here concerns."""

    @abstractmethod
    def notify(self, entry: AuditEntry, people: Iterable[Person | None], *, now: datetime) -> None:
        """Notify people of a decision here, each once; in a game also its players."""

    def note(self, action: ModerationAction, digest: str, *, now: datetime) -> int | None:
        """Store the digest of a reason in the log of the game; return the number of the event."""
        return None

    def accepts(self, actor: Person) -> bool:
        """Whether all players here, besides the actor, accepted directors who play."""
        assert self.season is not None  # else nobody is involved
        wanted = {person.pk for person in self.players()} - {actor.pk}
        accepting = self.season.entries.filter(person__in=wanted, accepts_directors=True)
        return bool(wanted) and set(accepting.values_list("person", flat=True)) == wanted

    def second_voices(self, actor: Person) -> list[Person]:
        """The people to ask for a second voice: uninvolved directors, or moderators if none."""
        assert self.league is not None  # else nobody is involved
        directors = self.league.directors.filter(is_active=True)
        return self._free(directors, actor) or self._free(site_moderators(), actor)

    def _free(self, people: Iterable[Person], actor: Person) -> list[Person]:
        return [one for one in people if one.pk != actor.pk and self._is_uninvolved(one)]

    def _is_uninvolved(self, person: Person) -> bool:
        try:
            return not self.standing(person).involved
        except Refused:
            return False


class InGame(Place):
    """A game as the place of a decision."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.fields = {"game": game}

    @cached_property
    def season(self) -> Season | None:  # type: ignore[override]
        """The season in which the game is played."""
        seasons = Season.objects.filter(divisions__season_games__game=self.game)
        return seasons.select_related("league").first()

    def standing(self, person: Person) -> Standing:
        return standing_in_game(person, self.game)

    def lock(self) -> None:
        lock_game(self.game)

    def players(self) -> list[Person]:
        return list(Person.objects.filter(seats__game=self.game).distinct())

    def notify(self, entry: AuditEntry, people: Iterable[Person | None], *, now: datetime) -> None:
        recipients = (*self.players(), entry.subject, *people)
        for person in {one.pk: one for one in recipients if one is not None}.values():
            outbox.notify(
                person=person,
                kind=NoticeKind.DIRECTOR_DECISION,
                game=self.game,
                data={"entry": entry.pk},
                now=now,
            )

    def note(self, action: ModerationAction, digest: str, *, now: datetime) -> int | None:
        status = Game.objects.values_list("status", flat=True).get(pk=self.game.pk)
        if status == GameStatus.RUNNING:
            with game_transaction(game=self.game, now=now) as locked:
                locked.append_table_event(
                    event_types.DECISION, {"deed": str(action), "reason": digest}, DIRECTOR
                )
                return locked.game.version
        # Decisions that end a game have stored their reason themselves.
        events = Event.objects.filter(game=self.game).order_by("-seq")
        return events.values_list("seq", flat=True).first()


class InSeason(Place):
    """A season as the place of a decision, about some of its ``entries`` or about all."""

    def __init__(
        self, season: Season, entries: Sequence[Entry] = (), action: str | None = None
    ) -> None:
        self.season: Season = season
        self.entries, self.action = entries, action
        self.fields = {"game": None, "data__season": season.pk}

    def standing(self, person: Person) -> Standing:
        return standing_in_season(person, self.season, self.entries, self.action)

    def lock(self) -> None:
        Season.objects.select_for_update().get(pk=self.season.pk)

    def players(self) -> list[Person]:
        """Those in the divisions of the entries, or in the season, and the entries themselves."""
        entries = self.season.entries
        active = entries.filter(status__in=[EntryStatus.REGISTERED, EntryStatus.PLAYING])
        divisions = {entry.division_id for entry in self.entries if entry.division_id is not None}
        if divisions:
            active = active.filter(division__in=divisions)
        named = [entry.pk for entry in self.entries]
        found = entries.filter(Q(pk__in=active.values("pk")) | Q(pk__in=named))
        return [one.person for one in found.select_related("person") if one.person is not None]

    def notify(self, entry: AuditEntry, people: Iterable[Person | None], *, now: datetime) -> None:
        for person in {one.pk: one for one in people if one is not None}.values():
            outbox.notify(
                person=person,
                kind=NoticeKind.DIRECTOR_DECISION,
                topic=topic_of(self.season),
                data={"entry": entry.pk, "season": self.season.pk},
                now=now,
            )


def place_of(entry: AuditEntry) -> InGame | InSeason:
    """The game that an entry of the audit log is about, or its season."""
    if entry.game is not None:
        return InGame(entry.game)
    entries = Entry.objects.filter(pk__in=entry.data.get("entries", ()))
    rows = list(entries.select_related("division"))
    return InSeason(season_of(entry), rows, entry.data.get("action"))


def season_of(entry: AuditEntry) -> Season:
    """The season as a whole that an entry of the audit log is about."""
    return Season.objects.select_related("league").get(pk=entry.data["season"])


def lock_game(game: Game) -> Game:
    """Lock a game and return its present state, for a decision that stores the state before."""
    return Game.objects.select_for_update().get(pk=game.pk)
