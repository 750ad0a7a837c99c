"""A ring of cities with one mechanic or another switched on, and games on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import engine
from engine.board import Board
from engine.board.loading import build_board
from engine.cards import Card, empty_hand
from engine.game import Game
from tests.engine.board.samples import ring_board
from tests.engine.positions import NEUTRAL_ROW, UnshuffledChance

Raw = dict[str, Any]
Change = Callable[[Raw], object]
COUNTRY = "north"


def ring(*changes: Change) -> Board:
    """The ring of twelve cities without its bullet tracks, changed by these functions."""
    return build_board("ring", ring_file(*changes))


def ring_file(*changes: Change) -> Raw:
    """The file of that board."""
    raw = ring_board()
    for gone in [track for track in raw["tracks"] if track.get("kind") == "bullet"]:
        raw["tracks"].remove(gone)
        del raw["map"]["tracks"][gone["id"]]
    rules = raw["rules"]
    del rules["bullet_trains"]
    rules["final_round"] = {"of": "turn", "trains": 2}
    rules["returned_at_setup"] = "seat order"
    for change in changes:
        change(raw)
    return raw


def rules(**values: object) -> Change:
    """Set rules of the file."""
    return lambda raw: raw["rules"].update(values)


def track(key: str, **values: object) -> Change:
    """Set facts of a track of the file."""
    return lambda raw: next(row for row in raw["tracks"] if row["id"] == key).update(values)


def countries(raw: Raw) -> None:
    """Give two cities a track to an end place of a country each, and two tickets (M-8).

    From Elm the country is one space away; the ticket of Oak leads there and to Pine.
    """
    raw["countries"] = [{"key": COUNTRY, "name": "North"}]
    for number, (city, length) in enumerate((("elm", 2), ("lime", 3)), 1):
        key = f"{COUNTRY}-{number}"
        raw["cities"].append({"key": key, "name": "North", "country": COUNTRY})
        ends = {"id": f"{city}-{key}", "a": city, "b": key}
        raw["tracks"].append({**ends, "length": length, "colour": "gray"})
    far = [{"b": COUNTRY, "points": 9}, {"b": "pine", "points": 4}, {"b": "elm", "points": 9}]
    raw["tickets"].append({"a": "oak", "to": far})
    raw["tickets"].append({"a": COUNTRY, "copies": 2, "to": [{"b": "fir", "points": 3}]})


def long_tickets(raw: Raw) -> None:
    """Add six tickets across the ring, of which each seat is offered one (M-6)."""
    names = [city["key"] for city in raw["cities"][:12]]
    raw["long_tickets"] = [{"a": names[n], "b": names[n + 6], "points": 15 + n} for n in range(6)]
    raw["rules"]["setup_deal"] = {"offer": 4, "keep": 2, "long": 1}
    raw["rules"]["returned_at_setup"] = "removed"


def mountains(raw: Raw) -> None:
    """Let every second track cross mountains, and reward connected cities (M-5, M-9)."""
    for n, row in enumerate(raw["tracks"]):
        if n % 2 == 0 and "kind" not in row:
            row |= {"kind": "mountain", "crossings": 1 + n % row["length"]}
    rules = raw["rules"]
    rules["crossing_points"] = 2
    rules["bonuses"] = {"most_connected": 10}
    rules["tie_breaks"] = ["mountain tracks"]


def first_turn_on(board: Board, seats: int = 2, hands: Sequence[Mapping[Card, int]] = ()) -> Game:
    """A game in the order 0, 1, 2 … whose seats have kept the fewest tickets."""
    game, _ = engine.new_game(board, seats, engine.Chance.from_seed("mechanics"), range(seats))
    for seat in range(seats):
        game.play(seat, engine.automatic_action(game, seat), UnshuffledChance())
    game.row = list(NEUTRAL_ROW)
    for seat, cards in enumerate(hands):
        game.hands[seat] = {**empty_hand(), **cards}
    return game


def own(game: Game, seat: int, *tracks: str) -> None:
    """Let tracks belong to a seat, whatever they cost."""
    for key in tracks:
        game.owner[key] = seat
        game.claims[seat].append(key)
        game.open_tracks.close(game.board.tracks[key])
