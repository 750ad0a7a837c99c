"""Pages that other sites may show in a frame: no scripts, no forms, and the same for everybody.

Decision 129 says why.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

from ttr_site.security import HEADER, POLICY

POLICY_OF_FRAMES: Final = {
    **POLICY,
    "script-src": "'none'",
    "connect-src": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "*",
}
FIVE_MINUTES: Final = 300
"""Seconds for which anybody may keep such a page: names and results may change."""


def framed_page(html: str) -> HttpResponse:
    """A page for frames of other sites; its view is `xframe_options_exempt` as well."""
    policy = "; ".join(f"{name} {value}" for name, value in POLICY_OF_FRAMES.items())
    return HttpResponse(
        html, headers={HEADER: policy, "Cache-Control": f"public, max-age={FIVE_MINUTES}"}
    )
