"""What pages are made of: pure functions from a View to what a template shows."""

from __future__ import annotations
