"""A person may have several webhooks, each with wishes of its own; a notice may be told to all."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PREFIX = "webhook:"


def move_wishes(apps, schema_editor):
    """Moves what was not wanted by webhook from the wishes of a person to the webhook."""
    Webhook, Wishes = apps.get_model("games", "Webhook"), apps.get_model("games", "Wishes")
    for wishes in Wishes.objects.all():
        off = [name.removeprefix(PREFIX) for name in wishes.off if name.startswith(PREFIX)]
        if off:
            Webhook.objects.filter(person=wishes.person_id).update(off=off)
            wishes.off = [name for name in wishes.off if not name.startswith(PREFIX)]
            wishes.save(update_fields=["off"])


def move_calls(apps, schema_editor):
    """Stores anew which call tells which notice."""
    Notice, Call = apps.get_model("games", "Notice"), apps.get_model("games", "WebhookCall")
    told = Notice.objects.exclude(call=None).values_list("pk", "call_id")
    through = Call.notices.through
    rows = (through(webhookcall_id=call, notice_id=notice) for notice, call in told.iterator())
    through.objects.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("games", "0056_talk_by_mail")]

    operations = [
        migrations.AlterModelOptions(name="webhook", options={"ordering": ["pk"]}),
        migrations.AddField(
            model_name="webhook", name="off", field=models.JSONField(default=list)
        ),
        migrations.AlterField(
            model_name="webhook",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="call",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="games.webhookcall",
            ),
        ),
        migrations.AddField(
            model_name="webhookcall",
            name="notices",
            field=models.ManyToManyField(related_name="calls", to="games.notice"),
        ),
        migrations.RunPython(move_wishes, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(move_calls, migrations.RunPython.noop, elidable=True),
    ]
