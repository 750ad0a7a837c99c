"""Decisions as forms: one declaration each, from which page, permission and service call follow.

A `DecisionForm` names the service, the form of its arguments and the texts. `Decisions` are those
about one kind of target: ``offered`` binds them for a page, ``decide`` carries out what was sent.
Anything else that offers decisions, such as an action of the admin, binds the same rows: the
service checks the role, asks for the reason and writes the audit log.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

from django import forms
from django.contrib import messages
from django.db.models import Model
from django.http import Http404, HttpRequest, QueryDict
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import PROPOSED_AS
from games.moderation.second_voice import confirm, object_to
from games.moderation.voices import Voice
from games.people.models import Person
from games.web.moderation.forms import ArgumentsForm, ReasonForm, Text
from games.web.parts.refusals import show_refusals

NEEDS_SECOND: Final = gettext_lazy(
    "You or your teammate plays in this division, so you propose this, and somebody who does not "
    "play there confirms it."
)
TEXTS: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
)
DONE: Final = gettext_lazy("Done. It is in the audit log, and the people concerned are told.")
TOO_LATE: Final = gettext_lazy("You cannot decide this, or no longer can.")
Target = TypeVar("Target", bound=Model)
Result = TypeVar("Result")
Options = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BoundDecision:
    """A decision about one target, by one person: texts, form, and how it is carried out.

    ``perform`` needs a valid form.
    """

    key: str
    title: str
    description: str
    button: str
    form: ArgumentsForm
    irreversible: bool
    perform: Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionForm(Generic[Target]):
    """A decision that can be taken about a game, a season, a league or a person.

    ``key`` names it in the address, and ``part`` its texts in sentences.toml. ``service`` carries
    it out with ``actor``, ``now``, the target by the name of its model, and the arguments of the
    form. ``decides`` is what it does, for the voice that a person has in it; services made by
    `games.moderation.decision` know it.

    ``possible`` is whether it can be decided now. ``shown`` is whether the page offers it to a
    person; the service tells those who send it anyway why not. ``options`` are the arguments of the
    form, and texts in place of those here; None where there is nothing to choose from.
    """

    key: str
    service: Callable[..., object]
    decides: ModerationAction | None = None
    part: str = ""
    form: type[ArgumentsForm] = ReasonForm
    possible: Callable[[Target], bool] = lambda target: True
    shown: Callable[[Target, Person], bool] = lambda target, actor: True
    options: Callable[[Target, Person], Options | None] = lambda target, actor: {}
    irreversible: bool = False

    def text(self, name: str) -> str:
        """Its "title", "description" or "button" in the active language; "" for none."""
        said = TEXTS[self.part].get(name)
        return _(said) if said else ""

    @property
    def label(self) -> str:
        """The text of its button."""
        return self.text("button") or self.text("title")

    @property
    def action(self) -> ModerationAction | None:
        """What it does, if the table of voices has it."""
        return self.decides or getattr(self.service, "action", None)

    def bind(
        self, target: Target, actor: Person, data: QueryDict | None = None
    ) -> BoundDecision | None:
        """The decision for a target, with the data that was sent; None if it cannot be taken."""
        if not self.possible(target) or (data is None and not self.shown(target, actor)):
            return None
        options = self.options(target, actor)
        if options is None:
            return None
        title, description, button = (
            str(options.pop(name, self.text(name))) for name in ("title", "description", "button")
        )
        form = self.form(data, auto_id=f"{self.key}-%s", **options)

        def perform() -> object:
            about = {str(target._meta.model_name): target}
            return self.service(actor=actor, now=now(), **about, **form.arguments)

        return BoundDecision(
            self.key, title, description, button or title, form, self.irreversible, perform
        )


class Decisions(dict[str, DecisionForm[Target]]):
    """The decisions about one kind of target, by the name in their address.

    ``name`` is that of the kind in sentences.toml.
    ``done`` is the message of the next page, or makes it of the request and what was done.
    ``too_late`` is the message where something cannot be decided (any more); "" answers 404.
    """

    def __init__(
        self,
        name: str,
        *rows: DecisionForm[Target],
        done: Text | Callable[[HttpRequest, Any], str] = DONE,
        too_late: Text = "",
    ) -> None:
        parts = (replace(row, part=f"{name}.{row.key}") for row in rows)
        super().__init__({row.key: row for row in parts})
        self.done, self.too_late = done, too_late

    def offered(
        self,
        target: Target,
        actor: Person,
        failed: BoundDecision | None = None,
        *,
        voice: Callable[[ModerationAction], Voice] = lambda action: Voice.ALONE,
    ) -> list[BoundDecision]:
        """The decisions that a page offers; ``failed`` is in its place, with its errors.

        :param voice: how the actor may take an action; those of which it is never are not offered.
        """
        bound = []
        for row in self.values():
            own = voice(row.action) if row.action is not None else Voice.ALONE
            one = None if own is Voice.NEVER else row.bind(target, actor)
            if one is not None and own is Voice.SECOND and row.action not in PROPOSED_AS:
                text = f"{one.description} {NEEDS_SECOND}"
                one = replace(one, description=text, button=_("Propose"))
            bound.append(one)
        return [failed if failed and failed.key == one.key else one for one in bound if one]

    def decide(self, request: HttpRequest, target: Target, key: str) -> BoundDecision | None:
        """Carry out what was sent. None if it is done, else the form with its errors.

        Also None where the next page says why not, because the form is not there any more.

        :raises Http404: if there is no such decision, or it cannot be taken.
        """
        if key not in self:
            raise Http404
        actor = cast(Person, request.user)
        bound = self[key].bind(target, actor, request.POST)
        if bound is None and self.too_late:
            messages.error(request, str(self.too_late))
            return None
        if bound is None:
            raise Http404
        form, message = bound.form, self.done
        done = form.is_valid() and carry_out(
            request,
            bound.perform,
            (lambda result: message(request, result)) if callable(message) else message,
            form=form,
        )
        if not done and self[key].bind(target, actor) is None:
            # Somebody else was faster: the page has no such form by now that could say why not.
            for errors in form.errors.values():
                for error in errors:
                    messages.error(request, str(error))
            return None
        return None if done else bound


def confirm_decision(request: HttpRequest, proposal: AuditEntry) -> str:
    """Carry out a proposal, for the reason that was sent; return the message."""
    words = {name: request.POST.get(name, "") for name in ("reason", "message")}
    confirm(actor=cast(Person, request.user), proposal=proposal, now=now(), **words)
    return str(DONE)


def object_to_decision(request: HttpRequest, proposal: AuditEntry) -> str:
    """Object to a proposal as a player whom it concerns; return the message."""
    object_to(person=cast(Person, request.user), proposal=proposal, now=now())
    return _("You have objected. A moderator will decide.")


def submitted(
    request: HttpRequest,
    form: ArgumentsForm,
    service: Callable[..., Result],
    message: Text | Callable[[Result], str],
    **arguments: object,
) -> bool:
    """Whether a form was sent, is valid, and its decision has been carried out.

    :param arguments: those of the service besides ``actor``, ``now`` and those of the form.
    """
    if request.method != "POST" or not form.is_valid():
        return False
    everything = {**arguments, **form.arguments}
    return carry_out(
        request, lambda: service(actor=request.user, now=now(), **everything), message, form=form
    )


def carry_out(
    request: HttpRequest,
    work: Callable[[], Result],
    message: Text | Callable[[Result], str],
    *,
    form: forms.BaseForm | None = None,
) -> bool:
    """Carry out what was decided; return whether it was, with a message on the next page.

    The form says why it cannot be, or the next page where there is no form.

    :param message: the text on the next page, or what makes it of the result of ``work``.
    :raises PermissionDenied: if the person's role does not cover it; it says why.
    """
    with show_refusals(request, form):
        done = work()
        messages.success(request, message(done) if callable(message) else str(message))
        return True
    return False
