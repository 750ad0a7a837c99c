"""The content of a mail about a game, in the language and time zone of its reader.

Everything is public except what ``_own`` returns, and the reader's own lines among the ``news``;
the recap holds neither below full privacy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.ending.awards import ON_THE_BOARD
from engine.text.lexicon import Lexicon
from games.clock.core.terms import describe_terms, terms_of
from games.common.dates import full_moment
from games.common.durations import time_left
from games.drawing.palette import CARDS, Tint, seat_tints
from games.facts.prompts import prompt, waiting_for_others
from games.facts.score import SideScore, side_scores
from games.facts.seats import (
    MechanicNumber,
    SeatNumbers,
    TeamNumbers,
    mechanic_numbers,
    seat_numbers,
    team_numbers,
)
from games.facts.tickets import open_destinations, ticket_lines
from games.facts.views import PublicView, SeatView
from games.language.awards import award_text
from games.language.boards import board_name
from games.language.lexicon import lexicon_for
from games.language.mechanics import built_in
from games.language.story import StoryTeller
from games.log import event_lines, logged_ending
from games.notifications import registry
from games.notifications.mail.recap import Recap, clock_lines
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_names

MAX_NEWS = 30
# The kinds that name a mail, the first of them before the others; it holds all its notices.
FIRST = (NoticeKind.OVER, NoticeKind.REMINDER, NoticeKind.TURN, NoticeKind.STARTED)
KIND_ORDER = (*FIRST, *(kind for kind in NoticeKind if kind not in FIRST))


@dataclass(frozen=True, slots=True)
class CardCount:
    """Cards of one kind, in words and in the card's own colours."""

    text: str
    tint: Tint


