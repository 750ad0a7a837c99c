"""Which seats were taken in the lobby, and indexes for the games that it lists."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0088_appeals")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="from_lobby",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["created_at", "id"],
                condition=models.Q(("public", True), ("status", "open")),
                name="games_in_the_lobby",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-started_at"],
                condition=models.Q(("public", True), ("status", "running")),
                name="games_to_watch",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-ended_at"],
                condition=models.Q(("public", True), ("status", "finished")),
                name="games_lately_over",
            ),
        ),
    ]
