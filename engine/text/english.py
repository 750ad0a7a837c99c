"""English, the language that every site speaks; the source of all translations."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.text.lexicon import Lexicon, Sentence, read_words

FOLDER: Final = Path(__file__).with_name("words")


def _sentences(part: str) -> Mapping[str, Sentence]:
    """The sentences of a part of `words/sentences.toml`."""
    found = tomllib.loads((FOLDER / "sentences.toml").read_text(encoding="utf-8"))[part]
    return {key: said if isinstance(said, str) else tuple(said) for key, said in found.items()}


COMMAND_WORDS: Final = read_words(FOLDER / "en.toml")
ERROR_SENTENCES: Final = _sentences("errors")
"""Why a text cannot be read as a command."""
REFUSALS: Final = _sentences("refused")
"""Why the rules refuse a move: by the message ids of :class:`engine.errors.IllegalAction`."""
SENTENCES: Final = {
    **_sentences("log"),
    **_sentences("plans"),
    **ERROR_SENTENCES,
    **{f"refused.{message}": said for message, said in REFUSALS.items()},
}
ENGLISH = Lexicon(
    "en", COMMAND_WORDS, SENTENCES, lambda n: int(n != 1), read_words(FOLDER / "plans.toml")
)
