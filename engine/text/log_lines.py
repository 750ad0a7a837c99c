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

Formatter = Callable[[Phrases, Data], str | None]


def _action(message: str, **gaps: str) -> Formatter:
    """The formatter of an event of one seat: each gap is a kind of phrase and the key it is of.

    Where the data were cut, only their count is left to say.
    """

    def line(phrases: Phrases, data: Data) -> str:
        if data.get("redacted"):
            return phrases.action_sentence(message, data, n=data.get("count"))
        shown = {gap: getattr(phrases, gap)(data[key]) for gap, key in gaps.items()}
        return phrases.action_sentence(message, data, **shown)

    return line


def _if_shown(line: Formatter) -> Formatter:
    """The formatter of an event that is not mentioned to those from whom it is hidden."""
    return lambda phrases, data: None if data.get("redacted") else line(phrases, data)


def _started(phrases: Phrases, data: Data) -> str:
    names = [phrases.names[seat] for seat in data["order"]]
    return phrases.lexicon.say("started", names=", ".join(names))


def _deck_shuffled(phrases: Phrases, data: Data) -> str | None:
    count = data["count"] if data.get("redacted") else len(data["cards"])
    return phrases.lexicon.say("reshuffled", n=count) if count < TRAIN_CARDS else None


def _row_filled(phrases: Phrases, data: Data) -> str:
    cards = ", ".join(phrases.card(card) for card in data["cards"])
    return phrases.lexicon.say("row_filled", cards=cards)


def _row_flushed(phrases: Phrases, data: Data) -> str:
    return phrases.lexicon.say("row_flushed", n=data["cards"].count(LOCOMOTIVE))


def _choices_revealed(phrases: Phrases, data: Data) -> str:
    counts = [
        phrases.lexicon.say("choices_revealed.count", name=name, n=n)
        for name, n in zip(phrases.names, data["kept"], strict=True)
    ]
    return phrases.lexicon.say("choices_revealed", counts=", ".join(counts))


def _tickets_returned(phrases: Phrases, data: Data) -> str:
    count = data["count"] if data.get("redacted") else len(data["tickets"])
    shuffled = data["shuffle"] is not None
    return phrases.lexicon.say("tickets_returned" + ".shuffled" * shuffled, n=count)


def _card_taken(phrases: Phrases, data: Data) -> str:
    line = phrases.action_sentence("card_taken", data, card=phrases.card(data["card"]))
    if data["refill"] is None:
        return line
    refill = phrases.lexicon.say("card_taken.refill", card=phrases.card(data["refill"]))
    return f"{line} {refill[:1].upper()}{refill[1:]}"


def _tickets_kept(phrases: Phrases, data: Data) -> str | None:
    line = _action("tickets_kept", tickets="kept")(phrases, data)
    if returned := data["returned"] if data.get("redacted") else len(data["returned"]):
        removed = phrases.board.returned_later == "removed"
        where = "removed" if removed else "returned"
        line = f"{line} {phrases.lexicon.say(f'tickets_kept.{where}', n=returned)}"
    if racked := data.get("rack"):
        ticket = phrases.ticket(racked)
        line = f"{line} {phrases.lexicon.say('tickets_kept.racked', ticket=ticket)}"
    return line


def _route_claimed(phrases: Phrases, data: Data) -> str:
    route, points = phrases.route(data["track"]), phrases.points(data["points"])
    line = phrases.action_sentence(
        "route_claimed", data, route=route, cards=phrases.paid(data), points=points
    )
    if mountain_points := data.get("mountain_points"):
        crossings = phrases.board.tracks[data["track"]].crossings
        more = phrases.points(mountain_points)
        line += " " + phrases.lexicon.say("route_claimed.mountain", n=crossings, points=more)
    return _with_details(phrases, data, line)


def _bullet_train_placed(phrases: Phrases, data: Data) -> str:
    steps, route = phrases.board.tracks[data["track"]].length, phrases.route(data["track"])
    line = phrases.action_sentence(
        "bullet_train_placed", data, route=route, cards=phrases.paid(data), n=steps
    )
    return _with_details(phrases, data, line)


def _station_built(phrases: Phrases, data: Data) -> str:
    cards = {data["colour"]: data["cards"] - data["locomotives"]}
    paid = phrases.lexicon.cards({**cards, LOCOMOTIVE: data["locomotives"]})
    city = phrases.board.place_name(data["city"])
    return phrases.action_sentence("station_built", data, city=city, cards=paid)


def _with_details(phrases: Phrases, data: Data, line: str) -> str:
    if data.get("redacted"):
        racked = data["rack"]
    else:
        racked = data["rack_colour"] + data["rack_locomotives"]
    if racked:
        line += " " + phrases.lexicon.say("from_rack", n=racked)
    if data.get("closes"):
        line += " " + phrases.lexicon.say("closes", n=len(data["closes"]))
    return line


def _card_placed(phrases: Phrases, data: Data) -> str | None:
    return _action(f"card_placed.{data['place']}", card="card")(phrases, data)


def _team_tickets_placed(phrases: Phrases, data: Data) -> str:
    tickets = phrases.tickets(data["tickets"])
    return phrases.lexicon.say("team_tickets_placed", team=data["team"] + 1, tickets=tickets)


def _tunnel_opened(phrases: Phrases, data: Data) -> str:
    line = phrases.action_sentence(
        "tunnel_opened", data, route=phrases.route(data["track"]), cards=phrases.paid(data)
    )
    return _with_details(phrases, data, line)


