"""What the template of a game's page is given, made from the reader's view alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

import engine
from games.drawing.palette import liveries
from games.log import Told
from games.tables.models import Seat
from games.web.parts import words
from games.web.parts.board import picture_of
from games.web.parts.clock import clock
from games.web.parts.clocks import TableClock, clock_at
from games.web.parts.route_table import route_tables
from games.web.play.parts.adjudicated import adjudicated
from games.web.play.parts.asked import ticked
from games.web.play.parts.decision import decision, sources
from games.web.play.parts.hand import hand, rack, rack_size
from games.web.play.parts.held import held
from games.web.play.parts.nudges import nudgeable
from games.web.play.parts.order_words import standing_part
from games.web.play.parts.payments import claimable
from games.web.play.parts.players import players, teams
from games.web.play.parts.scores import final_table
from games.web.play.parts.talk import talk
from games.web.play.parts.teller import Teller
from games.web.play.parts.tickets import destinations, in_hand, in_rack, offered
from games.web.play.parts.tunnel import entered, tunnel
from games.web.play.sitting import Look, Sitting
from games.web.waiting import next_game

LATEST = 12
"""How many events a spectator is told as the latest."""
MOST_NEWS = 40
"""How many events the page tells at most; the whole log has a page of its own."""
CLAIMS = ("game.route_claimed", "game.bullet_train_placed")
FURTHEST_BACK = 80
"""How far back the page looks for news of who has not been here for long."""


def game_page(
    request: HttpRequest, at: Sitting, moment: datetime, *, error: str = "", typed: str = ""
) -> dict[str, Any]:
    """Gets the names that web/game.html uses."""
    look = at.look()
    view = look.view
    links = addresses(at.game.code)
    waiting = held(at, view)
    # In a voided game decisions stay open for ever, and nobody answers them.
    idle = at.over or waiting is not None
    payable = {} if idle else claimable(view)
    chosen = None if idle else decision(view, len(payable))
    news = _news(request, at, look)
    tickets, team_tickets = in_hand(view), in_rack(view)
    open_tickets = [] if at.over else [*tickets, *(team_tickets or []), *offered(view)]
    return {
        **links,
        **table_facts(at, view, moment, clock_at(request, at, moment)),
        "seq": view.seq,
        "decision": chosen,
        "ticked": ticked(request),
        "bots_to_move": at.bots_to_move(moment),
        "my_move": chosen is not None,
        "held": waiting,
        "error": error,
        "typed": typed,
        "claimable_count": len(payable),
        "hand": None if at.over else hand(view),
        "rack": None if at.over else rack(view),
        "rack_size": rack_size(view),
        "hand_size": view.hand_sizes[view.seat] if view.seat is not None else 0,
        "tickets": tickets,
        "team_tickets": team_tickets,
        "tunnel": tunnel(view, at.names),
        "has_tunnels": any(track.turns_up for track in view.board.tracks.values()),
        "face_up": sources(view),
        "board_svg": picture_of(
            view,
            claimable=payable,
            move_url=links["move_url"],
            highlight=[
                *([waiting.track] if waiting and waiting.track else []),
                *news.pop("claimed"),
                *entered(view),
            ],
            wanted=destinations(view, open_tickets),
        ),
        "tables": route_tables(view, at.names, claimable=payable, move_url=links["move_url"]),
        "sides": final_table(view, at.names),
        "adjudicated": adjudicated(at, view) if at.over else [],
        "nudgeable": nudgeable(at, moment),
        "next_game": next_game(request, but=at.game.pk),
        **news,
        **standing_part(at),
        **talk(at, request.user, liveries(view.teams)),
        **(proof(at) if at.over else {"commitment": at.game.commitment}),
    }


def addresses(code: str) -> dict[str, str]:
    """Gets the addresses of a game."""
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


def table_facts(
    at: Sitting, view: engine.View, moment: datetime, clocks: TableClock | None = None
) -> dict[str, Any]:
    """Gets what everybody may know of the table."""
    names = at.names
    board = view.board
    deciding = [names[seat] for seat in view.order if seat in view.pending and seat != view.seat]
    due = [seat.due_at for seat in at.seats if seat.number in view.pending and seat.due_at]
    mine = at.seat.due_at if at.seat and at.seat.number in view.pending else None
    waiting = words.joined(deciding)
    return {
        "game": at.game,
        "board_name": board.name,
        "board": board,
        "seated": view.seat is not None,
        "over": view.outcome is not None or at.over,
        "setup": not view.turn and view.outcome is None,
        "deciding": waiting,
        "waiting": _("Waiting for %(names)s.") % {"names": waiting} if waiting else "",
        "clock": clock(mine or (min(due) if due else None), moment),
        "final_round": _final_round(view, at),
        "table_clock": clocks,
        "clock_url": reverse("clock", args=[at.game.code]),
        "teams": teams(
            view, players(view, names, at.bots, at.pages, clocks.seats if clocks else ())
        ),
        "in_teams": bool(view.teams),
        "longest_name": _("Asian Express") if view.teams else _("Longest path"),
        "bullets": view.bullets if board.bullet_trains else None,
        "bullet_supply": board.bullet_trains.supply if board.bullet_trains else None,
        "deck_size": view.deck_size,
        "discards_size": sum(view.discards.values()),
        "discards": words.cards(view.discards),
        "ticket_deck_size": view.ticket_deck_size,
    }


def proof(at: Sitting) -> dict[str, Any]:
    """Gets what proves the shuffles of a game that is over."""
    at.game.refresh_from_db(fields=["secret"])
    return {
        "commitment": at.game.commitment,
        "secret": bytes(at.game.secret).hex(),
        "contributions": [(at.names[seat.number], seat.contribution) for seat in at.seats],
        "record_name": record_name(at),
    }


def record_name(at: Sitting) -> str:
    """Gets the file name of the record of a game."""
    return f"night-mail-{at.game.code}.jsonl"


def _final_round(view: engine.View, at: Sitting) -> str:
    if view.final_seat is None or view.outcome is not None:
        return ""
    if view.final_seat == view.seat:
        return _("This is the final round: everybody has one more turn, and yours is the last.")
    return _("This is the final round: everybody has one more turn, %(name)s has the last.") % {
        "name": at.names[view.final_seat]
    }


def _news(request: HttpRequest, at: Sitting, look: Look) -> dict[str, Any]:
    view = look.view
    names = [at.names[seat] for seat in range(view.seats)]
    teller = Teller(view.board, names, view.seat, liveries(view.teams))
    if at.seat is None:
        story = look.story(after=view.seq - LATEST)
        claimed = list(view.owner)[-1:]
        return {"fresh": teller.items(story), "seen_seq": None, "results": [], "claimed": claimed}
    first = _first_of_own_move(request)
    known = max(at.seat.seen, view.seq - FURTHEST_BACK)
    story = look.story(after=known if first is None else min(known, first - 1))
    since = _seen(at.seat, story)
    fresh = [told for told in story if told.seq > since]
    return {
        "fresh": teller.items(fresh[-MOST_NEWS:]),
        "older_news": len(fresh) > MOST_NEWS or since < known,
        "seen_seq": view.seq if fresh else None,
        "results": [] if first is None else teller.own_move(story, first),
        "claimed": [told.data["track"] for told in fresh if told.type in CLAIMS],
    }


def _seen(seat: Seat, story: list[Told]) -> int:
    """Gets the last event that the holder of a seat knows: read here, or moved after by mail."""
    own = [told.seq for told in story if told.actor == str(seat.number)]
    return max([seat.seen, *own[-1:]])


def _first_of_own_move(request: HttpRequest) -> int | None:
    """Gets the number that the answer to a move puts into the address."""
    first = request.GET.get("from", "")
    return int(first) if first.isdecimal() and len(first) < 9 else None
