"""The site: settings, addresses and the entry points for web servers and workers."""

from __future__ import annotations

from ttr_site.celery import app as celery_app

__all__ = ["celery_app"]
