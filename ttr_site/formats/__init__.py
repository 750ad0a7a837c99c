"""Date formats that differ from Django's own."""

from __future__ import annotations
