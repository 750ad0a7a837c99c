"""A club of a thousand members: pages of them, a search, and the same number of queries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby.groups.groups import found_group
from games.people.groups import Membership, PlayerGroup
from games.people.models import Person
from games.people.names import name_keys
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse

pytestmark = pytest.mark.usefixtures("still_clock")
Grow = Callable[[PlayerGroup, int], None]


@pytest.fixture
def grow() -> Grow:
    """Let n people join a club: `grow(club, 999)`."""

    def do(club: PlayerGroup, count: int) -> None:
        first = Person.objects.count()
        names = [f"Rider {number}" for number in range(first, first + count)]
        people = Person.objects.bulk_create(
            Person(email=f"{name[6:]}@example.net", name=name, **name_keys(name)) for name in names
        )
        Membership.objects.bulk_create(
            Membership(
                group=club,
                person=person,
                invited_at=NOW,
                joined_at=NOW + timedelta(minutes=number),
            )
            for number, person in enumerate(people)
        )

    return do


def test_pages_of_a_club_of_a_thousand_cost_what_those_of_a_small_one_do(
    browse: Browse, alice: Person, grow: Grow
) -> None:
    club = found_group(owner=alice, name="Night owls", now=NOW)
    client = browse(alice)
    paths = ["/groups/", f"/groups/{club.pk}/", f"/groups/{club.pk}/?name=rider", "/lobby/new/"]

    def look() -> list[tuple[int, int]]:
        found = []
        for path in paths:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                page = client.get(path)
            assert page.status_code == 200
            found.append((len(queries), len(page.content)))
        return found

    grow(club, 60)
    look()
    small = look()
    grow(club, 939)
    large = look()
    assert [one[0] for one in large] == [one[0] for one in small]
    assert all(after < 1.1 * before for (_, before), (_, after) in zip(small, large, strict=True))


def test_members_are_found_by_a_part_of_the_name_and_page_by_page(
    browse: Browse, alice: Person, grow: Grow
) -> None:
    club = found_group(owner=alice, name="Night owls", now=NOW)
    grow(club, 120)
    last = Membership.objects.filter(group=club).latest("joined_at").person.name
    here = f"/groups/{club.pk}/"
    page = browse(alice).get(here).content.decode()
    assert 'Members <span class="count">121</span>' in page
    assert f">{last}</a>" not in page
    assert f">{last}</a>" in browse(alice).get(here, {"page": 5}).content.decode()
    found = browse(alice).get(here, {"name": last}).content.decode()
    assert f">{last}</a>" in found
    assert found.count("Make owner") == 1
    assert "No member has such a name." in browse(alice).get(here, {"name": "zzz"}).content.decode()
