"""Parts that the pages of several areas share: the game and its reader, lines, pictures, fields."""

from __future__ import annotations
