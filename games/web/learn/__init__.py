"""The Learn page, games for practice, and their lessons."""

from __future__ import annotations
