"""Practice: games against bots that count for nothing, guests who play them, lessons (lessons/)."""

from __future__ import annotations
