"""Practice: unrated games against bots, guests who play them, lessons (lessons/)."""

from __future__ import annotations
