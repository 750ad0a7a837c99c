"""The Learn page, games for practice, and what stands beside them."""

from __future__ import annotations
