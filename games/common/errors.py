"""Errors of services; each holds a translated sentence that says what to do next."""

from __future__ import annotations

from django.utils.translation import gettext as _


class Refused(Exception):
    """A service changed nothing; ``str()`` of it is a sentence for the person who asked."""


class Stale(Refused):
    """The decision that was answered is closed: somebody, perhaps the clock, was first."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "The game has moved on since you opened this page. Look at it again before you "
                "choose."
            )
        )


class SeatLost(Stale):
    """Somebody else has the seat by now, and its cards, for which the move was meant."""

    def __init__(self) -> None:
        Refused.__init__(
            self, _("Somebody else has taken this seat. You can still watch the game.")
        )


class LogError(Exception):
    """A stored log that cannot be trusted or read; the text tells an operator what to do."""
