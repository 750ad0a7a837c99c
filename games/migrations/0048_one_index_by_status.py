"""No index by the status of a game alone, beside those that begin with it.

PostgreSQL took it to find the open tables whose time is over, and read all open tables for it.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0047_games_by_invitation")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("open", "open"),
                    ("running", "running"),
                    ("finished", "finished"),
                    ("cancelled", "cancelled"),
                    ("void", "void"),
                ],
                default="open",
                max_length=9,
            ),
        ),
    ]
