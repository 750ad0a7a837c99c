"""The mechanics of a board in words: a sentence each, and what the other texts say only because a
board has one of them (decision 151).

A new mechanic adds a line to :data:`MECHANICS`. Its keys are those of the board file that bring
it in, as :func:`keys_of` writes them; a test finds the keys that no line has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Board, View
from engine.actions import Action, BuildStation
from engine.events import Score
from engine.text.lexicon import Lexicon
from games.language.lexicon import say

LONGEST: Final = ("rules.bonuses.longest",)
FEW_TRAINS: Final = 30
"""With this many trains or fewer, and nothing that adds to the rules, a game is short."""


@dataclass(frozen=True, slots=True)
class Mechanic:
    """The sentence that tells of a mechanic, the keys that it is for, and its number on a board.

    The number is 0, or False, on a board without it, and True where the sentence needs none.
    """

    message: str
    keys: tuple[str, ...]
    number: Callable[[Board], int]

    def tell(self, board: Board) -> str:
        """The sentence; "" on a board without the mechanic."""
        number = self.number(board)
        points = board.stations.points_left if board.stations else 0
        return say(f"mechanic.{self.message}", n=number, points=points) if number else ""


def mechanics_of(board: Board) -> list[str]:
    """What a board has beside routes, cards and tickets, a sentence each."""
    return [sentence for mechanic in MECHANICS if (sentence := mechanic.tell(board))]


def keys_of(raw: Mapping[str, Any]) -> set[str]:
    """The keys that a decoded board file uses.

    As in "rules.teams" and "rules.bonuses.longest"; in the lists as in "tracks.turns_up", and kinds
    of tracks as in "tracks.kind ferry".
    """
    return set(_keys(raw))


def _keys(raw: Mapping[str, Any]) -> Iterator[str]:
    for key, value in raw.items():
        if key not in ("rules", "cities", "tracks", "tickets"):
            yield key
            continue
        if key == "rules":
            yield from (f"rules.{name}" for name in value)
            yield from (f"rules.bonuses.{name}" for name in value["bonuses"])
            yield from (f"rules.parallels.{name}" for name in value["parallels"] if name == "by")
            continue
        for row in value:
            yield from (f"{key}.{name}" for name in row)
            if "kind" in row:
                yield f"{key}.kind {row['kind']}"


def _is_plain(board: Board) -> bool:
    return not any(one.tell(board) for one in MECHANICS if one.keys not in ((), LONGEST))


def _most_turned_up(board: Board) -> int:
    return max(track.turns_up for track in board.tracks.values())


def _bound_locomotives(board: Board, *, ferries: bool) -> bool:
    return board.locomotives is not None and ("ferry" in board.locomotives) == ferries


def _has_far_ends(board: Board) -> bool:
    return any(ticket.far for ticket in board.tickets.values())


def _removes_at_setup_alone(board: Board) -> bool:
    return board.returned_at_setup == "removed" != board.returned_later


RETURNED: Final = ("rules.returned_at_setup", "rules.returned_later")
MECHANICS: Final = (
    Mechanic("plain", (), lambda board: board.trains > FEW_TRAINS and _is_plain(board)),
    Mechanic("plain.small", (), lambda board: board.trains <= FEW_TRAINS and _is_plain(board)),
    Mechanic("teams", ("rules.teams",), lambda board: board.teams is not None),
    Mechanic(
        "bullets",
        ("rules.bullet_trains", "tracks.kind bullet"),
        lambda board: board.bullet_trains is not None,
    ),
    Mechanic("tunnels", ("tracks.kind tunnel", "tracks.turns_up"), _most_turned_up),
    Mechanic(
        "ferries", ("tracks.kind ferry", "tracks.locomotives"), lambda board: board.has_ferries
    ),
    Mechanic(
        "mountains",
        ("tracks.kind mountain", "tracks.crossings", "rules.crossing_points"),
        lambda board: board.crossing_points,
    ),
    Mechanic("ferry_sets", ("rules.cards_for_locomotive",), lambda board: board.ferry_set),
    Mechanic("card_sets", ("tracks.any_cards_for_one",), lambda board: board.card_set),
    Mechanic("parallels", ("rules.parallels.by",), lambda board: board.parallels.by_cities),
    Mechanic("locomotives", ("rules.locomotives",), partial(_bound_locomotives, ferries=False)),
    Mechanic(
        "locomotives.ferries", ("rules.locomotives",), partial(_bound_locomotives, ferries=True)
    ),
    Mechanic("no_flush", ("rules.flush_at",), lambda board: board.flush_at > 3),
    Mechanic(
        "countries", ("countries", "cities.country", "tickets.to", "tickets.copies"), _has_far_ends
    ),
    Mechanic("removed", RETURNED, lambda board: board.returned_later == "removed"),
    Mechanic("removed.at_setup", RETURNED, _removes_at_setup_alone),
    Mechanic("long_tickets", ("long_tickets",), lambda board: bool(board.setup_deal.long)),
    Mechanic("junctions", ("cities.junction",), lambda board: board.has_junctions),
    Mechanic(
        "stations",
        ("rules.stations",),
        lambda board: len(board.stations.cost) if board.stations else 0,
    ),
    Mechanic("longest", LONGEST, lambda board: board.bonuses.longest),
    Mechanic(
        "globetrotter", ("rules.bonuses.globetrotter",), lambda board: board.bonuses.globetrotter
    ),
    Mechanic(
        "grand_tour",
        ("rules.bonuses.grand_tour",),
        lambda board: max(board.bonuses.grand_tour, default=0),
    ),
    Mechanic(
        "most_connected",
        ("rules.bonuses.most_connected",),
        lambda board: board.bonuses.most_connected,
    ),
)
"""In the order in which a page tells them."""

PLAIN_KEYS: Final = frozenset(
    {
        *("name", "notes", "typical_events", "map"),
        *("cities.key", "cities.name", "cities.regions"),
        *("tracks.id", "tracks.a", "tracks.b", "tracks.length", "tracks.colour", "tracks.kind"),
        *("tracks.kind normal", "tracks.region"),
        *("tickets.a", "tickets.b", "tickets.points"),
        *("rules.counts", "rules.seats", "rules.trains", "rules.route_points"),
        *("rules.setup_deal", "rules.draw_deal", "rules.parallels", "rules.final_round"),
        *("rules.bonuses", "rules.tie_break_longest", "rules.tie_breaks"),
    }
)
"""The keys that any board has, or that change nothing about how it is played."""


def built_in(view: View, seat: int) -> str:
    """What a seat has built in cities: "stations in Wien, Roma"; "" for nothing."""
    cities = [view.board.place_name(city) for city in view.stations[seat]] if view.stations else []
    if not cities:
        return ""
    return ngettext("station in %(cities)s", "stations in %(cities)s", len(cities)) % {
        "cities": ", ".join(cities)
    }


def lending_sentences(
    view: View, score: Score, names: Mapping[int, str] | Sequence[str]
) -> tuple[str, ...]:
    """What each station of a side lends it at the end, and whose that is; or that it lends none."""
    board = view.board
    found = []
    for station in score.stations or ():
        facts = {"city": board.place_name(station.city)}
        text = _("%(city)s lends nothing.")
        if station.track is not None:
            track = board.tracks[station.track]
            facts["route"] = f"{board.cities[track.a].name} – {board.cities[track.b].name}"
            facts["owner"] = names[view.owner[track.id]]
            text = _("%(city)s lends %(route)s, a route of %(owner)s.")
        found.append(text % facts)
    return tuple(found)


def one_a_place(actions: Sequence[Action]) -> list[Action]:
    """Actions to list for somebody: of what may be built, one city stands for all (M-4)."""
    first = next((action.city for action in actions if isinstance(action, BuildStation)), None)
    return [one for one in actions if not isinstance(one, BuildStation) or one.city == first]


def building_commands(board: Board, lexicon: Lexicon) -> list[str]:
    """Examples of commands that build in a city."""
    if not board.stations:
        return []
    word, city = lexicon.word, next(iter(board.cities.values())).name
    return [f"{word('station')} {word('in')} {city}: 1 {word('red')}"]


def ranking_text(board: Board) -> str:
    """The sentence on how a board ranks those who have as many points (B-13)."""
    wins = [_("the most completed tickets"), *(say(f"tie_break.{one}") for one in board.tie_breaks)]
    return _("Among equals in points the first of these that differs decides: %(list)s.") % {
        "list": ", ".join(wins)
    }
