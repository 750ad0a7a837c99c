from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0061_sketches")]

    operations: ClassVar = [
        migrations.AddField("division", "apart", models.JSONField(default=list)),
        migrations.AddField("season", "field", models.JSONField(null=True)),
    ]
