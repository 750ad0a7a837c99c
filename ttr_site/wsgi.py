"""The entry point for a WSGI server such as gunicorn."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")

application = get_wsgi_application()
