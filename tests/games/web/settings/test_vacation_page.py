"""The vacations of a person, as a page."""

from __future__ import annotations

import re

import pytest

from games.clock.models import Vacation

URL = "/settings/vacation/"


def text(client, **options: object) -> str:
    return re.sub(r"\s+", " ", client.get(URL, **options).content.decode())


def test_it_says_how_many_days_are_left_and_plans_more(browse, alice) -> None:
    client = browse(alice)
    assert "You have 30 days a year." in text(client)
    answer = client.post(URL, {"first": "2026-12-20", "last": "2027-01-03"}, follow=True)
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert "Your vacation is planned." in page
    assert "Sun 20 Dec. 00:00 CET until Mon 4 Jan. 00:00 CET" in page
    assert re.search(r"Left in 2026</dt> ?<dd>18 days", page)
    assert re.search(r"Left in 2027</dt> ?<dd>27 days", page)


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        ("2026-11-20", "2026-11-25", "cannot begin in the past"),
        ("2026-11-25", "2026-11-24", "ends before it begins"),
        ("2026-11-25", "2026-12-30", "than you have left in 2026: 30"),
        ("", "2026-11-25", "required"),
        ("soon", "later", "valid date"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(browse, alice, first, last, why) -> None:
    answer = browse(alice).post(URL, {"first": first, "last": last})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not Vacation.objects.exists()


def test_a_vacation_is_begun_and_ended_by_a_button(browse, alice, bob) -> None:
    client = browse(alice)
    client.post(URL, {"first": "2026-11-25", "last": "2026-11-30"})
    change = f"{URL}{Vacation.objects.get().pk}/"
    assert client.get(change).status_code == 405
    browse(bob).post(change, {"do": "end"})
    assert (
        "Your vacation has begun."
        in client.post(change, {"do": "begin"}, follow=True).content.decode()
    )
    assert "you are away" in text(client)
    assert "You are on vacation until" in client.get("/").content.decode()
    change = f"{URL}{Vacation.objects.get().pk}/"
    assert (
        "Your vacation is over." in client.post(change, {"do": "end"}, follow=True).content.decode()
    )
    assert "Planned" not in text(client)


def test_a_stranger_has_no_vacation(browse) -> None:
    assert browse().get(URL).url.startswith("/accounts/login/")
