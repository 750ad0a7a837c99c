"""Private groups: founding, members, tables for a group alone, favourites invited to a table."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.test import Client

from games.accounts.closing import close_account
from games.lobby import open_group_tables
from games.lobby.groups import groups as service
from games.lobby.groups import members
from games.lobby.groups.groups import change_code, found_group
from games.lobby.groups.members import accept_invitation, invite_member
from games.moderation.sanctions import ban
from games.notifications.models import DeliveryStatus, Mail, Notice, NoticeKind
from games.people.blocks import block
from games.people.groups import Membership, PlayerGroup, is_member, joined
from games.people.models import Person
from games.players.follows.models import Favourite
from games.tables.models import Game, GameStatus
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW
from tests.fixtures.mail import prose_of
from tests.fixtures.pages import Browse

LATER = NOW + timedelta(hours=1)
TABLE = {
    "board": "usa", "seats": "3", "bots": "0", "bot": "planner", "days_per_turn": "3",
    "bank": "none", "auto_vacation_days": "7", "replace_after": "3", "public": "yes",
    "teams": "chance",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The clock stands at NOW."""


def text(answer) -> str:
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def sent_mails(inbox) -> list[EmailMessage]:
    """The mails that have left an hour later."""
    inbox(at=LATER)
    stored = Mail.objects.filter(status=DeliveryStatus.SENT).order_by("pk")
    return [message_from_bytes(bytes(mail.source), policy=policy.default) for mail in stored]


@pytest.fixture
def circle(alice: Person, bob: Person) -> PlayerGroup:
    """A group of Alice, who owns it, and Bob."""
    group = found_group(owner=alice, name="Night owls", now=NOW)
    invite_member(group=group, owner=alice, person=bob, now=NOW)
    accept_invitation(group=group, person=bob, now=NOW)
    Notice.objects.all().delete()
    return group


def owners(group: PlayerGroup) -> set[str]:
    return set(joined(group).filter(owner=True).values_list("person__name", flat=True))


def opened(client: Client, **fields: object) -> Game:
    answer = client.post("/lobby/new/", {**TABLE, **fields})
    assert answer.status_code == 302, answer.content.decode()
    return Game.objects.latest("pk")


def test_a_group_is_founded_and_its_members_join_by_invitation(
    browse: Browse, inbox, alice: Person, bob: Person, charlie: Person
) -> None:
    owner = browse(alice)
    assert "Your club is ready." in text(
        owner.post("/groups/", {"name": " Night  owls"}, follow=True)
    )
    group = PlayerGroup.objects.get()
    assert group.name == "Night owls"
    page = text(owner.post(f"/groups/{group.pk}/invite/", {"name": "Bob"}, follow=True))
    assert "Bob is invited." in page
    (mail,) = sent_mails(inbox)
    assert "Alice invites you to the club “Night owls”." in prose_of(mail)
    assert not is_member(group, bob)
    assert browse(bob).get(f"/groups/{group.pk}/").status_code == 404
    assert "invites you to “Night owls”" in text(browse(bob).get("/groups/"))
    for _twice in range(2):
        page = text(browse(bob).post(f"/groups/{group.pk}/join/", follow=True))
    assert "Bob" in page
    assert is_member(group, bob)
    assert browse(charlie).get(f"/groups/{group.pk}/").status_code == 404
    assert browse(None).get(f"/groups/{group.pk}/").status_code == 302
    assert "Night owls" not in text(browse(charlie).get("/groups/"))


def test_no_group_is_called_like_the_staff(browse: Browse, alice: Person) -> None:
    page = text(browse(alice).post("/groups/", {"name": "Night Mail Staff"}, follow=True))
    assert "could be taken for the staff" in page
    assert not PlayerGroup.objects.exists()


def test_nobody_joins_without_an_invitation(
    circle: PlayerGroup, browse: Browse, charlie: Person
) -> None:
    page = text(browse(charlie).post(f"/groups/{circle.pk}/join/", follow=True))
    assert "This invitation is no longer valid." in page
    assert not is_member(circle, charlie)


