"""A bot has a hand like everybody: its moves must not be foreseen, nor read backwards."""

from __future__ import annotations

import random

import pytest

import engine
from engine.bots import choose_action
from games import log
from games.people.models import Person
from games.play.bots import dice_seed, play_bots
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter


def test_the_dice_of_a_bot_do_not_follow_from_what_everybody_knows(
    begin: Starter, alice: Person
) -> None:
    """Leak 4: who has the dice knows the choice, and from the choice the hand."""
    game = begin(alice, bots=["random"] * 4)
    thrown = {_throws(game, seat, decision) for seat in range(1, 5) for decision in range(9)}
    assert len(thrown) == 4 * 9
    Game.objects.filter(pk=game.pk).update(secret=b"x" * 32)
    again = Game.objects.get(pk=game.pk)
    assert not thrown & {_throws(again, 1, decision) for decision in range(9)}


def test_the_choice_of_a_bot_cannot_be_guessed_from_the_address_of_its_game(
    begin: Starter, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.lobby.create.secrets.token_bytes", lambda size: b"s" * size)
    monkeypatch.setattr("games.tables.models.secrets.choice", lambda letters: letters[0])
    game = begin(alice, bots=["random"] * 4)
    state = log.load(game)
    guessed = []
    for seat in range(1, 5):
        dice = random.Random(f"{game.code} {seat} {state.decision_seqs[seat]}")
        guessed.append(choose_action("random", engine.view(state, seat), dice))
    play_bots(game=game, now=NOW)
    made = [line.action for line in log.events(game) if line.action]
    assert len(made) == 4
    assert made != guessed


def test_a_retry_of_a_bot_throws_the_same_dice(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    assert _throws(game, 1, 7) == _throws(Game.objects.get(pk=game.pk), 1, 7)


def _throws(game: Game, seat: int, decision: int) -> float:
    return random.Random(dice_seed(game, seat, decision)).random()
