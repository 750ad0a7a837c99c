"""From the tables of 0.3.0 to those of 0.4.0.

Takes the place of the migrations that led there between the two releases (decision 124).
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.conf import settings
from django.db import migrations, models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    DeleteModel,
    RemoveConstraint,
    RemoveField,
    RemoveIndex,
    RenameField,
    RunPython,
)
from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    ForeignKey,
    Index,
    IntegerField,
    JSONField,
    ManyToManyField,
    OneToOneField,
    PositiveSmallIntegerField,
    Q,
    TextField,
    UniqueConstraint,
)
from django.db.models.deletion import CASCADE, PROTECT, SET_NULL

from games.common.together import Together
from games.migrations._rows_of_0_4 import empty, fill
from games.moderation import audit_triggers
from games.notifications.models import new_name
from games.people.models import languages

PERSON: Final = settings.AUTH_USER_MODEL
ACTIONS: Final = [
    ("warn", "warning"),
    ("mute", "mute"),
    ("suspend", "suspension"),
    ("ban", "ban"),
    ("lift", "sanction lifted"),
    ("pause", "pause"),
    ("resume", "pause ended"),
    ("extend", "deadline moved"),
    ("shorten", "time taken back"),
    ("extend_season", "deadlines of a season moved"),
    ("announce", "season announced"),
    ("call_off", "season cancelled"),
    ("move_dates", "dates of a season moved"),
    ("admit", "player admitted"),
    ("take_out", "player removed"),
    ("open_division", "division opened"),
    ("move_player", "player moved to another division"),
    ("add_player", "late player added"),
    ("merge", "divisions merged"),
    ("split", "division split"),
    ("nudge", "nudge"),
    ("excuse", "missed turn excused"),
    ("count", "missed turn counts again"),
    ("replace", "player replaced"),
    ("take_back", "game taken back"),
    ("adjudicate", "game adjudicated"),
    ("propose_adj", "adjudication proposed"),
    ("withdraw_adj", "proposed adjudication withdrawn"),
    ("propose_void", "voiding proposed"),
    ("withdraw_void", "proposal to void withdrawn"),
    ("void", "game voided"),
    ("propose", "decision proposed"),
    ("withdraw", "proposal withdrawn"),
    ("object", "objection"),
    ("confirm_vote", "vote confirmed"),
    ("refuse_vote", "vote refused"),
    ("look", "hidden cards viewed"),
    ("settle", "report settled"),
    ("deny_appeal", "appeal dismissed"),
    ("remove", "message removed"),
    ("remove_name", "name of a game removed"),
    ("describe", "name or description changed"),
    ("write", "message to all players"),
    ("approve", "registration approved"),
    ("decline", "registration declined"),
    ("add_director", "director added"),
    ("drop_director", "director removed"),
    ("archive", "league archived"),
    ("bring_back", "league brought back"),
    ("change_entry", "who may enter changed"),
    ("new_link", "new invitation link"),
    ("rate_league", "league admitted for rating"),
    ("rename_club", "club renamed"),
    ("end_club", "club ended"),
    ("appoint", "moderator appointed"),
    ("dismiss", "moderator dismissed"),
]
KINDS: Final = [
    ("started", "game started"),
    ("turn", "your turn"),
    ("reminder", "reminder"),
    ("over", "game over"),
    ("nudge", "nudge"),
    ("talk", "table talk"),
    ("vote", "vote"),
    ("replaced", "change of player"),
    ("away", "automatic vacation"),
    ("order", "plan"),
    ("plans", "what plans did"),
    ("correction", "decision of a director"),
    ("league", "league"),
    ("rematch", "rematch"),
    ("invitation", "invitation to a game or club"),
    ("table", "invitation from a player"),
    ("pairing", "table found for you"),
    ("group", "invitation to a club, or becoming its owner"),
    ("channel", "webhook switched off"),
]
OUTCOMES: Final = [
    ("played", "moved"),
    ("partly", "moved in part"),
    ("joined", "joined a game"),
    ("declined", "declined an invitation"),
    ("season", "registered, confirmed or withdrew"),
    ("said", "posted at the table"),
    ("unsaid", "not posted at the table"),
    ("told", "asked and answered"),
    ("unreadable", "not understood"),
    ("illegal", "against a rule"),
    ("stale", "too late"),
    ("too-large", "too large"),
    ("muted", "emails stopped"),
    ("bounced", "an email bounced"),
    ("duplicate", "received twice"),
    ("forged", "wrong sender"),
    ("automatic", "automatic"),
    ("limited", "too many"),
    ("unknown", "unknown address"),
    ("failed", "failed"),
]
FATES: Final = [
    ("standing", "in place"),
    ("done", "carried out"),
    ("partly", "partly carried out"),
    ("no-branch", "no part applied"),
    ("illegal", "not possible"),
    ("taken-back", "taken back with the game"),
    ("unforeseen", "something unforeseen"),
    ("unneeded", "no longer needed"),
    ("asks", "asks you"),
    ("paused", "paused"),
]
ROLES: Final = [
    ("player", "player"),
    ("director", "director"),
    ("moderator", "moderator"),
    ("administrator", "administrator"),
]
LINES: Final = [
    ("programs", "No bots and no search"),
    ("language-models", "No language models"),
    ("advice", "No advice from others"),
    ("accounts", "One person, one account"),
    ("partners", "No secrets between partners"),
]
ENTRANCES: Final = [
    ("open", "everybody"),
    ("approval", "everybody whom a director approves"),
    ("link", "people with the invitation link"),
    ("private", "people with the invitation link; nobody else sees the league"),
]
VOTES: Final = [
    ("open", "open"),
    ("agreed", "waiting for a director"),
    ("carried", "accepted"),
    ("rejected", "rejected"),
    ("refused", "refused by a director"),
    ("withdrawn", "withdrawn"),
    ("expired", "expired"),
    ("pointless", "no longer needed"),
]
PACES: Final = [
    ("minutes", "2 to 20 minutes"),
    ("hour", "20 minutes to 2 hours"),
    ("half-day", "3 to 12 hours"),
]
PLANS: Final = [
    ("off", "no plans"),
    ("draws", "plans that only draw"),
    ("all", "all plans"),
]
STATES: Final = [
    ("pending", "waiting"),
    ("sent", "sent"),
    ("dropped", "no longer needed"),
    ("failed", "given up"),
]
WISHES: Final = [
    ("started", "a table started"),
    ("other", "another of your tables started first"),
    ("withdrawn", "you cancelled it"),
    ("expired", "nobody was found in time"),
    ("full", "you hold as many seats as you may; finish a game first"),
    ("barred", "you may not start new games for now"),
    ("gone", "such tables are no longer played here"),
]
OPEN: Final = Q(("outcome__in", ["open", "agreed"]))


def install(apps: Any, schema_editor: Any) -> None:
    """Make the audit log append-only."""
    audit_triggers.install(schema_editor.connection)


def uninstall(apps: Any, schema_editor: Any) -> None:
    """Let the audit log be changed."""
    audit_triggers.uninstall(schema_editor.connection)


def create(name: str, *fields: tuple[str, models.Field], **options: object) -> CreateModel:
    """A new table with a number for its key."""
    key = models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )
    return CreateModel(name, [("id", key), *fields], options)


NEW: Final = [
    create(
        "RemovedPlayer",
        ("at", DateTimeField()),
        ("game", ForeignKey("games.game", CASCADE, related_name="removed_players")),
        ("person", ForeignKey(PERSON, CASCADE, related_name="tables_removed_from")),
        ordering=["at", "pk"],
        constraints=[UniqueConstraint(fields=("game", "person"), name="one_removal_a_player")],
    ),
    create(
        "GameSession",
        ("sign_in_mark", CharField(max_length=64)),
        ("browser", CharField(blank=True, max_length=30)),
        ("system", CharField(blank=True, max_length=30)),
        ("began_at", DateTimeField()),
        ("ends_at", DateTimeField(db_index=True)),
        ("person", ForeignKey(PERSON, CASCADE, related_name="game_sessions")),
        ("seat", ForeignKey("games.seat", CASCADE, related_name="game_sessions")),
        ordering=["-began_at", "-pk"],
    ),
    create(
        "Delivery",
        ("channel", CharField(max_length=20)),
        ("name", CharField(default=new_name, max_length=32, unique=True)),
        ("body", TextField()),
        ("test", BooleanField(default=False)),
        ("status", CharField(choices=STATES, default="pending", max_length=7)),
        ("attempts", PositiveSmallIntegerField(default=0)),
        ("next_attempt_at", DateTimeField(null=True)),
        ("answer", PositiveSmallIntegerField(default=0)),
        ("error", CharField(blank=True, max_length=200)),
        ("created_at", DateTimeField()),
        ("sent_at", DateTimeField(null=True)),
        ("game", ForeignKey("games.game", CASCADE, null=True, related_name="+")),
        ("person", ForeignKey(PERSON, CASCADE, related_name="deliveries")),
        # Until the old tables go, theirs are the names of the way back.
        ("webhook", ForeignKey("games.webhook", CASCADE, null=True, related_name="+")),
        (
            "subscription",
            ForeignKey("games.pushsubscription", CASCADE, null=True, related_name="+"),
        ),
        ("notices", ManyToManyField("games.notice", related_name="deliveries")),
        verbose_name_plural="deliveries",
        ordering=["-created_at", "-pk"],
        indexes=[Index(fields=["status", "next_attempt_at"], name="games_deliv_status_339d36_idx")],
    ),
    create(
        "DueLog",
        ("job", CharField(max_length=10)),
        ("due_at", DateTimeField()),
        ("game", ForeignKey("games.game", CASCADE, db_index=False, related_name="+")),
        indexes=[Index(fields=["job", "due_at"], name="due_logs_in_order")],
        constraints=[UniqueConstraint(fields=("game", "job"), name="one_due_log_a_job")],
    ),
    create(
        "UsualAnswers",
        ("answers", JSONField()),
        ("on_vacation", BooleanField(default=False)),
        ("person", OneToOneField(PERSON, CASCADE, related_name="usual_answers")),
    ),
    create(
        "Sketch",
        ("name", CharField("name", max_length=40)),
        ("tracks", JSONField(default=list)),
        ("drawn_seq", IntegerField()),
        ("created_at", DateTimeField()),
        ("changed_at", DateTimeField()),
        ("person", ForeignKey(PERSON, CASCADE, related_name="sketches")),
        ("seat", ForeignKey("games.seat", CASCADE, related_name="sketches")),
        ordering=["name", "pk"],
        constraints=[
            UniqueConstraint(fields=("seat", "person", "name"), name="sketch_names_differ")
        ],
    ),
    create(
        "Wish",
        ("board", CharField(blank=True, max_length=30)),
        ("seats", PositiveSmallIntegerField()),
        ("pace", CharField(max_length=20)),
        ("rated", BooleanField()),
        ("made_at", DateTimeField()),
        ("ends_at", DateTimeField()),
        ("ended_at", DateTimeField(null=True)),
        ("fate", CharField(blank=True, choices=WISHES, max_length=9)),
        ("game", ForeignKey("games.game", SET_NULL, null=True, related_name="wishes")),
        ("person", ForeignKey(PERSON, CASCADE, related_name="wishes")),
        ordering=["made_at", "pk"],
        indexes=[
            Index(condition=Q(("ended_at", None)), fields=["ends_at"], name="wishes_that_wait"),
            Index(fields=["seats", "pace", "ended_at"], name="wishes_of_a_kind"),
        ],
        constraints=[
            UniqueConstraint(
                condition=Q(("ended_at", None)),
                fields=("person", "board", "seats", "pace", "rated"),
                name="one_waiting_wish_a_kind",
            )
        ],
    ),
]
CHANGED: Final = [
    AddField("auditentry", "message", CharField(blank=True, default="", max_length=64)),
    AddField(
        "auditentry",
        "proposal",
        ForeignKey("games.auditentry", PROTECT, null=True, related_name="answers"),
    ),
    AlterField("auditentry", "action", CharField(choices=ACTIONS, max_length=13)),
    AlterField("auditentry", "role", CharField(choices=ROLES, max_length=13)),
    AddIndex(
        "auditentry",
        Index(condition=Q(("action", "propose")), fields=["at"], name="proposals_by_time"),
    ),
    AddField("division", "apart", JSONField(default=list)),
    AddField("division", "lot", CharField(default="", max_length=20)),
    AlterField(
        "emailinvitation",
        "game",
        ForeignKey("games.game", CASCADE, null=True, related_name="email_invitations"),
    ),
    AddField(
        "emailinvitation",
        "group",
        ForeignKey("games.playergroup", PROTECT, null=True, related_name="email_invitations"),
    ),
    AlterField("emailinvitation", "link", CharField(blank=True, max_length=32)),
    AddField(
        "entry", "accepts_directors", BooleanField("accepts directors who play", default=False)
    ),
    AddField(
        "entry", "club", ForeignKey("games.playergroup", PROTECT, null=True, related_name="entries")
    ),
    AddField("entry", "confirmed_at", DateTimeField(null=True)),
    AddField(
        "game",
        "replacement_bot",
        CharField("bot that plays on for a player", default="level-3", max_length=20),
    ),
    AddField("game", "changed", BooleanField(default=False, editable=False)),
    AddField(
        "game",
        "plan_pace",
        CharField("pace of plans", choices=PACES, default="minutes", max_length=8),
    ),
    AddField("game", "plans", CharField("plans", choices=PLANS, default="off", max_length=5)),
    AddField("game", "hours_per_turn", PositiveSmallIntegerField("hours per turn", default=0)),
    AddField(
        "game",
        "evening_minutes",
        PositiveSmallIntegerField("minutes per turn of an evening", default=0),
    ),
    AddField("game", "evening_since", DateTimeField(editable=False, null=True)),
    AddIndex(
        "game", Index(condition=Q(("changed", True)), fields=["id"], name="games_that_changed")
    ),
    AddIndex(
        "game",
        Index(
            condition=Q(("evening_minutes__gt", 0), ("status", "running")),
            fields=["id"],
            name="evening_tables",
        ),
    ),
    AlterField("inboundmail", "outcome", CharField(choices=OUTCOMES, max_length=10)),
    AddField("league", "archived_at", DateTimeField(null=True)),
    AddField(
        "league",
        "entry",
        CharField("who may enter", choices=ENTRANCES, default="open", max_length=8),
    ),
    AddField(
        "league", "founder", ForeignKey(PERSON, SET_NULL, null=True, related_name="founded_leagues")
    ),
    AddField("league", "invitation", CharField(blank=True, default="", max_length=32)),
    AddField(
        "league",
        "invited",
        ManyToManyField(PERSON, blank=True, related_name="leagues_invited_to"),
    ),
    AddField("league", "rated", BooleanField("rated", default=True)),
    AddField("membership", "owner", BooleanField(default=False)),
    AddField("membership", "inviter", ForeignKey(PERSON, SET_NULL, null=True, related_name="+")),
    AddField("membership", "removed_at", DateTimeField(null=True)),
    RemoveIndex("notice", "notices_uncalled"),
    RemoveIndex("notice", "notices_unpushed"),
    RenameField("notice", "called", "fanned_out"),
    AlterField("notice", "kind", CharField(choices=KINDS, max_length=20)),
    AddIndex(
        "notice",
        Index(condition=Q(("fanned_out", False)), fields=["not_before"], name="notices_to_fan_out"),
    ),
    AddField(
        "person",
        "tells_shared_network",
        BooleanField(
            "others at a table may know with whom of them I share a network", default=False
        ),
    ),
    AlterField(
        "person", "language", CharField("language", choices=languages, default="en", max_length=10)
    ),
    migrations.AlterModelOptions(
        "playergroup", {"ordering": ["name", "pk"], "verbose_name": "club"}
    ),
    AlterField(
        "playergroup",
        "owner",
        ForeignKey(PERSON, CASCADE, null=True, related_name="owned_groups"),
    ),
    AddField("playergroup", "code", CharField(max_length=8, null=True, unique=True)),
    AddField("replyaddress", "link", CharField(max_length=64, null=True, unique=True)),
    AddField("report", "line", CharField(blank=True, choices=LINES, default="", max_length=15)),
    AddField("season", "field", JSONField(null=True)),
    AddField(
        "season",
        "clubmates_apart",
        BooleanField("clubmates sit at different tables", default=False),
    ),
    AddField(
        "season", "confirmation", BooleanField("players confirm before the draw", default=False)
    ),
    AddField("season", "confirm_by", DateTimeField(null=True)),
    AddField("season", "reminded_at", DateTimeField(null=True)),
    AddField("season", "changes", JSONField(default=list)),
    RemoveIndex("seat", "orders_due"),
    RenameField("seat", "order_delay", "plan_delay"),
    RenameField("seat", "order_due_at", "plan_due_at"),
    AddIndex(
        "seat",
        Index(
            condition=Q(("plan_due_at__isnull", False)), fields=["plan_due_at"], name="plans_due"
        ),
    ),
    AddField("seat", "plan_lasts", BooleanField(default=False)),
    AddField("seatplan", "decision", IntegerField(null=True)),
    AddField("seatplan", "memory", JSONField(null=True)),
    AddField("seatplan", "seen_at", DateTimeField(null=True)),
    AddField("seatplan", "seen_seq", IntegerField(null=True)),
    AddField("seatplan", "told_seq", IntegerField(null=True)),
    AddField("seatplan", "why", JSONField(null=True)),
    AlterField("seatplan", "fate", CharField(choices=FATES, default="standing", max_length=10)),
    AlterField("seatplan", "person", ForeignKey(PERSON, CASCADE, related_name="plans")),
    AlterField("seatplan", "seat", OneToOneField("games.seat", CASCADE, related_name="plan")),
    RemoveConstraint("vote", "one_open_vote_a_kind"),
    RemoveIndex("vote", "open_votes"),
    AddField("vote", "agreed_at", DateTimeField(null=True)),
    AlterField("vote", "outcome", CharField(choices=VOTES, default="open", max_length=10)),
    AddIndex("vote", Index(condition=OPEN, fields=["expires_at"], name="open_votes")),
    AddConstraint(
        "vote",
        UniqueConstraint(condition=OPEN, fields=("game", "kind"), name="one_open_vote_a_kind"),
    ),
]
GONE: Final = [
    DeleteModel("WebhookCall"),
    DeleteModel("PushMessage"),
    RemoveField("notice", "pushed"),
    RemoveField("playergroup", "owner"),
    AlterField(
        "delivery",
        "webhook",
        ForeignKey("games.webhook", CASCADE, null=True, related_name="calls"),
    ),
    AlterField(
        "delivery",
        "subscription",
        ForeignKey("games.pushsubscription", CASCADE, null=True, related_name="messages"),
    ),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0001_initial")]
    replaces: ClassVar = [
        ("games", "0050_second_voices"),
        ("games", "0051_private_messages"),
        ("games", "0052_fair_play"),
        ("games", "0053_votes_wait_for_directors"),
        ("games", "0054_shared_networks_are_told"),
        ("games", "0055_open_seats_of_reserves"),
        ("games", "0056_decision_links_and_game_sessions"),
        ("games", "0057_one_table_of_deliveries"),
        ("games", "0058_languages_are_folders"),
        ("games", "0059_logs_that_are_due"),
        ("games", "0060_plans"),
        ("games", "0061_sketches"),
        ("games", "0062_seeds_of_draws"),
        ("games", "0063_founders_of_leagues"),
        ("games", "0064_clubs"),
        ("games", "0065_confirmation_before_the_draw"),
        ("games", "0066_changes_of_divisions"),
        ("games", "0067_wishes"),
        ("games", "0068_hours_and_evenings"),
    ]

    # SQLite makes tables again, and their triggers are lost with the old ones.
    operations: ClassVar = [
        RunPython(uninstall, install),
        migrations.RenameModel("StandingOrder", "SeatPlan"),
        Together([*NEW, *CHANGED]),
        RunPython(fill, empty),
        Together(GONE),
        RunPython(install, uninstall),
    ]
