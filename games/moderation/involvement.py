"""Who is involved in a decision: plays or played in its division, or has a partner who does;
and the running games whose hidden facts such a person may not see.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.absence.models import games_ever_played_by
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonSeat
from games.people.models import Person
from games.tables.models import Game, GameStatus


def entries_of(person: Person) -> QuerySet[Entry]:
    """The entries of a person."""
    return Entry.objects.filter(person=person)


def partners_of(person: Person) -> QuerySet[Entry]:
    """The entries of the partners of a person."""
    return Entry.objects.filter(Q(partner__person=person) | Q(partnered_by__person=person))


def place_in(actor: Person, season: Season, division: Division | None) -> str:
    """Where a person plays: "division", "team" (the partner does), "season" or "" for nowhere."""
    if division is not None:
        if divisions_of(entries_of(actor), actor).filter(pk=division.pk).exists():
            return "division"
        if divisions_of(partners_of(actor)).filter(pk=division.pk).exists():
            return "team"
    here = entries_of(actor).filter(season=season).exclude(status=EntryStatus.WITHDRAWN)
    return "season" if here.exists() else ""


def divisions_of(entries: QuerySet[Entry], person: Person | None = None) -> QuerySet[Division]:
    """The divisions in which these entries play or played, or ``person`` has or had a seat."""
    seats = SeasonSeat.objects.filter(Q(entry__in=entries) | Q(drawn_for__in=entries))
    found = Q(pk__in=entries.filter(division__isnull=False).values("division"))
    found |= Q(season_games__in=seats.values("season_game"))
    if person is not None:
        found |= Q(season_games__game__in=games_ever_played_by(person).values("pk"))
    return Division.objects.filter(found).distinct()


def current_divisions_of(person: Person) -> QuerySet[Division]:
    """The divisions of unfinished seasons in which a person or their partner is involved."""
    own, partners = divisions_of(entries_of(person), person), divisions_of(partners_of(person))
    found = Q(pk__in=own.values("pk")) | Q(pk__in=partners.values("pk"))
    return Division.objects.filter(found, season__promoted_at=None)


def rivals_of(person: Person) -> QuerySet[Entry]:
    """The entries of others in the divisions of unfinished seasons that concern a person."""
    divisions = current_divisions_of(person).values("pk")
    return Entry.objects.filter(division__in=divisions).exclude(person=person)


def are_rivals(one: Person, other: Person) -> bool:
    """Whether two people play in one division of a season that is not over."""
    return rivals_of(one).filter(person=other).exists()


def conflicts_of_interest(person: Person, entries: Sequence[Entry]) -> dict[int, str]:
    """The reasons why a person does not decide about entries, by id; one query."""
    own = SeasonSeat.objects.filter(entry__person=person, season_game__settled_at=None)
    beside = SeasonSeat.objects.filter(entry__in=entries, season_game__in=own.values("season_game"))
    at_own_table = set(beside.values_list("entry", flat=True)) if entries else set()
    found = {}
    for entry in entries:
        if entry.person_id == person.pk:
            found[entry.pk] = _(
                "You cannot make a decision about yourself. Ask another director, or a moderator."
            )
        elif entry.pk in at_own_table:
            found[entry.pk] = _(
                "You play at the same table as this player, so you cannot decide who "
                "sits there. Ask another director, or a moderator."
            )
    return found


def games_hidden_from(person: Person) -> QuerySet[Game]:
    """The running games in which a person plays or played, or is a rival of somebody who plays."""
    plays = Q(pk__in=games_ever_played_by(person).values("pk"))
    rival = Q(seats__person__in=rivals_of(person).values("person"))
    rival |= Q(season_game__division__in=current_divisions_of(person).values("pk"))
    return Game.objects.filter(plays | rival, status=GameStatus.RUNNING).distinct()


def game_is_hidden_from(person: Person, game: Game) -> bool:
    """Whether a running game is one whose hidden facts a person may not see."""
    return games_hidden_from(person).filter(pk=game.pk).exists()
