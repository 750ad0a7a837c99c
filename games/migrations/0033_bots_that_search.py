"""Until when a worker is at the decision of a bot."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_games_by_their_end"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="thinking_until",
            field=models.DateTimeField(null=True),
        ),
    ]
