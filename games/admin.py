"""The admin, gathered for Django; each package registers its own tables."""

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
from django.http import HttpRequest

from games.common.admin_base import ReadOnlyAdmin
from games.moderation.roles import is_administrator

PACKAGES = (
    "accounts", "inbound", "lobby.invitations", "log", "moderation", "notifications",
    "notifications.webhooks", "players",
)  # fmt: skip
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
