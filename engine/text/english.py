"""English, the language that every site speaks; the source of all translations."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.text.lexicon import Lexicon, read_sentences, read_words

FOLDER: Final = Path(__file__).with_name("words")
_PARTS: Final = read_sentences(FOLDER / "sentences.toml")
COMMAND_WORDS: Final = read_words(FOLDER / "en.toml")
ERROR_SENTENCES: Final = _PARTS["errors"]
"""Why a text cannot be read as a command."""
REFUSALS: Final = _PARTS["refused"]
"""Why the rules refuse a move: by the message ids of :class:`engine.errors.IllegalAction`."""
SENTENCES: Final = {
    **_PARTS["log"],
    **_PARTS["plans"],
    **ERROR_SENTENCES,
    **{f"refused.{message}": said for message, said in REFUSALS.items()},
}
ENGLISH = Lexicon(
    "en", COMMAND_WORDS, SENTENCES, lambda n: int(n != 1), read_words(FOLDER / "plans.toml")
)
