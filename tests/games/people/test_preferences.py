from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import Person

CHOICES = {
    "name": "Alicia",
    "language": "nl",
    "timezone": "Asia/Tokyo",
    "theme": "dark",
    "mail_privacy": "nothing",
}


def test_a_person_changes_everything_at_once(client: Client, alice: Person) -> None:
    client.force_login(alice)
    response = client.post("/settings/", CHOICES)
    assert response.status_code == 302
    alice.refresh_from_db()
    assert {name: getattr(alice, name) for name in CHOICES} == CHOICES
    page = client.get("/settings/").content.decode()
    assert 'lang="nl"' in page
    assert "theme-dark" in page


def test_a_person_may_keep_the_name(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.post("/settings/", {**CHOICES, "name": "ALICE"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == "ALICE"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "B0b"},
        {"language": "xx"},
        {"timezone": "Europe/Atlantis"},
        {"theme": "neon"},
        {"mail_privacy": "some"},
    ],
)
def test_a_wrong_choice_changes_nothing(
    client: Client, alice: Person, bob: Person, wrong: dict[str, str]
) -> None:
    client.force_login(alice)
    response = client.post("/settings/", {**CHOICES, **wrong})
    assert response.status_code == 200
    assert 'aria-invalid="true"' in response.content.decode()
    alice.refresh_from_db()
    assert (alice.name, alice.theme) == ("Alice", "auto")


def test_a_bounced_address_is_shown_and_can_be_tried_again(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert "mail_again" not in client.get("/settings/").content.decode()
    Person.objects.update(mail_bounced=True)
    assert "mail_again" in client.get("/settings/").content.decode()
    client.post("/settings/", {**CHOICES, "mail_again": ""})
    assert Person.objects.get().mail_bounced
    client.post("/settings/", {**CHOICES, "mail_again": "on"})
    assert not Person.objects.get().mail_bounced


def test_an_anonymous_user_is_asked_to_sign_in(client: Client, db: None) -> None:
    assert client.get("/settings/").headers["Location"] == "/accounts/login/?next=/settings/"
