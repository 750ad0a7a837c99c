"""Players who ask to play in a season, with what a director may want to know of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import ngettext

from games.leagues.models import Entry, EntryStatus, Season
from games.players.selectors import Reliability, over_all_boards, reliability_of
from games.players.skill import DisplayedRating


@dataclass(frozen=True, slots=True)
class AskingRow:
    """A player who asks; ``record`` is finished games, and seasons of the league."""

    entry: Entry
    rating: DisplayedRating | None
    reliability: Reliability
    record: str


def asking_rows(season: Season, entries: Sequence[Entry]) -> list[AskingRow]:
    """A row for each entry: three queries, however many there are."""
    people = [entry.person_id for entry in entries if entry.person_id]
    ratings, reliability = over_all_boards(people), reliability_of(people)
    played = Entry.objects.filter(person__in=people, season__league=season.league_id)
    counted = played.filter(division__isnull=False).exclude(season=season).values("person")
    seasons = {
        row["person"]: (row["count"], row["left"])
        for row in counted.annotate(
            count=Count("pk"), left=Count("pk", filter=Q(status=EntryStatus.WITHDRAWN))
        )
    }
    return [
        AskingRow(
            entry,
            ratings.get(entry.person.pk),
            reliability[entry.person.pk],
            _record(reliability[entry.person.pk], *seasons.get(entry.person.pk, (0, 0))),
        )
        for entry in entries
        if entry.person is not None
    ]


def _record(turns: Reliability, seasons: int, left: int) -> str:
    games = ngettext("%(count)d game finished", "%(count)d games finished", turns.finished)
    parts = [games % {"count": turns.finished}]
    if turns.left:
        gone = ngettext("%(count)d game left", "%(count)d games left", turns.left)
        parts.append(gone % {"count": turns.left})
    if seasons:
        played = ngettext("%(count)d season here", "%(count)d seasons here", seasons)
        parts.append(played % {"count": seasons})
    if left:
        gone = ngettext("%(count)d season left early", "%(count)d seasons left early", left)
        parts.append(gone % {"count": left})
    return ", ".join(parts)
