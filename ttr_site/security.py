"""Security headers, compression (decision 126) and checks of every request and response.

The content security policy: pages use only what the site itself serves, and nothing inline. And
no NUL is accepted: people cannot type one, and PostgreSQL stores none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.deprecation import MiddlewareMixin

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADER = "Content-Security-Policy"


class ContentSecurityPolicyMiddleware(MiddlewareMixin):
    """Adds the policy to every response that has none of its own."""

    header = "; ".join(f"{name} {value}" for name, value in POLICY.items())

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers.setdefault(HEADER, self.header)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        return response


class NoNulMiddleware(MiddlewareMixin):
    """Answers 400 to a NUL in a URL, query, cookie or form, and to an invalid length.

    It comes before everything that reads the database. Views that are exempt from CSRF, because
    programs post to them, check bodies of other formats themselves.
    """

    def process_request(self, request: HttpRequest) -> None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdecimal()):
            raise BadRequest("The length of a body is a number.")
        _refuse_nul([request.path_info, *request.COOKIES.values(), *_texts(request.GET)])

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> None:
        """Check the form, which Django reads at this moment for CSRF as well."""
        if not getattr(view, "csrf_exempt", False):
            _refuse_nul(_texts(request.POST))


def _texts(form: QueryDict) -> Iterable[str]:
    return chain.from_iterable((name, *map(str, values)) for name, values in form.lists())


def _refuse_nul(texts: Iterable[str]) -> None:
    if any("\0" in text for text in texts):
        raise BadRequest("A NUL is no part of any text.")


COMPRESSED: Final = (
    "text/",
    "application/javascript",
    "application/json",
    "application/jsonl",
    "image/svg+xml",
)
"""Content types worth compressing; pictures and fonts already are."""
SECRET: Final = (
    "/accounts/", "/admin/", "/appeal/", "/confirm/", "/continue/", "/do/", "/end-session/",
    "/invited/", "/settings/", "/shared/", "/unsubscribe/",
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
