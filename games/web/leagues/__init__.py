"""Pages of leagues: for players, for everybody who looks on, and for directors."""

from __future__ import annotations
