"""How the rooms of leagues say no."""

from __future__ import annotations

from games.common.errors import Refused


class SeasonCannotBePaired(Refused):
    """So many players cannot be seated at such tables; the text says why, and what would do."""
