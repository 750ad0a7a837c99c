"""People: accounts, profiles, names, sanctions and display preferences."""

from __future__ import annotations
