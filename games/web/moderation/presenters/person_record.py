"""Record of a person, for moderators: how they played, sanctions, seasons, hints."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.absence.models import HandOver
from games.leagues.models import Entry, EntryStatus
from games.leagues.naming import full_name
from games.moderation.models import Report, ReportStatus
from games.moderation.one_sided_results import OneSidedResults, one_sided_results
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.people.traces import SharedTrace, shared_with
from games.players.selectors import reliability_of
from games.tables.models import GameStatus, Seat

LATEST_ROWS: Final = 20


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """A sanction that held or holds, with how it ended and whether there was an appeal."""

    kind: str
    at: datetime
    until: datetime | None
    lifted_at: datetime | None
    appeal: str


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season that the person was in."""

    name: str
    url: str
    status: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """``facts`` are names with numbers. ``shared`` and ``one_sided`` are hints, and no proof."""

    facts: list[tuple[str, int]]
    sanctions: list[SanctionRow]
    seasons: list[SeasonRow]
    shared: list[SharedTrace]
    one_sided: list[OneSidedResults]


def person_record(person: Person, *, now: datetime) -> PersonRecord:
    """All of it; the number of queries does not grow with what there is."""
    sanctions = Sanction.objects.filter(person=person).select_related("appeal")
    entries = Entry.objects.filter(person=person).select_related("season__league")
    return PersonRecord(
        facts=_facts(person),
        sanctions=[_sanction(row) for row in sanctions[:LATEST_ROWS]],
        seasons=[_season(entry) for entry in entries.order_by("-registered_at")[:LATEST_ROWS]],
        shared=shared_with(person=person, now=now)[:LATEST_ROWS],
        one_sided=one_sided_results(person=person)[:LATEST_ROWS],
    )


def _facts(person: Person) -> list[tuple[str, int]]:
    seats = Seat.objects.filter(person=person, game__practice=False).aggregate(
        running=Count("pk", filter=Q(game__status=GameStatus.RUNNING)),
        finished=Count("pk", filter=Q(game__status=GameStatus.FINISHED)),
    )
    turns = reliability_of([person.pk])[person.pk]
    made = Report.objects.filter(reporter=person).aggregate(
        made=Count("pk"), dismissed=Count("pk", filter=Q(status=ReportStatus.DISMISSED))
    )
    return [
        (_("Games in progress"), seats["running"]),
        (_("Finished games"), seats["finished"]),
        (_("Seats given up or lost"), HandOver.objects.filter(person_before=person).count()),
        (_("Turns missed"), turns.missed),
        (_("excused"), turns.excused),
        (_("Reports about this player"), Report.objects.filter(subject=person).count()),
        (_("Reports by this player"), made["made"]),
        (_("dismissed"), made["dismissed"]),
    ]


def _sanction(row: Sanction) -> SanctionRow:
    appeal = str(row.appeal.get_status_display()) if hasattr(row, "appeal") else ""
    kind = str(SanctionKind(row.kind).label)
    return SanctionRow(kind, row.at, row.until, row.lifted_at, appeal)


def _season(entry: Entry) -> SeasonRow:
    season = entry.season
    return SeasonRow(
        full_name(season),
        reverse("season", args=[season.league.slug, season.number]),
        str(EntryStatus(entry.status).label),
        entry.rank if season.closed_at else None,
    )
