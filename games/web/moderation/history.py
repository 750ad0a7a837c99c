"""What was decided, as pages show it: when, in which office, what and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues.models import League, Season
from games.leagues.naming import full_name
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed, Role
from games.moderation.reasons import reasons
from games.moderation.undoable import UndoableInGame, UndoableInSeason
from games.moderation.wording import in_the_game
from games.moderation.wording_in_league import in_the_league
from games.moderation.wording_in_season import Names, in_the_season, names_in
from games.people.models import Person
from games.tables.models import Game
from games.tables.naming import names_at

UNTOLD: Final = (Deed.LOOK, Deed.WARN, Deed.SETTLE)
"""What is no decision in a game, though it was done there."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The address at which an entry is undone, and why it cannot be, or ""."""

    url: Callable[[AuditEntry], str]
    why_not: Callable[[AuditEntry], str]


@dataclass(frozen=True, slots=True)
class Decided:
    """One entry; ``actor`` is for those in office, ``plays`` says that they play there too.

    For who may undo it there is either ``undo_url``, or ``lasting`` says why there is not.
    """

    at: datetime
    role: str
    actor: str
    plays: bool
    deed: str
    subject: str
    game: str
    season: str
    season_url: str
    text: str
    reason: str
    undone: bool
    undo_url: str
    lasting: str


@dataclass(frozen=True, slots=True)
class _Known:
    """What entries tell of, read once for all of them."""

    reasons: Mapping[str, str]
    people: Mapping[int, Person]
    seats: Mapping[int, Sequence[str]]
    seasons: Mapping[int, Season]
    names: Names


def history(
    game: Game, *, actor: Person | None = None, undo_at: datetime | None = None
) -> list[Decided]:
    """Gets what was decided in a game, latest first; looks at cards are not among it.

    ``undo_at`` is the time at which the ``actor``, who may act there, might undo some of it.
    """
    entries = list(audit.of_game(game).exclude(deed__in=UNTOLD))
    if undo_at is None or actor is None:
        return decided(entries)
    return decided(
        entries,
        undo=Undo(
            lambda entry: reverse("direct-undo", args=[game.code, entry.pk]),
            UndoableInGame(game, actor=actor, now=undo_at).why_not,
        ),
    )


def history_of(
    season: Season, *, actor: Person | None = None, undo_at: datetime | None = None
) -> list[Decided]:
    """Gets what was decided in a season as a whole, latest first.

    ``undo_at`` is the time at which the ``actor``, who reads it, might undo some of it.
    """
    entries = list(audit.of_season(season))
    if undo_at is None or actor is None:
        return decided(entries)
    where = [season.league.slug, season.number]
    undoable = UndoableInSeason(season, actor=actor, now=undo_at)
    undoable.read(entries)
    return decided(
        entries,
        undo=Undo(
            lambda entry: reverse("undo-in-season", args=[*where, entry.pk]), undoable.why_not
        ),
    )


def history_of_league(league: League) -> list[Decided]:
    """What was decided about a league itself, latest first."""
    return decided(list(audit.of_league(league)))


def decided(entries: Sequence[AuditEntry], *, undo: Undo | None = None) -> list[Decided]:
    """Gets these entries, of :mod:`games.moderation.audit`, in words.

    It takes as many queries for one entry as for a hundred.
    """
    of_seasons = [entry for entry in entries if entry.game_id is None and "season" in entry.data]
    seasons = Season.objects.select_related("league")
    known = _Known(
        reasons=reasons(entry.reason for entry in entries),
        people=audit.people_of(entries),
        seats=names_at(entry.game_id for entry in entries if entry.game_id),
        seasons=seasons.in_bulk({entry.data["season"] for entry in of_seasons}),
        names=names_in(of_seasons),
    )
    return [_decided(entry, known, undo) for entry in entries]


def _decided(entry: AuditEntry, known: _Known, undo: Undo | None) -> Decided:
    actor = known.people.get(entry.actor_id)
    subject = known.people.get(entry.subject_id) if entry.subject_id else None
    season = known.seasons.get(entry.data.get("season", 0))
    undone = hasattr(entry, "undone_by")
    lasting = undo.why_not(entry) if undo and not undone else ""
    return Decided(
        at=entry.at,
        role=str(Role(entry.role).label),
        actor=actor.name if actor else _("somebody who has left"),
        plays="plays" in entry.data,
        deed=str(Deed(entry.deed).label),
        subject=subject.name if subject else "",
        game=entry.game.code if entry.game else "",
        season=full_name(season) if season else "",
        season_url=_url(season) if season else "",
        text=_text(entry, known),
        reason=known.reasons.get(entry.reason, _("This text was erased.")) if entry.reason else "",
        undone=undone,
        undo_url=undo.url(entry) if undo and not undone and not lasting else "",
        lasting=lasting,
    )


def _text(entry: AuditEntry, known: _Known) -> str:
    if entry.game_id is not None:
        if entry.deed in UNTOLD:
            return ""
        return in_the_game(entry, known.seats.get(entry.game_id, []))
    if "season" in entry.data:
        return in_the_season(entry, known.names)
    if entry.league is None:
        return ""
    subject = known.people.get(entry.subject_id) if entry.subject_id else None
    return in_the_league(entry, subject.name if subject else _("somebody who has left"))


def _url(season: Season) -> str:
    return reverse("season-decisions", args=[season.league.slug, season.number])
