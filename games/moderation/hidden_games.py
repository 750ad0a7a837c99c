"""The running games whose hidden facts a person may not see, because they have a stake in them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games.absence.selectors import games_ever_played_by
from games.moderation.involvement import current_divisions_of, rivals_of
from games.people.models import Person
from games.tables.models import Game, GameStatus


def games_hidden_from(person: Person) -> QuerySet[Game]:
    """The running games in which a person plays or played, or is a rival of somebody who plays."""
    plays = Q(pk__in=games_ever_played_by(person).values("pk"))
    rival = Q(seats__person__in=rivals_of(person).values("person"))
    rival |= Q(season_game__division__in=current_divisions_of(person).values("pk"))
    return Game.objects.filter(plays | rival, status=GameStatus.RUNNING).distinct()


def game_is_hidden_from(person: Person, game: Game) -> bool:
    """Whether a running game is one whose hidden facts a person may not see."""
    return games_hidden_from(person).filter(pk=game.pk).exists()
