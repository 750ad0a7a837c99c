"""Decisions as forms: one row of data for each, shown on a page and carried out by one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
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
TOO_LATE: Final = gettext_lazy("You cannot decide this, or no longer can.")
Target = TypeVar("Target", bound=Model)
Result = TypeVar("Result")
Options = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BoundDecision:
    """A decision about one target, by one person: texts, form, and how it is carried out.

    ``perform`` needs a valid form; None where a page of its own shows first what would happen.
    """

    key: str
    title: str
    description: str
    button: str
    form: ArgumentsForm
    irreversible: bool
    perform: Callable[[], object] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionForm(Generic[Target]):
    """A decision that can be taken about a game, a season, a league or a person.

    ``key`` names it in the address. ``service`` carries it out with ``actor``, ``now``, the target
    by the name of its model, and the arguments of the form.

    ``possible`` is whether it can be decided now. ``shown`` is whether the page offers it to a
    person; the service tells those who send it anyway why not. ``options`` are the arguments of the
    form, and texts in place of those here; None where there is nothing to choose from.
    ``action`` is what it does, for the voice that a person has in it.
    """

    key: str
    title: Text = ""
    description: Text = ""
    button: Text = ""
    service: Callable[..., object] | None = None
    form: type[ArgumentsForm] = ReasonForm
    possible: Callable[[Target], bool] = lambda target: True
    shown: Callable[[Target, Person], bool] = lambda target, actor: True
    options: Callable[[Target, Person], Options | None] = lambda target, actor: {}
    irreversible: bool = False
    action: ModerationAction | None = None

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
            str(options.pop(name, getattr(self, name)))
            for name in ("title", "description", "button")
        )
        form = self.form(data, auto_id=f"{self.key}-%s", **options)
        service = self.service

        def perform() -> object:
            assert service is not None
            about = {str(target._meta.model_name): target}
            return service(actor=actor, now=now(), **about, **form.arguments)

        return BoundDecision(
            self.key,
            title,
            description,
            button or title,
            form,
            self.irreversible,
            perform if service else None,
        )


def by_key(*rows: DecisionForm[Target]) -> Mapping[str, DecisionForm[Target]]:
    """Decisions by the name in their address."""
    return {row.key: row for row in rows}


def shown_decisions(
    rows: Mapping[str, DecisionForm[Target]],
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
    for row in rows.values():
        own = voice(row.action) if row.action is not None else Voice.ALONE
        one = None if own is Voice.NEVER else row.bind(target, actor)
        if one is not None and own is Voice.SECOND and row.action not in PROPOSED_AS:
            one = replace(one, description=f"{one.description} {NEEDS_SECOND}", button=_("Propose"))
        bound.append(one)
    return [failed if failed and failed.key == one.key else one for one in bound if one]


def decide(
    request: HttpRequest,
    rows: Mapping[str, DecisionForm[Target]],
    target: Target,
    key: str,
    message: str | Callable[[Any], str],
    *,
    too_late: Text = "",
) -> BoundDecision | None:
    """Carry out what was sent. None if it is done, else the form with its errors.

    Also None where the next page says why not, because the form is not there any more.

    :param message: as in `carry_out`.
    :param too_late: the message, with nothing done, where it cannot be decided (any more).
    :raises Http404: if there is no such decision, or it cannot be decided without ``too_late``.
    """
    if key not in rows:
        raise Http404
    bound = rows[key].bind(target, cast(Person, request.user), request.POST)
    if bound is None and too_late:
        messages.error(request, str(too_late))
        return None
    if bound is None or bound.perform is None:
        raise Http404
    form = bound.form
    done = form.is_valid() and carry_out(request, bound.perform, message, form=form)
    if not done and rows[key].bind(target, cast(Person, request.user)) is None:
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
    return _("Done. It is in the audit log, and the people concerned are told.")


def object_to_decision(request: HttpRequest, proposal: AuditEntry) -> str:
    """Object to a proposal as a player whom it concerns; return the message."""
    object_to(person=cast(Person, request.user), proposal=proposal, now=now())
    return _("You have objected. A moderator will decide.")


def submitted(
    request: HttpRequest,
    form: ArgumentsForm,
    service: Callable[..., Result],
    message: str | Callable[[Result], str],
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
    message: str | Callable[[Result], str],
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
        messages.success(request, message if isinstance(message, str) else message(done))
        return True
    return False
