"""Refusals as messages on the next page, with the fields that were typed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.absence.models import has_lost_seat
from games.common.errors import Refused, SeatLost
from games.moderation.roles import NotAllowed
from games.web.parts.game_context import GameContext

KEPT_FIELDS_KEY: Final = "kept_fields"
MAX_KEPT_CHARS: Final = 20_000
"""In characters: several times what any field of the site takes."""


@contextmanager
def show_refusals(
    request: HttpRequest, form: BaseForm | None = None, *, keep: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Tell on the next page, or in the form, why a service refused; the rest of the block is left
    out then.

    ``keep`` names the fields that the next page is to show as they were: what its template calls
    them, and what the form does.

    :raises PermissionDenied: if the role of the person does not cover it; it says why.
    """
    try:
        yield
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    except Refused as refusal:
        if form is not None:
            form.add_error(None, str(refusal))
            return
        messages.error(request, str(refusal))
        fields = {name: request.POST.get(field, "") for name, field in (keep or {}).items()}
        if fields:
            request.session[KEPT_FIELDS_KEY] = {
                name: text[:MAX_KEPT_CHARS] for name, text in fields.items()
            }


def tell_of_lost_seat(request: HttpRequest, context: GameContext) -> bool:
    """Tell on the next page that somebody else has the reader's seat, and whether that is so."""
    person = request.user.pk
    if context.seat is not None or person is None:
        return False
    lost = has_lost_seat(person, code=context.game.code)
    if lost:
        messages.error(request, str(SeatLost()))
    return lost


def kept_fields(request: HttpRequest) -> dict[str, Any]:
    """Give templates ``kept``: the fields of the form that was just refused, shown once.

    A field that was not kept is empty.
    """

    def pop() -> dict[str, str]:
        return defaultdict(str, request.session.pop(KEPT_FIELDS_KEY, {}))

    return {"kept": SimpleLazyObject(pop)}
