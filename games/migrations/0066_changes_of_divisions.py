from __future__ import annotations

from typing import ClassVar, Final

from django.db import migrations, models

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


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0065_confirmation_before_the_draw")]

    operations: ClassVar = [
        migrations.AddField("division", "lot", models.CharField(default="", max_length=20)),
        migrations.AddField("season", "changes", models.JSONField(default=list)),
        migrations.AlterField(
            "auditentry", "action", models.CharField(choices=ACTIONS, max_length=13)
        ),
    ]
