from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0060_seats_from_the_lobby")]

    operations = [
        migrations.AddField("seat", "present_at", models.DateTimeField(null=True)),
    ]
