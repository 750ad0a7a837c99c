"""Clubs: list, found, join, invite, answer, leave, remove, own, rename, end."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import wraps
from typing import Final, cast

from allauth.mfa.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.devices import client_address
from games.common.errors import Refused
from games.common.links import site_url
from games.common.rates import check_rate
from games.lobby.company import invite_clubmate, latest_table
from games.lobby.groups import groups as service
from games.lobby.groups import members as membership
from games.lobby.groups.members import invitations_of, members_of, my_groups
from games.lobby.invitations.invite import (
    LONGEST_TEXT,
    invite_to_club,
    invited_text,
    network_digest,
)
from games.people.groups import LONGEST_GROUP_NAME, PlayerGroup, is_member, is_owner, joined
from games.people.models import Person
from games.people.names import LONGEST
from games.tables.selectors import tables_of_groups
from games.web.lobby.presenters import lobby_tables
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals

MEMBERS_PER_PAGE: Final = 25


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def groups(request: HttpRequest) -> HttpResponse:
    """List the groups of the person and their invitations; found one on POST."""
    person = cast(Person, request.user)
    if request.method == "POST":
        name = request.POST.get("name", "")[:500]
        with show_refusals(request, keep={"group_name": "name"}):
            group = service.found_group(owner=person, name=name, now=now())
            messages.success(request, _("Your club is ready. Invite its members."))
            return redirect("group", group.pk)
        return redirect("groups")
    page = {
        "groups": my_groups(person),
        "invitations": invitations_of(person)[: service.MAX_GROUPS],
        "longest": LONGEST_GROUP_NAME,
    }
    return render(request, "web/people/groups.html", page)


def _group_or_404(request: HttpRequest, pk: int) -> PlayerGroup:
    """The group of an address for one of its members.

    :raises Http404: if there is none, or the reader is no member.
    """
    found = PlayerGroup.objects.filter(pk=pk).first() if pk <= BigIntegerField.MAX_BIGINT else None
    if found is None or not is_member(found, cast(Person, request.user)):
        raise Http404
    return found


@login_required
@never_cache
@require_safe
def group(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a page of the members of a club, and what its owners can do."""
    person, found = cast(Person, request.user), _group_or_404(request, pk)
    owns = is_owner(found, person)
    name = request.GET.get("name", "")[:LONGEST]
    tables = tables_of_groups(person).filter(group=found)
    sent = found.email_invitations.filter(inviter=person).order_by("-pk")
    page = {
        "group": found,
        "owns": owns,
        "count": joined(found).count(),
        "name": name,
        "page": page_of(request, members_of(found, name, invited=owns), MEMBERS_PER_PAGE),
        "page_query": f"{urlencode({'name': name})}&" if name else "",
        "invited": sent[:MEMBERS_PER_PAGE] if owns else [],
        "tables": lobby_tables(tables, person),
        "own_table": latest_table(found, person),
        "link": _link(found),
        "longest": LONGEST_GROUP_NAME,
        "longest_person": LONGEST,
        "longest_text": LONGEST_TEXT,
    }
    return render(request, "web/people/group.html", page)


def _link(group: PlayerGroup) -> str:
    return site_url("join-club", group.code) if group.code else ""


