"""Telling people why something could not be done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from games.errors import Refused


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """Tells on the next page why a service refused; the rest of the block is left out then."""
    try:
        yield
    except Refused as refusal:
        messages.error(request, str(refusal))
