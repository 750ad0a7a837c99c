"""An index of games by their end, in which workers look for those to count."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_tokens_are_marked_by_sign_in"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["ended_at"],
                name="games_by_their_end",
            ),
        ),
    ]
