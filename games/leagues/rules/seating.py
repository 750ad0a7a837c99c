"""Seats at the drawn tables: everybody is first, second and so on equally often.

Teammates play consecutive turns (A-1), so they sit beside each other.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from games.leagues.rules.schedule import Pairing


def assign_seats(tables: Sequence[Pairing]) -> list[Pairing]:
    """Return the tables with players and teams in the order of the seats.

    The first seat is assigned first, at all tables at once; then the second, and so on.
    """
    seats: list[list[int]] = [[] for _ in tables]
    for place in range(max((len(table.players) for table in tables), default=0)):
        sat: Counter[int] = Counter()
        choices: dict[int, list[int]] = {}
        for number, table in enumerate(tables):
            mates = _waiting_teammates(table, seats[number])
            free = mates or [player for player in table.players if player not in seats[number]]
            if len(free) > 1:
                choices[number] = free
            elif free:
                seats[number] += free
        for taken in seats:
            # A player who often sits further ahead can sit here; earlier holders of this seat
            # count.
            if len(taken) > place:
                sat[taken[place]] += 1
        for number, player in choose_evenly(choices, sat).items():
            seats[number].append(player)
    _even_out([order for order, table in zip(seats, tables, strict=True) if not table.teams])
    return [
        replace(table, players=tuple(order), teams=_teams_in_seat_order(table, order))
        for table, order in zip(tables, seats, strict=True)
    ]


def _even_out(seats: list[list[int]]) -> None:
    """Swap the seats after the first within tables while that spreads them more evenly."""
    held = [
        Counter(order[place] for order in seats if len(order) > place)
        for place in range(max(map(len, seats), default=0))
    ]
    better = True
    while better:
        better = False
        for order in seats:
            for one, two in combinations(range(1, len(order)), 2):
                a, b = order[one], order[two]
                if held[one][a] - held[one][b] + held[two][b] - held[two][a] > 2:
                    order[one], order[two] = b, a
                    held[one].update({a: -1, b: 1})
                    held[two].update({a: 1, b: -1})
                    better = True


def choose_evenly(choices: dict[int, list[int]], counts: Counter[int]) -> dict[int, int]:
    """Return one of the choices for each table, so that all are chosen as evenly as possible.

    ``counts`` has how often each was chosen before and is updated. The result is optimal: no chain
    of exchanges, over any number of tables, would relieve anyone.

    >>> choose_evenly({1: [7, 8], 2: [7, 8], 3: [7, 9]}, Counter())
    {1: 7, 2: 8, 3: 9}
    """
    chosen: dict[int, int] = {}
    for table, players in choices.items():
        chosen[table] = min(players, key=lambda player: counts[player])
        counts[chosen[table]] += 1
    while path := _relieving_path(choices, chosen, counts):
        counts[chosen[path[0][0]]] -= 1
        counts[path[-1][1]] += 1
        chosen.update(path)
    return chosen


def _relieving_path(
    choices: dict[int, list[int]], chosen: dict[int, int], counts: Counter[int]
) -> list[tuple[int, int]]:
    """Return tables with other choices that relieve the players chosen most often.

    The one who is chosen more in the end has at least two fewer. Empty if nothing can be gained.
    """
    at: dict[int, list[int]] = {}
    for table, player in chosen.items():
        at.setdefault(player, []).append(table)
    for most in sorted(at, key=lambda player: (-counts[player], player)):
        came: dict[int, tuple[int, int] | None] = {most: None}
        waiting = deque([most])
        while waiting:
            player = waiting.popleft()
            for table in at.get(player, ()):
                for other in choices[table]:
                    if other in came:
                        continue
                    came[other] = (table, player)
                    if counts[other] <= counts[most] - 2:
                        return _path_to(came, other)
                    waiting.append(other)
    return []


def _path_to(came: dict[int, tuple[int, int] | None], player: int) -> list[tuple[int, int]]:
    path = []
    while (step := came[player]) is not None:
        path.append((step[0], player))
        player = step[1]
    return path[::-1]


def _waiting_teammates(table: Pairing, taken: list[int]) -> list[int]:
    """Return the players who must sit next, because their team has begun to sit down."""
    if not taken:
        return []
    team: tuple[int, ...] = next((team for team in table.teams if taken[-1] in team), ())
    return [player for player in team if player not in taken]


def _teams_in_seat_order(table: Pairing, order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    teams = [tuple(sorted(team, key=order.index)) for team in table.teams]
    return tuple(sorted(teams, key=lambda team: order.index(team[0])))
