"""Pages, one package an area: views, forms, addresses, and presenters (what a page shows)."""

from __future__ import annotations
