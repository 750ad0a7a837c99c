from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import Person


def language_of(client: Client, accept: str = "en") -> str:
    return client.get("/", headers={"accept-language": accept}).headers["Content-Language"]


def test_an_anonymous_user_reads_the_language_of_the_browser(client: Client, db: None) -> None:
    assert language_of(client, "nl-BE,nl;q=0.9") == "nl"
    assert language_of(client, "fr") == "en"


def test_a_person_reads_the_own_language_on_any_browser(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert language_of(client, "nl") == "en"


def test_the_switch_holds_for_an_anonymous_user(client: Client, db: None) -> None:
    client.post("/settings/language/", {"language": "nl"})
    assert language_of(client) == "nl"


def test_the_switch_holds_for_a_person_on_every_device(client: Client, alice: Person) -> None:
    client.force_login(alice)
    client.post("/settings/language/", {"language": "nl"})
    other = Client()
    other.force_login(alice)
    assert language_of(other) == "nl"


def test_an_unknown_language_changes_nothing(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.post("/settings/language/", {"language": "tlh"}).status_code == 302
    assert language_of(client) == "en"


def test_a_get_switches_nothing(client: Client, db: None) -> None:
    assert client.get("/settings/language/?language=nl").status_code == 405


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("/settings/?a=1", "/settings/?a=1"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_the_switch_leads_back_but_never_away(
    client: Client, db: None, asked: str, given: str
) -> None:
    response = client.post("/settings/language/", {"language": "nl", "next": asked})
    assert response.headers["Location"] == given


def test_pages_of_two_languages_are_not_mixed_up_by_a_cache(client: Client, db: None) -> None:
    vary = client.get("/").headers["Vary"]
    assert "Cookie" in vary
    assert "Accept-Language" in vary
