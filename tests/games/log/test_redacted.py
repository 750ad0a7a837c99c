from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser

from engine.actions import Draw, DrawTickets
from engine.text.english import ENGLISH
from games import log
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, act, keep_all
from tests.fixtures.readers import events_for, view_for

BLIND = Draw("blind")
OUTSIDERS: list[Callable[[Person], object]] = [
    lambda dana: dana,
    lambda dana: AnonymousUser(),
    lambda dana: None,
]


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, BLIND, BLIND)
    act(game, 1, DrawTickets())
    return game


def test_a_view_holds_the_hand_of_its_reader_and_no_other(
    game: Game, alice: Person, bob: Person, dana: Person
) -> None:
    state = log.load(game)
    own = view_for(game, bob)
    assert own.hands[1] == state.hands[1]
    assert own.offered[1] == state.offered[1]
    for person, others in ((alice, [1]), (bob, [0]), (dana, [0, 1]), (None, [0, 1])):
        view = view_for(game, person)
        for seat in others:
            assert not sum(view.hands[seat].values())
            assert not view.tickets[seat]
            assert not view.offered[seat]


def test_the_story_tells_no_hidden_fact_to_others(
    game: Game, alice: Person, bob: Person, dana: Person
) -> None:
    state = log.load(game)
    secrets = [
        *(set(state.tickets[0]) | set(state.tickets[1])),
        *state.offered[1],
        *state.ticket_deck,
        *Event.objects.values_list("salt", flat=True),
        *Event.objects.values_list("hash", flat=True),
    ]
    for outsider in OUTSIDERS:
        story = [told._asdict() for told in events_for(game, outsider(dana))]
        assert len(story) == state.seq + 1
        text = json.dumps(story, default=str)
        assert not [secret for secret in secrets if secret in text]
        drawn = [told["data"] for told in story if told["type"] == "game.card_drawn"]
        assert drawn == [{"seat": 0, "redacted": True}] * 2


def test_the_story_tells_a_player_their_own_facts(game: Game, alice: Person, bob: Person) -> None:
    def drawn(person: Person) -> list[bool]:
        story = events_for(game, person)
        return ["card" in told.data for told in story if told.type == "game.card_drawn"]

    assert drawn(alice) == [True, True]
    assert drawn(bob) == [False, False]


def test_an_event_redacted_for_its_own_seat_reads_as_for_everybody_else(game: Game) -> None:
    state = log.load(game)

    def sentences(redacted_for: int | None, seat: int | None) -> list[str | None]:
        return [
            log.event_sentence(
                event, board=state.board, names=["Alice", "Bob"], seat=seat, lexicon=ENGLISH
            )
            for event in log.redacted_events(game, state, redacted_for)
        ]

    own, private, public = sentences(0, 0), sentences(None, 0), sentences(None, None)
    redacted = [
        bool(event.data.get("redacted")) for event in log.redacted_events(game, state, None)
    ]
    for line, below_full, spectators, hidden in zip(own, private, public, redacted, strict=True):
        assert below_full == (spectators if hidden else line)
    assert [line for line in own if line and line.startswith("You drew a card")] != []
    assert not [line for line in private if line and line.startswith("You drew a card")]
    # An event of others that is hidden from the reader names no "you" either way.
    of_others = [event.data.get("redacted") for event in log.redacted_events(game, state, 0)]
    assert [line for line, cut in zip(own, of_others, strict=True) if cut] == [
        line for line, cut in zip(public, of_others, strict=True) if cut
    ]


def test_the_story_can_be_read_from_where_one_left_off(game: Game, alice: Person) -> None:
    whole = events_for(game, alice)
    assert events_for(game, alice, after=whole[-3].seq) == whole[-2:]


def test_after_the_end_everybody_may_know_everything(
    begin: Starter, alice: Person, bob: Person, dana: Person
) -> None:
    game = begin(alice, bob)
    while (state := log.load(game)).outcome is None:
        seat = min(state.pending)
        act(game, seat, state.legal_actions(seat).listed()[-1])
    view = view_for(game, dana)
    assert view.hands == state.hands
    assert view.tickets == state.tickets
    story = events_for(game, dana)
    assert all("redacted" not in told.data for told in story)
