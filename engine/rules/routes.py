"""Claiming routes (B-7, B-8, B-9) and building bullet routes (J-3, J-4, J-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from operator import itemgetter
from typing import Final

from engine.actions import Claim
from engine.board.model import Board, Track
from engine.cards import CARD_PLACES, CARDS, COLOURS, LOCOMOTIVE, Card, Hand
from engine.errors import IllegalAction
from engine.events import BulletTrainPlaced, RouteClaimed
from engine.rules import claiming, piles, sets, tunnels, turns
from engine.rules.claiming import check_split, locomotive_counts, split_hand_first
from engine.rules.context import EventEmitter, VisibleGame, require_turn
from engine.rules.teams import payable_cards

_claimed: Final = cache(RouteClaimed)
_placed: Final = cache(BulletTrainPlaced)
_GROUP_AND_LOCOMOTIVES: Final = itemgetter(0, 1)
PLAIN, BULLET, BOUND, RESTRICTED, SETS = range(5)
"""Kinds of tracks in the order in which claims are listed."""


def legal_claims(game: VisibleGame, seat: int) -> list[Claim]:
    """The legal claims of a seat whose turn it is, what the hand lacks paid by the rack (A-4).

    Colour by colour, then those with locomotives alone, then the tracks that sets pay for (M-3).
    Among tracks that are paid for alike, fewer locomotives come first, then short tracks.
    """
    held = payable_cards(game, seat)
    tracks = _tracks_to_claim(game, seat, alone=False)
    found: list[Claim] = []
    for colour in COLOURS:
        if held[colour]:
            found += _claims_with(game, seat, colour, held, tracks)
    if held[LOCOMOTIVE]:
        lone = _tracks_to_claim(game, seat, alone=True)
        found += _claims_with(game, seat, LOCOMOTIVE, held, lone)
    if game.board.has_sets:
        for _, track in tracks:
            if track.most_sets:
                found += sets.claims_of(track, game.hands[seat])
    return found


def _tracks_to_claim(game: VisibleGame, seat: int, *, alone: bool) -> list[tuple[int, Track]]:
    """The open tracks for which a seat has trains, as :func:`_tracks_in_order`."""
    blocked = game.blocked_tracks[seat]
    return [
        (group, track)
        for group, track in _tracks_in_order(game.board, alone=alone)
        if track.id in game.open_tracks
        and track.id not in blocked
        and _has_trains(game, seat, track)
    ]


def _has_trains(game: VisibleGame, seat: int, track: Track) -> bool:
    """Whether a seat has the trains for a track, of which a bullet train takes none (J-3, M-5)."""
    trains = track.length + track.crossings
    return trains <= game.trains[seat] or _places_bullet_train(game, track.id)


def _claims_with(
    game: VisibleGame, seat: int, colour: Card, held: Hand, tracks: Sequence[tuple[int, Track]]
) -> list[Claim]:
    """The claims of tracks with cards of a colour, and locomotives beside them (B-7, M-1, M-2).

    ``tracks`` are open ones, each with its group.
    """
    cards = held[colour] + held[LOCOMOTIVE]
    found: list[tuple[int, int, Claim]] = []
    for group, track in tracks:
        length = track.length
        if length > cards or track.most_sets or not is_paid_with(track, colour):
            continue
        limits = track.least_locomotives, track.most_locomotives
        for n in locomotive_counts(held, colour, length, *limits):
            if n < length or colour == LOCOMOTIVE:
                racked = split_hand_first(game, seat, colour, length - n, n)
                found.append((group, n, Claim(track.id, colour, n, *racked)))
    found.sort(key=_GROUP_AND_LOCOMOTIVES)
    return [claim for _, _, claim in found]


def is_paid_with(track: Track, colour: Card) -> bool:
    """Whether cards of a colour can pay for a track, locomotives among them (B-7)."""
    return colour in (track.colour, LOCOMOTIVE) or track.colour not in COLOURS


@cache
def _tracks_in_order(board: Board, *, alone: bool) -> tuple[tuple[int, Track], ...]:
    """The tracks in the order of listing, each with the number of its group.

    Tracks of a group are paid for alike, and come in order of length. Where locomotives pay
    ``alone``, special groups come in board order.
    """
    tracks = board.tracks.values()
    groups = list(dict.fromkeys(map(_group, tracks)))
    groups.sort(key=lambda group: group[:2] if alone and group[0] == PLAIN else (BULLET, 0))
    if not alone:
        groups.sort()
    numbered = [(groups.index(_group(track)), track) for track in tracks]
    return tuple(sorted(numbered, key=lambda one: (one[0], one[1].length)))


def _group(track: Track) -> tuple[int, int, str, bool, int, int, int]:
    """What a track asks for: equal where tracks are paid for alike; sorts as claims are listed."""
    place = CARD_PLACES.get(track.colour, len(CARDS))
    if track.most_sets:
        return SETS, place, "", False, 0, 0, 0
    limited = bool(track.least_locomotives) or track.most_locomotives < track.length
    if limited or track.crossings:
        kind = RESTRICTED if track.most_locomotives or track.crossings else BOUND
        limits = (track.least_locomotives, track.most_locomotives) if limited else (0, 0)
        return kind, 0, track.colour, not limited, *limits, track.crossings
    if track.kind == "bullet":
        return BULLET, 0, "", False, 0, 0, 0
    return PLAIN, place, "", False, 0, 0, 0


def check_claim(game: VisibleGame, seat: int, action: Claim) -> None:
    """Refuse a claim that B-7, B-9, J-3, J-4, M-1, M-2, M-3 or M-5 does not allow."""
    require_turn(game, seat)
    track = game.open_tracks.get(action.track)
    if track is None:
        raise _unclaimable(game, action.track)
    if action.track in game.blocked_tracks[seat]:
        raise IllegalAction("B-9", "claim.own_twin", track=action.track)
    if action.cards:
        sets.check_cards(game.hands[seat], action, track)
    else:
        _check_payment(game, seat, action, track)
    if game.trains[seat] < track.length + track.crossings and not _places_bullet_train(
        game, action.track
    ):
        if track.crossings:
            raise IllegalAction(
                "M-5",
                "claim.too_few_trains_for_mountain",
                track=action.track,
                length=track.length,
                crossings=track.crossings,
                trains=game.trains[seat],
            )
        raise IllegalAction(
            "B-7",
            "claim.too_few_trains",
            track=action.track,
            length=track.length,
            trains=game.trains[seat],
        )


def _check_payment(game: VisibleGame, seat: int, action: Claim, track: Track) -> None:
    colour, locomotives, length = action.colour, action.locomotives, track.length
    if locomotives > length:
        raise IllegalAction("B-7", "claim.too_many_cards", track=action.track, length=length)
    if colour == LOCOMOTIVE:
        if locomotives != length:
            raise IllegalAction("B-7", "claim.count", track=action.track, length=length)
    elif colour not in COLOURS:
        raise IllegalAction("B-7", "claim.no_colour", colour=colour)
    elif not is_paid_with(track, colour):
        raise IllegalAction("B-7", "claim.wrong_colour", track=track.id, colour=track.colour)
    if track.least_locomotives and locomotives < track.least_locomotives:
        least = track.least_locomotives
        raise IllegalAction("M-1", "claim.ferry_needs_locomotives", track=track.id, least=least)
    if locomotives > track.most_locomotives:
        raise IllegalAction("M-2", "claim.locomotives_bound", track=action.track)
    check_split(game, seat, colour, length - locomotives, action)


def _unclaimable(game: VisibleGame, track: str) -> IllegalAction:
    if track not in game.board.tracks:
        return IllegalAction("B-7", "claim.no_such_route", track=track)
    if track in game.owner:
        return IllegalAction("B-7", "claim.taken", track=track)
    return IllegalAction("B-9", "claim.closed", track=track)


def claim(emitter: EventEmitter, seat: int, action: Claim) -> None:
    """Claim a route: for the seat (B-7), for all with a bullet train (J-3), or open a tunnel."""
    game = emitter.game
    if action.cards:
        action = sets.normalised(action, game.board.tracks[action.track].length)
    name, colour, locomotives = action.track, action.colour, action.locomotives
    from_rack, locomotives_from_rack = action.rack_colour, action.rack_locomotives
    track = game.board.tracks[name]
    length = track.length
    if locomotives == length and colour != LOCOMOTIVE:
        # Only locomotives is one payment, however its colour is named.
        colour = LOCOMOTIVE
        action = replace(action, colour=colour)
    if track.turns_up:
        tunnels.open_tunnel(emitter, seat, action, track)
        return
    closes = claiming.closed_parallels(game, track)
    if game.bullets and _places_bullet_train(game, name):
        emitter.emit(
            _placed(seat, name, colour, locomotives, closes, from_rack, locomotives_from_rack)
        )
    else:
        points = game.board.route_points[length]
        if action.cards:
            rack = (from_rack, locomotives_from_rack)
            emitter.emit(
                RouteClaimed(seat, name, colour, 0, points, closes, *rack, cards=action.cards)
            )
        elif crossings := track.crossings:
            mountain_points = crossings * game.board.crossing_points
            emitter.emit(
                _claimed(
                    seat, name, colour, locomotives, points, closes, from_rack,
                    locomotives_from_rack, mountain_points,
                )
            )  # fmt: skip
        else:
            emitter.emit(
                _claimed(
                    seat, name, colour, locomotives, points, closes, from_rack,
                    locomotives_from_rack,
                )
            )  # fmt: skip
    piles.replenish(emitter)
    turns.end_turn(emitter, seat)


def _places_bullet_train(game: VisibleGame, track: str) -> bool:
    """Whether a claim of this track places a bullet train (J-3, until J-4)."""
    return game.bullets > 0 and game.board.tracks[track].kind == "bullet"
