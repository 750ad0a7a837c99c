from __future__ import annotations

import re

import pytest
from django.test import Client

from games.people.models import Person
from tests.conftest import account_mails, words_of

FORM = {"name": "Zoe", "email": "Zoe@Example.org", "password1": "rails in the rain"}


def sign_up(client: Client, **changes: str) -> object:
    return client.post("/accounts/signup/", {**FORM, **changes}, headers={"accept-language": "nl"})


def test_a_new_person_must_first_answer_the_mail(client: Client, db: None) -> None:
    response = sign_up(client)
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert "sessionid" not in client.cookies or not client.session.get("_auth_user_id")
    assert account_mails()[0]["To"] == "zoe@example.org"


def test_the_mail_says_that_no_person_wrote_it(client: Client, db: None) -> None:
    sign_up(client)
    (message,) = account_mails()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"


def test_the_link_in_the_mail_shows_a_page_and_its_button_lets_in(client: Client, db: None) -> None:
    sign_up(client)
    link = re.search(r"http://[^/]+(/accounts/confirm-email/\S+)", words_of(account_mails()[0]))
    assert link
    page = client.get(link[1])
    assert page.status_code == 200
    assert not Person.objects.get().emailaddress_set.get().verified
    client.post(link[1])
    assert Person.objects.get().emailaddress_set.get().verified
    assert client.session["_auth_user_id"]


def test_a_new_person_keeps_the_language_of_the_form(client: Client, db: None) -> None:
    sign_up(client)
    person = Person.objects.get()
    assert (person.name, person.language) == ("Zoe", "nl")


@pytest.mark.parametrize("name", ["A1ice", "zoe@example.org", "Z"])
def test_a_name_that_misleads_is_refused(client: Client, alice: Person, name: str) -> None:
    response = sign_up(client, name=name)
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert Person.objects.count() == 1


def test_the_form_does_not_tell_who_has_an_account(client: Client, alice: Person) -> None:
    response = sign_up(client, email=alice.email)
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert account_mails()[0]["To"] == alice.email
    assert Person.objects.count() == 1


def test_the_first_mail_speaks_the_language_of_the_form_and_has_a_button(
    client: Client, db: None
) -> None:
    sign_up(client)
    (message,) = account_mails()
    assert message["Subject"] == "[Night Mail] Bevestig je mailadres"
    assert "We sturen je beurten naar dit adres" in words_of(message)
    html = message.get_body(("html",))
    assert html is not None
    page = str(html.get_content())
    link = re.search(r"http://\S+/accounts/confirm-email/\S+", words_of(message))
    assert link
    assert f'href="{link[0]}"' in page
    assert '<html lang="nl">' in page


def test_nobody_sends_words_of_their_own_to_somebody_elses_address(
    client: Client, db: None
) -> None:
    sign_up(client, name="Visit evil.example")
    (message,) = account_mails()
    assert "evil" not in message.as_string()


def test_a_development_site_says_where_its_mail_lies(client: Client, db: None) -> None:
    sign_up(client)
    assert 'href="/mailbox/"' in client.get("/accounts/confirm-email/").content.decode()


def test_the_form_asks_for_language_and_zone_and_begins_with_those_of_the_browser(
    client: Client, db: None
) -> None:
    page = client.get("/accounts/signup/", headers={"accept-language": "nl"}).content.decode()
    assert '<option value="nl" selected>' in page
    assert '<option value="Europe/Amsterdam" selected>' in page
    assert 'data-own-zone="Europe/Amsterdam"' in page
    assert "own-zone.js" in page


def test_a_new_person_keeps_the_language_and_the_zone_that_were_chosen(
    client: Client, db: None
) -> None:
    sign_up(client, language="en", timezone="Asia/Tokyo")
    person = Person.objects.get()
    assert (person.language, person.timezone) == ("en", "Asia/Tokyo")


@pytest.mark.parametrize("change", [{"language": "xx"}, {"timezone": "Moon/Base"}])
def test_a_language_or_zone_that_there_is_not_is_refused(
    client: Client, db: None, change: dict[str, str]
) -> None:
    assert "errorlist" in sign_up(client, **change).content.decode()
    assert not Person.objects.exists()
