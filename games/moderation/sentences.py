"""The sentences about decisions, by part and action, from sentences.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.utils.translation import gettext

SENTENCES: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
)


def say(part: str, key: str) -> str:
    """Return a sentence in the active language, its gaps not filled; "" if there is none."""
    said = SENTENCES[part].get(key)
    return gettext(said) if said else ""


def say_to(part: str, key: str, *, you: bool) -> str:
    """Return a sentence as `say`, if it can be for the one whom it is about (``you``)."""
    return (say(f"{part}_you", key) if you else "") or say(part, key)
