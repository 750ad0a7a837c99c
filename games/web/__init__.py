"""Pages: one file a view."""

from __future__ import annotations
