"""Carrying out what somebody in office has decided, and telling them what came of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.errors import Refused
from games.moderation.roles import NotAllowed
from games.people.models import Person

Done = TypeVar("Done")


def carried_out(
    request: HttpRequest,
    deed: Callable[[], Done],
    told: str | Callable[[Done], str],
    *,
    form: forms.BaseForm | None = None,
) -> bool:
    """Carries out what was decided; gets whether it was, and tells so on the next page.

    Why it cannot be stands in the form, or where there is none on the next page.

    :param told: what to tell, or what makes that of what the deed got.
    :raises PermissionDenied: if the office of who asks does not cover it; it says why.
    """
    try:
        done = deed()
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    except Refused as refusal:
        if form is None:
            messages.error(request, str(refusal))
        else:
            form.add_error(None, str(refusal))
        return False
    messages.success(request, told if isinstance(told, str) else told(done))
    return True


def reasoned(
    service: Callable[..., object], about: str, *fields: str
) -> Callable[[Person, Any, Any, datetime], object]:
    """Gets what calls a service with the reason of a form, and with these fields of it.

    ``about`` is the name of the argument that says what it is done to.
    """

    def run(actor: Person, target: Any, form: Any, now: datetime) -> object:
        sent = {name: form.cleaned_data[name] for name in ("reason", *fields)}
        return service(actor=actor, now=now, **{about: target}, **sent)

    return run
