"""Pages of leagues, for players, spectators and directors."""

from __future__ import annotations
