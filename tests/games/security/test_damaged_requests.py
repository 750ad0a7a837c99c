"""Requests that `make fuzz` found to end in an error."""

from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import Person

HUGE = "9" * 5000


@pytest.fixture
def operator(client: Client, alice: Person) -> Client:
    Person.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    return client


@pytest.mark.parametrize("length", ["x", "1.5", "-1"])
def test_a_length_that_is_no_number_is_refused(client: Client, length: str) -> None:
    answer = client.post(
        "/accounts/login/code/",
        b"",
        content_type="application/x-www-form-urlencoded",
        CONTENT_LENGTH=length,
    )
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        f"at__year={HUGE}",
        "at__year=2026&at__month=2147483648",
        "at__year=2026&at__month=11&at__day=2147483648",
        "at__year=2026&at__month=13",
        f"o={HUGE}",
    ],
)
def test_the_admin_takes_no_number_that_is_no_date(operator: Client, query: str) -> None:
    answer = operator.get(f"/admin/games/auditentry/?{query}", follow=True)
    assert answer.status_code == 200
    wrong = operator.get(f"/admin/games/auditentry/?{query}").status_code
    assert wrong in (200, 302)


@pytest.mark.parametrize("number", [2**31, 2**63, int("9" * 400)])
@pytest.mark.parametrize("page", ["", "standings.csv", "direct/"])
def test_a_season_of_any_number_is_asked_for(operator: Client, number: int, page: str) -> None:
    assert operator.get(f"/leagues/cup/{number}/{page}").status_code == 404


def test_the_admin_searches_for_texts_of_any_length(operator: Client) -> None:
    assert operator.get("/admin/games/apitoken/", {"q": "x" * 60_000}).status_code == 200


def test_a_group_of_any_number_is_handed_over_by_nobody(operator: Client) -> None:
    assert operator.post(f"/groups/{2**64}/owner/", {"name": "Bob"}).status_code == 404
