"""A banned person reads why and appeals once; somebody else decides. By mail and HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from games.moderation.models import AuditEntry
from games.moderation.sanctions import ban, lift, mute, suspend, warn
from games.people.models import Person
from games.people.sanctions import Appeal, Sanction
from tests.conftest import PASSWORD
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.games.moderation.conftest import DAY, WHY

Browse = Callable[..., Client]
MY_WORDS = "It was my cat who wrote that, on my keyboard."
ANSWER = "Cats do not type whole sentences."


def link_in(mail: object) -> str:
    """The path of the appeal, which is in both parts of the mail."""
    [found] = re.findall(
        rf"{re.escape(settings.SITE_URL)}(/appeal/\S+/)",
        text_of(mail),  # type: ignore[arg-type]
    )
    assert found in html_of(mail)  # type: ignore[arg-type]
    return str(found)


@pytest.fixture
def link(mona: Person, bob: Person, inbox: Inbox) -> str:
    """Where Bob, whom Mona has banned, is led by his mail."""
    ban(actor=mona, person=bob, reason=WHY, now=NOW)
    [mail] = inbox(bob)
    return link_in(mail)


def waiting(client: Client) -> list[str]:
    return re.findall(
        r'href="(/moderation/appeals/\d+/)"', client.get("/moderation/").content.decode()
    )


def test_the_mail_of_a_ban_leads_to_the_reason_and_to_an_appeal(link: str, browse: Browse) -> None:
    page = browse().get(link)
    told = page.content.decode()
    assert page.status_code == 200
    assert WHY in told
    assert "Your account is closed" in told
    assert "A moderator made this decision." in told
    assert "Send the appeal" in told
    assert page.headers["Cache-Control"].startswith("max-age=0")


def test_who_is_banned_and_signs_in_comes_to_the_same_page(link: str, browse: Browse) -> None:
    browser = browse()
    page = browser.post(
        "/accounts/login/", {"login": "bob@example.org", "password": PASSWORD}, follow=True
    )
    assert WHY in page.content.decode()
    assert page.redirect_chain[-1][0].startswith("/appeal/")
    assert "_auth_user_id" not in browser.session
    wrong = browse().post(
        "/accounts/login/", {"login": "bob@example.org", "password": "wrong"}, follow=True
    )
    assert WHY not in wrong.content.decode()


def test_browsers_send_the_form_with_its_origin(link: str, browse: Browse) -> None:
    """With no-referrer they send "Origin: null", which Django refuses."""
    answer = browse().get(link)
    assert answer["Referrer-Policy"] == "same-origin"
    assert 'name="referrer"' not in answer.content.decode()


def test_one_appeals_once(link: str, browse: Browse) -> None:
    browser = browse()
    assert browser.post(link, {"text": ""}).status_code == 422
    assert browser.post(link, {"text": "x" * 2001}).status_code == 422
    page = browser.post(link, {"text": MY_WORDS}, follow=True).content.decode()
    assert MY_WORDS.split(",")[0] in page
    assert "Send the appeal" not in page
    again = browser.post(link, {"text": "And another thing."})
    assert again.status_code == 422
    assert [appeal.text for appeal in Appeal.objects.all()] == [MY_WORDS]


def test_a_link_that_was_made_up_leads_nowhere(link: str, browse: Browse) -> None:
    for path in (link[:-2] + "x/", "/appeal/1/", "/appeal/x:y:z/"):
        assert browse().get(path).status_code == 404
        assert browse().post(path, {"text": MY_WORDS}).status_code == 404
    assert not Appeal.objects.exists()


def test_looking_changes_nothing(link: str, browse: Browse) -> None:
    browse().get(f"{link}?text=please")
    assert not Appeal.objects.exists()
    assert Sanction.objects.get().lifted_at is None


def test_another_moderator_decides(
    link: str, browse: Browse, mona: Person, nora: Person, bob: Person, inbox: Inbox
) -> None:
    browse().post(link, {"text": MY_WORDS})
    assert not waiting(browse(mona))
    [url] = waiting(browse(nora))
    assert browse(mona).get(url).status_code == 403
    data = {"granted": "yes", "reason": "It was the cat."}
    assert browse(mona).post(url, data).status_code == 403
    assert not Person.objects.get(pk=bob.pk).is_active
    page = browse(nora).get(url).content.decode()
    assert WHY in page
    assert "my cat" in page
    browse(nora).post(url, data)
    assert Person.objects.get(pk=bob.pk).is_active
    assert Appeal.objects.get().status == "granted"
    assert AuditEntry.objects.filter(action="lift", actor=nora).exists()
    [mail] = inbox(bob)
    assert "It was the cat." in text_of(mail)
    assert not waiting(browse(nora))


def test_where_there_is_one_moderator_that_one_decides(
    link: str, browse: Browse, mona: Person
) -> None:
    browse().post(link, {"text": MY_WORDS})
    [url] = waiting(browse(mona))
    assert browse(mona).post(url, {"granted": "no", "reason": ANSWER}).status_code == 302


def test_an_appeal_that_is_dismissed_leaves_the_ban_and_is_answered(
    link: str, browse: Browse, nora: Person, bob: Person, inbox: Inbox
) -> None:
    browse().post(link, {"text": MY_WORDS})
    [url] = waiting(browse(nora))
    assert browse(nora).post(url, {"granted": "no", "reason": ""}).status_code == 422
    browse(nora).post(url, {"granted": "no", "reason": ANSWER})
    assert not Person.objects.get(pk=bob.pk).is_active
    [mail] = inbox(bob)
    assert "Your appeal was dismissed" in text_of(mail)
    assert ANSWER in text_of(mail)
    page = browse().get(link).content.decode()
    assert "dismissed" in page
    assert "Send the appeal" not in page
    late = browse(nora).post(url, {"granted": "yes", "reason": "After all."})
    assert "already" in late.content.decode()
    assert not Person.objects.get(pk=bob.pk).is_active


@pytest.mark.parametrize("action", [mute, suspend])
def test_who_may_not_write_or_begin_games_appeals_too(
    action: Callable[..., object], mona: Person, bob: Person, inbox: Inbox, browse: Browse
) -> None:
    action(actor=mona, person=bob, reason=WHY, until=NOW + DAY, now=NOW)
    [mail] = inbox(bob)
    link = link_in(mail)
    assert "Send the appeal" in browse(bob).get(link).content.decode()
    lift(actor=mona, sanction=Sanction.objects.get(), reason=WHY, now=NOW)
    assert browse(bob).post(link, {"text": MY_WORDS}).status_code == 422
    assert "This is no longer in force." in browse(bob).get(link).content.decode()
    assert not Appeal.objects.exists()


def test_a_warning_forbids_nothing_and_has_no_appeal(
    mona: Person, bob: Person, inbox: Inbox
) -> None:
    warn(actor=mona, person=bob, reason=WHY, now=NOW)
    [mail] = inbox(bob)
    assert "/appeal/" not in text_of(mail)


def test_the_page_is_in_the_language_of_who_is_banned(
    link: str, bob: Person, browse: Browse
) -> None:
    Person.objects.filter(pk=bob.pk).update(language="nl")
    assert "Een beslissing over je account" in browse().get(link).content.decode()


def test_directors_and_players_decide_about_no_appeal(
    link: str, browse: Browse, alice: Person, erin: Person, division: object
) -> None:
    browse().post(link, {"text": MY_WORDS})
    url = f"/moderation/appeals/{Appeal.objects.get().pk}/"
    for person in (alice, erin):
        assert browse(person).get(url).status_code == 403
        assert browse(person).post(url, {"granted": "yes", "reason": WHY}).status_code == 403
    assert not waiting(browse(erin))
    assert browse().get(url).status_code == 302
