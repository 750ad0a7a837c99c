"""Clubs: several owners, a code, invitations by email; the club of an entry in a season."""

from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery
from django.db.models.deletion import CASCADE, PROTECT, SET_NULL

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
    ("group", "invitation to a club, or becoming its owner"),
    ("channel", "webhook switched off"),
]


def note_owners(apps, schema_editor):
    """Make the owner of a group one of its members who own it, and who has invited the others."""
    memberships = apps.get_model("games", "Membership").objects
    owner = apps.get_model("games", "PlayerGroup").objects.filter(pk=OuterRef("group"))
    memberships.filter(person=F("group__owner")).update(owner=True)
    memberships.filter(joined_at=None).update(inviter=Subquery(owner.values("owner")))
    check_now(schema_editor)


def choose_owner(apps, schema_editor):
    """Let the owner who has been a member for the longest time own a group alone."""
    owners = apps.get_model("games", "Membership").objects.filter(group=OuterRef("pk"), owner=True)
    first = owners.order_by("joined_at", "pk").values("person")[:1]
    groups = apps.get_model("games", "PlayerGroup").objects
    groups.update(owner=Subquery(first))
    # Clubs that have ended; entries of seasons name them no more.
    groups.filter(owner=None).delete()
    check_now(schema_editor)


def forget_club_invitations(apps, schema_editor):
    """Delete invitations to clubs: all of them were to tables."""
    apps.get_model("games", "EmailInvitation").objects.filter(game=None).delete()


def check_now(schema_editor):
    """Check foreign keys at once: PostgreSQL changes no table with checks that wait."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0063_founders_of_leagues")]

    operations: ClassVar = [
        migrations.AlterModelOptions(
            "playergroup", {"ordering": ["name", "pk"], "verbose_name": "club"}
        ),
        migrations.AddField("membership", "owner", models.BooleanField(default=False)),
        migrations.AddField(
            "membership",
            "inviter",
            models.ForeignKey(settings.AUTH_USER_MODEL, SET_NULL, null=True, related_name="+"),
        ),
        migrations.AddField("membership", "removed_at", models.DateTimeField(null=True)),
        migrations.AlterField(
            "playergroup",
            "owner",
            models.ForeignKey(
                settings.AUTH_USER_MODEL, CASCADE, null=True, related_name="owned_groups"
            ),
        ),
        migrations.RunPython(note_owners, choose_owner),
        migrations.RemoveField("playergroup", "owner"),
        migrations.AddField(
            "playergroup", "code", models.CharField(max_length=8, null=True, unique=True)
        ),
        migrations.AlterField(
            "emailinvitation",
            "game",
            models.ForeignKey(
                "games.game", CASCADE, null=True, related_name="email_invitations"
            ),
        ),
        migrations.AddField(
            "emailinvitation",
            "group",
            models.ForeignKey(
                "games.playergroup", PROTECT, null=True, related_name="email_invitations"
            ),
        ),
        migrations.AlterField(
            "emailinvitation", "link", models.CharField(blank=True, max_length=32)
        ),
        migrations.AddField(
            "entry",
            "club",
            models.ForeignKey(
                "games.playergroup", PROTECT, null=True, related_name="entries"
            ),
        ),
        migrations.AddField(
            "season",
            "clubmates_apart",
            models.BooleanField("clubmates sit at different tables", default=False),
        ),
        migrations.AlterField(
            "auditentry", "action", models.CharField(choices=ACTIONS, max_length=13)
        ),
        migrations.AlterField(
            "notice", "kind", models.CharField(choices=KINDS, max_length=20)
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_club_invitations),
    ]
