"""What the page of a board's turn says of the beginning and of the routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.facts.tickets import city_pair


def start_lines(board: engine.Board) -> Iterator[str]:
    """What everybody begins with."""
    yield ngettext(
        "Everybody has %(count)d train and four cards.",
        "Everybody has %(count)d trains and four cards.",
        board.trains,
    ) % {"count": board.trains}
    if board.bullet_trains:
        yield ngettext(
            "%(count)d bullet train belongs to all.",
            "%(count)d bullet trains belong to all.",
            board.bullet_trains.supply,
        ) % {"count": board.bullet_trains.supply}
    deal = board.setup_deal
    yield ngettext(
        "You are offered %(offer)d tickets and keep at least %(count)d.",
        "You are offered %(offer)d tickets and keep at least %(count)d.",
        deal.keep,
    ) % {"offer": deal.offer, "count": deal.keep}
    if deal.long:
        yield ngettext(
            "One of them is a long ticket; none of those is drawn later.",
            "%(count)d of them are long tickets; none of those is drawn later.",
            deal.long,
        ) % {"count": deal.long}
    if board.teams:
        yield _("Put one of the tickets you keep in your team's rack.")
    if board.returned_later == "removed":
        yield _("Tickets that you do not keep leave the game, now and later.")
    elif board.returned_at_setup == "removed":
        yield _(
            "Tickets that you do not keep now leave the game; later ones go under the ticket deck."
        )
    else:
        yield _("Tickets that you do not keep go under the ticket deck.")


def route_lines(board: engine.Board) -> Iterator[str]:
    """What the routes of the board ask for, and which of them close."""
    yield _("A grey route takes any one colour.")
    yield from _parallels(board)
    if board.locomotives is not None:
        yield (
            _("Locomotives replace cards in tunnels and on ferries only.")
            if "ferry" in board.locomotives
            else _("Locomotives replace cards in tunnels only.")
        )
    if board.has_ferries:
        yield _("A ferry takes at least as many locomotives as it shows: %(counts)s.") % {
            "counts": _span(track.least_locomotives for track in board.tracks.values())
        }
    if board.crossing_points:
        yield ngettext(
            "A mountain route takes one more train for each crossing that it shows (%(crossings)s);"
            " each of those scores %(count)d point.",
            "A mountain route takes one more train for each crossing that it shows (%(crossings)s);"
            " each of those scores %(count)d points.",
            board.crossing_points,
        ) % {
            "count": board.crossing_points,
            "crossings": _span(track.crossings for track in board.tracks.values()),
        }
    if board.ferry_set:
        yield _("Any %(size)d cards may stand in for one locomotive that a ferry shows.") % {
            "size": board.ferry_set
        }
    for track in board.tracks.values():
        if track.most_sets and track.kind != "ferry":
            yield _("%(route)s: any %(size)d cards may stand in for one card.") % {
                "route": city_pair(board, track),
                "size": track.set_size,
            }
    if board.bullet_trains:
        yield _(
            "A bullet route takes any one colour, one bullet train and none of your "
            "trains. It scores no points, counts for everybody's tickets, and moves "
            "your marker by its length."
        )
    if any(track.turns_up for track in board.tracks.values()):
        yield _(
            "For a tunnel, cards are turned up (%(cards)s): each one of your colour and each "
            "locomotive costs one more card. Pay, or withdraw and end your turn."
        ) % {"cards": _span(track.turns_up for track in board.tracks.values())}


def _parallels(board: engine.Board) -> Iterator[str]:
    """Whether tracks side by side close, and with how many players."""
    rule = board.parallels
    sizes = sorted({len(group) for group in board.groups if len(group) > 1})
    if rule.by_cities:
        yield _("Routes between the same two cities are parallel, however long they are.")
    if 2 in sizes:
        yield _("Nobody may own both tracks of a double route.")
    if 3 in sizes:
        yield _("Nobody may own two tracks of a triple route.")
    closing = [seats for seats in board.seat_counts if seats <= rule.closing_seats]
    if not closing:
        return
    for size in sizes:
        if (open_tracks := rule.claimable.get(size, size)) < size:
            yield _closing(size, open_tracks) % {"players": _either(closing), "count": open_tracks}
    if max(board.seat_counts) > rule.closing_seats:
        yield _("With more players every track is open.")
    for cities in sorted(map(sorted, rule.always_open)):
        yield _("%(route)s is open to all, with any number of players.") % {
            "route": " – ".join(board.cities[city].name for city in cities)
        }


def _closing(size: int, open_tracks: int) -> str:
    if size == 2:
        return _(
            "With %(players)s players a double route closes once one of its tracks is claimed."
        )
    return ngettext(
        "With %(players)s players a triple route closes once %(count)d of its tracks is claimed.",
        "With %(players)s players a triple route closes once %(count)d of its tracks are claimed.",
        open_tracks,
    )


def _either(counts: list[int]) -> str:
    """Numbers to choose from: "2", "2 or 3"."""
    if len(counts) == 1:
        return str(counts[0])
    *others, last = counts
    return _("%(some)s or %(last)s") % {"some": ", ".join(map(str, others)), "last": last}


def _span(counts: Iterable[int]) -> str:
    """The numbers that are not 0: "3", "1 or 2", "4 to 6"."""
    some = sorted({count for count in counts if count})
    if len(some) < 3:
        return _either(some)
    return _("%(least)d to %(most)d") % {"least": some[0], "most": some[-1]}
