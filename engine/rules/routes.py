"""Claiming routes (B-7, B-8, B-9) and building bullet routes (J-3, J-4, J-5)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from engine.actions import Claim
from engine.cards import COLOURS, GRAY, LOCOMOTIVE
from engine.claim_indexes import BULLET_KEY, ClaimIndex, TrackClaims
from engine.errors import IllegalAction
from engine.events import BulletTrainPlaced, RouteClaimed
from engine.rules import claiming, piles, sets, tunnels, turns
from engine.rules.claiming import check_split
from engine.rules.context import EventEmitter, VisibleGame, require_turn

_claimed: Final = cache(RouteClaimed)
_placed: Final = cache(BulletTrainPlaced)


def legal_claims(game: VisibleGame, seat: int) -> list[Claim]:
    """The legal claims of a seat whose turn it is, what the hand lacks paid by the rack (A-4).

    Colour by colour, and index by index: first those without locomotives, short routes before long
    ones, then those with one, and so on. Only locomotives come last, and after them the tracks
    that sets pay for (M-3).
    """
    hand = game.hands[seat]
    rack = game.racks[game.team_of[seat]] if game.teams else None
    held = hand[LOCOMOTIVE]
    locomotives = held if rack is None else held + rack[LOCOMOTIVE]
    indexes, trains = game.open_tracks.indexes, game.trains[seat]
    gray, bullet = indexes[GRAY], indexes.get(BULLET_KEY)
    bullet_length = trains if bullet is None else _affordable_length(game, bullet, trains)
    # Ferries, tracks that locomotives are bound from, and mountains (M-1, M-2, M-5).
    spaces = trains if trains < gray.longest else gray.longest
    restricted, bound = game.open_tracks.restricted, game.open_tracks.bound
    plain = bullet is None and not bound and not restricted
    found: list[Claim] = []
    for colour, own in hand.items():
        count = own if rack is None else own + rack[colour]
        if not count or colour == LOCOMOTIVE:
            continue
        # Most hands are small: a look at the shortest track saves most of the work.
        cards = count + locomotives
        split = count > own or locomotives > held
        if (index := indexes[colour]).shortest <= cards:
            if split:
                found += index.split_claims(colour, own, count, held, locomotives, trains)
            else:
                found += index.claims(colour, count, locomotives, trains)
        if gray.shortest <= cards:
            if split:
                found += gray.split_claims(colour, own, count, held, locomotives, trains)
            else:
                found += gray.claims(colour, count, locomotives, trains)
        if plain:
            continue
        if bullet is not None and bullet.shortest <= cards:
            if split:
                found += bullet.split_claims(colour, own, count, held, locomotives, bullet_length)
            else:
                found += bullet.claims(colour, count, locomotives, bullet_length)
        for key in bound[colour] if bound else ():
            index = indexes[key]
            if index.shortest > count:
                continue
            if split:
                found += index.split_claims(colour, own, count, 0, 0, trains)
            else:
                ends = index.counts_by_length
                found += index.columns[colour][: ends[count if count < spaces else spaces]]
        for key in restricted[colour] if restricted else ():
            index = indexes[key]
            if index.shortest > cards:
                continue
            if split:
                found += index.split_claims(colour, own, count, held, locomotives, trains)
            else:
                found += index.claims(colour, count, locomotives, trains)
    if locomotives:
        for key in game.open_tracks.alone:
            index = indexes[key]
            if index.shortest <= locomotives:
                length = bullet_length if index is bullet else trains
                found += index.only_locomotives(held, locomotives, length)
    if game.open_tracks.sets is not None:
        found += sets.legal_claims(game.open_tracks.sets, hand, trains)
    if found and (blocked := game.blocked_tracks[seat]):
        found = [claim for claim in found if claim.track not in blocked]
    return found


def _affordable_length(game: VisibleGame, index: ClaimIndex, trains: int) -> int:
    """The longest bullet route that the trains are enough for; a bullet train takes none of them
    (J-3, J-5).
    """
    return index.longest if game.bullets else trains


def can_claim(game: VisibleGame, seat: int) -> bool:
    """Whether a seat has any legal claim."""
    return bool(legal_claims(game, seat))


def check_claim(game: VisibleGame, seat: int, action: Claim) -> None:
    """Refuse a claim that B-7, B-9, J-3, J-4, M-1, M-2, M-3 or M-5 does not allow."""
    require_turn(game, seat)
    offer = game.open_tracks.by_id.get(action.track)
    if offer is None:
        raise _unclaimable(game, action.track)
    if action.track in game.blocked_tracks[seat]:
        raise IllegalAction("B-9", "claim.own_twin", track=action.track)
    if action.cards:
        sets.check_cards(game.hands[seat], action, game.board.tracks[action.track])
    else:
        _check_payment(game, seat, action, offer)
    if game.trains[seat] < offer.trains and not _places_bullet_train(game, action.track):
        if offer.crossings:
            raise IllegalAction(
                "M-5",
                "claim.too_few_trains_for_mountain",
                track=action.track,
                length=offer.length,
                crossings=offer.crossings,
                trains=game.trains[seat],
            )
        raise IllegalAction(
            "B-7",
            "claim.too_few_trains",
            track=action.track,
            length=offer.length,
            trains=game.trains[seat],
        )


def _check_payment(game: VisibleGame, seat: int, action: Claim, offer: TrackClaims) -> None:
    colour, locomotives, length = action.colour, action.locomotives, offer.length
    if locomotives > length:
        raise IllegalAction("B-7", "claim.too_many_cards", track=action.track, length=length)
    if colour == LOCOMOTIVE:
        if locomotives != length:
            raise IllegalAction("B-7", "claim.count", track=action.track, length=length)
    elif colour not in offer.claims:
        if colour not in COLOURS:
            raise IllegalAction("B-7", "claim.no_colour", colour=colour)
        wanted = game.board.tracks[action.track].colour
        raise IllegalAction("B-7", "claim.wrong_colour", track=action.track, colour=wanted)
    if offer.least and locomotives < offer.least:
        raise IllegalAction(
            "M-1", "claim.ferry_needs_locomotives", track=action.track, least=offer.least
        )
    if locomotives > offer.most:
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
