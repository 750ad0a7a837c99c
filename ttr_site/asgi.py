"""The entry point for an ASGI server, which serves only the streams of events."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
django.setup()

from games.api.stream.app import Streams  # noqa: E402

application = Streams()
