"""The addresses of players that tables are full of."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.people.models import Person
from games.web.parts.player_addresses import player_address

NAMES = ("Alice", "Zoë van 't Hoff", "J. R. Łukasz-O'Neill 2")
ODD_NAMES = ("R&D + 1", "100%", "why?", "#1", "a;b=c")


@pytest.mark.parametrize("name", NAMES + ODD_NAMES)
def test_the_address_of_a_player_is_the_one_that_the_site_knows(name: str) -> None:
    assert player_address(name) == reverse("player", args=[name])


@pytest.mark.django_db
def test_the_address_of_a_player_leads_to_their_page(client: Client) -> None:
    for number, name in enumerate(NAMES):
        Person.objects.create_user(f"p{number}@example.org", name)
        assert client.get(player_address(name)).status_code == 200
