"""The site as an app in a browser: manifest, service worker, page without a connection.

None of them knows who asks: they are the same for everybody.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ICONS: Final = (("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))
NIGHT: Final = "#14213a"
PAPER: Final = "#f5efe0"
KEPT_OFFLINE: Final = ("night-mail.css", "game.css", "favicon.svg", "app/any-192.png")


def icon_path(size: str, purpose: str) -> str:
    """The file of an icon of the app, as `python -m tools.app_icons` draws it."""
    return f"app/{purpose}-{size.partition('x')[0]}.png"


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest (W3C)."""
    return JsonResponse(
        {
            "name": settings.SITE_NAME,
            "short_name": settings.SITE_NAME,
            "description": _("Railway games by correspondence"),
            "lang": get_language(),
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": NIGHT,
            "icons": [
                {
                    "src": static(icon_path(size, purpose)),
                    "sizes": size,
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script of the service worker, with the addresses that it may keep."""
    kept = [reverse("offline"), *map(static, KEPT_OFFLINE)]
    facts = {
        "kept": kept,
        "offline": reverse("offline"),
        "icon": static("app/any-192.png"),
        "name": settings.SITE_NAME,
    }
    version = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:12]
    facts["cache"] = f"night-mail-{version}"
    script = render_to_string("web/site/service-worker.js", {"facts": json.dumps(facts)})
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@require_safe
@cache_control(public=True, max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "web/site/offline.html")
