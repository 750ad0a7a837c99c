"""The page of a club for moderators."""

from __future__ import annotations

from games.lobby.groups.groups import found_group
from games.moderation.models import AuditEntry
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import WHY


def test_a_moderator_finds_the_club_by_a_member_and_ends_it_with_a_reason(
    browse: Browse, alice: Person, bob: Person, mona: Person
) -> None:
    club = found_group(owner=alice, name="Night owls", now=NOW)
    here, client = f"/moderation/clubs/{club.pk}/", browse(mona)
    assert here in client.get("/moderation/people/Alice/").content.decode()
    page = client.get(here).content.decode()
    assert "Night owls" in page
    assert "Alice" in page
    assert browse(bob).get(here).status_code == 403
    assert client.post(here, {"do": "end-club", "reason": ""}).status_code == 422
    assert client.post(here, {"do": "end-club", "reason": WHY}).status_code == 302
    assert client.get(here).status_code == 404
    assert browse(alice).get(f"/groups/{club.pk}/").status_code == 404
    assert AuditEntry.objects.get().action == "end_club"