def _tunnel_turned_up(phrases: Phrases, data: Data) -> str:
    say = phrases.lexicon.say
    asks = say("tunnel_asks", n=data["asks"]) if data["asks"] else say("tunnel_asks.nothing")
    return f"{say('tunnel_turned_up', cards=phrases.cards(data['cards']))} {asks}"


def _tunnel_built(phrases: Phrases, data: Data) -> str:
    route, points = phrases.route(data["track"]), phrases.points(data["points"])
    return _with_details(
        phrases, data, phrases.action_sentence("tunnel_built", data, route=route, points=points)
    )


def _final_round(phrases: Phrases, data: Data) -> str:
    return phrases.action_sentence("final_round", {"seat": data["last"]})


def _ended(phrases: Phrases, data: Data) -> str:
    say = phrases.lexicon.say
    sides = [(score, [phrases.names[seat] for seat in score["seats"]]) for score in data["scores"]]
    scores = "; ".join(
        say("ended.score", place=score["place"], names=" + ".join(names), n=score["total"])
        for score, names in sides
    )
    first = [(score["seats"], names) for score, names in sides if score["place"] == 1]
    seats, winners = first[0]
    if len(first) > 1:
        shared = phrases.lexicon.enumerate([" + ".join(names) for _, names in first])
        line = say("ended.shared", winners=shared, scores=scores)
    elif phrases.seat in seats:
        line = say("ended.you", scores=scores)
    else:
        line = say(
            "ended", n=len(winners), winners=phrases.lexicon.enumerate(winners), scores=scores
        )
    return f"{say('ended.passes')} {line}" if data["reason"] == "passes" else line


def _taken_back(phrases: Phrases, data: Data) -> str:
    say = phrases.lexicon.say
    line = say("taken_back", event=data["to"])
    learnt = data["learnt"]
    if len(learnt) == len(phrases.names):
        return f"{line} {say('taken_back.all')}"
    if learnt:
        names = phrases.lexicon.enumerate([phrases.names[seat] for seat in learnt])
        return f"{line} {say('taken_back.learnt', n=len(learnt), names=names)}"
    return line


def _no_line(phrases: Phrases, data: Data) -> None:
    """Say nothing: the page and the mail show it in another way."""


EVENT_FORMATTERS: Mapping[str, Formatter] = {
    "game.started": _started,
    "game.deck_shuffled": _deck_shuffled,
    "game.tickets_shuffled": _no_line,
    "game.long_tickets_shuffled": _no_line,
    "game.cards_dealt": _if_shown(_action("dealt", cards="cards")),
    "game.row_filled": _row_filled,
    "game.row_flushed": _row_flushed,
    "game.tickets_dealt": _if_shown(_action("tickets_dealt", tickets="tickets")),
    "game.tickets_chosen": _action("tickets_chosen", tickets="kept"),
    "game.choices_revealed": _choices_revealed,
    "game.tickets_returned": _tickets_returned,
    "game.turn_started": _no_line,
    "game.decision_opened": _no_line,
    "game.card_drawn": _action("card_drawn", card="card"),
    "game.card_taken": _card_taken,
    "game.tickets_drawn": _action("tickets_drawn", tickets="tickets"),
    "game.tickets_kept": _tickets_kept,
    "game.route_claimed": _route_claimed,
    "game.bullet_train_placed": _bullet_train_placed,
    "game.station_built": _station_built,
    "game.card_placed": _card_placed,
    "game.ticket_racked": _action("ticket_racked", ticket="ticket"),
    "game.team_tickets_placed": _if_shown(_team_tickets_placed),
    "game.tickets_shared": _action("tickets_shared", tickets="tickets"),
    "game.tunnel_opened": _tunnel_opened,
    "game.tunnel_turned_up": _tunnel_turned_up,
    "game.tunnel_built": _tunnel_built,
    "game.tunnel_withdrawn": _action("tunnel_withdrawn", route="track"),
    "game.turn_passed": _action("turn_passed"),
    "game.turn_skipped": _action("turn_skipped"),
    "game.final_round_started": _final_round,
    "game.ended": _ended,
    "game.taken_back": _taken_back,
    "game.piles_reshuffled": lambda phrases, data: phrases.lexicon.say("piles_reshuffled"),
}
"""The formatter of each event type. The site words events of the table (``table.*``)."""


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


def describe_two_draws(
    first: Data,
    second: Data,
    *,
    board: Board,
    names: Sequence[str],
    seat: int | None = None,
    lexicon: Lexicon = ENGLISH,
) -> str:
    """The line of the log for two cards that a seat drew, one after the other.

    ``first`` and ``second`` are the data of two `game.card_drawn` or of two `game.card_taken`; all
    else is as for :func:`describe`.

    >>> import engine
    >>> board, data = engine.load_board("usa"), {"seat": 1, "redacted": True}
    >>> describe_two_draws(data, data, board=board, names=["alice", "bob"])
    'bob drew two cards from the deck.'
    """
    phrases = Phrases(seat, board, names, lexicon)
    if first.get("redacted"):
        return phrases.action_sentence("cards_drawn", first)
    cards = lexicon.enumerate([phrases.card(first["card"]), phrases.card(second["card"])])
    message = "cards_taken" if "refill" in first else "cards_drawn"
    return phrases.action_sentence(message, first, cards=cards)


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
