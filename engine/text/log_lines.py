"""Log lines: a sentence or two about one event, from its redacted data, for one reader.

They are made of the redacted wire data of the event alone (:func:`engine.redaction.redact`), so a
line cannot tell what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.board.model import Board
from engine.cards import LOCOMOTIVE, TRAIN_CARDS
from engine.events import Event
from engine.game import Game
from engine.redaction import redact
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.phrases import Data, Phrases
from engine.wire import encode


def _started(to: Phrases, data: Data) -> str:
    names = [to.names[seat] for seat in data["order"]]
    return to.lexicon.say("started", names=", ".join(names))


def _deck_shuffled(to: Phrases, data: Data) -> str | None:
    count = data["count"] if data.get("redacted") else len(data["cards"])
    return to.lexicon.say("reshuffled", n=count) if count < TRAIN_CARDS else None


def _cards_dealt(to: Phrases, data: Data) -> str | None:
    if data.get("redacted"):
        return None
    return to.acted("dealt", data, cards=to.cards(data["cards"]))


def _row_filled(to: Phrases, data: Data) -> str:
    cards = ", ".join(to.card(card) for card in data["cards"])
    return to.lexicon.say("row_filled", cards=cards)


def _row_flushed(to: Phrases, data: Data) -> str:
    return to.lexicon.say("row_flushed", n=data["cards"].count(LOCOMOTIVE))


def _tickets_dealt(to: Phrases, data: Data) -> str | None:
    if data.get("redacted"):
        return None
    return to.acted("tickets_dealt", data, tickets=to.tickets(data["tickets"]))


def _tickets_chosen(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        return to.acted("tickets_chosen", data)
    return to.acted("tickets_chosen", data, tickets=to.tickets(data["kept"]))


def _choices_revealed(to: Phrases, data: Data) -> str:
    counts = [
        to.lexicon.say("choices_revealed.count", name=name, n=n)
        for name, n in zip(to.names, data["kept"], strict=True)
    ]
    return to.lexicon.say("choices_revealed", counts=", ".join(counts))


def _tickets_returned(to: Phrases, data: Data) -> str:
    count = data["count"] if data.get("redacted") else len(data["tickets"])
    shuffled = data["shuffle"] is not None
    return to.lexicon.say("tickets_returned" + ".shuffled" * shuffled, n=count)


def _card_drawn(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        return to.acted("card_drawn", data)
    return to.acted("card_drawn", data, card=to.card(data["card"]))


def _card_taken(to: Phrases, data: Data) -> str:
    line = to.acted("card_taken", data, card=to.card(data["card"]))
    if data["refill"] is None:
        return line
    refill = to.lexicon.say("card_taken.refill", card=to.card(data["refill"]))
    return f"{line} {refill[:1].upper()}{refill[1:]}"


def _tickets_drawn(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        return to.acted("tickets_drawn", data, n=data["count"])
    return to.acted("tickets_drawn", data, tickets=to.tickets(data["tickets"]))


def _tickets_kept(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        line = to.acted("tickets_kept", data, n=data["count"])
        returned = data["returned"]
    else:
        line = to.acted("tickets_kept", data, tickets=to.tickets(data["kept"]))
        returned = len(data["returned"])
    if returned:
        line += " " + to.lexicon.say("tickets_kept.returned", n=returned)
    if racked := data.get("rack"):
        line += " " + to.lexicon.say("tickets_kept.racked", ticket=to.ticket(racked))
    return line


def _route_claimed(to: Phrases, data: Data) -> str:
    route, points = to.route(data["track"]), to.points(data["points"])
    line = to.acted("route_claimed", data, route=route, cards=to.paid(data), points=points)
    return _with_details(to, data, line)


def _bullet_train_placed(to: Phrases, data: Data) -> str:
    steps, route = to.board.tracks[data["track"]].length, to.route(data["track"])
    line = to.acted("bullet_train_placed", data, route=route, cards=to.paid(data), n=steps)
    return _with_details(to, data, line)


def _with_details(to: Phrases, data: Data, line: str) -> str:
    if data.get("redacted"):
        racked = data["rack"]
    else:
        racked = data["rack_colour"] + data["rack_locomotives"]
    if racked:
        line += " " + to.lexicon.say("from_rack", n=racked)
    if data.get("closes"):
        line += " " + to.lexicon.say("closes", n=len(data["closes"]))
    return line


def _card_placed(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        return to.acted(f"card_placed.{data['place']}", data)
    return to.acted(f"card_placed.{data['place']}", data, card=to.card(data["card"]))


def _ticket_racked(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        return to.acted("ticket_racked", data)
    return to.acted("ticket_racked", data, ticket=to.ticket(data["ticket"]))


def _team_tickets_placed(to: Phrases, data: Data) -> str | None:
    if data.get("redacted"):
        return None
    tickets = to.tickets(data["tickets"])
    return to.lexicon.say("team_tickets_placed", team=data["team"] + 1, tickets=tickets)


def _tickets_shared(to: Phrases, data: Data) -> str:
    if data.get("redacted"):
        return to.acted("tickets_shared", data, n=data["count"])
    return to.acted("tickets_shared", data, tickets=to.tickets(data["tickets"]))


def _tunnel_opened(to: Phrases, data: Data) -> str:
    line = to.acted("tunnel_opened", data, route=to.route(data["track"]), cards=to.paid(data))
    return _with_details(to, data, line)


def _tunnel_turned_up(to: Phrases, data: Data) -> str:
    say = to.lexicon.say
    asks = say("tunnel_asks", n=data["asks"]) if data["asks"] else say("tunnel_asks.nothing")
    return f"{say('tunnel_turned_up', cards=to.cards(data['cards']))} {asks}"


def _tunnel_built(to: Phrases, data: Data) -> str:
    route, points = to.route(data["track"]), to.points(data["points"])
    return _with_details(to, data, to.acted("tunnel_built", data, route=route, points=points))


def _tunnel_withdrawn(to: Phrases, data: Data) -> str:
    return to.acted("tunnel_withdrawn", data, route=to.route(data["track"]))


def _turn_passed(to: Phrases, data: Data) -> str:
    return to.acted("turn_passed", data)


def _turn_skipped(to: Phrases, data: Data) -> str:
    return to.acted("turn_skipped", data)


def _final_round(to: Phrases, data: Data) -> str:
    return to.acted("final_round", {"seat": data["last"]})


def _ended(to: Phrases, data: Data) -> str:
    say = to.lexicon.say
    sides = [(score, [to.names[seat] for seat in score["seats"]]) for score in data["scores"]]
    scores = "; ".join(
        say("ended.score", place=score["place"], names=" + ".join(names), n=score["total"])
        for score, names in sides
    )
    first = [(score["seats"], names) for score, names in sides if score["place"] == 1]
    seats, winners = first[0]
    if len(first) > 1:
        shared = to.lexicon.enumerate([" + ".join(names) for _, names in first])
        line = say("ended.shared", winners=shared, scores=scores)
    elif to.seat in seats:
        line = say("ended.you", scores=scores)
    else:
        line = say("ended", n=len(winners), winners=to.lexicon.enumerate(winners), scores=scores)
    return f"{say('ended.passes')} {line}" if data["reason"] == "passes" else line


def _taken_back(to: Phrases, data: Data) -> str:
    say = to.lexicon.say
    line = say("taken_back", event=data["to"])
    learnt = data["learnt"]
    if len(learnt) == len(to.names):
        return f"{line} {say('taken_back.all')}"
    if learnt:
        names = to.lexicon.enumerate([to.names[seat] for seat in learnt])
        return f"{line} {say('taken_back.learnt', n=len(learnt), names=names)}"
    return line


def _piles_reshuffled(to: Phrases, data: Data) -> str:
    return to.lexicon.say("piles_reshuffled")


def _no_line(to: Phrases, data: Data) -> None:
    """Say nothing: the page and the mail show it in another way."""


EVENT_FORMATTERS: Mapping[str, Callable[[Phrases, Data], str | None]] = {
    "game.started": _started,
    "game.deck_shuffled": _deck_shuffled,
    "game.tickets_shuffled": _no_line,
    "game.cards_dealt": _cards_dealt,
    "game.row_filled": _row_filled,
    "game.row_flushed": _row_flushed,
    "game.tickets_dealt": _tickets_dealt,
    "game.tickets_chosen": _tickets_chosen,
    "game.choices_revealed": _choices_revealed,
    "game.tickets_returned": _tickets_returned,
    "game.turn_started": _no_line,
    "game.decision_opened": _no_line,
    "game.card_drawn": _card_drawn,
    "game.card_taken": _card_taken,
    "game.tickets_drawn": _tickets_drawn,
    "game.tickets_kept": _tickets_kept,
    "game.route_claimed": _route_claimed,
    "game.bullet_train_placed": _bullet_train_placed,
    "game.card_placed": _card_placed,
    "game.ticket_racked": _ticket_racked,
    "game.team_tickets_placed": _team_tickets_placed,
    "game.tickets_shared": _tickets_shared,
    "game.tunnel_opened": _tunnel_opened,
    "game.tunnel_turned_up": _tunnel_turned_up,
    "game.tunnel_built": _tunnel_built,
    "game.tunnel_withdrawn": _tunnel_withdrawn,
    "game.turn_passed": _turn_passed,
    "game.turn_skipped": _turn_skipped,
    "game.final_round_started": _final_round,
    "game.ended": _ended,
    "game.taken_back": _taken_back,
    "game.piles_reshuffled": _piles_reshuffled,
}
"""What is said of each event type. Events of the table (``table.*``) are told by the site."""


def describe(
    type_: str,
    data: Data,
    *,
    board: Board,
    names: Sequence[str],
    seat: int | None = None,
    lexicon: Lexicon = ENGLISH,
) -> str | None:
    """The line of the log for an event, or None where there is nothing to tell.

    ``type_`` and ``data`` are the wire form of the event as redacted for the reader in ``seat``
    (None is a spectator); ``names`` are the names of the seats.

    >>> import engine
    >>> board = engine.load_board("usa")
    >>> names = ["alice", "bob"]
    >>> data = {"seat": 1, "redacted": True}
    >>> describe("game.card_drawn", data, board=board, names=names)
    'bob drew a card from the deck.'
    >>> describe("game.card_drawn", {"seat": 1, "card": "red"}, board=board, names=names, seat=1)
    'You drew a card from the deck: red.'
    """
    line = EVENT_FORMATTERS.get(type_)
    return line(Phrases(seat, board, names, lexicon), data) if line else None


def describe_event(
    event: Event,
    game: Game,
    *,
    names: Sequence[str],
    seat: int | None = None,
    lexicon: Lexicon = ENGLISH,
) -> str | None:
    """The line of the log for an event of a game, redacted for the reader in ``seat``."""
    data = redact(event, seat, game)
    return describe(
        encode(event)[0], data, board=game.board, names=names, seat=seat, lexicon=lexicon
    )
