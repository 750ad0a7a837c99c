"""Decisions as pages list them: when, in which role, what and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _

from games.leagues.models import League, Season
from games.leagues.naming import full_name
from games.moderation import audit
from games.moderation.audit import reason_texts
from games.moderation.models import AuditEntry, ModerationAction, Role
from games.moderation.proposals import PROPOSALS, due_at, objections_to, open_proposals
from games.moderation.seasons.wording import (
    Names,
    league_sentence,
    names_of_entries,
    season_sentence,
)
from games.moderation.second_voice import is_second_voice, may_object
from games.moderation.undo_rules import UndoableInGame, UndoableInSeason
from games.moderation.wording import conflict_text, game_sentence, line_sentence, next_step
from games.people.models import Person
from games.tables.models import Game
from games.tables.seat_names import names_by_game

Row = dict[str, Any]
"""A decision as web/moderation/history.html shows it; `_decision_row` makes it."""
WhyNotUndo = Callable[[AuditEntry], str]


@dataclass(frozen=True, slots=True)
class _Lookups:
    """The games, people and names that entries mention, read once for all of them."""

    reasons: Mapping[str, str]
    people: Mapping[int, Person]
    seats: Mapping[int, Sequence[str]]
    seasons: Mapping[int, Season]
    names: Names
    open: frozenset[int]


def game_history(
    game: Game, *, actor: Person | None = None, undo_at: datetime | None = None
) -> list[Row]:
    """The decisions in a game, latest first, without looks at cards.

    ``undo_at`` is the time at which the ``actor``, who may act there, might undo some of it; else
    the actor is a reader, who may object.
    """
    entries = list(audit.entries_of_game(game).exclude(action__in=audit.NOT_LISTED))
    why_not = UndoableInGame(game, actor, undo_at).why_not if actor and undo_at else None
    return decision_rows(entries, reader=actor, why_not_undo=why_not)


def season_history(
    season: Season, *, actor: Person | None = None, undo_at: datetime | None = None
) -> list[Row]:
    """The decisions in a season as a whole, latest first.

    ``undo_at`` is the time at which the ``actor``, who reads it, might undo some of it; else the
    actor is a reader, who may object.
    """
    entries = list(audit.entries_of_season(season))
    undoable = UndoableInSeason(season, entries, actor, undo_at) if actor and undo_at else None
    why_not = undoable.why_not if undoable else None
    return decision_rows(entries, reader=actor, why_not_undo=why_not)


def league_history(league: League) -> list[Row]:
    """The decisions about a league itself, latest first."""
    return decision_rows(list(audit.entries_of_league(league)), private=True)


def decision_rows(
    entries: Sequence[AuditEntry],
    *,
    why_not_undo: WhyNotUndo | None = None,
    reader: Person | None = None,
    private: bool = False,
) -> list[Row]:
    """These entries, of :mod:`games.moderation.audit`, in words.

    It takes as many queries for one entry as for a hundred, besides those about open proposals.

    :param why_not_undo: why an entry cannot be undone, or "", where the reader may undo some.
    :param reader: who may answer open proposals.
    :param private: whether it is read by directors or moderators, such as those who may undo some.
    """
    if not entries:
        return []
    private = private or why_not_undo is not None
    proposed = [entry.pk for entry in entries if entry.action in PROPOSALS]
    digests = {entry.reason for entry in entries}
    if private:
        digests |= {entry.message for entry in entries}
    of_seasons = [entry for entry in entries if entry.game_id is None and "season" in entry.data]
    seasons = Season.objects.select_related("league")
    known = _Lookups(
        reasons=reason_texts(digests),
        people=audit.people_of(entries),
        seats=names_by_game(entry.game_id for entry in entries if entry.game_id),
        seasons=seasons.in_bulk({entry.data["season"] for entry in of_seasons}),
        names=names_of_entries(of_seasons),
        open=frozenset(open_proposals().filter(pk__in=proposed).values_list("pk", flat=True))
        if proposed
        else frozenset(),
    )
    return [
        {
            **_decision_row(entry, known, why_not_undo, private=private),
            **_answers(entry, known, reader, confirms=why_not_undo is not None),
        }
        for entry in entries
    ]


def proposal_rows(proposals: Sequence[AuditEntry]) -> list[tuple[str, str]]:
    """The address at which each proposal is confirmed, and what it says."""
    found = []
    for entry, row in zip(proposals, decision_rows(proposals), strict=True):
        if entry.game is not None:
            url = reverse("direct", args=[entry.game.code])
        else:
            season = row["season"]
            url = reverse("direct-season", args=[season.league.slug, season.number])
        found.append((url, row["text"]))
    return found


def _answers(
    entry: AuditEntry, known: _Lookups, reader: Person | None, *, confirms: bool
) -> dict[str, Any]:
    """The addresses at which a reader answers an open proposal."""
    if reader is None or entry.pk not in known.open:
        return {}
    if confirms:
        generic = entry.action == ModerationAction.PROPOSE
        able = generic and is_second_voice(reader, entry)
        return {"confirm_url": _answer_url("confirm", entry, known)} if able else {}
    due = due_at(entry)
    waits = due is not None and due > now() and not objections_to(entry).exists()
    able = waits and may_object(reader, entry)
    return {"object_url": _answer_url("object", entry, known)} if able else {}


def _answer_url(what: str, entry: AuditEntry, known: _Lookups) -> str:
    if entry.game is not None:
        return reverse(f"{what}-in-game", args=[entry.game.code, entry.pk])
    season = known.seasons[entry.data["season"]]
    return reverse(f"{what}-in-season", args=[season.league.slug, season.number, entry.pk])


def _decision_row(
    entry: AuditEntry, known: _Lookups, why_not: WhyNotUndo | None, *, private: bool
) -> Row:
    """An entry in words; ``private`` texts are for those with a role.

    For who may undo it there is either ``undo_url``, or ``why_not_undo`` says why there is not.
    """
    actor = known.people.get(entry.actor_id)
    subject = known.people.get(entry.subject_id) if entry.subject_id else None
    season = known.seasons.get(entry.data.get("season", 0))
    undone = hasattr(entry, "undone_by")
    why_not_undo = why_not(entry) if why_not and not undone else ""
    undoable = why_not is not None and not undone and not why_not_undo
    name = actor.name if actor else _("somebody who has left")
    reason = known.reasons.get(entry.reason, _("This text has been erased."))
    return {
        "at": entry.at,
        "role": Role(entry.role).label,
        # The others need not know which of them objected.
        "actor": name if private or entry.role != Role.PLAYER else "",
        "conflict": conflict_text(entry),
        "action": ModerationAction(entry.action).label,
        "subject": subject.name if subject else "",
        "game": entry.game.code if entry.game else "",
        "season": season,
        "season_name": full_name(season) if season else "",
        "text": _text(entry, known),
        "reason": reason if entry.reason else "",
        "undone": undone,
        "undo_url": _answer_url("undo", entry, known) if undoable else "",
        "why_not_undo": why_not_undo,
        "message": known.reasons.get(entry.message, "") if private else "",
    }


def _text(entry: AuditEntry, known: _Lookups) -> str:
    follows = f" {next_step(entry)}" if entry.pk in known.open else ""
    if entry.game_id is not None:
        if entry.action in audit.NOT_LISTED:
            return line_sentence(entry)
        return (game_sentence(entry, known.seats.get(entry.game_id, [])) + follows).rstrip()
    if "season" in entry.data:
        return (season_sentence(entry, known.names) + follows).rstrip()
    if entry.league is None:
        return line_sentence(entry)
    subject = known.people.get(entry.subject_id) if entry.subject_id else None
    return league_sentence(entry, subject.name if subject else _("somebody who has left"))
