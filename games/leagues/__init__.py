"""Leagues: seasons that are planned, drawn, played and closed."""

from __future__ import annotations
