"""Actors that the log names besides seats: a seat is named by its number."""

from __future__ import annotations

from typing import Final

from engine.record.model import CLOCK_ACTOR, DIRECTOR_ACTOR, SETUP_ACTOR, VOTE_ACTOR

CLOCK: Final = CLOCK_ACTOR
DIRECTOR: Final = DIRECTOR_ACTOR
TABLE: Final = SETUP_ACTOR
VOTE: Final = VOTE_ACTOR
PERSON: Final = "person"
"""Somebody who has no seat yet, or leaves the site."""
