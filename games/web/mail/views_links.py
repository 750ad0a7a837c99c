"""Pages behind the links in mails: a prepared move, unsubscribing.

Mail programs POST by themselves (RFC 8058): without cookies, and without following redirects.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine import IllegalAction
from engine.rules.legal import check_action
from games.common.errors import Refused, SeatLost, Stale
from games.inbound.action_links import (
    OfferedMove,
    find_offered_move,
    lines_of_offered_move,
    make_offered_move,
    next_cards,
    second_cards,
    with_second_card,
)
from games.inbound.orders_and_holds import held_sentence
from games.language.boards import board_name
from games.notifications.mail.buttons import BadLink
from games.notifications.mail.unsubscribe import (
    BadToken,
    read_unsubscribe_token,
    resume_subscription,
    stop_subscription,
)
from games.people.models import MailPrivacy
from games.web.mail.request_limits import is_larger, refused_as_too_often
from games.web.play.presenters.move_preview import move_preview

ACTION_LINK_TEMPLATE = "web/mail/action_link.html"


# The link is the whole authority, and it is not in the page that another site could make a browser
# post: nothing depends on who is logged in.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def action_link(request: HttpRequest, token: str) -> HttpResponse:
    try:
        offer = find_offered_move(token=token)
    except BadLink:
        return render(request, ACTION_LINK_TEMPLATE, {"broken": True}, status=404)
    except SeatLost as lost:
        return _lost(request, lost)
    page = _page(offer)
    is_owner = request.user.pk == offer.person.pk
    if second := request.POST.get("second"):
        offer = with_second_card(offer, second)
    if request.method == "POST" or offer.made:
        return _taken(request, offer, page, is_owner=is_owner)
    if offer.held_until and is_owner:
        # To others at the table a held move is hidden, and the link may have been passed on.
        return _held(request, offer, page)
    if not offer.actions:
        return render(request, ACTION_LINK_TEMPLATE, {**page, "gone": True}, status=409)
    number = offer.seat.number
    try:
        check_action(offer.view, number, offer.actions[0])
    except IllegalAction:
        return render(request, ACTION_LINK_TEMPLATE, {**page, "gone": True}, status=409)
    move = move_preview(offer.view, offer.actions, offer.link.decision)
    # A choice of tickets shows them: it is hidden unless the mail listed them.
    may_see = offer.person.mail_privacy == MailPrivacy.FULL or is_owner
    hidden = bool(offer.view.offered[number]) and not may_see
    shown = {
        "prepared": move,
        "hidden": hidden,
        "holds": offer.would_be_held,
        "seconds": [(command, label) for command, label, _tint in second_cards(offer)],
    }
    return render(request, ACTION_LINK_TEMPLATE, {**page, **shown})


def _lost(request: HttpRequest, lost: SeatLost) -> HttpResponse:
    """The page for who has lost the seat: nothing of the game, which may be hidden now."""
    return render(request, ACTION_LINK_TEMPLATE, {"lost": str(lost)}, status=409)


def _held(request: HttpRequest, offer: OfferedMove, page: dict[str, Any]) -> HttpResponse:
    assert offer.seat.held_until is not None
    with timezone.override(offer.person.zone):
        headline = held_sentence(offer.seat.held_until)
    return render(request, ACTION_LINK_TEMPLATE, {**page, "held": headline})


def _taken(
    request: HttpRequest, offer: OfferedMove, page: dict[str, Any], *, is_owner: bool
) -> HttpResponse:
    accepted = offer.made
    try:
        if request.method == "POST" or accepted is None:
            accepted = make_offered_move(offer=offer, is_owner=is_owner, now=now())
    except SeatLost as lost:
        return _lost(request, lost)
    except Stale:
        return render(request, ACTION_LINK_TEMPLATE, {**page, "gone": True}, status=409)
    except Refused:
        return render(request, ACTION_LINK_TEMPLATE, {**page, "gone": True}, status=422)
    if accepted is None:
        return _held(request, offer, {**page, "mailed": not is_owner and not offer.held_until})
    lines = lines_of_offered_move(offer=offer, accepted=accepted, is_owner=is_owner)
    done = {
        "done": True,
        "lines": lines,
        "left": accepted.left,
        "why": accepted.why if is_owner else "",
        "mailed": not offer.made and (offer.seat.decision is not None or not is_owner),
        "next_cards": next_cards(offer),
    }
    return render(request, ACTION_LINK_TEMPLATE, {**page, **done})


def _page(offer: OfferedMove) -> dict[str, Any]:
    return {
        "name": offer.person.name,
        "board_name": board_name(offer.view.board),
        "code": offer.link.code,
        "game_url": reverse("game", args=[offer.link.code]),
    }


MAX_FORM_BYTES: Final = 4096
"""Bytes of a form with one field."""


# The token is the whole authority, and nothing depends on who is logged in: there is no request
# that another site could forge.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, purpose: str, token: str) -> HttpResponse:
    if is_larger(request, MAX_FORM_BYTES):
        return HttpResponse(status=413)
    if refused := refused_as_too_often(request, "unsubscribe"):
        return refused
    key = ""
    try:
        subscription = read_unsubscribe_token(purpose, token)
        only_game = request.POST.get("only") == "game"
        if only_game:
            subscription = subscription.for_one_game()
        if request.method == "POST":
            if "again" in request.POST:
                resume_subscription(subscription=subscription, key=request.POST["again"])
            else:
                key = stop_subscription(subscription=subscription)
    except BadToken:
        return render(request, "web/mail/unsubscribe.html", {"broken": True}, status=404)
    return render(
        request,
        "web/mail/unsubscribe.html",
        {
            "subscription": subscription,
            "done": request.method == "POST",
            "key": key,
            "only_game": only_game,
        },
    )
