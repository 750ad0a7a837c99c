from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from pytest_django import Settings

from games.people.models import Person


def refuse(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def doubt(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("the secret inside")


urlpatterns = [
    path("refuse/", refuse),
    path("doubt/", doubt),
    path("fail/", fail),
    path("", include("ttr_site.urls")),
]
handler400 = "games.web.site.errors.bad_request"
handler403 = "games.web.site.errors.forbidden"
handler404 = "games.web.site.errors.not_found"
handler500 = "games.web.site.errors.server_error"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status"), [("/doubt/", 400), ("/refuse/", 403), ("/lost/", 404), ("/fail/", 500)]
)
def test_an_error_page_says_where_to_go_and_nothing_of_the_inside(
    client: Client, alice: Person, address: str, status: int
) -> None:
    client.raise_request_exception = False
    client.force_login(alice)
    response = client.get(address)
    page = response.content.decode()
    assert response.status_code == status
    assert 'class="button" href="/"' in page
    assert "secret" not in page
    assert "Traceback" not in page


def test_an_old_form_says_that_nothing_was_changed(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/settings/theme/", {"theme": "dark"})
    assert response.status_code == 403
    assert "nothing has changed" in response.content.decode()


def test_too_many_attempts_are_answered_by_a_page_of_ours(
    client: Client, db: None, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "1/m/ip"}
    form = {"email": "somebody@example.com"}
    assert client.post("/accounts/password/reset/", form).status_code == 302
    refused = client.post("/accounts/password/reset/", form)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "Wait a few minutes" in refused.content.decode()
