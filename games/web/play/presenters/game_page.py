"""Template context of a game's page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from games.common.markup import escape
from games.drawing.palette import seat_tints
from games.drawing.path_light import PathLight
from games.facts.tickets import TicketLine, open_destinations
from games.people.traces import told_to_the_table
from games.web.parts import phrases
from games.web.parts.durations import DeadlineText, deadline_text, describe_spectator_delay
from games.web.parts.game_clock import GameClock, cached_game_clock
from games.web.parts.game_context import GameContext, Snapshot
from games.web.parts.map_key import map_key
from games.web.parts.page_parts import page_parts
from games.web.parts.pictures import draw_live_board
from games.web.parts.route_table import route_tables
from games.web.parts.waiting_games import next_game
from games.web.play.move_form import ticket_choice
from games.web.play.presenters.decision import card_sources, held_preview, open_decision
from games.web.play.presenters.ending import ending_panel, path_lights
from games.web.play.presenters.hint import hint_panel
from games.web.play.presenters.holdings import offered_tickets, reader_holdings
from games.web.play.presenters.lesson import lesson_panel
from games.web.play.presenters.news import NO_NEWS, News, news
from games.web.play.presenters.order import order_panel
from games.web.play.presenters.payments import claim_options, claims_by_track
from games.web.play.presenters.players import nudgeable_seats, player_lines, team_lines
from games.web.play.presenters.results import (
    adjudicated_places,
    ended_by,
    final_scores,
    station_lines,
)
from games.web.play.presenters.review import review_links
from games.web.play.presenters.social import public_card
from games.web.play.presenters.talk import talk_panel
from games.web.play.presenters.ticket_lights import (
    network_lines,
    ticket_lights,
    ticket_ways,
    with_ways,
)
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
    """The names that web/game.html uses; ``snapshot`` is loaded unless it is given."""
    snapshot = snapshot or context.snapshot()
    view = snapshot.view
    header = page_header(context)
    move_url = header["move_url"]
    waiting = held_preview(context, view)
    # In a voided game decisions stay open for ever, and nobody answers them.
    idle = context.is_over or waiting is not None
    payable = {} if idle else claims_by_track(view)
    chosen = None if idle else open_decision(view, len(payable))
    parts = page_parts(request)
    holdings = reader_holdings(view, hidden=context.is_over)
    recent = news(request, context, snapshot, parts, _own_tickets(holdings))
    ending = ending_panel(request, context, view)
    board = board_context(
        context,
        view,
        holdings,
        claimable=payable,
        highlight=[]
        if ending and ending.sides
        else [
            *([waiting.track] if waiting and waiting.track else []),
            *recent.claimed,
            *tunnel_tracks(view),
        ],
        recent=recent,
        paths=path_lights(ending, context),
        buildable=[city for city, _name in chosen.stations] if chosen else [],
    )
    scores = final_scores(view, context.names, ending)
    hint = None if idle else hint_panel(context, view)
    return {
        **UNSET,
        **header,
        **public_facts(context, view, moment, cached_game_clock(request, context, moment)),
        **parts.context,
        "seq": view.seq,
        "decision": chosen,
        "ticked": ticket_choice(request),
        "waits_for_bots": context.waits_for_bots(moment),
        "my_move": chosen is not None,
        "held_preview": waiting,
        "error": error,
        "typed": typed,
        "claimable_count": len(payable),
        "claim_options": _as_options(claim_options(view, payable)),
        **holdings,
        **board,
        "tunnel": tunnel_panel(view, context.names),
        "board_key": map_key(view.board, get_language() or "", seated=view.seat is not None),
        "has_tunnels": view.board.has_tunnels,
        "face_up": card_sources(view, recent.slots),
        "tables": route_tables(view, context.names, claimable=payable, move_url=move_url),
        "ending": ending,
        "scores": scores,
        "station_lines": station_lines(scores),
        "adjudicated": adjudicated_places(context, view) if context.is_over else [],
        "ended_by": ended_by(context),
        "nudgeable": nudgeable_seats(context, moment),
        "shared_networks": _shared_networks(context, moment),
        "next_game": next_game(request, but=context.game.pk),
        "new_events": recent.events,
        "older_news": recent.older,
        "last_new_seq": recent.last_seq,
        "own_sentences": recent.own,
        "others_lines": recent.others,
        "lines_before": recent.before,
        "completed": recent.completed,
        "celebrated_at": recent.step,
        "reviews": review_links(context) if context.is_over else None,
        "hint": hint,
        "waits_for_hint": hint is not None and hint.waits,
        **lesson_panel(context, snapshot, payable),
        **order_panel(context),
        **talk_panel(context, request.user, seat_tints(view.teams)),
        **(shuffle_proof(context) if context.is_over else {"commitment": context.game.commitment}),
    }


UNSET: Final = {
    "prepared": None,
    "order": None,
    "talk_error": "",
    "talk_typed": "",
    "secret": "",
    "contributions": (),
}
"""What only some pages set: to look for a name that is nowhere is slow in a template."""


def board_context(
    context: GameContext,
    view: engine.View,
    holdings: Mapping[str, Any],
    *,
    claimable: Mapping[str, object],
    highlight: Collection[str],
    recent: News = NO_NEWS,
    paths: Sequence[PathLight] = (),
    buildable: Sequence[str] = (),
) -> dict[str, Any]:
    """The board with what the reader's tickets light on it, and what each of those still lacks."""
    rack = holdings["team_tickets"]
    own = _own_tickets(holdings)
    offered = [] if context.is_over else offered_tickets(view)
    ways = ticket_ways(view, [line.id for line in (*own, *offered)]) if own or offered else {}
    done = {line.id for line in recent.completed}
    return {
        "board_layers": draw_live_board(
            view,
            claimable=claimable,
            move_url=game_addresses(context.game.code)["move_url"],
            highlight=highlight,
            wanted=open_destinations(view, [] if context.is_over else [*own, *offered]),
            lights=ticket_lights(view, own, offered, ways, done, recent.step),
            steps=recent.tracks,
            paths=paths,
            buildable=buildable,
        ),
        "tickets": with_ways(holdings["tickets"], ways),
        "team_tickets": rack if rack is None else with_ways(rack, ways),
        "offered": with_ways(offered, ways),
        "network_lines": network_lines(view) if holdings["hand"] is not None else [],
    }


