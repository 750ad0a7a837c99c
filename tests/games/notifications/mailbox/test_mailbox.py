from __future__ import annotations

from email.mime.image import MIMEImage

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from pytest_django import Settings

from games.notifications.mailbox.models import CaughtMail

PICTURE = b"\x89PNG not really"


@pytest.fixture
def caught(db: None) -> CaughtMail:
    mail = EmailMultiAlternatives(
        "Your turn", "Draw or claim.", "site@example.org", ["alice@example.org"]
    )
    mail.mixed_subtype = "related"
    mail.attach_alternative('<p>Draw</p><img src="cid:board@night" alt="">', "text/html")
    picture = MIMEImage(PICTURE, "png")
    picture.add_header("Content-ID", "<board@night>")
    mail.attach(picture)
    get_connection("games.notifications.mailbox.backend.MailboxBackend").send_messages([mail])
    return CaughtMail.objects.get()


def test_a_development_site_keeps_its_mail() -> None:
    from ttr_site.mail import DEVELOPMENT_BACKEND, mail_settings

    assert mail_settings("", production=False) == {"EMAIL_BACKEND": DEVELOPMENT_BACKEND}


def test_the_list_shows_subject_and_recipient(client: Client, caught: CaughtMail) -> None:
    page = client.get("/mailbox/").content.decode()
    assert "Your turn" in page
    assert "alice@example.org" in page


def test_a_mail_shows_its_text_and_its_source(client: Client, caught: CaughtMail) -> None:
    page = client.get(f"/mailbox/{caught.pk}/").content.decode()
    assert "Draw or claim." in page
    assert "multipart/related" in page
    assert 'sandbox="allow-popups' in page


def test_a_mail_shows_its_pictures(client: Client, caught: CaughtMail) -> None:
    page = client.get(f"/mailbox/{caught.pk}/html/").content.decode()
    assert f'src="/mailbox/{caught.pk}/picture/board@night"' in page
    picture = client.get(f"/mailbox/{caught.pk}/picture/board@night")
    assert (picture.content, picture.headers["Content-Type"]) == (PICTURE, "image/png")
    assert client.get(f"/mailbox/{caught.pk}/picture/none").status_code == 404


def test_a_mail_cannot_run_scripts_on_the_site(client: Client, caught: CaughtMail) -> None:
    policy = client.get(f"/mailbox/{caught.pk}/html/").headers["Content-Security-Policy"]
    assert policy.startswith("sandbox ")
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy


def test_production_has_no_mailbox(client: Client, caught: CaughtMail, settings: Settings) -> None:
    settings.PRODUCTION = True
    for path in ["", f"{caught.pk}/", f"{caught.pk}/html/", f"{caught.pk}/picture/board@night"]:
        assert client.get(f"/mailbox/{path}").status_code == 404


def test_the_list_tells_the_mails_of_one_conversation_apart(
    client: Client, caught: CaughtMail
) -> None:
    assert "Draw or claim." in client.get("/mailbox/").content.decode()
