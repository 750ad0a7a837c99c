"""Words for one person leave the public reasons; answers are tied to their proposals.

Answers to requests for registration and to authors of removed messages were mailed to one person
and listed for all. Their digest moves to the column of private messages: no text is lost, and no
event of a game's log has it. The triggers are off meanwhile.
"""

from __future__ import annotations

from django.db import migrations
from django.db.models import F

from games.moderation import audit_triggers

PRIVATE = ("approve", "decline", "remove")
ANSWERS = {
    "adjudicate": "propose_adj",
    "withdraw_adj": "propose_adj",
    "void": "propose_void",
    "withdraw_void": "propose_void",
}


def upgrade(apps, schema_editor):
    audit_triggers.uninstall(schema_editor.connection)
    entries = apps.get_model("games", "AuditEntry").objects.using(schema_editor.connection.alias)
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
    _install(schema_editor)


def downgrade(apps, schema_editor):
    audit_triggers.uninstall(schema_editor.connection)
    entries = apps.get_model("games", "AuditEntry").objects.using(schema_editor.connection.alias)
    entries.filter(action__in=PRIVATE, reason="").update(reason=F("message"), message="")
    entries.update(proposal=None)
    _install(schema_editor)


def _install(schema_editor):
    connection = schema_editor.connection
    if connection.vendor == "postgresql":
        # Triggers cannot be made while checks of the rows just changed are pending.
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    audit_triggers.install(connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0050_second_voices")]

    operations = [migrations.RunPython(upgrade, downgrade)]
