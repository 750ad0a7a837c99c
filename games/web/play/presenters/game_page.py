"""Template context of a game's page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from games.common.markup import escape
from games.drawing.live_board import LiveBoard, PathLight, draw_live_board
from games.drawing.palette import seat_tints
from games.facts.prompts import waiting_for_others
from games.facts.tickets import open_destinations
from games.language.boards import board_name
from games.moderation.games.hidden_cards import has_decisions_to_read
from games.people.traces import known_to_the_table
from games.web.parts import phrases
from games.web.parts.durations import DeadlineText, deadline_text, describe_spectator_delay
from games.web.parts.game_clock import Clock, cached_game_clock
from games.web.parts.game_context import GameContext, Snapshot
from games.web.parts.map_key import map_key
from games.web.parts.page_parts import page_parts
from games.web.parts.route_table import route_tables
from games.web.parts.waiting_games import next_game
from games.web.play.move_form import ticket_choice
from games.web.play.presenters.decision import card_sources, held_preview, open_decision
from games.web.play.presenters.ending import ending_panel, path_lights
from games.web.play.presenters.hint import hint_panel
from games.web.play.presenters.holdings import hand_panel
from games.web.play.presenters.lesson import lesson_panel
from games.web.play.presenters.news import NO_NEWS, News, news
from games.web.play.presenters.payments import MoveForm, claims_by_track
from games.web.play.presenters.plan import plan_panel, tracks_of
from games.web.play.presenters.players import nudgeable_seats, players_panel
from games.web.play.presenters.results import adjudicated_panel, final_panel
from games.web.play.presenters.review import review_links
from games.web.play.presenters.social import public_card
from games.web.play.presenters.talk import notes_panel, talk_panel
from games.web.play.presenters.ticket_lights import LitTickets, lit_tickets, ticket_lights
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks


def game_page(
    request: HttpRequest,
    context: GameContext,
    moment: datetime,
    *,
    snapshot: Snapshot | None = None,
    error: str = "",
    typed: str = "",
) -> dict[str, Any]:
    """The parts of web/play/game.html by name; ``snapshot`` is loaded unless it is given."""
    snapshot = snapshot or context.snapshot()
    view = snapshot.view
    over = context.is_over
    held = held_preview(context, view)
    # In a voided game decisions stay open for ever, and nobody answers them.
    idle = over or held is not None
    payable = {} if idle else claims_by_track(view)
    decision = None if idle else open_decision(view, payable)
    parts = page_parts(request)
    header = page_header(context)
    move_url = header["urls"]["move"]
    lit = lit_tickets(view, over=over)
    recent = news(request, context, snapshot, parts, lit.tickets.own)
    ending = ending_panel(request, context, view)
    clock = cached_game_clock(request, context, moment)
    seated = view.seat is not None
    return {
        **header,
        **parts.context,
        "error": error,
        "typed": typed,
        "prepared": None,
        "state": table_state(context, view, moment),
        "clock": {**(clock or {}), "deadline": _deadline(context, view, moment, clock)},
        "board": board_panel(
            context,
            view,
            lit,
            claimable=payable,
            highlight=[]
            if ending and ending.sides
            else [
                *([held["track"]] if held and held["track"] else []),
                *recent.claimed,
                *tunnel_tracks(view),
            ],
            recent=recent,
            paths=path_lights(ending, context),
            forms=decision.forms if decision else (),
            move_url=move_url,
        ),
        "map_key": map_key(view.board, get_language(), seated=seated),
        "decision": replace(decision, offered=lit.offered) if decision else None,
        "ticked": ticket_choice(request),
        "has_decisions": has_decisions_to_read(context.game),
        "held": held,
        "hint": None if idle else hint_panel(context, view),
        "lessons": lesson_panel(context, snapshot, payable),
        "tunnel": tunnel_panel(view, context.names),
        "face_up": card_sources(view, recent.slots),
        "hand": None if over else hand_panel(view),
        "tickets": lit.tickets if seated and not over else None,
        "plan": plan_panel(context),
        "players": players_panel(
            context,
            view,
            clocks=clock["seats"] if clock else (),
            nudgeable=nudgeable_seats(context, moment),
            shared_networks=_shared_networks(context, moment),
        ),
        "routes": route_tables(view, context.names, claimable=payable, move_url=move_url),
        "has_tunnels": view.board.has_tunnels,
        "ending": ending,
        "final": final_panel(view, context.names, ending, review_links(context) if over else None),
        "adjudicated": adjudicated_panel(context, view),
        "news": recent,
        "next_game": next_game(request, but=context.game.pk),
        "talk": talk_panel(context, request.user, seat_tints(view.teams)),
        "notes": notes_panel(context),
        "proof": shuffle_proof(context) if over else {"commitment": context.game.commitment},
    }


def board_panel(
    context: GameContext,
    view: engine.View,
    lit: LitTickets,
    *,
    claimable: Mapping[str, object],
    highlight: Collection[str],
    recent: News = NO_NEWS,
    paths: Sequence[PathLight] = (),
    forms: Iterable[MoveForm] = (),
    move_url: str,
) -> LiveBoard:
    """The board with what the reader's tickets light on it, and links for the ``forms``."""
    lines = [] if context.is_over else [*lit.tickets.own, *lit.offered]
    ways = [track for way in lit.ways.values() for track in way.missing or ()]
    if claimable and context.plan:
        ways += tracks_of(context.plan.meant, view)
    return draw_live_board(
        view,
        claimable=claimable,
        ways=ways,
        move_url=move_url,
        highlight=highlight,
        wanted=open_destinations(view, lines),
        lights=ticket_lights(view, lit, {line.id for line in recent.completed}, recent.step),
        steps=recent.built,
        paths=paths,
        buildable={
            city: f"{move_url}?do={form.do}&{form.field}={city}"
            for form in forms
            if form.field == "city"
            for city, _name in form.options
        },
    )


