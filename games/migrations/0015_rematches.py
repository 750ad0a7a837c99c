"""Rematches of finished games, and their notices."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_words_of_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rematch_of",
            field=models.OneToOneField(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("started", "game started"),
                    ("turn", "your turn"),
                    ("reminder", "reminder"),
                    ("over", "game over"),
                    ("nudge", "nudge"),
                    ("talk", "table talk"),
                    ("vote", "vote"),
                    ("replaced", "change of player"),
                    ("away", "automatic vacation"),
                    ("order", "standing order"),
                    ("correction", "decision of a director"),
                    ("league", "league"),
                    ("rematch", "rematch"),
                    ("channel", "webhook switched off"),
                ],
                max_length=20,
            ),
        ),
    ]
