"""The first administrator of a new site: made on the command line, signed in without a mail."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from games.notifications.models import Mail
from games.people.models import Person
from tests.conftest import PASSWORD


def create(monkeypatch: pytest.MonkeyPatch, email: str, name: str) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", email=email, name=name, stdout=StringIO())


def test_the_first_administrator_enters_the_admin_without_confirming_an_address(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(monkeypatch, "Zoe@example.org", "Zoe")
    answer = client.post("/accounts/login/", {"login": "zoe@example.org", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.get("/admin/").status_code == 200
    assert mail.outbox == []
    assert not Mail.objects.exists()


def test_an_address_that_somebody_else_has_proved_makes_no_administrator(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.emailaddress_set.create(email="second@example.org", verified=True, primary=False)
    with pytest.raises(CommandError, match="proved"):
        create(monkeypatch, "second@example.org", "Zoe")
    assert not Person.objects.filter(name="Zoe").exists()
