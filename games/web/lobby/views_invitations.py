"""Invite an address to a table; the page on which an invitation is answered."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.devices import client_address
from games.common.errors import Refused
from games.lobby.invitations.answering import BadName, decline, join, player_of
from games.lobby.invitations.invite import invite, network_digest, withdraw
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import is_open, owner_of
from games.lobby.invitations.tokens import find_by_page
from games.lobby.invitations.wording import describe
from games.people import names
from games.people.models import Person
from games.web.parts.buttons import button
from games.web.parts.requests import game_or_404

ANSWER_TEMPLATE: Final = "web/lobby/email_invitation.html"
JOIN: Final = "join"
DECLINE: Final = "decline"


@button("lobby")
def invite_by_email(request: HttpRequest, person: Person, code: str) -> str:
    """Invite an address: the message is the same whosever it is."""
    moment = now()
    invite(
        game=game_or_404(request, code),
        inviter=person,
        address=request.POST.get("address", ""),
        network=network_digest(client_address(request), moment),
        now=moment,
    )
    return _("The invitation is on its way.")


@button("lobby", list_page="groups")
def withdraw_invitation(request: HttpRequest, person: Person, pk: int) -> str:
    """Withdraw an invitation of one's own; those of others are not there."""
    invitation = get_object_or_404(EmailInvitation, pk=pk, inviter=person)
    withdraw(invitation=invitation, inviter=person)
    return _("The invitation is withdrawn.")


class AnswerForm(forms.Form):
    """The name of somebody new; others leave it empty."""

    name = forms.CharField(
        label=gettext_lazy("The name that others will see"),
        required=False,
        max_length=names.LONGEST,
        help_text=gettext_lazy(
            "Leave it empty if you play here already. If you are new and leave it empty, "
            "we choose a name, and you can change it later."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def email_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Answer an invitation. It shows the same whether the address has an account or not.

    Nobody is signed in by it: the link may have been passed on.
    """
    invitation = find_by_page(token)
    if invitation is None:
        return render(request, ANSWER_TEMPLATE, {"broken": True}, status=404)
    form = AnswerForm(request.POST if request.method == "POST" else None)
    refusal = ""
    offers: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            if _answer(request, invitation, form):
                return redirect(reverse("email-invitation", args=[token]))
        except BadName as error:
            form.add_error("name", str(error))
            offers = error.offers
        except Refused as error:
            refusal = str(error)
        invitation.refresh_from_db()
    page = _page(request, invitation)
    status = 200
    if request.method == "POST":
        status = 409 if refusal else 422
    elif page["gone"]:
        status = 409
    return render(
        request,
        ANSWER_TEMPLATE,
        {**page, "form": form, "refusal": refusal, "offers": offers},
        status=status,
    )


def _answer(request: HttpRequest, invitation: EmailInvitation, form: AnswerForm) -> bool:
    """Carry out what was pressed; a request that presses nothing does nothing."""
    pressed = request.POST.get("answer", "")
    if pressed == DECLINE:
        decline(invitation=invitation, now=now())
        return True
    if pressed != JOIN or not form.is_valid():
        return False
    join(
        invitation=invitation,
        name=form.cleaned_data["name"],
        language=get_language() or invitation.language,
        now=now(),
    )
    return True


def _page(request: HttpRequest, invitation: EmailInvitation) -> dict[str, Any]:
    player = player_of(invitation)
    is_valid = is_open(invitation, now=now())
    declined = invitation.status == InvitationStatus.DECLINED
    return {
        "invitation": invitation,
        **describe(invitation),
        "player": player,
        "declined": declined,
        "valid": is_valid,
        "gone": not is_valid and player is None and not declined,
        "is_somebody_else": _is_somebody_else(request, invitation),
    }


def _is_somebody_else(request: HttpRequest, invitation: EmailInvitation) -> bool:
    """Whether the person who is signed in is not the one whose address was invited."""
    if not isinstance(request.user, Person):
        return False
    return owner_of(invitation.address) != request.user
