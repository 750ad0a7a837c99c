from __future__ import annotations

import io

import pytest
from django.core.management import call_command
from django.test import Client

from games.demo.people import PASSWORD
from games.people.models import Person


@pytest.mark.slow
def test_the_demo_may_be_made_at_every_start_and_lets_its_people_in(
    client: Client, db: None
) -> None:
    call_command("demo", stdout=io.StringIO())
    names = set(Person.objects.values_list("name", flat=True))
    call_command("demo", stdout=io.StringIO())
    assert set(Person.objects.values_list("name", flat=True)) == names
    assert names >= {"Alice", "Bob", "Charlie", "Dana", "Erin"}
    client.post("/accounts/login/", {"login": "alice@night-mail.example", "password": PASSWORD})
    assert client.session["_auth_user_id"]
