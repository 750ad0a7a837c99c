"""Groups of players: list, found, invite, answer, leave, remove, hand over, rename, delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import BigIntegerField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.errors import Refused
from games.lobby.groups import groups as service
from games.lobby.groups import members as membership
from games.lobby.groups.members import invitations_of, members_of, my_groups
from games.people.groups import LONGEST_GROUP_NAME, PlayerGroup, is_member
from games.people.models import Person
from games.people.names import LONGEST
from games.tables.selectors import tables_of_groups
from games.web.lobby.presenters import lobby_tables
from games.web.parts.refusals import show_refusals


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
            messages.success(request, _("Your group is ready. Invite its members."))
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
    found = PlayerGroup.objects.select_related("owner").filter(pk=pk).first()
    if found is None or not is_member(found, cast(Person, request.user)):
        raise Http404
    return found


@login_required
@never_cache
@require_safe
def group(request: HttpRequest, pk: int) -> HttpResponse:
    person, found = cast(Person, request.user), _group_or_404(request, pk)
    owns = found.owner_id == person.pk
    people = members_of(found)
    tables = tables_of_groups(person).filter(group=found)
    page = {
        "group": found,
        "owns": owns,
        "members": [one for one in people if one.joined_at is not None],
        "invited": [one for one in people if one.joined_at is None] if owns else [],
        "tables": lobby_tables(tables, person),
        "longest": LONGEST_GROUP_NAME,
        "longest_person": LONGEST,
    }
    return render(request, "web/people/group.html", page)


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
        with show_refusals(request):
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
def remove_member(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    other = _person_named(request)
    membership.remove_member(group=group, owner=person, person=other)
    return _("%(name)s is no longer in the group.") % {"name": other.name}


@_group_button
def hand_over(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    other = _person_named(request)
    service.hand_over(group=group, owner=person, to=other)
    return _("%(name)s owns the group now.") % {"name": other.name}


@_group_button
def join_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    membership.accept_invitation(group=group, person=person, now=now())
    return _("You are a member of the group.")


@_group_button
def leave_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    joined = is_member(group, person)
    membership.leave_group(group=group, person=person)
    return _("You have left the group.") if joined else _("You have declined the invitation.")


@_group_button
def rename_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    service.rename_group(group=group, owner=person, name=request.POST.get("name", "")[:500])
    return _("The name is saved.")


@_group_button
def delete_group(request: HttpRequest, group: PlayerGroup, person: Person) -> str:
    service.delete_group(group=group, owner=person)
    return _("The group is deleted.")
