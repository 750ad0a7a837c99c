"""Learning by playing: lessons beside a real game, which begins near its end."""

from __future__ import annotations
