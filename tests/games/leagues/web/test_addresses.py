"""The addresses of the pages of a season."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.leagues.models import League, Season
from games.web.leagues.addresses import PAGES, division_address, season_addresses


@pytest.mark.parametrize("page", PAGES)
def test_the_address_of_a_page_of_a_season_is_the_one_that_the_site_knows(page: str) -> None:
    season = Season(league=League(slug="night-league"), number=12)
    assert season_addresses(season)[page.replace("-", "_")] == reverse(
        page, args=["night-league", 12]
    )


def test_the_address_of_a_division_is_the_one_that_the_site_knows() -> None:
    season = Season(league=League(slug="night-league"), number=12)
    assert division_address(season, 3) == reverse("division", args=["night-league", 12, 3])


@pytest.mark.parametrize("number", [0, 2, 70_000, 10**30])
def test_a_season_of_any_other_number_is_not_there(
    client: Client, running: Season, number: int
) -> None:
    address = reverse("season", args=[running.league.slug, number])
    assert client.get(address).status_code == 404
