from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import Person


def test_an_anonymous_user_keeps_the_colours_in_a_cookie(client: Client, db: None) -> None:
    assert 'class="theme-auto"' in client.get("/").content.decode()
    client.post("/settings/theme/", {"theme": "dark"})
    assert 'class="theme-dark"' in client.get("/").content.decode()


def test_a_person_keeps_them_on_every_device(client: Client, alice: Person) -> None:
    client.force_login(alice)
    client.post("/settings/theme/", {"theme": "light"})
    other = Client()
    other.force_login(alice)
    assert 'class="theme-light"' in other.get("/").content.decode()


def test_a_made_up_cookie_does_not_get_into_the_page(client: Client, db: None) -> None:
    client.cookies["theme"] = '"><script>'
    assert 'class="theme-auto"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    "back", ["foo", "//[", "//evil.example", "\\\\evil.example", "http://[", ""]
)
@pytest.mark.parametrize("switch", ["theme", "language"])
def test_a_way_back_that_leads_nowhere_leads_home(
    client: Client, db: None, switch: str, back: str
) -> None:
    answer = client.post(f"/settings/{switch}/", {"theme": "dark", "language": "nl", "next": back})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_the_way_back_leads_back(client: Client, db: None) -> None:
    answer = client.post("/settings/theme/", {"theme": "dark", "next": "/lobby/?page=2"})
    assert answer.headers["Location"] == "/lobby/?page=2"


def test_made_up_colours_are_ignored(client: Client, db: None) -> None:
    client.post("/settings/theme/", {"theme": "neon"})
    assert "theme" not in client.cookies
