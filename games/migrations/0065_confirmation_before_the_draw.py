"""Players confirm before the draw.

Seasons that are planned or announced were promised otherwise, and ask nobody. Those that were drawn
before count as if they had asked, so that a copy of one does.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.db import migrations, models

OUTCOMES: Final = [
    ("played", "moved"),
    ("partly", "moved in part"),
    ("joined", "joined a game"),
    ("declined", "declined an invitation"),
    ("season", "registered, confirmed or withdrew"),
    ("said", "posted at the table"),
    ("unsaid", "not posted at the table"),
    ("told", "asked and answered"),
    ("unreadable", "not understood"),
    ("illegal", "against a rule"),
    ("stale", "too late"),
    ("too-large", "too large"),
    ("muted", "emails stopped"),
    ("bounced", "an email bounced"),
    ("duplicate", "received twice"),
    ("forged", "wrong sender"),
    ("automatic", "automatic"),
    ("limited", "too many"),
    ("unknown", "unknown address"),
    ("failed", "failed"),
]


def copies_ask(apps: Any, schema_editor: Any) -> None:
    """Let copies of seasons that were drawn ask for confirmation."""
    seasons = apps.get_model("games", "Season").objects
    seasons.filter(drawn_at__isnull=False).update(confirmation=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0064_clubs")]

    operations: ClassVar = [
        migrations.AddField("entry", "confirmed_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "season",
            "confirmation",
            models.BooleanField("players confirm before the draw", default=False),
        ),
        migrations.AddField("season", "confirm_by", models.DateTimeField(null=True)),
        migrations.AddField("season", "reminded_at", models.DateTimeField(null=True)),
        migrations.AlterField(
            "inboundmail", "outcome", models.CharField(choices=OUTCOMES, max_length=10)
        ),
        migrations.RunPython(copies_ask, migrations.RunPython.noop, elidable=True),
    ]
