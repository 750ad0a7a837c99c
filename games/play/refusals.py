"""The sentence for each message id that the engine refuses with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import get_language

import engine
from engine.cards import CARDS
from engine.text.english import ERROR_SENTENCES
from games.language.amounts import sets_rule
from games.language.lexicon import lexicon_for

LACKING: Final = frozenset(
    {"claim.ferry_needs_locomotives", "claim.too_few_cards", "claim.too_few_locomotives"}
)
"""Those that need the rule of sets, on a track that takes them (M-3)."""


def error_sentence(error: engine.InvalidAction | engine.IllegalAction, board: engine.Board) -> str:
    """The sentence of an error of the engine, in the active language."""
    if isinstance(error, engine.InvalidAction) and error.message in ERROR_SENTENCES:
        return engine.explain(error, lexicon_for(get_language() or "en"))
    return refusal_sentence(error.message, error.params, board)


def refusal_sentence(message: str, params: Mapping[str, object], board: engine.Board) -> str:
    """The sentence for the message id and params of a refusal, in the active language.

    A text that cannot be read as a command is explained by :func:`engine.text.parse.explain`.

    :raises KeyError: if the id has no sentence; a test looks for such ids.
    """
    gaps, lexicon = dict(params), lexicon_for(get_language() or "en")
    for name in ("card", "colour"):
        if gaps.get(name) in CARDS:
            gaps[name] = lexicon.say(f"card.{gaps[name]}")
    if (track := board.tracks.get(str(gaps.get("track")))) is not None:
        gaps["route"] = f"{board.cities[track.a].name} – {board.cities[track.b].name}"
    if (city := board.cities.get(str(gaps.get("city")))) is not None:
        gaps["city"] = city.name
    # The number that decides the plural, where one does.
    gaps["n"] = gaps.get("least", gaps.get("most"))
    sentence = lexicon.say(f"refused.{message}", **gaps)
    if track is not None and track.most_sets and message in LACKING:
        return f"{sentence} {sets_rule(track)}"
    return sentence
