"""Networks, forms and rate of the anonymous users of a flood."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from tools.front_door.clients import (
    LOG_IN,
    MAILS,
    SHARED_NETWORKS,
    SIGN_UP,
    form_of,
    network_of,
)
from tools.front_door.flood import come
from tools.front_door.measuring import NUMBERS

KNOWN = ["alice@example.org", "bob@example.org"]


@pytest.mark.parametrize("first", [10, 127])
def test_half_of_them_share_a_few_networks_and_no_two_of_the_others_do(first: int) -> None:
    numbers = range(NUMBERS, NUMBERS + 4_000)
    shared = {network_of(number, first) for number in numbers if number % 2 == 0}
    own = [network_of(number, first) for number in numbers if number % 2]
    assert len(shared) == SHARED_NETWORKS
    assert len({*own, *shared}) == len(own) + SHARED_NETWORKS
    assert all(ip_address(one).is_private for one in own)
    assert f"{first}.0.0.1" not in {*own, *shared}


@pytest.mark.parametrize("endpoint", [LOG_IN, MAILS])
@pytest.mark.parametrize("rest", [0, 1])
def test_half_of_those_of_each_kind_of_network_name_an_account_there_is(
    endpoint: str, rest: int
) -> None:
    forms = [form_of(endpoint, number, KNOWN)[1] for number in range(rest, 400, 2)]
    named = [form.get("login") or form["email"] for form in forms]
    assert sum(one in KNOWN for one in named) == len(named) / 2
    assert set(KNOWN) < {*named}


def test_codes_and_links_for_new_passwords_are_asked_for_by_turns() -> None:
    paths = [form_of(MAILS, number, KNOWN)[0] for number in range(8)]
    assert paths.count("/accounts/login/code/") == paths.count("/accounts/password/reset/") == 4


def test_everybody_signs_up_under_a_name_and_an_address_of_their_own() -> None:
    forms = [form_of(SIGN_UP, number, KNOWN)[1] for number in range(2_000)]
    for field in ("name", "email"):
        assert len({form[field] for form in forms}) == 2_000


def test_a_flood_stays_below_its_rate_and_gives_nobody_the_number_of_another() -> None:
    numbers: list[int] = []

    def knock(number: int) -> int:
        numbers.append(number)
        return 429

    answers = come([knock] * 4, 0.4, rate=50, first=10)
    assert min(numbers) == 10
    assert len(set(numbers)) == len(numbers)
    assert 1 <= len(numbers) <= 50 * 0.4
    assert answers == {429: len(numbers)}
