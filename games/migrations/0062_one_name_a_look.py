"""No two names look alike.

It is a step of its own: PostgreSQL changes no table in the transaction that has moved its rows.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0061_names_that_look_alike")]

    operations = [
        migrations.AlterField(
            model_name="person",
            name="name_skeleton",
            field=models.CharField(editable=False, max_length=240, unique=True),
        )
    ]
