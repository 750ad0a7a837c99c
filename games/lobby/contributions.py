"""What a player adds to the chance of a game (P-2)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused

LONGEST: Final = 200


def tidy_contribution(text: str) -> str:
    """Gets a contribution without space around it; it may be empty.

    :raises Refused: if it is too long, or has characters that cannot be shown.
    """
    text = text.strip()
    if len(text) > LONGEST or not text.isprintable():
        raise Refused(
            _("A contribution has at most %(most)d letters, digits and other visible characters.")
            % {"most": LONGEST}
        )
    return text
