"""URLs of the site; the pages of the games are in games/web/urls.py."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from games.api.views_description import reference
from games.web.site.sign_in import confirm_code, login_passkey

urlpatterns = [
    path("api/", reference, name="api-reference"),
    path("api/v1/", include("games.api.urls")),
    path("", include("games.web.urls")),
    path("accounts/login/code/confirm/", confirm_code),
    path("accounts/2fa/webauthn/login/", login_passkey),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "ttr_site.errors.bad_request"
handler403 = "games.web.site.errors.forbidden"
handler404 = "games.web.site.errors.not_found"
handler429 = "games.web.site.errors.too_many_attempts"
handler500 = "ttr_site.errors.server_error"
