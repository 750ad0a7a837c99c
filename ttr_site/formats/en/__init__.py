"""British date formats for English."""

from __future__ import annotations
