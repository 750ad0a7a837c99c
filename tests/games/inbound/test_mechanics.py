"""Moves of each mechanic by reply to a mail, in both languages (M-1 to M-6, M-8, M-12)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, product

import pytest

import engine
from engine.actions import BuildStation, Claim, Draw
from engine.board import Board
from engine.cards import BLIND, LOCOMOTIVE
from games import log
from games.language.lexicon import lexicon_for
from games.people.models import Person
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.replies import Reply
from tests.thinning import one_in

Kind = Callable[[Board, engine.Action], bool]


def claims(kind: Callable[[Board, Claim], bool]) -> Kind:
    return lambda board, action: isinstance(action, Claim) and kind(board, action)


KINDS: dict[str, tuple[str, Kind]] = {
    "station": ("europe", lambda _, action: isinstance(action, BuildStation)),
    "ferry": (
        "europe",
        claims(lambda board, claim: board.tracks[claim.track].least_locomotives > 0),
    ),
    "set": ("nordic", claims(lambda _, claim: bool(claim.cards))),
    "bound locomotive": (
        "switzerland",
        claims(lambda board, claim: claim.colour == LOCOMOTIVE and claim.locomotives > 0),
    ),
    "mountain": (
        "legendary-asia",
        claims(lambda board, claim: bool(board.tracks[claim.track].crossings)),
    ),
    "tunnel": ("europe", claims(lambda board, claim: board.tracks[claim.track].turns_up > 0)),
    "country": (
        "switzerland",
        claims(
            lambda board, claim: any(
                board.cities[city].country
                for city in (board.tracks[claim.track].a, board.tracks[claim.track].b)
            )
        ),
    ),
}


@pytest.mark.parametrize(("kind", "language"), one_in(3, [*product(KINDS, ("en", "nl"))]))
def test_a_move_of_each_mechanic_is_made_by_reply(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, send: Reply, kind: str, language: str
) -> None:
    """Both draw until the hand has the cards; then the command is that of the writer's language."""
    key, fits = KINDS[kind]
    Person.objects.update(language=language)
    game = begin(alice, bob, board=key)
    keep_all(game, 0, 1)
    for seat in cycle((0, 1)):
        state = log.load(game)
        found = next((a for a in state.legal_actions(seat) if fits(state.board, a)), None)
        if found is not None:
            break
        act(game, seat, Draw(BLIND), Draw(BLIND))
    mail = inbox((alice, bob)[seat])[-1]
    answer = send(mail, engine.write_action(found, engine.view(state, seat), lexicon_for(language)))
    assert answer.outcome == "played", answer
    after = log.load(game)
    if isinstance(found, BuildStation):
        assert after.stations[seat] == [found.city]
    elif after.tunnel is None:
        assert after.owner[found.track] == seat


@pytest.mark.parametrize(("language", "answer"), [("en", "keep 1 and 3"), ("nl", "houd 1 en 3")])
def test_a_long_ticket_is_kept_by_reply(
    begin: Starter,
    alice: Person,
    bob: Person,
    inbox: Inbox,
    send: Reply,
    language: str,
    answer: str,
) -> None:
    """M-6: it is the first of those offered."""
    Person.objects.update(language=language)
    game = begin(alice, bob, board="europe")
    offered = log.load(game).offered[0]
    assert send(inbox(alice)[-1], answer).outcome == "played"
    state = log.load(game)
    assert state.tickets[0] == [offered[0], offered[2]]
    assert state.board.tickets[offered[0]].long
