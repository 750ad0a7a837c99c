"""Since when a notice cannot be told, one run of a job at a time, and refusals that are ours."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0062_one_name_a_look")]

    operations = [
        migrations.CreateModel(
            name="Run",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("job", models.CharField(max_length=20, unique=True)),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="notice",
            name="stuck_since",
            field=models.DateTimeField(db_index=True, null=True),
        ),
        migrations.AlterField(
            model_name="bounce",
            name="kind",
            field=models.CharField(
                choices=[
                    ("gone", "nobody lives at the address"),
                    ("refused", "refused for good"),
                    ("policy", "refused because of the site or the mail"),
                    ("delayed", "delayed"),
                    ("complaint", "called spam"),
                ],
                max_length=9,
            ),
        ),
    ]
