"""Each table of the admin for each kind of staff: who reads, who changes, who is sent away.

Staff play too. Erin is on the staff with permissions that differ from test to test; Adam is an
administrator, Mona a moderator without the admin, and Bob plays against Alice.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.test import Client

from games.absence.models import HandOver
from games.leagues.models import Division, Entry, League
from games.lobby.groups.groups import found_group
from games.log.models import Event
from games.moderation.games.hidden_cards import look_at_hidden_cards
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.offices import moderators_group
from games.moderation.reports import file_report, settle_report
from games.notifications.models import Delivery
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.conftest import PASSWORD, PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox
from tests.games.moderation.conftest import (
    adam,
    division,
    enter,
    erin,
    game,
    league_game,
    mona,
    nora,
)
from tests.games.security.admin_tables import fill, tables
from tests.thinning import one_in

__all__ = ["adam", "division", "erin", "game", "league_game", "mona", "nora"]

Browse = Callable[[Person | None], Client]

READS, CHANGES, REFUSED, AWAY = "reads", "changes", "is refused", "is sent to the log-in"

ROLES = (
    "nobody",
    "player",
    "moderator",
    "staff without permissions",
    "staff who may read another table",
    "staff who may read it",
    "staff with all permissions",
    "administrator",
)

CHANGED_BY_ADMINISTRATORS = {"Group"}
DELETED_BY_STAFF = {"Authenticator"}


@pytest.fixture
def sam(people: PeopleFactory) -> Person:
    """On the staff, and no administrator."""
    return people("Sam", is_staff=True)


@pytest.fixture
def table(
    game: Game, alice: Person, bob: Person, mona: Person, division: Division, inbox: Inbox
) -> Game:
    """A running game of Alice and Bob, and a row in every table of the admin."""
    inbox()
    fill(game, alice, bob, mona)
    return game


def allow(person: Person, *codenames: str) -> Person:
    """Give a person these permissions; an empty name is every permission there is."""
    found = Permission.objects.all()
    if codenames != ("",):
        found = found.filter(codename__in=codenames)
    person.user_permissions.set(found)
    return Person.objects.get(pk=person.pk)


def seen(client: Client, url: str, data: dict[str, str] | None = None) -> str:
    answer = client.get(url) if data is None else client.post(url, data)
    if answer.status_code == 302 and "/login/" in answer["Location"]:
        return AWAY
    if answer.status_code in (403, 404):
        return REFUSED
    assert answer.status_code in (200, 302), (url, answer.status_code)
    return READS


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_each_table_for_each_kind_of_staff(
    role: str, table: Game, browse: Browse, alice: Person, mona: Person, sam: Person, adam: Person
) -> None:
    people = {"nobody": None, "player": alice, "moderator": mona, "administrator": adam}
    whole = allow(sam, "") if role == "staff with all permissions" else sam
    for one in one_in(2, tables(), ROLES.index(role)):
        person = people.get(role, whole)
        name = one.name.lower()
        if role == "staff who may read it":
            person = allow(sam, f"view_{name}")
        if role == "staff who may read another table":
            others = [f"view_{other.name.lower()}" for other in tables() if other != one]
            person = allow(sam, *others)
        client = browse(person)
        row = one.model._default_manager.order_by("pk").first()
        assert row is not None
        here, there = f"{one.url}{row.pk}/", f"{one.url}999999/"
        reads = role in ("administrator", "staff with all permissions", "staff who may read it")
        out = AWAY if role in ("nobody", "player", "moderator") else REFUSED
        for url in (one.url, f"{here}change/", f"{here}history/"):
            # Django sends people of the site without the office to a page that says so.
            assert seen(client, url) == (READS if reads else out), (role, url)
        for page in ("change", "history", "delete"):
            # Whether a row is there is no business of who may not read it.
            if not reads:
                assert seen(client, f"{there}{page}/") == out, (role, one.name, page)
        changes = role == "administrator" and one.name in CHANGED_BY_ADMINISTRATORS
        deletes = changes or (
            one.name in DELETED_BY_STAFF and role in ("administrator", "staff with all permissions")
        )
        for url, may in ((f"{one.url}add/", changes), (f"{here}delete/", deletes)):
            assert seen(client, url) == (READS if may else out), (role, url)
        form = {"name": "Owls", "status": "sent", "verified": "on"}
        assert seen(client, f"{here}change/", form) == (READS if changes else out), (role, one.name)
        if not deletes:
            assert seen(client, f"{here}delete/", {"post": "yes"}) == out, (role, one.name)
            selected = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
            client.post(one.url, selected)
            assert one.model._default_manager.filter(pk=row.pk).exists(), (role, one.name)


WORDS = {"reason": "Everybody asked for it.", "decide": "yes", "name": "Bob", "text": "Hello."}
MODERATES = {
    ("league", "add-director"), ("league", "archive"), ("league", "rate"), ("season", "write"),
    ("person", "warn"), ("person", "mute"), ("person", "suspend"),
}  # fmt: skip
"""What somebody who moderates and plays there does: nothing in their game, division and entry."""


@pytest.mark.parametrize(
    "role",
    ["nobody", "player", "moderator", "staff without permissions", "staff who may read",
     "moderator of the staff", "administrator"],
)  # fmt: skip
def test_each_action_for_each_kind_of_staff_with_a_game_of_their_own(
    role: str,
    league_game: Game,
    division: Division,
    alice: Person,
    bob: Person,
    people: PeopleFactory,
    browse: Browse,
) -> None:
    """The game, the season and the entry are those of the actor; the person is a rival."""
    actor = people("Stan")
    actor.is_superuser = role == "administrator"
    actor.is_staff = "staff" in role or actor.is_superuser
    actor.save()
    if "moderator" in role:
        actor.groups.add(moderators_group())
    if role in ("staff who may read", "moderator of the staff"):
        readable = ("game", "league", "season", "entry", "person", "playergroup")
        allow(actor, *(f"view_{name}" for name in readable))
    Seat.objects.filter(game=league_game, number=0).update(person=actor)
    Entry.objects.filter(person=alice).update(person=actor)
    League.objects.update(rated=False)
    rows = {
        "game": league_game,
        "league": division.season.league,
        "season": division.season,
        "entry": Entry.objects.get(person=actor),
        "person": bob,
        "playergroup": found_group(owner=actor, name="Owls", now=NOW),
    }
    client = browse(None if role == "nobody" else actor)
    offered = [
        (model, key)
        for model, page in admin.site._registry.items()
        for key in getattr(page, "offered", ())
    ]
    assert {model._meta.model_name for model, _key in offered} == rows.keys()
    done = set()
    for model, key in offered:
        name = str(model._meta.model_name)
        data = {**WORDS, "action": key, "_selected_action": rows[name].pk}
        with transaction.atomic():
            found = seen(client, f"/admin/games/{name}/", data)
            if AuditEntry.objects.exists():
                done.add((name, key))
            transaction.set_rollback(True)
        enters = actor.is_superuser or role.endswith(("may read", "of the staff"))
        out = AWAY if not actor.is_staff else REFUSED
        assert found == (READS if enters else out), (role, name, key)
    decides = role in ("moderator of the staff", "administrator")
    assert done == (MODERATES if decides else set())


def test_staff_who_play_see_no_line_of_the_log_of_their_game(
    begin: Starter, sam: Person, bob: Person, alice: Person, browse: Browse
) -> None:
    """Nor of one that they left, nor of one of who plays in their division."""
    allow(sam, "view_event")
    own, left, other = begin(sam, bob), begin(alice, bob), begin(alice, bob)
    HandOver.objects.create(
        seat=left.seats.get(number=0), seq=1, person_before=sam, person_after=alice, at=NOW
    )
    text = browse(sam).get("/admin/games/event/?all=").content.decode()
    assert own.code not in text
    assert left.code not in text
    assert other.code in text
    line = Event.objects.filter(game=own).first()
    assert browse(sam).get(f"/admin/games/event/{line.pk}/change/").status_code == 302
    assert own.code not in browse(sam).get(
        "/admin/games/event/", {"q": own.code}
    ).content.decode().replace(f'value="{own.code}"', "").replace(f"q={own.code}", "")


def test_staff_see_no_line_about_a_game_of_a_rival_of_their_division(
    table: Game, division: Division, sam: Person, alice: Person, browse: Browse
) -> None:
    allow(sam, "view_event", "view_mail", "view_notice", "view_inboundmail", "view_delivery")
    names = ("event", "mail", "notice")
    client = browse(sam)
    for name in names:
        assert table.code in client.get(f"/admin/games/{name}/").content.decode()
    enter(division, alice, sam)
    for name in names:
        assert table.code not in client.get(f"/admin/games/{name}/").content.decode()


def test_staff_who_play_see_no_call_about_their_game(
    begin: Starter, table: Game, sam: Person, bob: Person, browse: Browse
) -> None:
    allow(sam, "view_delivery")
    own = begin(sam, bob)
    Delivery.objects.update(game=own)
    page = browse(sam).get("/admin/games/delivery/").content.decode()
    assert "0 deliveries" in page


def test_nobody_who_plays_learns_from_the_audit_log_that_somebody_looked_at_the_cards(
    begin: Starter, sam: Person, bob: Person, mona: Person, nora: Person, browse: Browse
) -> None:
    """The players are told when the game is over; until then a look says what is looked for."""
    own = begin(nora, bob)
    look_at_hidden_cards(actor=mona, game=own, reason="Somebody hoards green cards.", now=NOW)
    nora.is_staff = True
    nora.save()
    allow(nora, "view_auditentry")
    client = browse(nora)
    pages = ("/admin/games/auditentry/", "/moderation/audit/", "/moderation/")
    for url in pages:
        assert "hoards" not in client.get(url).content.decode()
        assert own.code not in client.get(url).content.decode()
    entry = AuditEntry.objects.get(action=ModerationAction.LOOK)
    assert client.get(f"/admin/games/auditentry/{entry.pk}/change/").status_code == 302
    assert "hoards" in browse(mona).get("/moderation/audit/").content.decode()
    Game.objects.filter(pk=own.pk).update(status="finished")
    assert own.code in client.get("/admin/games/auditentry/").content.decode()
    assert "hoards" in client.get("/moderation/audit/").content.decode()


def test_nobody_reads_what_became_of_a_report_about_themselves(
    table: Game, alice: Person, mona: Person, nora: Person, browse: Browse
) -> None:
    made = file_report(reporter=alice, subject=nora, kind="player", text="She is rude.", now=NOW)
    settle_report(actor=mona, report=made, status="handled", reason="Alice is right.", now=NOW)
    nora.is_staff = True
    nora.save()
    allow(nora, "view_auditentry", "view_report")
    client = browse(nora)
    pages = ("/admin/games/auditentry/", "/moderation/audit/", "/moderation/people/Nora/")
    for url in (*pages, "/admin/games/report/", "/moderation/"):
        text = client.get(url).content.decode()
        assert "Alice is right." not in text, url
        assert "She is rude." not in text, url
    assert "Alice is right." in browse(mona).get("/moderation/audit/").content.decode()


def test_staff_cannot_take_the_second_factor_of_an_administrator_away(
    table: Game, sam: Person, adam: Person, browse: Browse
) -> None:
    allow(sam, "view_authenticator", "delete_authenticator")
    factor = Authenticator.objects.create(user=adam, type="totp", data={"secret": "JBSW"})
    client = browse(sam)
    url = "/admin/mfa/authenticator/"
    assert "Adam" not in client.get(url).content.decode()
    client.post(f"{url}{factor.pk}/delete/", {"post": "yes"})
    client.post(url, {"action": "delete_selected", "_selected_action": [factor.pk], "post": "yes"})
    assert Authenticator.objects.filter(pk=factor.pk).exists()
    others = Authenticator.objects.get(user__name="Bob")
    client.post(f"{url}{others.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.filter(pk=others.pk).exists()


def test_staff_cannot_promote_themselves_by_a_group(
    table: Game, sam: Person, adam: Person, browse: Browse
) -> None:
    group = Group.objects.create(name="Readers")
    sam.groups.add(group)
    allow(sam, "view_group", "add_group", "change_group", "delete_group")
    everything = [str(pk) for pk in Permission.objects.values_list("pk", flat=True)]
    form = {"name": "Readers", "permissions": everything}
    for url in (f"/admin/auth/group/{group.pk}/change/", "/admin/auth/group/add/"):
        assert browse(sam).post(url, form).status_code == 403
    assert not group.permissions.exists()
    assert browse(adam).post(f"/admin/auth/group/{group.pk}/change/", form).status_code == 302
    assert group.permissions.exists()


def test_a_password_is_changed_where_everybody_changes_theirs(adam: Person, browse: Browse) -> None:
    """Django's own page would allow unlimited guesses in an open session."""
    client = browse(adam)
    form = {
        "old_password": PASSWORD,
        "new_password1": "a lamp in the day",
        "new_password2": "a lamp in the day",
    }
    for answer in (
        client.get("/admin/password_change/"),
        client.post("/admin/password_change/", form),
    ):
        assert answer.status_code == 302
        assert answer["Location"] == "/accounts/password/change/"
    adam.refresh_from_db()
    assert adam.check_password(PASSWORD)


def test_the_index_lists_only_what_a_member_of_the_staff_may_read(
    table: Game, sam: Person, browse: Browse
) -> None:
    allow(sam, "view_sanction")
    client = browse(sam)
    for url in ("/admin/", "/admin/games/"):
        text = client.get(url).content.decode()
        assert "/admin/games/sanction/" in text
        assert "/admin/games/mail/" not in text
    for url in ("/admin/mfa/", "/admin/auth/", "/admin/nothing/"):
        assert client.get(url).status_code == 404
