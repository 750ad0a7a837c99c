"""The devices on which a person is signed in: listed, and signed out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client

from games.accounts.data_export import collect_personal_data
from games.people.models import Person
from games.people.sign_ins import SignIn
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse

pytestmark = pytest.mark.usefixtures("still_clock")

PASSWORD = "a train of nine wagons"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"


def signed_in(person: Person, agent: str = FIREFOX, address: str = "93.184.216.34") -> Client:
    """A browser in which a person has signed in with the password."""
    person.set_password(PASSWORD) if not person.has_usable_password() else None
    person.save()
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


@pytest.fixture
def alice(alice: Person) -> Person:
    alice.set_password(PASSWORD)
    alice.save()
    return alice


def page(client: Client) -> str:
    return re.sub(r"\s+", " ", client.get("/settings/devices/").content.decode())


def is_in(client: Client) -> bool:
    return client.get("/settings/devices/").status_code == 200


def test_each_device_is_listed_in_words_with_this_one_first(alice: Person) -> None:
    phone = signed_in(alice, SAFARI, "198.51.100.7")
    laptop = signed_in(alice)
    text = page(laptop)
    assert text.index("Firefox (Linux)") < text.index("this device") < text.index("Safari (iPhone)")
    assert "Signed in 21 Nov. 08:30" in text or "Signed in 21 Nov 08:30" in text
    assert page(phone).index("Safari (iPhone)") < page(phone).index("Firefox (Linux)")


def test_of_the_network_only_the_part_is_kept_that_many_share(alice: Person) -> None:
    laptop = signed_in(alice)
    assert "network 93.184.216.0/24" in page(laptop)
    assert "93.184.216.34" not in page(laptop)
    assert SignIn.objects.get().network == "93.184.216.0/24"
    signed_in(alice, address="10.1.2.3")
    assert SignIn.objects.latest("pk").network == ""


def test_neither_page_nor_export_holds_what_opens_a_session(alice: Person) -> None:
    laptop, phone = signed_in(alice), signed_in(alice, SAFARI)
    text = page(laptop) + str(collect_personal_data(alice))
    for client in (laptop, phone):
        assert client.session.session_key not in text
    assert SignIn.objects.first().digest not in text


def test_one_device_is_signed_out_and_no_other(alice: Person) -> None:
    laptop, phone, tablet = (signed_in(alice, agent) for agent in (FIREFOX, SAFARI, SAFARI))
    lost = SignIn.objects.get(session_key=phone.session.session_key)
    answer = laptop.post(f"/settings/devices/{lost.pk}/sign-out/", follow=True)
    assert "That device is signed out." in answer.content.decode()
    assert [is_in(client) for client in (laptop, phone, tablet)] == [True, False, True]
    again = laptop.post(f"/settings/devices/{lost.pk}/sign-out/", follow=True)
    assert "already signed out" in again.content.decode()


def test_all_others_are_signed_out_also_those_that_nobody_noted(
    alice: Person, browse: Browse
) -> None:
    laptop, phone = signed_in(alice), signed_in(alice, SAFARI)
    only_looked = browse(alice)
    laptop.post("/settings/devices/others/sign-out/")
    assert [is_in(client) for client in (laptop, phone, only_looked)] == [True, False, False]
    assert SignIn.objects.count() == 1
    laptop.post("/settings/devices/others/sign-out/")
    assert is_in(laptop)


def test_a_new_password_signs_out_the_others(alice: Person) -> None:
    laptop, phone = signed_in(alice), signed_in(alice, SAFARI)
    new = "another train of nine"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert laptop.post("/accounts/password/change/", form).status_code == 302
    assert [is_in(laptop), is_in(phone)] == [True, False]
    assert "Safari" not in page(laptop)
    assert page(laptop).count("badge-good") == 1


def test_nobody_signs_out_the_devices_of_others(alice: Person, bob: Person, browse: Browse) -> None:
    laptop = signed_in(alice)
    row = SignIn.objects.get()
    browse(bob).post(f"/settings/devices/{row.pk}/sign-out/")
    browse().post(f"/settings/devices/{row.pk}/sign-out/")
    assert is_in(laptop)
    assert "Firefox (Linux)" not in page(browse(bob))


def test_looking_signs_nobody_out(alice: Person) -> None:
    laptop = signed_in(alice)
    phone = signed_in(alice, SAFARI)
    row = SignIn.objects.get(session_key=phone.session.session_key)
    for path in (f"{row.pk}/", "others/"):
        assert laptop.get(f"/settings/devices/{path}sign-out/").status_code == 405
    assert is_in(phone)


def test_signing_out_forgets_the_device(alice: Person) -> None:
    laptop = signed_in(alice)
    laptop.post("/accounts/logout/")
    assert not SignIn.objects.exists()


def test_a_session_that_has_run_out_is_not_listed(alice: Person) -> None:
    phone, laptop = signed_in(alice, SAFARI), signed_in(alice)
    Session.objects.filter(session_key=phone.session.session_key).update(expire_date=NOW)
    assert "Safari" not in page(laptop)


def test_activity_is_noted_once_an_hour_and_looking_is_none(alice: Person) -> None:
    laptop = signed_in(alice)
    theme = {"theme": "dark"}
    for minutes, noted in ((20, 0), (70, 70), (80, 70)):
        with time_machine.travel(NOW + timedelta(minutes=minutes), tick=False):
            laptop.get("/settings/devices/")
            laptop.post("/settings/theme/", theme)
        assert SignIn.objects.get().seen_at == NOW + timedelta(minutes=noted)
    with time_machine.travel(NOW + timedelta(hours=5), tick=False):
        laptop.get("/settings/devices/")
    assert SignIn.objects.get().seen_at == NOW + timedelta(minutes=70)
