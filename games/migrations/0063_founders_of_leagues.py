from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import SET_NULL

ENTRANCES: Final = [
    ("open", "everybody"),
    ("approval", "everybody whom a director approves"),
    ("link", "people with the invitation link"),
    ("private", "people with the invitation link; nobody else sees the league"),
]
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
    ("appoint", "moderator appointed"),
    ("dismiss", "moderator dismissed"),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0062_seeds_of_draws")]

    operations: ClassVar = [
        migrations.AddField("league", "archived_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "league",
            "entry",
            models.CharField("who may enter", choices=ENTRANCES, default="open", max_length=8),
        ),
        migrations.AddField(
            "league",
            "founder",
            models.ForeignKey(
                settings.AUTH_USER_MODEL,
                SET_NULL,
                null=True,
                related_name="founded_leagues",
            ),
        ),
        migrations.AddField(
            "league", "invitation", models.CharField(blank=True, default="", max_length=32)
        ),
        migrations.AddField(
            "league",
            "invited",
            models.ManyToManyField(
                settings.AUTH_USER_MODEL, blank=True, related_name="leagues_invited_to"
            ),
        ),
        migrations.AddField("league", "rated", models.BooleanField("rated", default=True)),
        migrations.AlterField(
            "auditentry", "action", models.CharField(choices=ACTIONS, max_length=13)
        ),
    ]