@dataclass(frozen=True, slots=True)
class Player:
    """One seat with its public numbers.

    ``placing`` says that a drawn card lies before it, in neither hand nor rack yet (A-3).
    """

    tint: Tint
    name: str
    you: bool
    to_move: bool
    placing: bool
    numbers: SeatNumbers
    more: tuple[MechanicNumber, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """Players of one team, and what they share; without teams everybody, with ``number`` 0.

    ``number`` counts from 1 in playing order, as the log does.
    """

    number: int
    yours: bool
    numbers: TeamNumbers | None
    players: tuple[Player, ...]


def leading_notice(notices: Sequence[Notice]) -> Notice:
    """The notice that gives a mail its kind and its Message-ID."""
    return min(
        notices, key=lambda notice: (KIND_ORDER.index(NoticeKind(notice.kind)), -notice.number)
    )


def build_content(
    *,
    seat: Seat,
    person: Person,
    notices: Sequence[Notice],
    recap: Recap,
    now: datetime,
) -> dict[str, Any]:
    """The ``content`` of the templates; the reader's language and time zone are active."""
    game, table, number = seat.game, recap.table, seat.number
    names = seat_names(game)
    lexicon = lexicon_for(person.language)
    news = event_lines(recap.events, board=table.board, names=names, seat=number, lexicon=lexicon)
    # A seat that holds a move has decided.
    decision = None if seat.held_until else table.pending.get(number)
    sides = teams(table, names, number)
    results = side_scores(table, names, number)
    return {
        "board": board_name(table.board),
        "code": game.code,
        "tells_start": any(notice.kind == NoticeKind.STARTED for notice in notices),
        "terms": describe_terms(terms_of(game)),
        "prompt": prompt(table, number) if decision else "",
        "waiting": waiting_for_others(table, names, number),
        "due": full_moment(seat.due_at) if decision and seat.due_at else "",
        "time_left": time_left(seat.due_at, now) if decision and seat.due_at else "",
        "clock": clock_lines(seat=seat, names=names, now=now),
        "has_not_moved": recap.has_not_moved,
        "news": tuple(news[-MAX_NEWS:]),
        "earlier": max(len(news) - MAX_NEWS, 0),
        "picture_text": _picture_text(table, names),
        "teams": sides,
        "bullets": table.bullets if table.board.bullet_trains else None,
        "face_up": tuple(
            CardCount(lexicon.say(f"card.{card}"), CARDS[card]) for card in table.row if card
        ),
        "face_up_text": lexicon.enumerate(
            [lexicon.say(f"card.{card}") for card in table.row if card]
        ),
        "final_round": table.last_seat is not None and table.outcome is None,
        "privacy": person.mail_privacy,
        "wanted": (),
        **(_own(recap.own, number, lexicon) if recap.own else {}),
        "cards": table.hand_sizes[number],
        "ticket_count": recap.tickets,
        "rack_numbers": next((side.numbers for side in sides if side.yours), None),
        "results": results,
        **_ending(game, table, names, full=recap.own is not None),
        "winner": _winner(results, lexicon),
        "contents": registry.render_all(
            notice for notice in notices if notice.kind in registry.registered_types()
        ),
    }


def _own(view: SeatView, number: int, lexicon: Lexicon) -> dict[str, Any]:
    """What only the reader may see: cards, tickets, and those of the team's rack (A-6)."""
    team = view.team_of[number] if view.teams else None
    rack = {} if team is None else view.racks[team]
    rack_keys = [] if team is None else view.ticket_racks[team]
    tickets = ticket_lines(view, view.tickets[number], seat=number)
    rack_tickets = ticket_lines(view, rack_keys, seat=number)
    drawn = view.card_to_place.get(number)
    return {
        "hand": tuple(_piles(view.hands[number], lexicon)),
        "hand_text": lexicon.cards(view.hands[number]),
        "to_place": lexicon.say(f"card.{drawn}") if drawn else "",
        "rack": tuple(_piles(rack, lexicon)),
        "rack_text": lexicon.cards(rack),
        "tickets": tickets,
        "rack_tickets": rack_tickets,
        "offered": ticket_lines(view, view.offered[number], seat=number),
        # The cities that tickets still ask for: a picture with rings round them is private, too.
        "wanted": tuple(open_destinations(view, [] if view.outcome else [*tickets, *rack_tickets])),
    }


def _piles(hand: Mapping[str, int], lexicon: Lexicon) -> Iterator[CardCount]:
    for card, count in hand.items():
        if count:
            yield CardCount(lexicon.some(card, count), CARDS[card])


def teams(table: PublicView, names: Sequence[str], reader: int) -> tuple[Team, ...]:
    """The table: the public numbers of everybody, team by team, in playing order (B-15, A-1)."""
    sides = table.teams or (table.order,)
    return tuple(
        Team(
            number=number + 1 if table.teams else 0,
            yours=reader in seats,
            numbers=team_numbers(table, number) if table.teams else None,
            players=tuple(_player(table, names, seat, reader) for seat in seats),
        )
        for number, seats in enumerate(sides)
    )


def _player(table: PublicView, names: Sequence[str], number: int, reader: int) -> Player:
    return Player(
        tint=seat_tints(table.teams)[number],
        name=names[number],
        you=number == reader,
        to_move=number in table.pending,
        placing=number in table.card_to_place,
        numbers=seat_numbers(table, number),
        more=mechanic_numbers(table, number),
    )


def _picture_text(table: PublicView, names: Sequence[str]) -> str:
    """The picture in words: routes built and trains left. Lock screens may show it."""
    sentences = [_("The board %(board)s.") % {"board": board_name(table.board)}]
    for number in table.order:
        built = len(table.claims[number])
        routes = ngettext("%(n)d route", "%(n)d routes", built) % {"n": built}
        trains = ngettext("%(n)d train left", "%(n)d trains left", table.trains[number]) % {
            "n": table.trains[number]
        }
        told = ", ".join(filter(None, (routes, built_in(table, number), trains)))
        sentences.append(f"{names[number]}: {told}.")
    if bullets := len(table.bullet_routes):
        sentences.append(
            ngettext("%(n)d bullet route.", "%(n)d bullet routes.", bullets) % {"n": bullets}
        )
    return " ".join(sentences)


def _ending(game: Game, table: PublicView, names: Sequence[str], *, full: bool) -> dict[str, Any]:
    """Two sentences of the story of a finished game, and its awards in a line each.

    Below full privacy neither tells of tickets or hands: a mail passes through other people's
    machines.
    """
    if table.outcome is None or game.status != GameStatus.FINISHED:
        return {"story": (), "awards": ()}
    ending = logged_ending(game).ending
    teller = StoryTeller(table.board, names)
    best = ending.story.best if full else ending.story.best_on_board()
    return {
        "story": tuple(teller.sentence(fact) for fact in best),
        "awards": tuple(
            str(award_text(award, table.board, names))
            for award in ending.awards
            if full or award.kind in ON_THE_BOARD
        ),
    }


def _winner(results: Sequence[SideScore], lexicon: Lexicon) -> str:
    winners = [side for side in results if side.place == 1]
    if not winners:
        return ""
    names = lexicon.enumerate([side.names for side in winners])
    if len(winners) > 1:
        return _("%(names)s share the victory.") % {"names": names}
    if len(winners[0].seats) > 1:
        return _("Your team won.") if winners[0].mine else _("%(names)s won.") % {"names": names}
    return _("You won.") if winners[0].mine else _("%(name)s won.") % {"name": names}