@login_required
@never_cache
@require_safe
def club_poster(request: HttpRequest, pk: int) -> HttpResponse:
    """Show link, code and QR code of a club to one of its owners, to be printed.

    :raises Http404: to others, and while there is no code.
    """
    found = _group_or_404(request, pk)
    if not found.code or not is_owner(found, cast(Person, request.user)):
        raise Http404
    picture = b64encode(get_adapter().build_totp_svg(_link(found)).encode()).decode()
    page = {"group": found, "link": _link(found), "picture": picture, "site": site_url("join-code")}
    return render(request, "web/people/club_poster.html", page)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, code: str = "") -> HttpResponse:
    """Show the club of a code and join it; without a code ask for one.

    Nothing is looked up for people who are not signed in, and guesses are counted.

    :raises TooOften: if a person tries too many codes.
    """
    code = code or request.GET.get("code", "")[:40]
    if not code or not isinstance(request.user, Person):
        return render(request, "web/people/join_club.html", {"asks": not code})
    person = request.user
    check_rate(endpoint="club-code", person=person.pk, address=client_address(request))
    found = membership.group_of_code(code)
    if found is not None and request.method == "POST":
        with show_refusals(request):
            membership.join_by_code(group=found, person=person, now=now())
            messages.success(request, _("You are a member of the club."))
            return redirect("group", found.pk)
    page = {"group": found, "wrong": found is None, "asks": found is None, "code": code}
    return render(request, "web/people/join_club.html", page, status=200 if found else 404)


def _group_button(
    press: Callable[[HttpRequest, PlayerGroup, Person], str],
) -> Callable[..., HttpResponse]:
    """Make a view of a change to a group; ``press`` makes it and returns the message.

    The reader goes back to the group, or to the list once they are no member of it.
    """

    @login_required
    @require_POST
    @wraps(press)
    def view(request: HttpRequest, pk: int) -> HttpResponse:
        person = cast(Person, request.user)
        if pk > BigIntegerField.MAX_BIGINT:
            raise Http404
        with show_refusals(request, keep={"addresses": "addresses"}):
            # Services look again, with the row locked.
            messages.success(request, press(request, PlayerGroup(pk=pk), person))
        return redirect("group", pk) if is_member(pk, person) else redirect("groups")

    return view


def _person_named(request: HttpRequest) -> Person:
    """The person whose name a form has.

    :raises Refused: if there is none.
    """
    name = " ".join(request.POST.get("name", "")[: 4 * LONGEST].split())
    person = Person.objects.filter(name=name).first()
    if person is None:
        raise Refused(_("There is no player of this name."))
    return person


@_group_button
def invite_member(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    other = _person_named(request)
    membership.invite_member(group=group, owner=person, person=other, now=now())
    return _("%(name)s is invited.") % {"name": other.name}


@_group_button
def invite_to_table(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    other = _person_named(request)
    invite_clubmate(group=group, organiser=person, person=other, now=now())
    return _("%(name)s is invited to your table.") % {"name": other.name}


@_group_button
def invite_addresses(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    """Invite addresses: the message is the same whosever they are."""
    moment = now()
    count = invite_to_club(
        group=group,
        inviter=person,
        text=request.POST.get("addresses", ""),
        network=network_digest(client_address(request), moment),
        now=moment,
    )
    return invited_text(count)


@_group_button
def change_code(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    wanted = request.POST.get("wanted") == "yes"
    service.change_code(group=group, owner=person, wanted=wanted)
    return _("The club has a new link and code.") if wanted else _("Link and code are removed.")


@_group_button
def remove_member(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    other = _person_named(request)
    membership.remove_member(group=group, owner=person, person=other, now=now())
    return _("%(name)s is no longer in the club.") % {"name": other.name}


@_group_button
def make_owner(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    other = _person_named(request)
    service.make_owner(group=group, owner=person, person=other)
    return _("%(name)s now owns the club, too.") % {"name": other.name}


@_group_button
def step_down(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    service.step_down(group=group, owner=person)
    return _("You no longer own the club, but are still a member.")


@_group_button
def join_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    membership.accept_invitation(group=group, person=person, now=now())
    return _("You are a member of the club.")


@_group_button
def leave_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    was_member = is_member(group, person)
    membership.leave_group(group=group, person=person, now=now())
    return _("You have left the club.") if was_member else _("You have declined the invitation.")


@_group_button
def rename_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    service.rename_group(group=group, owner=person, name=request.POST.get("name", "")[:500])
    return _("The name is saved.")


@_group_button
def delete_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    service.delete_group(group=group, owner=person)
    return _("The club has ended.")
