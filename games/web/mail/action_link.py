"""The page behind a button in a mail: GET shows the one move that it makes, POST makes it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine import IllegalAction
from engine.rules.table import check
from games.errors import Refused, Stale
from games.inbound.ahead import held_until
from games.inbound.links import Offer, find_offer, lines_of, take_offer
from games.notices.buttons import BadLink
from games.people.models import MailPrivacy
from games.web.play.parts.prepared import prepared

TEMPLATE = "web/mail/action_link.html"


# The link is the whole authority, and it is not in the page that another site could make a browser
# post: nothing depends on who is logged in.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def action_link(request: HttpRequest, token: str) -> HttpResponse:
    try:
        offer = find_offer(token=token)
    except BadLink:
        return render(request, TEMPLATE, {"broken": True}, status=404)
    page = _page(offer)
    known = request.user.pk == offer.person.pk
    if request.method == "POST" or offer.made:
        return _taken(request, offer, page, known=known)
    if offer.held and known:
        # To others at the table a held move is hidden, and the link may have been passed on.
        return _held(request, offer, page)
    if not offer.actions:
        return render(request, TEMPLATE, {**page, "gone": True}, status=409)
    number = offer.seat.number
    try:
        check(offer.view, number, offer.actions[0])
    except IllegalAction:
        return render(request, TEMPLATE, {**page, "gone": True}, status=409)
    move = prepared(offer.view, offer.actions, offer.link.decision)
    # What is kept and what goes back is told by the tickets: hidden, unless the mail listed them.
    told = offer.person.mail_privacy == MailPrivacy.FULL or known
    hidden = bool(offer.view.offered[number]) and not told
    shown = {"prepared": move, "hidden": hidden, "holds": offer.holds}
    return render(request, TEMPLATE, {**page, **shown})


def _held(request: HttpRequest, offer: Offer, page: dict[str, Any]) -> HttpResponse:
    assert offer.seat.held_until is not None
    with timezone.override(offer.person.zone):
        headline = held_until(offer.seat.held_until)
    return render(request, TEMPLATE, {**page, "held": headline})


def _taken(
    request: HttpRequest, offer: Offer, page: dict[str, Any], *, known: bool
) -> HttpResponse:
    accepted = offer.made
    try:
        if request.method == "POST" or accepted is None:
            accepted = take_offer(offer=offer, known=known, now=now())
    except Stale:
        return render(request, TEMPLATE, {**page, "gone": True}, status=409)
    except Refused:
        return render(request, TEMPLATE, {**page, "gone": True}, status=422)
    if accepted is None:
        return _held(request, offer, {**page, "mailed": not known and not offer.held})
    lines = lines_of(offer=offer, accepted=accepted, known=known)
    done = {
        "done": True,
        "lines": lines,
        "left": accepted.left,
        "why": accepted.why if known else "",
        "mailed": not offer.made and (offer.seat.decision is not None or not known),
    }
    return render(request, TEMPLATE, {**page, **done})


def _page(offer: Offer) -> dict[str, Any]:
    return {
        "name": offer.person.name,
        "board_name": offer.view.board.name,
        "code": offer.link.code,
        "game_url": reverse("game", args=[offer.link.code]),
    }
