"""The version of Night Mail, site and engine alike; pyproject.toml says the same."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.3.0"
