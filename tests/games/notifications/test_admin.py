from __future__ import annotations

import pytest
from django.test import Client

from games.notifications.models import Mail
from games.people.models import Person
from tests.fixtures.games import Starter
from tests.fixtures.mail import Inbox


@pytest.fixture
def staff(people, client: Client) -> Client:
    client.force_login(people("Erin", is_staff=True, is_superuser=True))
    return client


def test_the_admin_lists_what_was_sent_and_what_failed(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, staff: Client
) -> None:
    begin(alice, bob)
    inbox()
    Mail.objects.filter(person=bob).update(status="failed", error="550 5.1.1 no such user")
    page = staff.get("/admin/games/mail/").content.decode()
    assert "Alice" in page
    assert "550 5.1.1 no such user" in page
    assert staff.get("/admin/games/notice/").status_code == 200


def test_the_admin_does_not_show_the_mail_itself(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, staff: Client
) -> None:
    begin(alice, bob)
    inbox()
    mail = Mail.objects.get(person=alice)
    page = staff.get(f"/admin/games/mail/{mail.pk}/change/").content.decode()
    assert mail.subject in page
    for told in ("Your hand", "Tickets to choose from", "multipart/", "source"):
        assert told not in page


def test_nothing_can_be_changed_in_the_admin(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, staff: Client
) -> None:
    begin(alice, bob)
    inbox()
    mail = Mail.objects.get(person=alice)
    for path in (f"{mail.pk}/change/", f"{mail.pk}/delete/", "add/"):
        assert staff.post(f"/admin/games/mail/{path}", {"status": "sent"}).status_code == 403
