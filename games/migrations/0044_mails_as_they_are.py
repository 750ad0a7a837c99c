"""PostgreSQL stores mails as they are: it tried to compress each, and gave up over the picture."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations


def _store(storage: str):  # type: ignore[no-untyped-def]
    def change(apps, schema_editor) -> None:  # type: ignore[no-untyped-def]
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"ALTER TABLE games_mail ALTER COLUMN source SET STORAGE {storage}"
            )

    return change


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0043_fewer_indexes_for_a_move")]
    operations: ClassVar = [
        migrations.RunPython(_store("EXTERNAL"), _store("EXTENDED"), elidable=False)
    ]
