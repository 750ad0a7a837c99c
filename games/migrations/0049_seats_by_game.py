"""Seats come in the order of their games' keys: by age, each look at seats read the games too."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0048_one_index_by_status")]

    operations = [
        migrations.AlterModelOptions(name="seat", options={"ordering": ["game_id", "number"]}),
    ]
