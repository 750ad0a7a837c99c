"""Pages of directors and moderators."""

from __future__ import annotations
