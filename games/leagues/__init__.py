"""Leagues: seasons that are planned, paired, played and closed, and the standings of each.

Pure: ``pairing``, ``seating``, ``sizes``, ``points``, ``tie_breaks``, ``table``, ``promotion``.
Services, one verb a module, are what a director or a player does; ``runner`` does the rest.
"""

from __future__ import annotations
