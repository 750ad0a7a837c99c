"""Ordinary people are not called like the staff, the site or its bots."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils.translation import override

from games.language.bots import BOT_RANKS
from games.people import names
from games.people.models import Person
from games.people.reserved_names import is_reserved
from tests.games.people.test_look_alikes import call_oneself, sign_up
from tests.games.people.test_preferences import CHOICES

RESERVED = (
    "admin", "Admin1", "4dmin", "ADMlN", "adrnin", "A d m i n", "Ádmin", "The-Admin", "siteadmin",
    "AdminBob", "Moderator", "M0d3rat0r", "Jan Moderator", "moderators", "Director", "Director Dan",
    "Staff", "5taff", "Staff Member", "root", "r00t", "R.o.o.t", "Night Mail", "Night-Mail",
    "NightMail", "nightmail team", "Night Mail Bob", "N1ght Mai1", "Beheerder", "De beheerder",
    "wedstrijdleider", "Support Team", "Help", "Postmaster", "Systeem", "Bot", "Level-3",
    "Porter 1345", "Stationschef", "Real Root",
)  # fmt: skip
ORDINARY = (
    "Stafford", "Staf", "Rooth", "Roberta", "Helpman", "Roberta Staff", "Elihu Root", "Bob Porter",
    "Jan Bot", "Botha", "de Bot", "Debot", "Badminton", "Admiral", "Supporter", "Midnight Mail",
    "Night Owl", "Nightingale", "Modesty", "The Team", "Levelle", "Hulpje", "Directa",
)  # fmt: skip


@pytest.mark.parametrize("name", RESERVED)
def test_a_name_that_says_somebody_is_of_the_staff_is_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ORDINARY)
def test_a_name_that_merely_holds_such_a_word_is_free(name: str) -> None:
    assert not is_reserved(name)


def test_the_ranks_of_the_bots_are_reserved_in_every_language() -> None:
    for language, _name in settings.LANGUAGES:
        with override(language):
            assert [str(rank) for _bot, rank in BOT_RANKS if not is_reserved(str(rank))] == []


@pytest.mark.parametrize("name", ["Admin", "Night Mail", "Staff 2"])
def test_nobody_signs_up_or_is_renamed_as_one_of_the_staff(
    name: str, client: Client, alice: Person
) -> None:
    assert not sign_up(client, name)
    client.force_login(alice)
    page = client.post("/settings/", {**CHOICES, "name": name, "language": "en"})
    assert "could be taken for the staff" in page.content.decode()
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_an_ordinary_name_is_welcome(client: Client, db: None) -> None:
    assert sign_up(client, "Roberta Stafford")


def test_the_staff_may_have_such_a_name(
    client: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "rails in the rain")
    call_command(
        "createsuperuser", "--noinput", email="a@example.org", name="Admin", stdout=StringIO()
    )
    assert Person.objects.filter(name="Admin").exists()
    Person.objects.filter(pk=alice.pk).update(is_staff=True)
    client.force_login(alice)
    assert call_oneself(client, "Director") == 302


def test_who_has_such_a_name_keeps_it_and_the_doctor_names_them(
    client: Client, alice: Person, people: Callable[..., Person]
) -> None:
    Person.objects.filter(pk=alice.pk).update(name="Moderator", **names.name_keys("Moderator"))
    boss = people("Nora")
    Person.objects.filter(pk=boss.pk).update(
        name="Admin", is_staff=True, **names.name_keys("Admin")
    )
    client.force_login(alice)
    assert call_oneself(client, "Moderator") == 302
    out = StringIO()
    call_command("doctor", "people", stdout=out, stderr=StringIO())
    assert "1 people have a name that is reserved today: Moderator." in out.getvalue()
