"""The admin: accounts, groups, logs, invitations, ratings; other packages register their tables."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from allauth.account import admin as _account_admin  # noqa: F401
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa import admin as _mfa_admin  # noqa: F401
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

import engine
from games.accounts.models import ApiToken
from games.common.admin_base import ReadOnlyAdmin, WithoutClosedGamesAdmin
from games.lobby.invitations.models import EmailInvitation
from games.log.models import Event
from games.moderation.roles import is_administrator
from games.players.models import RatingChange

PACKAGES = ("inbound", "moderation", "notifications", "web")
for _package in PACKAGES:
    import_module(f"games.{_package}.admin")

# The admin's own sign-in page has neither limits nor second factors.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# As registered by django-allauth, one shows the seeds of second factors. In the other, staff could
# add an address of their own to an account, and so see the hand of an opponent.
admin.site.unregister([Authenticator, EmailAddress, Group])


@admin.register(Group)
class GroupAdmin(auth_admin.GroupAdmin):
    """Groups of the staff; only administrators change them, or staff would promote themselves."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_administrator(request.user)

    has_change_permission = has_delete_permission = has_add_permission


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Second factors, without their seeds; one may be deleted when its telephone is lost."""

    list_display = fields = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_queryset(self, request: HttpRequest) -> Any:
        # Otherwise staff could open the account of an administrator.
        found = super().get_queryset(request)
        return found if is_administrator(request.user) else found.exclude(user__is_staff=True)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    """Mail addresses and whether they were verified, read-only."""

    list_display = fields = ("email", "user", "primary", "verified")
    list_filter = ("verified",)
    search_fields = ("email", "user__name")
    list_select_related = ("user",)


@admin.register(EmailInvitation)
class EmailInvitationAdmin(ReadOnlyAdmin):
    list_display = fields = ("created_at", "game", "inviter", "status", "sent_at", "answered_at")
    list_filter = ("status",)
    search_fields = ("inviter__name", "game__code")
    list_select_related = ("game", "inviter")
    date_hierarchy = "created_at"


@admin.register(Event)
class EventAdmin(WithoutClosedGamesAdmin):
    list_display = ("game", "seq", "at", "actor", "type")
    search_fields = ("=game__code",)
    list_select_related = ("game",)
    list_filter = ("type",)
    show_full_result_count = False
    # An allow-list: a field added later stays hidden until somebody adds it here.
    fields = ("game", "seq", "at", "actor", "type", "version")

    def get_queryset(self, request: HttpRequest) -> Any:
        hidden = ("data", "action", "salt", "prev_hash", "hash", "game__secret")
        return super().get_queryset(request).exclude(game__practice=True).defer(*hidden)

    def view_on_site(self, event: Event) -> str:
        return reverse("direct", args=[event.game.code])


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = fields = ("person", "created_at", "expires_at", "last_used_at")
    list_select_related = ("person",)
    search_fields = ("person__name",)


class BoardFilter(admin.SimpleListFilter):
    """The boards by their names; URLs keep their keys."""

    title = "board"
    parameter_name = "of"
    ALL = "all"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        boards = [(key, engine.load_board(key).name) for key in engine.board_names()]
        return [(self.ALL, "all boards"), *boards]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[RatingChange]
    ) -> QuerySet[RatingChange]:
        if self.value() is None:
            return queryset
        return queryset.filter(board="" if self.value() == self.ALL else self.value())


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = fields = (
        "at",
        "game",
        "of_board",
        "number",
        "person",
        "place",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
    )
    list_filter = (BoardFilter,)
    list_select_related = ("game", "person")
    search_fields = ("=game__code", "person__name")

    @admin.display(description="board")
    def of_board(self, change: RatingChange) -> str:
        return engine.load_board(change.board).name if change.board else "all boards"
