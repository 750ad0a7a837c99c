"""Names are compared by how they are drawn, too.

Whoever has a name keeps it: where two names turn out to look alike, the later of them gets keys
that no name can have.
"""

from django.db import migrations, models

from games.people.names import keys


def compare_anew(apps, schema_editor):
    person = apps.get_model("games", "Person")
    for pk in person.objects.values_list("pk", flat=True):
        person.objects.filter(pk=pk).update(name_key=f"#{pk}")
    taken = {"name_key": set(), "name_skeleton": set()}
    for row in person.objects.order_by("created", "pk").iterator(500):
        for field, value in keys(row.name).items():
            value = f"#{row.pk}" if value in taken[field] else value
            taken[field].add(value)
            setattr(row, field, value)
        row.save(update_fields=["name_key", "name_skeleton"])


class Migration(migrations.Migration):
    dependencies = [("games", "0080_faults")]

    operations = [
        migrations.AlterField(
            model_name="person",
            name="name_key",
            field=models.CharField(editable=False, max_length=240, unique=True),
        ),
        migrations.AddField(
            model_name="person",
            name="name_skeleton",
            field=models.CharField(default="", editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.RunPython(compare_anew, migrations.RunPython.noop),
    ]
