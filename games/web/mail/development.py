"""Keeps pages for developers off a site in production."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


def development_only(view: View) -> View:
    """Answers 404 in production, whatever the page is asked."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.PRODUCTION:
            raise Http404
        return view(request, *args, **kwargs)

    return cast(View, guarded)
