"""Nobody passes for somebody else: names in each form that takes one."""

from __future__ import annotations

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games.accounts.closing import close_account
from games.leagues.models import League
from games.people import names
from games.people.confusables import prototypes
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.games.people.test_preferences import CHOICES
from tests.games.people.test_signup import FORM

INVISIBLE = (
    "Eve\u200b",  # zero width space
    "E\u2060ve",  # word joiner
    "\u3164\u3164Eve",  # Hangul filler, a letter
    "Eve\uffa0",  # the same at half width
    "Eve\u115f\u1160",
    "E\u00adve",  # soft hyphen
    "E\u034fve",
    "Eve\ufe0f",
    "Eve\U000e0041",  # a tag
)
MIXED = (
    "Bоris",  # a Cyrillic o
    "Ноnza",
    "Kαte",
    "Zoë Ζωή",
    "Ivan Иван",
    "हAna",
    "Anna٣",
    "R2D٢",
    "Дmitri",
    "ᎪNN",
)
TWINS = (
    ("Marnie", "Mamie"),
    ("Coco", "Сосо"),
    ("Paypal", "раураӏ"),
    ("Henk", "ΗΕΝΚ"),
    ("Alina", "AIina"),
    ("Alina", "A1ina"),
    ("Alina", "Alińa"),
    ("Boo", "B00"),
    ("Ken", "ΚΕΝ"),
    ("Scope", "ѕсоре"),
    ("Lukas", "Łukas"),
    ("Ira", "ꓲRA"),
    ("Vav", "ᴠaᴠ"),
)
HONEST = (
    "Łukasz",
    "Zoë",
    "Søren",
    "Straße",
    "Иван Петров",
    "Ζωή",
    "山田 太郎",
    "山田 Taro",
    "김철수",
    "ชัย"[:1] * 2,
    "שרה",
    "محمد",
    "O'Brien",
    "Jean-Luc",
    "R2.D2",
)


def sign_up(client: Client, name: str, number: int = 0) -> bool:
    """Sign up under a name; return whether there is such a person now."""
    mail = f"new{number}@example.org"
    answer = client.post("/accounts/signup/", {**FORM, "name": name, "email": mail})
    assert answer.status_code in (200, 302)
    return Person.objects.filter(email=mail).exists()


def call_oneself(client: Client, name: str) -> int:
    return client.post("/settings/", {**CHOICES, "name": name}).status_code


@pytest.mark.parametrize("name", [*INVISIBLE, *MIXED])
def test_nobody_signs_up_or_is_renamed_with_hidden_or_mixed_letters(
    name: str, client: Client, alice: Person
) -> None:
    assert not sign_up(client, name)
    client.force_login(alice)
    assert call_oneself(client, name) == 200
    alice.refresh_from_db()
    assert alice.name == "Alice"


@pytest.mark.slow
@pytest.mark.parametrize(("taken", "twin"), TWINS)
def test_nobody_takes_a_name_that_looks_like_that_of_another(
    taken: str, twin: str, client: Client, people, alice: Person
) -> None:
    for number, (first, second) in enumerate([(taken, twin), (twin, taken)]):
        held = people("Holder" + "abcd"[number], email=f"holder{number}@example.org")
        Person.objects.filter(pk=held.pk).update(name=first, **names.name_keys(first))
        assert not sign_up(client, second)
        client.force_login(alice)
        assert call_oneself(client, second) == 200
        client.logout()
        held.delete()


@pytest.mark.parametrize("name", HONEST)
def test_names_of_one_script_are_welcome(name: str, client: Client, db: None) -> None:
    assert sign_up(client, name)


def test_the_reason_is_shown(client: Client, alice: Person) -> None:
    client.force_login(alice)
    page = client.post("/settings/", {**CHOICES, "name": "Bоris", "language": "en"})
    assert "Use letters of only one alphabet" in page.content.decode()


def test_who_has_a_name_keeps_it(client: Client, alice: Person) -> None:
    """One that could not be chosen today does not keep its owner from anything."""
    mixed = "Bоris"
    Person.objects.filter(pk=alice.pk).update(name=mixed, **names.name_keys(mixed))
    client.force_login(alice)
    assert call_oneself(client, mixed) == 302
    alice.refresh_from_db()
    assert (alice.name, alice.timezone) == (mixed, "Asia/Tokyo")
    assert client.get("/people/Bоris/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_look_alike_names_at_once_one_gets_it(people) -> None:
    for number in range(4):
        pair = [people(f"{word}{'abcd'[number]}") for word in ("East", "West")]
        answers: list[int] = []
        gate = threading.Barrier(2)

        def rename(
            person: Person,
            name: str,
            gate: threading.Barrier = gate,
            answers: list[int] = answers,
        ) -> None:
            client = Client()
            client.force_login(person)
            gate.wait()
            try:
                answers.append(call_oneself(client, name))
            finally:
                connection.close()

        wanted = (f"Mornie{'abcd'[number]}", f"Momie{'abcd'[number]}")
        threads = [
            threading.Thread(target=rename, args=pair) for pair in zip(pair, wanted, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 302]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_up_with_look_alike_names_at_once_one_gets_it() -> None:
    for number in range(4):
        gate = threading.Barrier(2)
        failed: list[Exception] = []

        def enter(
            name: str,
            at: int,
            gate: threading.Barrier = gate,
            failed: list[Exception] = failed,
        ) -> None:
            gate.wait()
            try:
                sign_up(Client(), name, at)
            except Exception as error:  # noqa: BLE001 - whatever it is
                failed.append(error)
            finally:
                connection.close()

        wanted = (f"Mornie{'abcd'[number]}", f"Momie{'abcd'[number]}")
        threads = [
            threading.Thread(target=enter, args=(name, 10 * number + place))
            for place, name in enumerate(wanted)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed
        assert Person.objects.filter(name__in=wanted).count() == 1


def test_nobody_is_called_like_a_closed_account_and_closing_one_never_fails(
    client: Client, alice: Person, bob: Person
) -> None:
    for name in (f"former-player-{alice.pk}", "Former Player 99", "f0rmer-p1ayer-7"):
        assert not sign_up(client, name)
    close_account(person=alice, now=NOW)
    close_account(person=bob, now=NOW)
    assert Person.objects.filter(is_active=False).count() == 2


@pytest.mark.parametrize("name", ["Night\u200b Club", "Nіght Club", "Night C1ub", "N1GHT CLUB."])
def test_no_league_is_called_like_another_or_with_hidden_letters(name: str, alice: Person) -> None:
    call_command("create_league", "Night Club", "--director", alice.email)
    with pytest.raises(CommandError):
        call_command("create_league", name, "--director", alice.email)
    assert League.objects.count() == 1


def test_the_longest_name_of_each_letter_can_be_compared() -> None:
    """Also where many characters stand for one."""
    for code in (*map(ord, prototypes()), *range(0xAC00, 0xD7A4, 97)):
        letter = chr(code)
        if letter.isalnum() and names.clean_name(letter) == letter:
            for value in names.name_keys(letter * names.LONGEST).values():
                assert len(value) <= names.LONGEST_KEY, hex(code)
