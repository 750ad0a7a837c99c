"""Who wanted no mail about turns still wants none."""

from __future__ import annotations

from django.db import migrations

TURNS = ["mail:turn", "mail:reminder", "mail:nudge"]


def keep(apps, schema_editor):
    wishes = apps.get_model("games", "Wishes")
    person = apps.get_model("games", "Person")
    silent = person.objects.filter(mail_turns=False).values_list("pk", flat=True)
    wishes.objects.bulk_create(wishes(person_id=pk, off=TURNS) for pk in silent)


def give_back(apps, schema_editor):
    for wishes in apps.get_model("games", "Wishes").objects.select_related("person"):
        if "mail:turn" in wishes.off:
            wishes.person.mail_turns = False
            wishes.person.save(update_fields=["mail_turns"])


class Migration(migrations.Migration):
    dependencies = [("games", "0044_channels")]

    operations = [migrations.RunPython(keep, give_back)]
