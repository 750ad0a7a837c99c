"""What migration 0050 writes into rows, and what its way back does."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import F, OuterRef, Subquery

PRIVATE: Final = ("approve", "decline", "remove")
ANSWERS: Final = {
    "adjudicate": "propose_adj",
    "withdraw_adj": "propose_adj",
    "void": "propose_void",
    "withdraw_void": "propose_void",
}
CONDUCT: Final = """
    INSERT INTO games_duelog (job, game_id, due_at)
    SELECT 'conduct', g.id, %s FROM games_game g
    WHERE g.version >= 0 AND NOT g.practice AND (
        NOT EXISTS (
            SELECT 1 FROM games_reliabilityrecord r WHERE r.game_id = g.id AND r.seq = g.version
        )
        OR g.status = 'void' AND EXISTS (
            SELECT 1 FROM games_reliabilityrecord r WHERE r.game_id = g.id AND r.finished
        )
    )
"""
PROOF: Final = """
    INSERT INTO games_duelog (job, game_id, due_at)
    SELECT 'proof', g.id, %s FROM games_game g
    LEFT JOIN games_logproof p ON p.game_id = g.id
    WHERE g.version >= 0 AND (p.game_id IS NULL OR p.seq <> g.version OR p.hash <> g.head)
"""
OF_CALLS: Final = (
    *("game_id", "test", "status", "attempts", "next_attempt_at", "answer", "error"),
    *("created_at", "sent_at"),
)


def fill(apps: Any, schema_editor: Any) -> None:
    """Bring rows of 0.3.0 into the new tables and columns."""
    words_for_one_person_leave_the_reasons(apps)
    taken_seats_count_for_reserves(apps)
    calls_and_messages_become_deliveries(apps)
    owners_become_members(apps)
    # Announced seasons were promised otherwise, and ask nobody; copies of those drawn before do.
    seasons = apps.get_model("games", "Season").objects
    seasons.filter(drawn_at__isnull=False).update(confirmation=True)
    connection = schema_editor.connection
    now = connection.ops.adapt_datetimefield_value(datetime.now(UTC))
    with connection.cursor() as cursor:
        # The logs not counted or proved to their end: the last time that all are asked.
        for statement in (CONDUCT, PROOF):
            cursor.execute(statement, [now])
    check_now(schema_editor)


def empty(apps: Any, schema_editor: Any) -> None:
    """Bring rows back to where 0.3.0 looks for them; deliveries that wait are not."""
    entries = apps.get_model("games", "AuditEntry").objects
    entries.filter(action__in=PRIVATE, reason="").update(reason=F("message"), message="")
    entries.update(proposal=None)
    # The owner who has been a member for the longest time owns a group alone.
    owners = apps.get_model("games", "Membership").objects.filter(group=OuterRef("pk"), owner=True)
    first = owners.order_by("joined_at", "pk").values("person")[:1]
    groups = apps.get_model("games", "PlayerGroup").objects
    groups.update(owner=Subquery(first))
    # Clubs that have ended; entries of seasons name them no more.
    apps.get_model("games", "Entry").objects.update(club=None)
    apps.get_model("games", "EmailInvitation").objects.filter(game=None).delete()
    groups.filter(owner=None).delete()
    check_now(schema_editor)


def words_for_one_person_leave_the_reasons(apps: Any) -> None:
    """Move words for one person to a column of their own, and tie answers to their proposals.

    Answers to requests for registration and to authors of removed messages were mailed to one
    person and listed for all. No text is lost, and no event of a game's log has it.
    """
    entries = apps.get_model("games", "AuditEntry").objects
    entries.filter(action__in=PRIVATE).update(message=F("reason"), reason="")
    open_: dict[tuple[int, str], int] = {}
    of_proposals = [*ANSWERS, *set(ANSWERS.values())]
    for pk, game, action in (
        entries.filter(action__in=of_proposals).order_by("pk").values_list("pk", "game", "action")
    ):
        if action not in ANSWERS:
            open_[game, action] = pk
        elif proposal := open_.pop((game, ANSWERS[action]), None):
            entries.filter(pk=pk).update(proposal=proposal)


def taken_seats_count_for_reserves(apps: Any) -> None:
    """Give one running seat, the first, to each person on a reserve list who has taken any.

    Until now the end of the game did that.
    """
    season_seats = apps.get_model("games", "SeasonSeat").objects
    waiting = apps.get_model("games", "Entry").objects.filter(
        status="reserve", season__started_at__isnull=False, season__adjudicated_at=None
    )
    for comes in waiting.exclude(person=None):
        running = season_seats.filter(
            season_game__division__season=comes.season_id,
            season_game__settled_at=None,
            season_game__game__status="running",
            season_game__game__seats__person=comes.person_id,
            season_game__game__seats__number=F("number"),
        )
        seat = running.select_related("season_game").order_by("season_game").first()
        if seat is None:
            continue
        comes.status, comes.substitute_for_id = "playing", seat.entry_id
        comes.division_id = seat.season_game.division_id
        comes.save(update_fields=["status", "substitute_for", "division"])
        seat.drawn_for_id, seat.entry_id = seat.drawn_for_id or seat.entry_id, comes.pk
        seat.save(update_fields=["entry", "drawn_for"])


def calls_and_messages_become_deliveries(apps: Any) -> None:
    """Store calls of webhooks and push messages in one table."""
    deliveries = apps.get_model("games", "Delivery").objects

    def store(row: Any, **fields: object) -> None:
        same = {name: getattr(row, name) for name in OF_CALLS}
        deliveries.create(**same, **fields).notices.set(row.notices.all())

    # A turn that an order had not answered: it went to browsers and not to webhooks.
    for notice in apps.get_model("games", "Notice").objects.filter(fanned_out=True, pushed=False):
        notice.fanned_out, notice.data = False, {**notice.data, "owner_only": True}
        notice.save(update_fields=["fanned_out", "data"])
    calls = apps.get_model("games", "WebhookCall").objects.select_related("webhook")
    for call in calls.prefetch_related("notices").iterator(500):
        store(
            call,
            channel="webhook",
            person_id=call.webhook.person_id,
            webhook_id=call.webhook_id,
            name=call.name,
            body=call.body,
        )
    pushes = apps.get_model("games", "PushMessage").objects.select_related("subscription__sign_in")
    for message in pushes.prefetch_related("notices").iterator(500):
        store(
            message,
            channel="push",
            person_id=message.subscription.sign_in.person_id,
            subscription_id=message.subscription_id,
            body=message.text,
        )


def owners_become_members(apps: Any) -> None:
    """Make the owner of a group one of its members who own it, and who has invited the others."""
    memberships = apps.get_model("games", "Membership").objects
    owner = apps.get_model("games", "PlayerGroup").objects.filter(pk=OuterRef("group"))
    memberships.filter(person=F("group__owner")).update(owner=True)
    memberships.filter(joined_at=None).update(inviter=Subquery(owner.values("owner")))


def check_now(schema_editor: Any) -> None:
    """Check foreign keys at once: PostgreSQL changes no table with checks that wait."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
