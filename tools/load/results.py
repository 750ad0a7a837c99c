"""Ratings of copied games, counted as the worker would, in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from games.players.models import RatedGame, Rating, RatingChange
from games.players.skill import Skill, after_game
from tools.load.copies import Store
from tools.load.templates import Template

ALL_BOARDS: Final = ""


class Results:
    """Counts finished games, in the order in which they ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._skills: dict[tuple[int, str], Skill] = defaultdict(Skill)
        self._games: dict[tuple[int, str], tuple[int, datetime]] = {}

    def rate(self, game: int, template: Template, people: Sequence[int], at: datetime) -> None:
        """Count a game into the ratings of those who played it, over all boards and on its own."""
        self._store.add(RatedGame(game_id=game, at=at))
        for board in (ALL_BOARDS, template.board):
            before = [
                [self._skills[people[seat], board] for seat in seats] for seats, _ in template.sides
            ]
            after = after_game(before, [place for _, place in template.sides])
            for (seats, place), olds, news in zip(template.sides, before, after, strict=True):
                for seat, old, new in zip(seats, olds, news, strict=True):
                    self._skills[people[seat], board] = new
                    count, _ = self._games.get((people[seat], board), (0, at))
                    self._games[people[seat], board] = count + 1, at
                    self._store.add(
                        RatingChange(
                            game_id=game,
                            at=at,
                            number=seat,
                            person_id=people[seat],
                            board=board,
                            place=place,
                            mu_before=old.mu,
                            sigma_before=old.sigma,
                            mu_after=new.mu,
                            sigma_after=new.sigma,
                        )
                    )

    def finish(self) -> None:
        """Write the ratings that all games lead to."""
        for (person, board), (games, at) in self._games.items():
            skill = self._skills[person, board]
            rating = Rating(person_id=person, board=board, games=games, at=at)
            rating.mu, rating.sigma = skill.mu, skill.sigma
            self._store.add(rating)
