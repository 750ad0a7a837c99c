"""Leagues of simulated people, on a clock of their own: `python -m tools.league`.

Bots choose for the people, only through the services of the site. Each person has habits that
follow from a seed. Afterwards all invariants are checked.
"""

from __future__ import annotations
