"""A host name may have 253 characters, and a Message-ID ends with one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0058_calls_of_notices")]

    operations = [
        migrations.AlterField(
            model_name="mail",
            name="message_id",
            field=models.CharField(max_length=500, unique=True),
        ),
    ]
