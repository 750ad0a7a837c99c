"""What must hold after every event of every game."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile

import engine
from engine import wire
from engine.board import Board
from engine.cards import CARDS, LOCOMOTIVE
from engine.events import DeckShuffled, RowFilled, RowFlushed
from engine.game import Game
from engine.rules.piles import MAX_FLUSHES
from tests.engine.positions import all_cards, cards_in

BOARDS_AND_SEATS = [
    *[(board, seats) for board in ("usa", "japan") for seats in (2, 3, 4, 5)],
    ("team-asia", 4),
    ("team-asia", 6),
    *[("switzerland", seats) for seats in (2, 3)],
    *[("india", seats) for seats in (2, 3, 4)],
    *[("lantern-island", seats) for seats in (2, 3)],
    *[("europe", seats) for seats in (2, 3, 4, 5)],
    *[("nordic", seats) for seats in (2, 3)],
    *[("legendary-asia", seats) for seats in (2, 3, 4, 5)],
]

CLOSED_UP_TO = {"switzerland": 2, "nordic": 2}
HONG_KONG = ("canton-hong-kong-red", "canton-hong-kong-white")


def random_game(
    board: Board, seats: int, seed: int
) -> Iterator[tuple[Game, list[engine.Event], int, engine.Action | None]]:
    """Play a game at random; give the game with the events of each step, its seat and action."""
    rng = random.Random(seed)
    chance = engine.Chance.from_seed(seed, seats)
    game, events = engine.new_game(board, seats, chance)
    yield game, events, -1, None
    while game.outcome is None:
        seat = rng.choice(sorted(game.pending))
        action = rng.choice(game.legal_actions(seat).listed())
        yield game, game.play(seat, action, chance), seat, action


def check_things(game: Game) -> None:
    """All train cards, tickets, trains and bullet trains are accounted for (B-1, B-2, J-1)."""
    board = game.board
    assert cards_in(game) == all_cards()
    assert all(count >= 0 for hand in game.hands for count in hand.values())
    for pile, shown in zip(
        [*game.hands, *game.racks], [*game.shown_hands, *game.shown_racks], strict=True
    ):
        assert all(0 <= shown[card] <= pile[card] for card in CARDS)
    tickets = Counter([*game.ticket_deck, *game.long_ticket_deck])
    for seat in range(game.seats):
        tickets.update(game.tickets[seat])
        tickets.update(game.offered[seat])
        spaces = sum(board.tracks[track].length for track in game.claims[seat])
        crossings = sum(board.tracks[track].crossings for track in game.claims[seat])
        assert game.mountain_trains[seat] == crossings
        assert game.trains[seat] + spaces + crossings == board.trains
        assert game.trains[seat] >= 0
        tickets.update(game.removed[seat])
    for rack in game.ticket_racks:
        tickets.update(rack)
    assert tickets == Counter(list(board.tickets))
    for known in game.returned_tickets:
        place = game.ticket_deck.index(known.ticket) - game.tickets_put_under
        assert known.lowest <= place <= known.highest
    check_piles(game)
    check_parallels(game)
    check_stations(game)
    if board.bullet_trains:
        own = {track for tracks in game.claims for track in tracks}
        built = [board.tracks[track] for track in game.owner if track not in own]
        assert game.bullets + len(built) == board.bullet_trains.supply
        assert all(track.kind == "bullet" for track in built)
        assert sum(game.progress) == sum(track.length for track in built)


def check_stations(game: Game) -> None:
    """No city has two stations, and nobody more than the board gives (M-4)."""
    built = [city for cities in game.stations for city in cities]
    assert len(built) == len(set(built))
    most = len(game.board.stations.cost) if game.board.stations else 0
    assert all(len(cities) <= most for cities in game.stations)


def check_piles(game: Game) -> None:
    """No pile waits for what should have happened at once (B-5, B-6)."""
    if not game.deck:
        assert not any(game.discards.values())
    if None in game.row:
        assert not game.deck


def check_row(game: Game, told: Sequence[engine.Event]) -> None:
    """Three locomotives stay only where a flush is held back, or after a hundred of them (B-5)."""
    if game.row.count(LOCOMOTIVE) < game.board.flush_at:
        return
    about = [*game.deck, *(card for card in game.row if card)]
    about += [card for card, count in game.discards.items() for _ in range(count)]
    if sum(card != LOCOMOTIVE for card in about) >= 3:
        assert last_flushes(told) == MAX_FLUSHES


def last_flushes(told: Sequence[engine.Event]) -> int:
    """How often the row was flushed the last time it was, without a decision in between."""
    piles = (RowFlushed, RowFilled, DeckShuffled)
    back = dropwhile(lambda event: not isinstance(event, RowFlushed), reversed(told))
    run = takewhile(lambda event: isinstance(event, piles), back)
    return sum(isinstance(event, RowFlushed) for event in run)


def check_parallels(game: Game) -> None:
    """Nobody has two tracks of a double or triple, and closed ones stay empty (B-9, A-7)."""
    for tracks in game.board.groups:
        owners = [game.owner[track] for track in tracks if track in game.owner]
        assert len(owners) == len(set(owners))
        most = len(tracks)
        if game.board.key != "team-asia" and game.seats <= CLOSED_UP_TO.get(game.board.key, 3):
            most = 1
        elif game.board.key == "team-asia" and game.seats == 4 and tracks[0] not in HONG_KONG:
            most = max(1, len(tracks) - 1)
        assert len(owners) <= most
        still_open = [track for track in tracks if track in game.open_tracks.by_id]
        assert len(still_open) == (len(tracks) - len(owners) if len(owners) < most else 0)


def through_json(event: engine.Event) -> engine.Event:
    """An event as it comes back from a file."""
    type_, version, data = wire.encode(event)
    return wire.decode(type_, version, json.loads(json.dumps(data)))


def check_text(view: engine.View, action: engine.Action) -> None:
    """The text of an action parses back to it."""
    text = engine.write_action(action, view)
    assert engine.parse(text, view) == (action,), text


def check_worlds(game: Game, events: list[engine.Event], rng: random.Random) -> None:
    """A view does not change when only hidden facts of others do (B-15)."""
    reader = rng.choice([*range(game.seats), None])
    other = another_world(game, reader, rng)
    assert engine.view(game, reader) == engine.view(other, reader)
    for event in events:
        assert engine.redact(event, reader, game) == engine.redact(event, reader, other)


def check_game(board: Board, seats: int, seed: int) -> Game:
    """Play one random game and ask everything of it."""
    told: list[engine.Event] = []
    points: list[tuple[int, Game]] = []
    rng = random.Random(seed + 1)
    shadow = Game(board, seats)
    before: engine.View | None = None
    for game, events, seat, action in random_game(board, seats, seed):
        if action is not None and before is not None:
            check_text(before if before.seat == seat else engine.view(shadow, seat), action)
        for event in events:
            shadow.apply(event)
        told += events
        check_things(game)
        check_row(game, told)
        assert shadow == game
        if game.outcome is None:
            check_worlds(game, events, rng)
            before = engine.view(game, min(game.pending))
        if rng.random() < 0.15:
            points.append((len(told), game.copy()))
    assert [through_json(event) for event in told] == told
    assert engine.replay(board, told) == game
    for length, state in rng.sample(points, min(10, len(points))):
        assert engine.replay(board, told[:length]) == state
    return game


def another_world(game: Game, reader: int | None, rng: random.Random) -> Game:
    """The same game with all that `reader` cannot know dealt again."""
    world = game.copy()
    others = [seat for seat in range(game.seats) if seat != reader]
    teams = [n for n, team in enumerate(game.teams) if reader not in team]
    piles = [world.hands[seat] for seat in others] + [world.racks[team] for team in teams]
    blind = [seat for seat in others if seat in world.card_to_place]
    unseen = list(world.deck) + [world.card_to_place[seat] for seat in blind]
    sizes = [sum(pile.values()) for pile in piles]
    for pile in piles:
        for card in CARDS:
            unseen += [card] * pile[card]
            pile[card] = 0
    rng.shuffle(unseen)
    world.deck = [unseen.pop() for _ in world.deck]
    for seat in blind:
        world.card_to_place[seat] = unseen.pop()
    for pile, size in zip(piles, sizes, strict=True):
        for _ in range(size):
            pile[unseen.pop()] += 1
    _deal_tickets_anew(world, others, teams, rng)
    return world


def _deal_tickets_anew(
    world: Game, others: list[int], teams: list[int], rng: random.Random
) -> None:
    """Exchange the tickets that are hidden among themselves, each place keeping its number."""
    places = [world.ticket_deck, world.long_ticket_deck, *(world.tickets[seat] for seat in others)]
    places += [world.ticket_racks[team] for team in teams]
    places += [list(world.offered[seat]) for seat in others]
    places += [world.removed[seat] for seat in others]
    hidden = [ticket for place in places for ticket in place]
    renamed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    world.ticket_deck = [renamed[ticket] for ticket in world.ticket_deck]
    world.long_ticket_deck = [renamed[ticket] for ticket in world.long_ticket_deck]
    for seat in others:
        world.tickets[seat] = [renamed[ticket] for ticket in world.tickets[seat]]
        world.offered[seat] = tuple(renamed[ticket] for ticket in world.offered[seat])
        world.removed[seat] = [renamed[ticket] for ticket in world.removed[seat]]
        if seat in world.chosen_for_rack:
            world.chosen_for_rack[seat] = renamed[world.chosen_for_rack[seat]]
    for team in teams:
        world.ticket_racks[team] = [renamed[ticket] for ticket in world.ticket_racks[team]]
