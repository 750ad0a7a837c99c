"""Template context of a game's page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from games.drawing.palette import seat_tints
from games.log import RedactedEvent
from games.tables.models import Seat
from games.web.parts import phrases
from games.web.parts.durations import deadline_text
from games.web.parts.game_clock import GameClock, cached_game_clock
from games.web.parts.game_context import GameContext, Snapshot
from games.web.parts.pictures import draw_board
from games.web.parts.requests import parse_number
from games.web.parts.route_table import route_tables
from games.web.parts.waiting_games import next_game
from games.web.play.move_form import ticket_choice
from games.web.play.presenters.decision import card_sources, held_preview, open_decision
from games.web.play.presenters.holdings import (
    offered_tickets,
    open_destinations,
    reader_holdings,
)
from games.web.play.presenters.order import order_panel
from games.web.play.presenters.payments import claims_by_track
from games.web.play.presenters.players import nudgeable_seats, player_lines, team_lines
from games.web.play.presenters.results import adjudicated_places, final_scores
from games.web.play.presenters.talk import talk_panel
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks

SPECTATOR_EVENTS = 12
"""The number of latest events for a spectator."""
MAX_NEW_EVENTS = 40
"""The most events on the page; the whole log has a page of its own."""
CLAIM_EVENTS = ("game.route_claimed", "game.bullet_train_placed")
MAX_EVENTS_BACK = 80
"""The most events back to which the page looks for new ones, for who was away for long."""


def game_page(
    request: HttpRequest,
    context: GameContext,
    moment: datetime,
    *,
    error: str = "",
    typed: str = "",
) -> dict[str, Any]:
    """The names that web/game.html uses."""
    snapshot = context.snapshot()
    view = snapshot.view
    header = page_header(context)
    move_url = header["move_url"]
    waiting = held_preview(context, view)
    # In a voided game decisions stay open for ever, and nobody answers them.
    idle = context.is_over or waiting is not None
    payable = {} if idle else claims_by_track(view)
    chosen = None if idle else open_decision(view, len(payable))
    news = _new_events(request, context, snapshot)
    holdings = reader_holdings(view, hidden=context.is_over)
    own = [*holdings["tickets"], *(holdings["team_tickets"] or [])]
    open_tickets = [] if context.is_over else [*own, *offered_tickets(view)]
    return {
        **header,
        **public_facts(context, view, moment, cached_game_clock(request, context, moment)),
        "seq": view.seq,
        "decision": chosen,
        "ticked": ticket_choice(request),
        "waits_for_bots": context.waits_for_bots(moment),
        "my_move": chosen is not None,
        "held_preview": waiting,
        "error": error,
        "typed": typed,
        "claimable_count": len(payable),
        **holdings,
        "tunnel": tunnel_panel(view, context.names),
        "has_tunnels": any(track.turns_up for track in view.board.tracks.values()),
        "face_up": card_sources(view),
        "board_svg": draw_board(
            view,
            claimable=payable,
            move_url=move_url,
            highlight=[
                *([waiting.track] if waiting and waiting.track else []),
                *news.pop("claimed"),
                *tunnel_tracks(view),
            ],
            wanted=open_destinations(view, open_tickets),
        ),
        "tables": route_tables(view, context.names, claimable=payable, move_url=move_url),
        "scores": final_scores(view, context.names),
        "adjudicated": adjudicated_places(context, view) if context.is_over else [],
        "nudgeable": nudgeable_seats(context, moment),
        "next_game": next_game(request, but=context.game.pk),
        **news,
        **order_panel(context),
        **talk_panel(context, request.user, seat_tints(view.teams)),
        **(shuffle_proof(context) if context.is_over else {"commitment": context.game.commitment}),
    }


def page_header(context: GameContext) -> dict[str, Any]:
    """The names that every page of a game uses: the game and its addresses."""
    code = context.game.code
    return {
        "game": context.game,
        "board_name": context.board.name,
        "game_url": reverse("game", args=[code]),
        "move_url": reverse("prepare-move", args=[code]),
        "act_url": reverse("act", args=[code]),
        "seen_url": reverse("seen", args=[code]),
        "story_url": reverse("story", args=[code]),
        "pulse_url": reverse("pulse", args=[code]),
        "replay_url": reverse("replay", args=[code]),
        "record_url": reverse("record", args=[code]),
        "talk_url": reverse("talk", args=[code]),
        "note_url": reverse("note", args=[code]),
    }


def public_facts(
    context: GameContext, view: engine.View, moment: datetime, clocks: GameClock | None = None
) -> dict[str, Any]:
    """Facts about a game that everybody may know."""
    names = context.names
    board = view.board
    deciding = [names[seat] for seat in view.order if seat in view.pending and seat != view.seat]
    due = [seat.due_at for seat in context.seats if seat.number in view.pending and seat.due_at]
    mine = context.seat.due_at if context.seat and context.seat.number in view.pending else None
    waiting = phrases.joined(deciding)
    return {
        "board": board,
        "seated": view.seat is not None,
        "over": view.outcome is not None or context.is_over,
        "setup": not view.turn and view.outcome is None,
        "deciding": waiting,
        "waiting": _("Waiting for %(names)s.") % {"names": waiting} if waiting else "",
        "clock": deadline_text(mine or (min(due) if due else None), moment),
        "final_round": _final_round(view, context),
        "table_clock": clocks,
        "clock_url": reverse("clock", args=[context.game.code]),
        "teams": team_lines(
            view,
            player_lines(
                view, names, context.bots, context.player_urls, clocks.seats if clocks else ()
            ),
        ),
        "in_teams": bool(view.teams),
        "longest_name": _("Asian Express") if view.teams else _("Longest path"),
        "bullets": view.bullets if board.bullet_trains else None,
        "bullet_supply": board.bullet_trains.supply if board.bullet_trains else None,
        "deck_size": view.deck_size,
        "discards_size": sum(view.discards.values()),
        "discards": phrases.cards(view.discards),
        "ticket_deck_size": view.ticket_deck_size,
    }


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
    }


def record_name(context: GameContext) -> str:
    """The file name of the record of a game."""
    return f"night-mail-{context.game.code}.jsonl"


def _final_round(view: engine.View, context: GameContext) -> str:
    if view.last_seat is None or view.outcome is not None:
        return ""
    if view.last_seat == view.seat:
        return _("This is the final round: everybody has one more turn, and yours is the last.")
    return _("This is the final round: everybody has one more turn, %(name)s has the last.") % {
        "name": context.names[view.last_seat]
    }


def _new_events(request: HttpRequest, context: GameContext, snapshot: Snapshot) -> dict[str, Any]:
    view, formatter = snapshot.view, context.formatter(snapshot.view)
    if context.seat is None:
        events = snapshot.events(after=view.seq - SPECTATOR_EVENTS)
        claimed = list(view.owner)[-1:]
        return {
            "new_events": formatter.html_items(events),
            "last_new_seq": None,
            "own_sentences": [],
            "claimed": claimed,
        }
    first = _first_of_own_move(request)
    known = max(context.seat.seen, view.seq - MAX_EVENTS_BACK)
    events = snapshot.events(after=known if first is None else min(known, first - 1))
    since = _last_known_seq(context.seat, events)
    new_events = [event for event in events if event.seq > since]
    return {
        "new_events": formatter.html_items(new_events[-MAX_NEW_EVENTS:]),
        "older_news": len(new_events) > MAX_NEW_EVENTS or since < known,
        "last_new_seq": view.seq if new_events else None,
        "own_sentences": [] if first is None else formatter.own_sentences(events, first),
        "claimed": [event.data["track"] for event in new_events if event.type in CLAIM_EVENTS],
    }


def _last_known_seq(seat: Seat, events: list[RedactedEvent]) -> int:
    """The last event that the holder of a seat knows: read here, or moved after by mail."""
    own = [event.seq for event in events if event.actor == str(seat.number)]
    return max([seat.seen, *own[-1:]])


def _first_of_own_move(request: HttpRequest) -> int | None:
    """The number that the answer to a move puts into the address."""
    return parse_number(request.GET.get("from", ""), 8)
