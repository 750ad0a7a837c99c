"""What a person wants to be told stands in the wishes."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0045_wishes_from_people")]

    operations = [migrations.RemoveField("person", "mail_turns")]
