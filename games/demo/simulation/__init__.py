"""Leagues of people who do not exist, on a clock of their own: `manage.py simulate_league`.

Bots choose for the people, through the services of the site and nothing else; each person keeps
habits that follow from a seed. Afterwards everything that must hold is looked at.
"""

from __future__ import annotations
