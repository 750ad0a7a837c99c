"""Admin pages that show rows and offer decisions about them, with a reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from games.common.admin_base import ReadOnlyAdmin
from games.common.errors import Refused
from games.moderation.roles import is_moderator
from games.people.models import Person
from games.web.moderation.decision_forms import BoundDecision, DecisionForm, Decisions

MOST_ROWS = 200


def moment(name: str) -> Callable[[Model], str]:
    """A column for a time, to the minute: Django's format takes five times as long."""

    @admin.display(description=name.replace("_", " "), ordering=name)
    def shown(row: Model) -> str:
        at = getattr(row, name)
        return f"{localtime(at):%Y-%m-%d %H:%M}" if at else ""

    shown.__name__ = name
    return shown


class DecisionsAdmin(ReadOnlyAdmin):
    """Rows to look at, with decisions of :mod:`games.web.moderation.decision_forms` as actions.

    ``decisions`` are those about one row, of which ``offered`` are the keys of those that can be
    taken about many at once: their form is the same for each row. The services check the role of
    the person for each row, and write the audit log. Other decisions are a link away
    (``view_on_site``).
    """

    decisions: Decisions[Any] | None = None
    offered: tuple[str, ...] = ()
    list_per_page = MOST_ROWS
    show_full_result_count = False

    def action_checkbox(self, obj: Model) -> SafeString:
        """The box that selects a row; Django renders a template for each."""
        return format_html(
            '<input type="checkbox" name="{}" value="{}" class="action-select" aria-label="{}">',
            ACTION_CHECKBOX_NAME,
            obj.pk,
            f"Select {obj}",
        )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) or is_moderator(request.user)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return super().has_module_permission(request) or is_moderator(request.user)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        rows = [self.decisions[key] for key in self.offered] if self.decisions else []
        return {
            row.key: (
                partial(decide, decision=row),
                row.key,
                row.label,
            )
            for row in rows
        }


def decide(
    model_admin: DecisionsAdmin,
    request: HttpRequest,
    chosen: QuerySet[Model],
    *,
    decision: DecisionForm[Any],
) -> TemplateResponse | None:
    """Ask for the reason of a decision about the chosen rows; carry it out when it was sent."""
    actor = cast(Person, request.user)
    # The services read more than the list shows.
    rows = list(chosen.defer(None)[:MOST_ROWS])
    sent = request.POST if "decide" in request.POST else None
    # Whether the words are valid does not depend on the row.
    form = decision.form(sent, auto_id=f"{decision.key}-%s")
    if sent is not None and form.is_valid():
        for row in rows:
            _decide_about(request, row, decision.bind(row, actor, sent))
        return None
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": decision.text("title"),
        "description": decision.text("description"),
        "button": decision.label,
        "key": decision.key,
        "form": form,
        "rows": rows,
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/decisions/decide.html", context)


def _decide_about(request: HttpRequest, row: Model, bound: BoundDecision | None) -> None:
    """Carry out one decision, and say what became of it."""
    if bound is None or not bound.form.is_valid():
        messages.error(request, f"{row}: this cannot be decided, or no longer can.")
        return
    try:
        bound.perform()
    except (Refused, PermissionDenied) as refusal:
        messages.error(request, f"{row}: {refusal}")
    else:
        messages.success(request, f"{row}: done. It is in the audit log.")
