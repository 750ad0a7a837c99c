"""One decision as a form of a page, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict

from games.common.errors import Refused
from games.moderation.roles import NotAllowed
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

Data = QueryDict | None
Run = Callable[[Person, Any, Any, datetime], object]
"""Takes who decides, the game or season, the valid form, and the time."""


@dataclass(frozen=True, slots=True)
class ActionForm:
    """One form of the page: its name in the address, its title, what it means, and its deed.

    One without ``run`` leads to a page that shows first what would happen. A ``grave`` one cannot
    be undone.
    """

    key: str
    title: str
    about: str
    button: str
    form: forms.Form
    run: Run | None = None
    grave: bool = False


def is_running(game: Game) -> bool:
    """Whether a game is being played."""
    return game.status == GameStatus.RUNNING


def seats_in_order(game: Game) -> list[Seat]:
    """The seats of a game in order, with who holds them."""
    return list(game.seats.select_related("person").order_by("number"))


Result = TypeVar("Result")


def carry_out(
    request: HttpRequest,
    deed: Callable[[], Result],
    told: str | Callable[[Result], str],
    *,
    form: forms.BaseForm | None = None,
) -> bool:
    """Carry out what was decided; return whether it was, and tell so on the next page.

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


def call_with_reason(
    service: Callable[..., object], about: str, *fields: str
) -> Callable[[Person, Any, Any, datetime], object]:
    """Return what calls a service with the reason of a form, and with these fields of it.

    ``about`` is the name of the argument that says what it is done to.
    """

    def run(actor: Person, target: Any, form: Any, now: datetime) -> object:
        sent = {name: form.cleaned_data[name] for name in ("reason", *fields)}
        return service(actor=actor, now=now, **{about: target}, **sent)

    return run
