"""Errors of the engine, each with the reason.

Three narrow errors, all of them :class:`ValueError`, so that a caller may catch one or all.
"""

from __future__ import annotations

from collections.abc import Mapping

Params = Mapping[str, object]


class InvalidAction(ValueError):
    """A text or a wire form that cannot be read as an action.

    ``message`` is a stable id that a lexicon turns into a sentence; ``params`` fill its gaps.
    """

    def __init__(self, message: str, /, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params: Params = params


class IllegalAction(ValueError):
    """An action that can be read but is against a rule.

    ``ruling`` is the id of the ruling it breaks, for example ``"B-4"``; ``message`` and ``params``
    as in :class:`InvalidAction`. The text never tells more than the acting seat may know.
    """

    def __init__(self, ruling: str, message: str, /, **params: object) -> None:
        super().__init__(f"{ruling}: {message}")
        self.ruling = ruling
        self.message = message
        self.params: Params = params


class BoardError(ValueError):
    """A board file that breaks its schema; the text names file, line and fault."""


class RecordError(ValueError):
    """A record file or a stored event that cannot be read or does not add up."""
