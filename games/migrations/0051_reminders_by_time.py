from django.db import migrations


def remind_of_open_turns(apps, schema_editor):
    """Turns that were open when the reminders came to stand in the rows get theirs."""
    seats = apps.get_model("games", "Seat").objects.filter(
        due_at__isnull=False, opened_at__isnull=False, remind_at=None
    )
    for seat in seats.iterator(2000):
        seat.remind_at = seat.opened_at + (seat.due_at - seat.opened_at) / 2
        seat.save(update_fields=["remind_at"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0050_messages_removed"),
    ]

    operations = [
        migrations.RunPython(remind_of_open_turns, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField(model_name="seat", name="reminded_for"),
    ]
