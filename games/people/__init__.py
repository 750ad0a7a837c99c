"""People: who they are, how they want to be addressed and what they want to see."""

from __future__ import annotations