ANY_CODE: Final = "code"


class GameAddresses(dict[str, SafeString]):
    """The addresses of the pages of a game by name, all below the address of the game.

    They are escaped once, and not each time that a template has one.
    """

    def __init__(self, code: str) -> None:
        super().__init__()
        self.page = escape(reverse("game", args=[code]))

    def __missing__(self, name: str) -> SafeString:
        address = self[name] = self.page + _path_below("prepare-move" if name == "move" else name)
        return address


@cache
def _path_below(name: str) -> SafeString:
    """The path from the page of a game to another of its pages, the same in all games."""
    page = reverse("game", args=[ANY_CODE])
    return escape(reverse(name, args=[ANY_CODE]).removeprefix(page))


def _shared_networks(context: GameContext, moment: datetime) -> list[str]:
    """The pairs at the reader's own table who let the others know that they share a network."""
    if context.seat is None:
        return []
    seats = {seat.person_id: seat.number for seat in context.seats if seat.person_id}
    people = [seat.person for seat in context.seats if seat.person is not None]
    return [
        phrases.joined(context.names[seats[one]] for one in pair)
        for pair in known_to_the_table(people, now=moment)
    ]


def page_header(context: GameContext) -> dict[str, Any]:
    """The names that every page of a game uses: the game and its addresses."""
    return {
        "game": context.game,
        "board_name": board_name(context.board),
        "urls": GameAddresses(context.game.code),
        # Programs that show a card of a page are anonymous users.
        "social": None if context.seat else public_card(context.game, context.seats),
    }


def table_state(context: GameContext, view: engine.View, moment: datetime) -> dict[str, Any]:
    """How far a game has come for its reader, and whom it waits for beside them.

    ``spectators`` says what those see of a running game.
    """
    game = context.game
    return {
        "seq": view.seq,
        "seated": view.seat is not None,
        "over": view.outcome is not None or context.is_over,
        "waiting": waiting_for_others(view, context.names, view.seat),
        "final_round": _final_round(view, context),
        "spectators": describe_spectator_delay(game.spectator_turns, game.spectator_hours),
        "delayed": context.is_delayed,
        "waits_for_bots": context.waits_for_bots(moment),
    }


def _deadline(
    context: GameContext, view: engine.View, moment: datetime, clock: Clock | None
) -> DeadlineText | None:
    """The reader's own deadline, else the first of those who decide."""
    waiting = [seat for seat in context.seats if seat.number in view.pending and seat.due_at]
    if not waiting:
        return None
    first = min(waiting, key=lambda seat: (seat != context.seat, seat.due_at))
    if clock is None:
        return deadline_text(first.due_at, moment)
    found: DeadlineText | None = clock["seats"][first.number]["clock"]
    return found


def shuffle_proof(context: GameContext) -> dict[str, Any]:
    """The proof of the shuffles of a game that is over."""
    context.game.refresh_from_db(fields=["secret"])
    return {
        "commitment": context.game.commitment,
        "secret": bytes(context.game.secret).hex(),
        "contributions": [
            (context.names[seat.number], seat.contribution) for seat in context.seats
        ],
        "record_name": record_name(context),
        "board": facts_for_shuffles(context.board),
    }


def facts_for_shuffles(board: engine.Board) -> dict[str, Any]:
    """The facts of a board by which static/shuffles.js checks a record."""
    ordinary, long = board.ticket_decks
    return {
        "tickets": ordinary,
        "long": long,
        "lengths": {track.id: track.length for track in board.tracks.values()},
        "returned_at_setup": board.returned_at_setup,
        "returned_later": board.returned_later,
    }


def record_name(context: GameContext) -> str:
    """The file name of the record of a game."""
    return f"night-mail-{context.game.code}.jsonl"


def _final_round(view: engine.View, context: GameContext) -> str:
    if view.last_seat is None or view.outcome is not None:
        return ""
    if view.last_seat == view.seat:
        return _("This is the final round: everybody has one more turn, and you play last.")
    return _("This is the final round: everybody has one more turn, and %(name)s plays last.") % {
        "name": context.names[view.last_seat]
    }
