"""The mechanics of a board in words: a sentence each, and what the other texts say only because a
board has one of them (decision 151).

A new mechanic adds a line to :data:`MECHANICS`. Its keys are those of the board file that bring
it in, as :func:`keys_of` writes them; a test finds the keys that no line has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Board, View
from engine.actions import Action, BuildStation
from engine.board.model import TieBreak
from engine.events import Score
from engine.rules.stations import stations_left
from engine.text.lexicon import Lexicon

LONGEST: Final = ("rules.bonuses.longest",)
FEW_TRAINS: Final = 30
"""With this many trains or fewer, and nothing that adds to the rules, a game is short."""


@dataclass(frozen=True, slots=True)
class Mechanic:
    """The sentence that tells of a mechanic, "" on a board without it, and the keys it is for."""

    keys: tuple[str, ...]
    tell: Callable[[Board], str]


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


def _plain(board: Board) -> str:
    own = [mechanic for mechanic in MECHANICS if mechanic.keys not in ((), LONGEST)]
    if any(mechanic.tell(board) for mechanic in own):
        return ""
    if board.trains > FEW_TRAINS:
        return _("The basic rules, without additions.")
    return _("The basic rules on a small map, for a short game and a first one.")


def _teams(board: Board) -> str:
    if board.teams is None:
        return ""
    return _("Two players are a team: they score together and share a rack of cards and tickets.")


def _bullets(board: Board) -> str:
    if board.bullet_trains is None:
        return ""
    return _(
        "Bullet routes score nothing and serve everybody; who builds most of them gets a bonus at "
        "the end."
    )


def _tunnels(board: Board) -> str:
    if not board.has_tunnels:
        return ""
    most = max(track.turns_up for track in board.tracks.values())
    return ngettext(
        "A tunnel may cost %(count)d card more than it has spaces: you find out when you build.",
        "A tunnel may cost up to %(count)d cards more than it has spaces: you find out when you "
        "build.",
        most,
    ) % {"count": most}


def _ferries(board: Board) -> str:
    return _("Ferries ask for locomotives, as many as they show.") if board.has_ferries else ""


def _mountains(board: Board) -> str:
    if not board.crossing_points:
        return ""
    return ngettext(
        "Mountain routes cost more trains, as many as they show crossings; each scores %(count)d"
        " point.",
        "Mountain routes cost more trains, as many as they show crossings; each scores %(count)d"
        " points.",
        board.crossing_points,
    ) % {"count": board.crossing_points}


def _most_connected(board: Board) -> str:
    if not board.bonuses.most_connected:
        return ""
    return _("The most connected cities earn %(points)d points.") % {
        "points": board.bonuses.most_connected
    }


def _ferry_sets(board: Board) -> str:
    if not board.ferry_set:
        return ""
    return _("Any %(size)d cards may stand in for one locomotive of a ferry.") % {
        "size": board.ferry_set
    }


def _card_sets(board: Board) -> str:
    if not board.card_set:
        return ""
    return _("On one route or another, any %(size)d cards may stand in for one card.") % {
        "size": board.card_set
    }


def _parallels(board: Board) -> str:
    if not board.parallels.by_cities:
        return ""
    return _("Routes between the same two cities are parallel, however long they are.")


def _locomotives(board: Board) -> str:
    if board.locomotives is None:
        return ""
    if "ferry" in board.locomotives:
        return _("Locomotives pay for tunnels and ferries alone, and you may take two in a turn.")
    return _("Locomotives pay for tunnels alone, and you may take two in a turn.")


def _no_flush(board: Board) -> str:
    if board.flush_at <= 3:
        return ""
    return _("Locomotives stay in the row, however many lie there.")


def _countries(board: Board) -> str:
    if not any(ticket.far for ticket in board.tickets.values()):
        return ""
    return _("Some tickets have several ends: the most valuable one that you reach counts.")


def _removed(board: Board) -> str:
    if board.returned_later == "removed":
        return _("Tickets that you do not keep leave the game.")
    if board.returned_at_setup == "removed":
        return _("Tickets that you do not keep at the start leave the game.")
    return ""


def _long_tickets(board: Board) -> str:
    if not board.setup_deal.long:
        return ""
    return _("One of your first tickets is a long one, from a deck of its own.")


def _junctions(board: Board) -> str:
    return _("Routes also meet at junctions, where no ticket ends.") if board.has_junctions else ""


def _stations(board: Board) -> str:
    if board.stations is None:
        return ""
    count = len(board.stations.cost)
    return ngettext(
        "You have %(count)d station, which lets you use a rival's route for your tickets; "
        "one that you keep is worth %(points)d points.",
        "You have %(count)d stations, each of which lets you use a rival's route for your "
        "tickets; one that you keep is worth %(points)d points.",
        count,
    ) % {"count": count, "points": board.stations.points_left}


def _longest(board: Board) -> str:
    if not board.bonuses.longest:
        return ""
    return _("The longest path earns %(points)d points.") % {"points": board.bonuses.longest}


def _globetrotter(board: Board) -> str:
    if not board.bonuses.globetrotter:
        return ""
    return _("The most completed tickets earn %(points)d points.") % {
        "points": board.bonuses.globetrotter
    }


def _grand_tour(board: Board) -> str:
    if not board.bonuses.grand_tour:
        return ""
    return _("Tickets whose cities you connect twice, by separate paths, earn up to %(most)d.") % {
        "most": max(board.bonuses.grand_tour)
    }


MECHANICS: Final = (
    Mechanic((), _plain),
    Mechanic(("rules.teams",), _teams),
    Mechanic(("rules.bullet_trains", "tracks.kind bullet"), _bullets),
    Mechanic(("tracks.kind tunnel", "tracks.turns_up"), _tunnels),
    Mechanic(("tracks.kind ferry", "tracks.locomotives"), _ferries),
    Mechanic(("tracks.kind mountain", "tracks.crossings", "rules.crossing_points"), _mountains),
    Mechanic(("rules.cards_for_locomotive",), _ferry_sets),
    Mechanic(("tracks.any_cards_for_one",), _card_sets),
    Mechanic(("rules.parallels.by",), _parallels),
    Mechanic(("rules.locomotives",), _locomotives),
    Mechanic(("rules.flush_at",), _no_flush),
    Mechanic(("countries", "cities.country", "tickets.to", "tickets.copies"), _countries),
    Mechanic(("rules.returned_at_setup", "rules.returned_later"), _removed),
    Mechanic(("long_tickets",), _long_tickets),
    Mechanic(("cities.junction",), _junctions),
    Mechanic(("rules.stations",), _stations),
    Mechanic(LONGEST, _longest),
    Mechanic(("rules.bonuses.globetrotter",), _globetrotter),
    Mechanic(("rules.bonuses.grand_tour",), _grand_tour),
    Mechanic(("rules.bonuses.most_connected",), _most_connected),
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


def turn_prompt(view: View, seat: int) -> str:
    """What a seat may do with its turn."""
    if view.teams:
        return _("Draw cards, claim a route, draw tickets or share tickets.")
    if stations_left(view, seat):
        return _("Draw cards, claim a route, build a station or draw tickets.")
    return _("Draw cards, claim a route or draw tickets.")


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


def completed_without_a_way() -> str:
    """A ticket that was completed after its last way was cut off: only stations do that (M-4)."""
    return _(
        "In turn %(turn)d %(who)s claimed %(route)s, and no way was left for "
        "%(ticket)s, a ticket of %(other)s: a station completed it in the end."
    )


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
    wins = [_("the most completed tickets"), *(_tie_break(one)[0] for one in board.tie_breaks)]
    return _("Among equals in points the first of these that differs decides: %(list)s.") % {
        "list": ", ".join(wins)
    }


def decided_by(tie_break: TieBreak) -> str:
    """The sentence that a tie-break decided a game, with gaps ``who`` and ``other``."""
    return _tie_break(tie_break)[1]


def _tie_break(tie_break: TieBreak) -> tuple[str, str]:
    """What wins among equals, as the end of a sentence; and the sentence that it decided."""
    match tie_break:
        case "longest path":
            return _("the longest path"), _(
                "%(who)s and %(other)s had equal points; the longest path decided."
            )
        case "mountain tracks":
            return _("the most mountain routes claimed"), _(
                "%(who)s and %(other)s had equal points; mountain routes decided."
            )
        case "longest path bonus":
            return _("the bonus for the longest path"), _(
                "%(who)s and %(other)s had equal points; the bonus for the longest path decided."
            )
        case "fewest stations":
            return _("the fewest stations built"), _(
                "%(who)s and %(other)s had equal points; %(who)s had built fewer stations."
            )