@pytest.mark.parametrize(
    "name", ["", "x", "x" * 41, "see www.example.org", "a\u200bb owls", "Оwls owls", "a@b.c"]
)
def test_names_that_will_not_do_are_refused(name: str, browse: Browse, alice: Person) -> None:
    text(browse(alice).post("/groups/", {"name": name}, follow=True))
    assert not PlayerGroup.objects.exists()


@pytest.mark.parametrize(
    "what", ["invite", "remove", "owner", "step-down", "code", "addresses", "name", "delete"]
)
def test_only_an_owner_manages_a_group(
    what: str, circle: PlayerGroup, browse: Browse, bob: Person, charlie: Person
) -> None:
    for person in (bob, charlie):
        form = {"name": "Alice", "addresses": "frank@example.net"}
        page = browse(person).post(f"/groups/{circle.pk}/{what}/", form, follow=True)
        assert "Only an owner of the club can do this." in text(page)
    circle.refresh_from_db()
    assert (circle.name, circle.code) == ("Night owls", None)
    assert owners(circle) == {"Alice"}
    assert circle.memberships.count() == 2


def test_an_owner_makes_another_steps_down_and_ends_the_club(
    circle: PlayerGroup, browse: Browse, alice: Person, bob: Person
) -> None:
    here = f"/groups/{circle.pk}/"
    page = text(browse(alice).post(f"{here}step-down/", follow=True))
    assert "You are the only owner. Make another member an owner first." in page
    page = text(browse(alice).post(f"{here}owner/", {"name": "Bob"}, follow=True))
    assert "Bob now owns the club, too." in page
    page = text(browse(alice).post(f"{here}remove/", {"name": "Bob"}, follow=True))
    assert "Owners cannot be removed." in page
    page = text(browse(alice).post(f"{here}step-down/", follow=True))
    assert "You no longer own the club, but are still a member." in page
    assert owners(circle) == {"Bob"}
    assert "You have left the club." in text(browse(alice).post(f"{here}leave/", follow=True))
    page = text(browse(bob).post(f"{here}owner/", {"name": "Alice"}, follow=True))
    assert "Alice is not a member of this club." in page
    page = text(browse(bob).post(f"{here}invite/", {"name": "Nobody"}, follow=True))
    assert "There is no player of this name." in page
    assert "The club has ended." in text(browse(bob).post(f"{here}delete/", follow=True))
    for what in ("join", "leave", "invite", "delete"):
        page = text(browse(bob).post(f"{here}{what}/", {"name": "Alice"}, follow=True))
        assert "This club no longer exists." in page


def test_the_longest_member_follows_the_last_owner_who_leaves_and_is_told(
    circle: PlayerGroup, browse: Browse, inbox, alice: Person, bob: Person, charlie: Person
) -> None:
    invite_member(group=circle, owner=alice, person=charlie, now=NOW)
    accept_invitation(group=circle, person=charlie, now=LATER)
    page = text(browse(alice).post(f"/groups/{circle.pk}/leave/", follow=True))
    assert "You have left the club." in page
    assert owners(circle) == {"Bob"}
    mails = [prose_of(mail) for mail in sent_mails(inbox) if "bob" in mail["To"]]
    assert ["You own the club “Night owls” now." in mail for mail in mails] == [True]
    browse(bob).post(f"/groups/{circle.pk}/leave/")
    assert owners(circle) == {"Charlie"}
    browse(charlie).post(f"/groups/{circle.pk}/leave/")
    assert not PlayerGroup.objects.exists()


def test_the_longest_member_follows_an_owner_who_is_banned(
    circle: PlayerGroup, alice: Person, bob: Person, people: PeopleFactory
) -> None:
    mona = people("Mona", is_superuser=True)
    ban(actor=mona, person=alice, reason="Insults.", now=NOW)
    assert owners(circle) == {"Bob"}
    assert is_member(circle, alice)
    ban(actor=mona, person=bob, reason="Insults.", now=NOW)
    # Nobody else is left, so nobody else can own it.
    assert owners(circle) == {"Bob"}


