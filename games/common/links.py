"""Absolute addresses of pages, for mails and other places outside the site."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse


def site_url(name: str, *args: object) -> str:
    """The address of the page with this url name."""
    return settings.SITE_URL + reverse(name, args=args)
