"""What migrations write into rows, with rows: databases of releases leave many tables empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from games.moderation import audit_triggers

pytestmark = pytest.mark.slow

Migrate = Callable[[str], StateApps]

DAY = timedelta(days=1)
ENDED = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def migrate(transactional_db: None) -> Iterator[Migrate]:
    """Bring the tables to a migration of games, and return its models; at the end, to the last."""

    def to(name: str) -> StateApps:
        executor = MigrationExecutor(connection)
        executor.migrate([("games", name)])
        return executor.loader.project_state([("games", name)]).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def people_of_then(apps: StateApps) -> list[Any]:
    """Alice, Bob and Charlie, by a model of then."""
    return [
        apps.get_model("games", "Person").objects.create(
            email=f"{name}@example.org", name=name, name_key=name, name_skeleton=name
        )
        for name in ("alice", "bob", "charlie")
    ]


def game_of_then(apps: StateApps, people: list[Any], *, code: str, **fields: object) -> Any:
    """A game at which these people sit, by models of then."""
    game = apps.get_model("games", "Game").objects.create(
        code=code,
        invitation=code * 3,
        board="usa",
        seat_count=len(people),
        rules_version="1",
        board_digest="",
        secret=b"",
        commitment="",
        created_at=ENDED - DAY,
        **fields,
    )
    for number, person in enumerate(people):
        apps.get_model("games", "Seat").objects.create(game=game, number=number, person=person)
    return game


def test_words_for_one_player_leave_the_published_reasons_and_answers_find_their_proposals(
    migrate: Migrate,
) -> None:
    apps = migrate("0001_initial")
    people = people_of_then(apps)
    game = game_of_then(apps, people, code="ended")
    entries = apps.get_model("games", "AuditEntry").objects
    actions = ("decline", "approve", "remove", "pause", "propose_void", "withdraw_void")
    actions += ("propose_void", "void", "propose_adj")
    for number, action in enumerate(actions):
        entries.create(
            at=ENDED,
            actor=people[0],
            role="director",
            action=action,
            game=game if number > 1 else None,
            data={},
            reason=str(number),
        )
    entries = migrate("0050_release_0_4").get_model("games", "AuditEntry").objects
    rows = list(entries.order_by("pk"))
    words = [(row.reason, row.message) for row in rows]
    assert words[:4] == [("", "0"), ("", "1"), ("", "2"), ("3", "")]
    numbers = {row.pk: number for number, row in enumerate(rows)}
    answered = [numbers.get(row.proposal_id) for row in rows]
    assert answered == [None, None, None, None, None, 4, None, 6, None]
    assert audit_triggers.is_installed(connection)
    with pytest.raises(DatabaseError, match="append-only"):
        entries.filter(pk=rows[0].pk).update(reason="changed")
    migrate("0001_initial")
    assert audit_triggers.is_installed(connection)
    back = migrate("0001_initial").get_model("games", "AuditEntry").objects
    assert [row.reason for row in back.order_by("pk")] == [str(n) for n in range(len(actions))]


def test_a_seat_that_somebody_on_the_reserve_list_has_taken_counts_for_them(
    migrate: Migrate,
) -> None:
    apps = migrate("0001_initial")
    alice, bob, charlie = people_of_then(apps)
    league = apps.get_model("games", "League").objects.create(slug="club", created_at=ENDED)
    dates = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
    season = apps.get_model("games", "Season").objects.create(
        league=league,
        number=1,
        kinds=[],
        points={},
        division_size=2,
        promote=0,
        relegate=0,
        planned_at=ENDED,
        started_at=ENDED,
        **dict.fromkeys(dates, ENDED),
    )
    division = apps.get_model("games", "Division").objects.create(season=season, tier=1)
    entries = apps.get_model("games", "Entry").objects
    drawn, rival, comes = (
        entries.create(
            season=season, person=person, division=where, status=status, registered_at=ENDED
        )
        for person, where, status in (
            (alice, division, "playing"),
            (bob, division, "playing"),
            (charlie, None, "reserve"),
        )
    )
    game = game_of_then(apps, [charlie, bob], code="taken", status="running")
    season_game = apps.get_model("games", "SeasonGame").objects.create(
        division=division, number=1, board="usa", game=game
    )
    seats = apps.get_model("games", "SeasonSeat").objects
    for number, entry in enumerate((drawn, rival)):
        seats.create(season_game=season_game, number=number, entry=entry)
    apps = migrate("0050_release_0_4")
    seats = apps.get_model("games", "SeasonSeat").objects.order_by("number")
    assert list(seats.values_list("entry", "drawn_for")) == [
        (comes.pk, drawn.pk),
        (rival.pk, None),
    ]
    entry = apps.get_model("games", "Entry").objects.get(pk=comes.pk)
    assert (entry.status, entry.division_id, entry.substitute_for_id) == (
        "playing",
        division.pk,
        drawn.pk,
    )


def test_calls_and_push_messages_become_deliveries_that_tell_the_same_notices(
    migrate: Migrate,
) -> None:
    apps = migrate("0001_initial")
    alice, *_others = people = people_of_then(apps)
    game = game_of_then(apps, people, code="running")
    when = {"created_at": ENDED, "next_attempt_at": ENDED + DAY}
    about = {"person": alice, "game": game, "kind": "turn", "not_before": ENDED}
    notices = apps.get_model("games", "Notice").objects
    sent, kept_from_others, new = (
        notices.create(decision=number, created_at=ENDED, called=called, pushed=pushed, **about)
        for number, (called, pushed) in enumerate(((True, True), (True, False), (False, False)))
    )
    hook = apps.get_model("games", "Webhook").objects.create(
        person=alice, style="json", url="https://hooks.example/1", created_at=ENDED
    )
    sign_in = apps.get_model("games", "SignIn").objects.create(
        person=alice, session_key="s", began_at=ENDED, seen_at=ENDED
    )
    browser = apps.get_model("games", "PushSubscription").objects.create(
        sign_in=sign_in, endpoint="https://push.example/1", key="k", secret="s", created_at=ENDED
    )
    call = apps.get_model("games", "WebhookCall").objects.create(
        webhook=hook, game=game, name="a" * 32, body="{1}", attempts=2, answer=503, **when
    )
    message = apps.get_model("games", "PushMessage").objects.create(
        subscription=browser, game=game, text="{2}", test=True, status="sent", **when
    )
    call.notices.add(sent, new)
    message.notices.add(sent)
    after = migrate("0050_release_0_4")
    first, second = after.get_model("games", "Delivery").objects.order_by("channel")
    assert (first.channel, first.subscription_id, first.body) == ("push", browser.pk, "{2}")
    assert (first.test, first.status, first.person_id) == (True, "sent", alice.pk)
    assert (second.channel, second.webhook_id, second.body) == ("webhook", hook.pk, "{1}")
    assert (second.name, second.attempts, second.answer) == ("a" * 32, 2, 503)
    assert (second.created_at, second.next_attempt_at) == (ENDED, ENDED + DAY)
    assert set(second.notices.values_list("pk", flat=True)) == {sent.pk, new.pk}
    marked = after.get_model("games", "Notice").objects.order_by("pk")
    assert list(marked.values_list("fanned_out", "data")) == [
        (True, {}), (False, {"owner_only": True}), (False, {}),
    ]  # fmt: skip
    assert kept_from_others.pk


def test_owners_of_groups_become_members_who_own_them_and_invited_the_others(
    migrate: Migrate,
) -> None:
    apps = migrate("0001_initial")
    alice, bob, charlie = people_of_then(apps)
    group = apps.get_model("games", "PlayerGroup").objects.create(
        name="Night owls", owner=alice, created_at=ENDED
    )
    rows = apps.get_model("games", "Membership").objects
    for person, at in ((bob, ENDED), (alice, ENDED + DAY), (charlie, None)):
        rows.create(group=group, person=person, invited_at=ENDED, joined_at=at)
    after = migrate("0050_release_0_4").get_model("games", "Membership").objects.order_by("pk")
    assert list(after.values_list("person", "owner", "inviter")) == [
        (bob.pk, False, None),
        (alice.pk, True, None),
        (charlie.pk, False, alice.pk),
    ]
    after.filter(person=bob.pk).update(owner=True)
    before = migrate("0001_initial").get_model("games", "PlayerGroup")
    assert before.objects.get().owner_id == bob.pk


def test_seasons_that_were_announced_ask_nobody_and_copies_of_older_ones_do(
    migrate: Migrate,
) -> None:
    apps = migrate("0001_initial")
    league = apps.get_model("games", "League").objects.create(
        slug="club", name="Club", created_at=ENDED
    )
    dates = dict.fromkeys(("registration_opens_at", "registration_closes_at", "starts_at"), ENDED)
    for number, drawn_at in enumerate((ENDED, None), 1):
        apps.get_model("games", "Season").objects.create(
            league=league, number=number, kinds=[], points={}, division_size=4, promote=1,
            relegate=1, seed="s", ends_at=ENDED, planned_at=ENDED, announced_at=ENDED,
            drawn_at=drawn_at, **dates,
        )  # fmt: skip
    after = migrate("0050_release_0_4")
    seasons = after.get_model("games", "Season").objects.order_by("number")
    assert list(seasons.values_list("confirmation", "confirm_by")) == [(True, None), (False, None)]
