"""Compression of answers: pages, stylesheets, scripts and pictures of text; decision 126."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED: Final = (
    "text/",
    "application/javascript",
    "application/json",
    "application/jsonl",
    "image/svg+xml",
)
"""The types whose answers shrink; pictures and fonts are small as they are."""
SECRET: Final = (
    "/accounts/", "/admin/", "/appeal/", "/continue/", "/do/", "/end-session/", "/invited/",
    "/settings/", "/shared/", "/unsubscribe/",
)  # fmt: skip
"""Pages whose secrets no padding is to guard: passwords, codes, addresses that are keys."""
OWN: Final = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site of a request that no other site has begun."""


class CompressionMiddleware(GZipMiddleware):
    """Compress what may be compressed, with a name of random length in the head of each answer.

    An answer that another site has asked for with input of its choice stays as it is: its length
    would tell that site how much of the input stands in the page as well.
    """

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        """Leave out what would not shrink, and what must not."""
        kind = response.get("Content-Type", "")
        if not kind.startswith(COMPRESSED) or not is_safe_to_compress(request):
            return response
        return super().process_response(request, response)


def is_safe_to_compress(request: HttpRequest) -> bool:
    """Whether the length of the answer tells nobody anything."""
    if request.path_info.startswith(SECRET):
        return False
    has_input = bool(request.META.get("QUERY_STRING")) or request.method == "POST"
    return not has_input or request.headers.get("Sec-Fetch-Site") in OWN
