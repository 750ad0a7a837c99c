"""Promotion and relegation, and the order in which divisions are filled."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)


class Outcome(StrEnum):
    """Whether an entry goes up, down or stays when its season is over."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Move:
    """The tier of a player next season, and why."""

    outcome: Outcome
    tier: int


@dataclass(frozen=True, slots=True)
class PreviousSeason(Generic[Player]):
    """The last season that a player who registers has played.

    ``ago`` says how many seasons ago: 1 is the season just before. ``rank`` counts from 0.
    """

    player: Player
    tier: int
    outcome: Outcome
    rank: int
    ago: int = 1


def promotion_moves(
    divisions: Sequence[Sequence[Player]],
    *,
    promote: int,
    relegate: int,
    withdrawn: Collection[Player] = (),
    substitutes: Collection[Player] = (),
) -> dict[Player, Move]:
    """Return the tier of everybody after a season.

    ``divisions`` have their players in final order, the highest division first. Each of those
    ``withdrawn`` takes one of the places that are relegated, even in the lowest division. The
    ``substitutes`` played part of a season and are no members of the division: they have no move.
    """
    going: dict[Player, Move] = {}
    last = len(divisions)
    for tier, everybody in enumerate(divisions, 1):
        players = [player for player in everybody if player not in substitutes]
        moving = [player for player in players if player not in withdrawn]
        up = moving[:promote] if tier > 1 else []
        down = min(relegate, len(moving) - len(up)) - sum(player in withdrawn for player in players)
        lowest = moving[len(moving) - down :] if down > 0 and tier < last else []
        for player in players:
            if player in withdrawn:
                going[player] = Move(Outcome.LEFT, min(tier + 1, last))
            elif player in up:
                going[player] = Move(Outcome.PROMOTED, tier - 1)
            elif player in lowest:
                going[player] = Move(Outcome.RELEGATED, tier + 1)
            else:
                going[player] = Move(Outcome.STAYS, tier)
    return going


def promotion_moves_of_pairs(
    divisions: Sequence[Sequence[Player]],
    *,
    partners: Mapping[Player, Player],
    promote: int,
    relegate: int,
    withdrawn: Collection[Player] = (),
    substitutes: Collection[Player] = (),
) -> dict[Player, Move]:
    """Return the tier of everybody after a season of fixed pairs, which move together.

    Players who name each other in ``partners`` are a pair. It is ranked by the mean of their
    places, then by the better of the two; a substitute does not count for it and has no move.
    ``promote`` and ``relegate`` count players, rounded up to whole pairs. A player who left is
    alone, and takes a relegated place only if the partner left, too.

    >>> going = promotion_moves_of_pairs([["a", "c", "d", "b"], ["e", "f"]], promote=1, relegate=1,
    ...     partners={"a": "b", "b": "a", "c": "d", "d": "c", "e": "f", "f": "e"})
    >>> [going[player].tier for player in "abcdef"]
    [1, 1, 2, 2, 1, 1]
    """
    mates = {player: mate for player, mate in partners.items() if partners.get(mate) == player}
    deserted = {player for player in withdrawn if partners.get(player) not in (None, *withdrawn)}
    ordered = []
    for players in divisions:
        places = {player: place for place, player in enumerate(players)}
        pairs = {
            tuple(other for other in players if other in (player, mates.get(player)))
            for player in players
            if player not in deserted
        }
        ordered.append(_sorted_pairs(pairs, places, substitutes))
    everybody = [pair for pairs in ordered for pair in pairs]
    going = promotion_moves(
        ordered,
        promote=ceil(promote / 2),
        relegate=ceil(relegate / 2),
        withdrawn=[pair for pair in everybody if all(player in withdrawn for player in pair)],
        substitutes=[pair for pair in everybody if all(player in substitutes for player in pair)],
    )
    found = {
        player: move for pair, move in going.items() for player in pair if player not in substitutes
    }
    for tier, players in enumerate(divisions, 1):
        for player in players:
            if player in deserted and player not in substitutes:
                found[player] = Move(Outcome.LEFT, min(tier + 1, len(divisions)))
    return found


def _sorted_pairs(
    pairs: Collection[tuple[Player, ...]],
    places: Mapping[Player, int],
    substitutes: Collection[Player],
) -> list[tuple[Player, ...]]:
    def mean_place(pair: tuple[Player, ...]) -> tuple[float, int]:
        own = [places[player] for player in pair if player not in substitutes]
        own = own or [places[player] for player in pair]
        return sum(own) / len(own), min(own)

    return sorted(pairs, key=mean_place)


# Those relegated had been better than those who stayed, and these better than newcomers.
_OUTCOME_ORDER = (Outcome.RELEGATED, Outcome.STAYS, Outcome.PROMOTED, Outcome.LEFT)


def order_of_strength(
    returning: Sequence[PreviousSeason[Player]], newcomers: Sequence[Player]
) -> list[Player]:
    """Return the order in which divisions are filled, the highest first.

    Returning players come by tier. In a tier, those of the last season come first, by outcome and
    by rank. Newcomers follow in order of registration, so a growing league gets new divisions
    below. A place that somebody gave up goes to the next in order.
    """

    def strength(before: PreviousSeason[Player]) -> tuple[int, ...]:
        return before.tier, before.ago, _OUTCOME_ORDER.index(before.outcome), before.rank

    return [*(before.player for before in sorted(returning, key=strength)), *newcomers]


def fill_divisions(order: Sequence[Player], sizes: Sequence[int]) -> list[list[Player]]:
    """Return divisions of these sizes, filled in order.

    >>> fill_divisions("abcde", [3, 2])
    [['a', 'b', 'c'], ['d', 'e']]
    """
    divisions, taken = [], 0
    for size in sizes:
        divisions.append(list(order[taken : taken + size]))
        taken += size
    return divisions