def _own_tickets(holdings: Mapping[str, Any]) -> list[TicketLine]:
    """The tickets that count for the reader: in the hand and in the rack of the team."""
    return [*holdings["tickets"], *(holdings["team_tickets"] or [])]


def _as_options(choices: Iterable[tuple[str, str]]) -> SafeString:
    """The options of a field, by the ids of tracks: there may be a hundred."""
    return mark_safe("".join(_as_option(key, name) for key, name in choices))  # noqa: S308


@lru_cache(maxsize=4096)
def _as_option(key: str, name: str) -> str:
    return f'<option value="{key}">{escape(name)}</option>'


ANY_GAME: Final = "any-game"
ADDRESSES: Final = {
    "game_url": "game",
    "move_url": "prepare-move",
    "act_url": "act",
    "seen_url": "seen",
    "story_url": "story",
    "pulse_url": "pulse",
    "replay_url": "replay",
    "record_url": "record",
    "talk_url": "talk",
    "note_url": "note",
    "share_url": "share",
    "clock_url": "clock",
    "order_url": "order",
    "decisions_url": "decisions",
}


@cache
def _addresses() -> Mapping[str, str]:
    """The addresses of the pages of any game, which differ in its code alone."""
    return {key: reverse(name, args=[ANY_GAME]) for key, name in ADDRESSES.items()}


@lru_cache(maxsize=1024)
def game_addresses(code: str) -> Mapping[str, SafeString]:
    """The addresses of the pages of a game, in which there is nothing to escape."""
    return {
        key: SafeString(address.replace(ANY_GAME, code)) for key, address in _addresses().items()
    }


def _shared_networks(context: GameContext, moment: datetime) -> list[str]:
    """The pairs at the reader's own table who let the others know that they share a network."""
    if context.seat is None:
        return []
    seats = {seat.person_id: seat.number for seat in context.seats if seat.person_id}
    people = [seat.person for seat in context.seats if seat.person is not None]
    return [
        phrases.joined(context.names[seats[one]] for one in pair)
        for pair in told_to_the_table(people, now=moment)
    ]


def page_header(context: GameContext) -> dict[str, Any]:
    """The names that every page of a game uses: the game and its addresses."""
    code = context.game.code
    return {
        "game": context.game,
        "board_name": context.board.name,
        **game_addresses(code),
        # Programs that show a card of a page come as strangers.
        "social": None if context.seat else public_card(context.game, context.seats),
    }


def public_facts(
    context: GameContext, view: engine.View, moment: datetime, clocks: GameClock | None = None
) -> dict[str, Any]:
    """Facts about a game that everybody may know."""
    names = context.names
    board = view.board
    deciding = [names[seat] for seat in view.order if seat in view.pending and seat != view.seat]
    waiting = phrases.joined(deciding)
    return {
        "board": board,
        "seated": view.seat is not None,
        "over": view.outcome is not None or context.is_over,
        "setup": not view.turn and view.outcome is None,
        "deciding": waiting,
        "waiting": _("Waiting for %(names)s.") % {"names": waiting} if waiting else "",
        "clock": _deadline(context, view, moment, clocks),
        "final_round": _final_round(view, context),
        "table_clock": clocks,
        "spectators": describe_spectator_delay(
            context.game.spectator_turns, context.game.spectator_hours
        ),
        "delayed": context.is_delayed,
        "teams": team_lines(
            view,
            player_lines(
                view, names, context.bots, context.player_urls, clocks.seats if clocks else ()
            ),
        ),
        "in_teams": bool(view.teams),
        "bullets": view.bullets if board.bullet_trains else None,
        "bullet_supply": board.bullet_trains.supply if board.bullet_trains else None,
        "stations": len(board.stations.cost) if board.stations else None,
        "deck_size": view.deck_size,
        "discards_size": sum(view.discards.values()),
        "discards": phrases.cards(view.discards),
        "ticket_deck_size": view.ticket_deck_size,
    }


def _deadline(
    context: GameContext, view: engine.View, moment: datetime, clocks: GameClock | None
) -> DeadlineText | None:
    """The reader's own deadline, else the first of those who decide."""
    waiting = [seat for seat in context.seats if seat.number in view.pending and seat.due_at]
    if not waiting:
        return None
    first = min(waiting, key=lambda seat: (seat != context.seat, seat.due_at))
    if clocks is None:
        return deadline_text(first.due_at, moment)
    return next(clock.clock for clock in clocks.seats if clock.number == first.number)


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
        "shuffled_board": facts_for_shuffles(context.board),
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
