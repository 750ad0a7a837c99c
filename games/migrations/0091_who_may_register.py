"""Seasons ask for a rating, for reliability, or for the word of a director."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0076_passing_faults"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="declined_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="season",
            name="by_approval",
            field=models.BooleanField(
                default=False, verbose_name="directors approve registrations"
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="least_rating",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="rating at least"
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="least_reliability",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="turns in time at least, in percent"
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="most_rating",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="rating at most"
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="status",
            field=models.CharField(
                choices=[
                    ("asked", "waiting for a director"),
                    ("registered", "registered"),
                    ("playing", "playing"),
                    ("reserve", "on the reserve list"),
                    ("withdrawn", "withdrawn"),
                ],
                default="registered",
                max_length=10,
            ),
        ),
    ]
