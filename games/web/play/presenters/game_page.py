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
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_clock import GameClock, cached_game_clock
from games.web.parts.game_context import GameContext, Snapshot
from games.web.parts.pictures import draw_board
from games.web.parts.route_table import route_tables
from games.web.parts.waiting_games import next_game
from games.web.play.move_form import ticket_choice
from games.web.play.presenters.decision import card_sources, held_preview, open_decision
from games.web.play.presenters.holdings import (
    hand_piles,
    offered_tickets,
    open_destinations,
    rack_piles,
    rack_size,
    tickets_in_hand,
    tickets_in_rack,
)
from games.web.play.presenters.order import order_panel
from games.web.play.presenters.payments import claims_by_track
from games.web.play.presenters.players import nudgeable_seats, player_lines, team_lines
from games.web.play.presenters.results import adjudicated_places, final_scores
from games.web.play.presenters.talk import talk_panel
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks

SPECTATOR_EVENTS = 12
"""How many events a spectator is told as the latest."""
MAX_NEW_EVENTS = 40
"""How many events the page tells at most; the whole log has a page of its own."""
CLAIM_EVENTS = ("game.route_claimed", "game.bullet_train_placed")
MAX_EVENTS_BACK = 80
"""How far back the page looks for news of who has not been here for long."""


def game_page(
    request: HttpRequest, at: GameContext, moment: datetime, *, error: str = "", typed: str = ""
) -> dict[str, Any]:
    """The names that web/game.html uses."""
    look = at.look()
    view = look.view
    links = game_urls(at.game.code)
    waiting = held_preview(at, view)
    # In a voided game decisions stay open for ever, and nobody answers them.
    idle = at.over or waiting is not None
    payable = {} if idle else claims_by_track(view)
    chosen = None if idle else open_decision(view, len(payable))
    news = _new_events(request, at, look)
    tickets, team_tickets = tickets_in_hand(view), tickets_in_rack(view)
    open_tickets = [] if at.over else [*tickets, *(team_tickets or []), *offered_tickets(view)]
    return {
        **links,
        **public_facts(at, view, moment, cached_game_clock(request, at, moment)),
        "seq": view.seq,
        "decision": chosen,
        "ticked": ticket_choice(request),
        "bots_to_move": at.bots_to_move(moment),
        "my_move": chosen is not None,
        "held": waiting,
        "error": error,
        "typed": typed,
        "claimable_count": len(payable),
        "hand": None if at.over else hand_piles(view),
        "rack": None if at.over else rack_piles(view),
        "rack_size": rack_size(view),
        "hand_size": view.hand_sizes[view.seat] if view.seat is not None else 0,
        "tickets": tickets,
        "team_tickets": team_tickets,
        "tunnel": tunnel_panel(view, at.names),
        "has_tunnels": any(track.turns_up for track in view.board.tracks.values()),
        "face_up": card_sources(view),
        "board_svg": draw_board(
            view,
            claimable=payable,
            move_url=links["move_url"],
            highlight=[
                *([waiting.track] if waiting and waiting.track else []),
                *news.pop("claimed"),
                *tunnel_tracks(view),
            ],
            wanted=open_destinations(view, open_tickets),
        ),
        "tables": route_tables(view, at.names, claimable=payable, move_url=links["move_url"]),
        "sides": final_scores(view, at.names),
        "adjudicated": adjudicated_places(at, view) if at.over else [],
        "nudgeable": nudgeable_seats(at, moment),
        "next_game": next_game(request, but=at.game.pk),
        **news,
        **order_panel(at),
        **talk_panel(at, request.user, seat_tints(view.teams)),
        **(shuffle_proof(at) if at.over else {"commitment": at.game.commitment}),
    }


def game_urls(code: str) -> dict[str, str]:
    """The addresses of a game."""
    return {
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
    at: GameContext, view: engine.View, moment: datetime, clocks: GameClock | None = None
) -> dict[str, Any]:
    """Return what everybody may know of the table."""
    names = at.names
    board = view.board
    deciding = [names[seat] for seat in view.order if seat in view.pending and seat != view.seat]
    due = [seat.due_at for seat in at.seats if seat.number in view.pending and seat.due_at]
    mine = at.seat.due_at if at.seat and at.seat.number in view.pending else None
    waiting = phrases.joined(deciding)
    return {
        "game": at.game,
        "board_name": board.name,
        "board": board,
        "seated": view.seat is not None,
        "over": view.outcome is not None or at.over,
        "setup": not view.turn and view.outcome is None,
        "deciding": waiting,
        "waiting": _("Waiting for %(names)s.") % {"names": waiting} if waiting else "",
        "clock": deadline_text(mine or (min(due) if due else None), moment),
        "final_round": _final_round(view, at),
        "table_clock": clocks,
        "clock_url": reverse("clock", args=[at.game.code]),
        "teams": team_lines(
            view, player_lines(view, names, at.bots, at.pages, clocks.seats if clocks else ())
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


def shuffle_proof(at: GameContext) -> dict[str, Any]:
    """Return what proves the shuffles of a game that is over."""
    at.game.refresh_from_db(fields=["secret"])
    return {
        "commitment": at.game.commitment,
        "secret": bytes(at.game.secret).hex(),
        "contributions": [(at.names[seat.number], seat.contribution) for seat in at.seats],
        "record_name": record_name(at),
    }


def record_name(at: GameContext) -> str:
    """The file name of the record of a game."""
    return f"night-mail-{at.game.code}.jsonl"


def _final_round(view: engine.View, at: GameContext) -> str:
    if view.last_seat is None or view.outcome is not None:
        return ""
    if view.last_seat == view.seat:
        return _("This is the final round: everybody has one more turn, and yours is the last.")
    return _("This is the final round: everybody has one more turn, %(name)s has the last.") % {
        "name": at.names[view.last_seat]
    }


def _new_events(request: HttpRequest, at: GameContext, look: Snapshot) -> dict[str, Any]:
    view = look.view
    names = [at.names[seat] for seat in range(view.seats)]
    teller = EventFormatter(view.board, names, view.seat, seat_tints(view.teams))
    if at.seat is None:
        story = look.story(after=view.seq - SPECTATOR_EVENTS)
        claimed = list(view.owner)[-1:]
        return {"fresh": teller.items(story), "seen_seq": None, "results": [], "claimed": claimed}
    first = _first_of_own_move(request)
    known = max(at.seat.seen, view.seq - MAX_EVENTS_BACK)
    story = look.story(after=known if first is None else min(known, first - 1))
    since = _last_known_seq(at.seat, story)
    fresh = [told for told in story if told.seq > since]
    return {
        "fresh": teller.items(fresh[-MAX_NEW_EVENTS:]),
        "older_news": len(fresh) > MAX_NEW_EVENTS or since < known,
        "seen_seq": view.seq if fresh else None,
        "results": [] if first is None else teller.own_move(story, first),
        "claimed": [told.data["track"] for told in fresh if told.type in CLAIM_EVENTS],
    }


def _last_known_seq(seat: Seat, story: list[RedactedEvent]) -> int:
    """The last event that the holder of a seat knows: read here, or moved after by mail."""
    own = [told.seq for told in story if told.actor == str(seat.number)]
    return max([seat.seen, *own[-1:]])


def _first_of_own_move(request: HttpRequest) -> int | None:
    """The number that the answer to a move puts into the address."""
    first = request.GET.get("from", "")
    return int(first) if first.isdecimal() and len(first) < 9 else None
