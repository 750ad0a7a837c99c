"""Pairings of a division; the same players and seed give the same tables on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.utils.translation import gettext as _

import engine
from games.leagues.errors import SeasonCannotBePaired
from games.leagues.rules.draw import DivisionDraw
from games.leagues.rules.schedule import GameKind, Pair, Pairing
from games.leagues.rules.seating import assign_seats
from games.leagues.rules.sizes import sizes_in_units


def draw_pairings(
    players: int, kinds: Sequence[GameKind], *, seed: str, pairs: Sequence[Pair] = ()
) -> list[Pairing]:
    """The tables of a division of players 0, 1, 2 and so on, sorted by kind.

    ``pairs`` are those who stay together on boards with teams; without them partners rotate.

    :raises SeasonCannotBePaired: if the seats do not come out even, or there are too few players.
    """
    dice = Random(f"night-mail/pairing/1 {seed}")  # noqa: S311
    draw = DivisionDraw(players, dice)
    for kind in kinds:
        draw.add(kind, _units(players, kind, pairs))
    draw.even_out()
    return assign_seats(draw.tables())


def check_pairing(players: int, kinds: Sequence[GameKind], *, paired: bool = False) -> None:
    """Make sure that so many players can be paired.

    :raises SeasonCannotBePaired: if not.
    """
    for kind in kinds:
        unit = kind.team if paired and kind.team > 1 else 1
        if players % unit:
            raise SeasonCannotBePaired(
                _("%(players)d players are no whole number of pairs.") % {"players": players}
            )
        if sizes_in_units(players, kind, unit) is None:
            raise SeasonCannotBePaired(_why_not(players, kind, unit))


def can_pair(players: int, kinds: Sequence[GameKind], *, paired: bool = False) -> bool:
    """Whether so many players can be paired."""
    try:
        check_pairing(players, kinds, paired=paired)
    except SeasonCannotBePaired:
        return False
    return True


def _why_not(players: int, kind: GameKind, unit: int) -> str:
    sizes = ", ".join(map(str, kind.seats))
    if players < min(kind.seats):
        return _(
            "A table of %(board)s has %(sizes)s seats, and there are only %(players)d players."
            " Find more players, or choose smaller tables."
        ) % {"board": engine.load_board(kind.board).name, "sizes": sizes, "players": players}
    near = [
        count
        for count in range(max(2, players - 6), players + 7)
        if count % unit == 0 and sizes_in_units(count, kind, unit) is not None
    ]
    near = sorted(near, key=lambda count: abs(count - players))[:3]
    return _(
        "%(players)d players cannot play %(games)d games each on %(board)s at tables of %(sizes)s:"
        " the seats do not come out even. Allow another size of table, change the number of games,"
        " or have another number of players: %(near)s."
    ) % {
        "players": players,
        "games": kind.games,
        "board": engine.load_board(kind.board).name,
        "sizes": sizes,
        "near": ", ".join(map(str, sorted(near))) or "–",
    }


def _units(players: int, kind: GameKind, pairs: Sequence[Pair]) -> list[tuple[int, ...]]:
    check_pairing(players, [kind], paired=bool(pairs))
    if pairs and kind.team > 1:
        if sorted(player for unit in pairs for player in unit) != list(range(players)):
            raise ValueError("The pairs must name every player once.")
        return [tuple(unit) for unit in pairs]
    return [(player,) for player in range(players)]
