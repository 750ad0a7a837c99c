"""Tokens of the API: what they are good for, until when, and what is kept of them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from games.accounts import tokens
from games.accounts.closing import close_account
from games.accounts.models import ApiToken, Scope
from games.common.errors import Refused
from games.moderation.sanctions import ban
from games.people.models import Person
from games.scheduler.retention import delete_old_rows
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW


def made(person: Person, **options: object) -> str:
    wanted = {"name": "a bot", "scopes": ["games:read"], "days": 30, "now": NOW, **options}
    return tokens.create_token(person=person, **wanted)[1]


def test_a_token_leads_to_its_person(alice: Person) -> None:
    token = tokens.find_token(made(alice), now=NOW)
    assert token is not None
    assert token.person == alice


def test_only_a_digest_of_a_token_is_kept(alice: Person) -> None:
    text = made(alice)
    (row,) = ApiToken.objects.values()
    assert re.fullmatch(r"nm_[0-9A-Za-z]{36}", text)
    assert all(text[3:33] not in str(value) for value in row.values())
    assert alice.password not in map(str, row.values())


@pytest.mark.parametrize("text", ["", "nm_", "nm_" + "0" * 36, "x" * 5000, "nm_" + "é" * 36])
def test_what_is_no_token_leads_to_nobody(
    alice: Person, text: str, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        assert tokens.find_token(text, now=NOW) is None


def test_a_token_with_a_letter_changed_has_another_checksum() -> None:
    text = tokens.new_token()
    other = "a" if text[10] != "a" else "b"
    assert tokens.is_token(text)
    assert not tokens.is_token(text[:10] + other + text[11:])


def test_a_token_ends_at_its_time(alice: Person) -> None:
    text = made(alice, days=7)
    last = NOW + timedelta(days=7)
    assert tokens.find_token(text, now=last - timedelta(seconds=1))
    assert tokens.find_token(text, now=last) is None


def test_a_new_password_ends_all_tokens(alice: Person) -> None:
    text = made(alice)
    alice.set_password("another lamp in the night")
    alice.save()
    assert tokens.find_token(text, now=NOW) is None
    assert tokens.tokens_of(alice, now=NOW) == []


def test_a_ban_stops_tokens(alice: Person, people: PeopleFactory) -> None:
    text = made(alice)
    ban(actor=people("Rosa", is_superuser=True), person=alice, reason="Spam.", now=NOW)
    assert tokens.find_token(text, now=NOW) is None


def test_closing_the_account_deletes_tokens(alice: Person) -> None:
    text = made(alice)
    close_account(person=alice, now=NOW)
    assert tokens.find_token(text, now=NOW) is None
    assert not ApiToken.objects.exists()


def test_a_token_is_ended_by_its_owner_alone(alice: Person, bob: Person) -> None:
    text = made(alice)
    (token,) = tokens.tokens_of(alice, now=NOW)
    tokens.delete_token(person=bob, token=token.pk)
    assert tokens.find_token(text, now=NOW)
    tokens.delete_token(person=alice, token=token.pk)
    assert tokens.find_token(text, now=NOW) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"name": "two\nlines"},
        {"scopes": []},
        {"scopes": ["password"]},
        {"days": 0},
        {"days": 400},
    ],
)
def test_a_token_that_is_not_possible_is_refused(alice: Person, wrong: dict[str, object]) -> None:
    with pytest.raises(Refused):
        made(alice, **wrong)
    assert not ApiToken.objects.exists()


def test_a_person_has_ten_tokens_at_most(alice: Person) -> None:
    for _number in range(tokens.MAX_TOKENS):
        made(alice)
    with pytest.raises(Refused, match="Remove one first"):
        made(alice)
    delete_old_rows(now=NOW)
    assert made(alice, now=NOW + timedelta(days=31))


def test_the_use_of_a_token_is_noted_once_an_hour(alice: Person) -> None:
    text = made(alice)

    def use(at: datetime) -> bool:
        token = tokens.find_token(text, now=at)
        assert token is not None
        return tokens.note_use(token=token, now=at)

    assert use(NOW)
    assert not use(NOW + timedelta(minutes=59))
    assert use(NOW + timedelta(minutes=60))
    assert ApiToken.objects.get().last_used_at == NOW + timedelta(minutes=60)


def test_tokens_that_have_ended_go_after_a_month(alice: Person) -> None:
    made(alice, days=7)
    delete_old_rows(now=NOW + timedelta(days=36))
    assert ApiToken.objects.exists()
    delete_old_rows(now=NOW + timedelta(days=38))
    assert not ApiToken.objects.exists()


def test_no_scope_is_about_address_password_or_closing() -> None:
    assert {scope.value for scope in Scope} == {
        "games:read", "games:move", "lobby:write", "talk:write", "notes", "leagues:read",
        "leagues:write", "account:read", "bot:become",
    }  # fmt: skip
