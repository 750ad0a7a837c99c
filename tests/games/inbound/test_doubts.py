"""Whatever stands around a move: courtesies never change it, and doubts never let it be played."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from math import prod
from typing import Any

import pytest

import engine
from engine.orders.model import Order
from engine.text.parse import Actions, Command
from games.inbound.commands import Unclear, read_commands
from games.inbound.quotes import lines_above_quote
from games.language.lexicon import lexicon_for
from tests.engine.positions import position

MOVES = {
    "en": [
        "draw red",
        "Draw Blind.",
        "draw red\ndraw blind",
        "Draw red. Draw blind.",
        "draw two cards",
        "tickets",
        "claim matsumoto to nagoya: 2 red 1 loco",
        "claim matsumoto to\nnagoya red:\n2 red 1 loco",
        "1. draw red\n2. draw blind",
        "please draw red",
        "My move: draw blind",
    ],
    "nl": [
        "trek rood",
        "Trek blind.",
        "trek rood\ntrek blind",
        "trek twee kaarten",
        "kaartjes",
        "neem matsumoto naar nagoya met 2 rode en 1 loc",
        "draw red",
        "Mijn zet: trek blind",
    ],
}
DOUBTS = [
    "no", "No!", "not", "not now", "not yet", "don't", "Don’t do it", "do not", "never", "nope",
    "no wait", "wait", "Wait!", "hold on", "hang on", "stop", "ignore", "ignore this",
    "please ignore that", "disregard this mail", "actually", "actually blue", "instead blue",
    "I changed my mind", "scratch that", "strike that", "undo", "undo that", "cancel that",
    "forget it", "forget what I wrote", "nevermind", "never mind", "on second thoughts", "oops",
    "whoops, wrong game", "that was a mistake", "I meant something else", "rather not",
    "I would rather wait", "sorry, wrong one", "just kidding", "only a test", "take that back",
    "if you can", "if possible", "if Bob agrees", "only if it is cheap", "unless Bob took it",
    "provided it is free", "assuming it is there", "in case it is there", "when Bob is back",
    "as long as nobody minds", "otherwise something else", "until tomorrow", "after Bob",
    "before Bob does", "once Bob has moved", "depending on the weather", "maybe", "perhaps",
    "possibly", "or not", "or something else", "should I", "what do you think?", "is that ok?",
    "I might", "could be", "but not today", "but later", "niet", "niet doen", "nee", "nee wacht",
    "wacht", "wacht even", "negeer dit", "vergeet het", "vergeet dit maar", "eigenlijk niet",
    "toch maar niet", "liever niet", "liever blauw", "oeps", "foutje", "laat maar", "grapje",
    "als het kan", "als Bob het goed vindt", "tenzij hij weg is", "mits het mag", "indien mogelijk",
    "alleen als het kan", "misschien", "wellicht", "of toch niet", "of blauw", "geen idee",
    "bij nader inzien niet", "ik bedoelde iets anders", "anders maar niks", "zodra Bob terug is",
    "warte", "nein",
]  # fmt: skip
AROUND = [
    "{move}\n\n{doubt}",
    "{move}\n{doubt}",
    "{move} {doubt}",
    "{move}, {doubt}",
    "{move}. {doubt}.",
    "{move} - {doubt}",
    "{move} ({doubt})",
    "{doubt}\n{move}",
    "{doubt}\n\n{move}",
    "{doubt} {move}",
    "{doubt}, {move}",
    "Hi, {doubt}\n{move}",
    "Hi {doubt}\n{move}",
    "Hello Bob, {doubt}\n\n{move}",
    "Hoi, {doubt}\n{move}",
    "Dear Bob,\n\n{doubt}\n\n{move}\n\nAlice",
    "{move}\n\nThanks\nAlice\n\n{doubt}",
    "{move}\nAlice\n{doubt}",
    "{move}\n\nKind regards,\nAlice\n\nPS {doubt}",
    "{move}\n\nThanks, but {doubt}",
    "{move}\n\nNice game, Bob. {doubt}. See you!",
]
GREETINGS = [
    "", "Hi", "Hi,", "Hi all,", "Hello Night Mail!", "Dear Bob,", "Hey Bob and Dana,", "Hi there",
    "Good morning everybody,", "Good evening!", "hi bob", "Hoi", "Hoi allemaal,", "Hallo Bob!",
    "Beste Bob,", "Dag allemaal", "Goedemorgen,", "Goedenavond Bob,", "Hi Dan,", "HELLO",
    "Hi Bob,\n\nNice move!", "Hi all,\nhope you are well.", "Hello,\nthanks for the game!",
    "Hoi Bob,\nmooie zet!", "Hi!\nHow are you?",
]  # fmt: skip
SIGNATURES = [
    "", "Alice", "A.", "Cheers", "Thanks!", "Thanks, and good night!", "Cheers,\nAlice",
    "Best,\nAlice", "Kind regards,\n\nAlice Example", "Best wishes, Alice", "Good luck all!",
    "Have fun!", "xx", "Thx Bob", "See you tomorrow,\nAlice", "Take care!\nAlice",
    "-- \nAlice\nIf not now, when?",
    "--\nno, wait", "Groetjes,\nAlice", "Met vriendelijke groet,\nAlice", "Mvg, Alice", "Gr. Alice",
    "Alvast bedankt!", "Fijne avond!\nAlice", "Tot morgen!", "Succes allemaal",
    "Groeten uit Utrecht", "Sent from my iPhone", "Verstuurd vanaf mijn Galaxy",
    "Regards\nAlice\n+31 6 1234 5678",
]  # fmt: skip
BETWEEN = ["\n", "\n\n", "\n\n\n"]


@cache
def view() -> engine.View:
    hands = [{"red": 2, "blue": 1, "locomotive": 1}]
    return engine.view(position("japan", 3, hands=hands), 0)


def read(text: str, lang: str) -> Command | None:
    """Return what is read out of a reply, None where it is asked back."""
    lines = lines_above_quote(f"{text}\n")
    try:
        return read_commands(lines, view=view(), lexicon=lexicon_for(lang), name="Alice")
    except (engine.InvalidAction, Unclear):
        return None


MOVES_WITH_LANGUAGE = [(lang, move) for lang, texts in MOVES.items() for move in texts]


def some_of(count: int, *choices: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Combinations of these by chance, none twice."""
    for number in random.sample(range(prod(map(len, choices))), count):
        places = []
        for choice in choices:
            number, place = divmod(number, len(choice))
            places.append(place)
        yield tuple(choice[place] for choice, place in zip(choices, places, strict=True))