def test_somebody_removed_does_not_come_back_by_the_code_but_by_an_invitation(
    circle: PlayerGroup, browse: Browse, alice: Person, bob: Person
) -> None:
    here = f"/groups/{circle.pk}/"
    browse(alice).post(f"{here}code/", {"wanted": "yes"})
    circle.refresh_from_db()
    browse(alice).post(f"{here}remove/", {"name": "Bob"})
    assert browse(bob).get(here).status_code == 404
    assert "is no longer in the club" in text(
        browse(alice).post(f"{here}remove/", {"name": "Bob"}, follow=True)
    )
    browse(bob).post(f"{here}leave/")
    page = text(browse(bob).post(f"/groups/join/{circle.code}/", follow=True))
    assert "You were removed from this club. Ask an owner to invite you." in page
    assert "Bob is invited." in text(
        browse(alice).post(f"{here}invite/", {"name": "Bob"}, follow=True)
    )
    assert not is_member(circle, bob)
    browse(bob).post(f"{here}join/")
    assert is_member(circle, bob)


def test_caps_of_groups_and_members(
    circle: PlayerGroup, browse: Browse, alice: Person, charlie: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(service, "MAX_GROUPS", 1)
    monkeypatch.setattr(members, "MAX_MEMBERS", 2)
    monkeypatch.setattr(service, "MAX_OWNERS", 1)
    page = browse(alice).post(f"/groups/{circle.pk}/owner/", {"name": "Bob"}, follow=True)
    assert "A club can have up to 1 owners." in text(page)
    assert "Leave one first." in text(browse(alice).post("/groups/", {"name": "More"}, follow=True))
    page = browse(alice).post(f"/groups/{circle.pk}/invite/", {"name": "Charlie"}, follow=True)
    assert "This club is full: it can have up to 2 members, with those invited." in text(page)
    change_code(group=circle, owner=alice, wanted=True)
    circle.refresh_from_db()
    page = text(browse(charlie).post(f"/groups/join/{circle.code}/", follow=True))
    assert "This club is full" in page
    assert not is_member(circle, charlie)


def test_a_table_for_a_group_is_seen_and_joined_by_its_members_alone(
    circle: PlayerGroup, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    game = opened(browse(alice), group=str(circle.pk), days_for_group="0")
    assert (game.public, game.group_id) == (False, circle.pk)
    lobby = text(browse(bob).get("/lobby/"))
    assert "Tables of your clubs" in lobby
    assert game.code in lobby
    assert "Night owls" in lobby
    for reader in (browse(charlie), browse(None)):
        page = text(reader.get("/lobby/"))
        assert game.code not in page
        assert "Night owls" not in page
    url = f"/games/{game.code}/join/"
    assert browse(charlie).get(url).status_code == 404
    assert browse(charlie).post(url, {}).status_code == 404
    # By the link others come, and do not learn of the group.
    assert "Night owls" not in text(browse(charlie).get(f"/join/{game.invitation}/"))
    assert browse(bob).post(url, {}).status_code == 302
    assert game.seats.count() == 2


def test_a_running_game_of_a_group_is_watched_by_members_alone(
    circle: PlayerGroup, begin, browse: Browse, alice: Person, bob: Person, charlie: Person,
    dana: Person,
) -> None:  # fmt: skip
    game = begin(charlie, dana)
    Game.objects.filter(pk=game.pk).update(public=False, group=circle)
    here = f"/games/{game.code}/"
    assert browse(bob).get(here).status_code == 200
    browse(bob).post(f"/groups/{circle.pk}/leave/")
    for path in (here, f"{here}board.png", f"{here}replay/", f"{here}record/"):
        assert browse(bob).get(path).status_code == 404
        assert browse(alice).get(path).status_code == 200


def test_members_come_first_and_then_everyone(
    circle: PlayerGroup, browse: Browse, alice: Person, charlie: Person
) -> None:
    game = opened(browse(alice), group=str(circle.pk), days_for_group="2")
    assert open_group_tables(now=NOW + timedelta(days=2, seconds=-1)) == 0
    assert game.code not in text(browse(charlie).get("/lobby/"))
    assert open_group_tables(now=NOW + timedelta(days=2)) == 1
    assert open_group_tables(now=NOW + timedelta(days=2)) == 0
    page = text(browse(charlie).get("/lobby/"))
    assert game.code in page
    assert "Night owls" not in page


def test_a_game_that_began_within_its_group_stays_there(
    circle: PlayerGroup, browse: Browse, alice: Person
) -> None:
    game = opened(browse(alice), group=str(circle.pk), days_for_group="1")
    Game.objects.filter(pk=game.pk).update(status=GameStatus.RUNNING)
    assert open_group_tables(now=NOW + timedelta(days=3)) == 0


def test_no_table_is_opened_for_a_group_of_others_or_a_deleted_one(
    circle: PlayerGroup, browse: Browse, charlie: Person, alice: Person
) -> None:
    found_group(owner=charlie, name="Others", now=NOW)
    answer = browse(charlie).post("/lobby/new/", {**TABLE, "group": str(circle.pk)})
    assert answer.status_code == 422
    gone = circle.pk
    circle.delete()
    assert browse(alice).post("/lobby/new/", {**TABLE, "group": str(gone)}).status_code in (
        302,
        422,
    )
    assert not Game.objects.filter(group__isnull=False).exists()


def test_a_group_outlives_its_owner_and_goes_with_its_last_member(
    circle: PlayerGroup, alice: Person, bob: Person
) -> None:
    close_account(person=alice, now=NOW)
    assert owners(circle) == {"Bob"}
    close_account(person=bob, now=NOW)
    assert not PlayerGroup.objects.exists()
    assert not Membership.objects.exists()


def test_an_invitation_by_somebody_blocked_looks_like_any_and_reaches_nobody(
    circle: PlayerGroup, browse: Browse, inbox, alice: Person, charlie: Person
) -> None:
    block(person=charlie, other=alice, now=NOW)
    here = f"/groups/{circle.pk}/"
    page = text(browse(alice).post(f"{here}invite/", {"name": "Charlie"}, follow=True))
    assert "Charlie is invited." in page
    assert "Withdraw the invitation" in page
    assert sent_mails(inbox) == []
    assert "Night owls" not in text(browse(charlie).get("/groups/"))


def test_members_are_invited_to_a_table_one_by_one(
    circle: PlayerGroup, browse: Browse, inbox, alice: Person, bob: Person, charlie: Person
) -> None:
    here, client = f"/groups/{circle.pk}/", browse(alice)
    assert "Invite to my table" not in text(client.get(here))
    page = text(client.post(f"{here}table/", {"name": "Bob"}, follow=True))
    assert "Open a table for the club first." in page
    game = opened(client, group=str(circle.pk), days_for_group="0")
    assert text(client.get(here)).count("Invite to my table") == 1
    assert "Invite to my table" not in text(browse(bob).get(here))
    for _twice in range(2):
        page = text(client.post(f"{here}table/", {"name": "Bob"}, follow=True))
        assert "Bob is invited to your table." in page
    client.post(f"{here}table/", {"name": "Charlie"})
    (mail,) = sent_mails(inbox)
    assert "bob" in mail["To"]
    assert f"/join/{game.invitation}/" in prose_of(mail)


def test_favourites_are_invited_when_a_table_is_opened(
    browse: Browse, inbox, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    for other in (bob, charlie):
        Favourite.objects.create(person=alice, opponent=other, at=NOW)
    block(person=charlie, other=alice, now=NOW)
    client = browse(alice)
    assert "Invite favourites" in text(client.get("/lobby/new/"))
    assert "Invite favourites" not in text(browse(dana).get("/lobby/new/"))
    game = opened(client, public="", invite=["Bob", "Charlie"])
    (mail,) = sent_mails(inbox)
    assert "bob" in mail["To"]
    assert "Alice invites you to a table on USA." in prose_of(mail)
    assert f"/join/{game.invitation}/" in prose_of(mail)
    assert client.post("/lobby/new/", {**TABLE, "invite": ["Dana"]}).status_code == 422


def test_only_so_many_invitations_a_day_reach_one_favourite(
    browse: Browse, alice: Person, bob: Person
) -> None:
    Favourite.objects.create(person=alice, opponent=bob, at=NOW)
    for _table in range(5):
        opened(browse(alice), invite=["Bob"])
    assert Notice.objects.filter(kind=NoticeKind.TABLE).count() == 3
