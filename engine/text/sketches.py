"""Commands about sketches: routes to mark on one, or which of them to show."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.text import routes
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, normalise
from engine.text.plans import MOST_CHARACTERS, matches
from engine.text.vocabulary import vocabulary_for
from engine.view import View


@dataclass(frozen=True, slots=True)
class SketchCommand:
    """Mark ``tracks`` on the sketch of a name. Without tracks show it, and without a name all."""

    name: str = ""
    tracks: tuple[str, ...] = ()


def read_sketch(text: str, view: View, lexicon: Lexicon = ENGLISH) -> SketchCommand | None:
    """The command about sketches that a text names, None where it is about something else.

    :raises InvalidAction: if it names a route that cannot be found.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> read_sketch("Sketch add South: miami to atlanta, dallas to houston", engine.view(game, 0))
    SketchCommand(name='south', tracks=('atlanta-miami-blue', 'dallas-houston-gray-1'))
    """
    if len(text) > MOST_CHARACTERS:
        return None
    words, text = vocabulary_for(lexicon), normalise(text).strip(" .!")
    for _key, gaps in matches(text, ("sketch_list", "sketch_show", "sketch_add"), lexicon):
        parts = filter(None, map(str.strip, re.split("[,;]", gaps.get("routes", ""))))
        tracks = (
            routes.choose_track(
                view, routes.find_tracks(view, part, words), lambda _track: True, words
            ).id
            for part in parts
        )
        return SketchCommand(gaps.get("name", ""), tuple(tracks))
    return None
