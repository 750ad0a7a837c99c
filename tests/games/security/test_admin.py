"""Staff play too: the admin tells them nothing that their seat does not, and opens no seat."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.test import Client

from games.notifications.models import Delivery
from games.notifications.pump import send_test
from games.notifications.webhooks.channel import WebhookChannel
from games.notifications.webhooks.registration import save_webhook
from games.people.models import Person
from games.tables.models import Game
from tests.conftest import PASSWORD, PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox

TABLES = {
    *("Mail", "AccountMail", "Notice", "InboundMail", "Group", "EmailAddress", "Authenticator"),
    *("ApiToken", "Bounce", "EmailInvitation", "Webhook", "Delivery"),
    *("Event", "AuditEntry", "Report", "Sanction", "RatingChange"),
    *("League", "Season", "Division", "Entry", "Game", "Seat", "Person", "PlayerGroup"),
}
SEED = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def erin(people: PeopleFactory) -> Person:
    return people("Erin", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(erin: Person, client: Client) -> Client:
    client.force_login(erin)
    return client


def test_a_table_is_not_in_the_admin_before_somebody_thought_about_it() -> None:
    """Leak 3. Games hold secrets and events hold hands: their pages show neither."""
    assert {model.__name__ for model in admin.site._registry} == TABLES


def test_the_admin_does_not_show_the_seed_of_a_second_factor(staff: Client, bob: Person) -> None:
    factor = Authenticator.objects.create(user=bob, type="totp", data={"secret": SEED})
    for page in ("", f"{factor.pk}/change/", f"{factor.pk}/delete/", f"{factor.pk}/history/"):
        answer = staff.get(f"/admin/mfa/authenticator/{page}")
        assert answer.status_code == 200
        assert SEED not in answer.content.decode()


def test_staff_cannot_give_themselves_the_address_of_another(staff: Client, bob: Person) -> None:
    address = EmailAddress.objects.get(user=bob)
    url = f"/admin/account/emailaddress/{address.pk}/change/"
    form = {"user": bob.pk, "email": "erin2@example.org", "verified": "on", "primary": "on"}
    assert staff.post(url, form).status_code == 403
    assert staff.post("/admin/account/emailaddress/add/", form).status_code == 403
    staff.post(
        "/admin/account/emailaddress/", {"action": "make_verified", "_selected_action": address.pk}
    )
    assert list(EmailAddress.objects.filter(user=bob)) == [address]


def test_no_page_of_the_admin_tells_hands_salts_or_secrets(
    begin: Starter, erin: Person, bob: Person, inbox: Inbox, staff: Client
) -> None:
    """Erin sits at the table herself."""
    game = begin(erin, bob)
    inbox()
    hidden = {bytes(game.secret).hex(), game.invitation}
    hidden |= set(game.events.values_list("salt", flat=True))
    hidden |= set(game.events.values_list("hash", flat=True))
    for table in ("mail", "notice", "inboundmail", "event", "auditentry", "report", "sanction"):
        rows = admin.site._registry
        model = next(model for model in rows if model.__name__.lower() == table)
        pages = [f"{row.pk}/change/" for row in model.objects.all()]
        for page in ["", *pages]:
            text = staff.get(f"/admin/games/{table}/{page}").content.decode()
            assert not [word for word in hidden if word in text]
            assert "Your hand" not in text


def test_the_admin_tells_no_address_and_no_secret_of_a_webhook(staff: Client, bob: Person) -> None:
    hook = save_webhook(person=bob, style="json", url="https://hooks.example.org/secret", now=NOW)
    send_test(channel=WebhookChannel(), endpoint=hook, person=bob, now=NOW)
    for table in ("webhook", "delivery"):
        for page in ("", f"{Delivery.objects.get().pk}/change/", f"{hook.pk}/change/"):
            text = staff.get(f"/admin/games/{table}/{page}", follow=True).content.decode()
            assert hook.secret not in text
            assert "/secret" not in text


def test_staff_who_play_see_no_notices_of_others_at_their_table(
    begin: Starter, erin: Person, bob: Person, alice: Person, inbox: Inbox, staff: Client
) -> None:
    own, other = begin(erin, bob), begin(alice, bob)
    inbox()
    for table in ("mail", "notice", "inboundmail"):
        text = staff.get(f"/admin/games/{table}/").content.decode()
        assert own.code not in text
    assert other.code in staff.get("/admin/games/notice/").content.decode()
    Game.objects.filter(pk=own.pk).update(status="finished")
    assert own.code in staff.get("/admin/games/notice/").content.decode()


def test_guessing_the_password_of_staff_is_slowed_down(client: Client, erin: Person) -> None:
    for _guess in range(30):
        client.post("/admin/login/", {"username": erin.email, "password": "a guess"})
    client.post("/admin/login/", {"username": erin.email, "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_the_admin_asks_to_sign_in_where_everybody_does(client: Client, erin: Person) -> None:
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    client.post("/accounts/login/", {"login": erin.email, "password": PASSWORD})
    assert client.get("/admin/").status_code == 200


def test_a_player_does_not_get_into_the_admin(client: Client, bob: Person) -> None:
    client.force_login(bob)
    assert client.get("/admin/", follow=True).status_code == 403
