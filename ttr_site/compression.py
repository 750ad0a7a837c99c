"""Compression of responses: pages, stylesheets, scripts and SVG; decision 126."""

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
"""Content types worth compressing; pictures and fonts already are."""
SECRET: Final = (
    "/accounts/", "/admin/", "/appeal/", "/continue/", "/do/", "/end-session/", "/invited/",
    "/settings/", "/shared/", "/unsubscribe/",
)  # fmt: skip
"""Pages whose secrets padding cannot protect: passwords, codes, secret URLs."""
OWN: Final = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site of a request that no other site has started."""


class CompressionMiddleware(GZipMiddleware):
    """Compress allowed responses, with a file name of random length in each gzip header.

    A response that another site requested, with input of its choice, stays uncompressed: its length
    would reveal how much of the input occurs in the page as well.
    """

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        """Skip responses that would not shrink, and those that must not."""
        kind = response.get("Content-Type", "")
        if not kind.startswith(COMPRESSED) or not is_safe_to_compress(request):
            return response
        return super().process_response(request, response)


def is_safe_to_compress(request: HttpRequest) -> bool:
    """Whether the length of the response reveals nothing."""
    if request.path_info.startswith(SECRET):
        return False
    has_input = bool(request.META.get("QUERY_STRING")) or request.method == "POST"
    return not has_input or request.headers.get("Sec-Fetch-Site") in OWN
