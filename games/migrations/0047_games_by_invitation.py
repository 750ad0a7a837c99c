"""An index that leads from an invitation link to its game: a site has a hundred thousand others."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0046_games_of_two_people")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["invitation"], name="games_by_invitation"),
        ),
    ]
