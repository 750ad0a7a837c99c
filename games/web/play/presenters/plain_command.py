"""Commands as people read them, without the keys of tracks."""

from __future__ import annotations

from dataclasses import replace

import engine
from engine.actions import Action, Claim
from engine.rules.claiming import are_alike
from engine.text.lexicon import Lexicon


def plain_command(action: Action, view: engine.View, words: Lexicon) -> str:
    """The command of an action; of equal parallel tracks the one that has a name in words."""
    if isinstance(action, Claim):
        track = view.board.tracks[action.track]
        for other in view.board.tracks_of_city[track.a]:
            if are_alike(other, track):
                text = engine.write_action(replace(action, track=other.id), view, words)
                if other.id not in text:
                    return text
    return engine.write_action(action, view, words)