@pytest.mark.slow
def test_no_move_is_played_beside_a_doubt() -> None:
    for lang, move in MOVES_WITH_LANGUAGE:
        assert isinstance(read(move, lang), Actions), move
    known = (("en", "draw red"), "whatever you do don't", "Hi, {doubt}\n{move}")
    for (lang, move), doubt, around in (
        known,
        *some_of(1500, MOVES_WITH_LANGUAGE, DOUBTS, AROUND),
    ):
        text = around.format(move=move, doubt=doubt)
        assert not isinstance(read(text, lang), Actions | Order), (lang, text)


@pytest.mark.slow
def test_greeting_and_signature_never_change_what_is_played() -> None:
    played = {(lang, move): read(move, lang) for lang, move in MOVES_WITH_LANGUAGE}
    for (lang, move), greeting, signature, between in some_of(
        1500, MOVES_WITH_LANGUAGE, GREETINGS, SIGNATURES, BETWEEN
    ):
        text = f"{greeting}{between}{move}{between}{signature}"
        assert read(text, lang) == played[lang, move], (lang, text)


def test_two_moves_are_never_played_in_part() -> None:
    for one, other, between in some_of(300, MOVES_WITH_LANGUAGE, MOVES_WITH_LANGUAGE, BETWEEN):
        check_two_moves(one, other, between)


def check_two_moves(one: tuple[str, str], other: tuple[str, str], between: str) -> None:
    lang = one[0]
    first, second = read(one[1], lang), read(other[1], lang)
    both = read(f"{one[1]}{between}{other[1]}", lang)
    if isinstance(first, Actions) and isinstance(second, Actions) and both is not None:
        assert both == Actions((*first.actions, *second.actions))
        assert len(both.actions) == 2
