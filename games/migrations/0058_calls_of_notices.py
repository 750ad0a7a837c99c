"""Which call tells which notice is stored elsewhere by now.

It is a step of its own: PostgreSQL changes no table in the transaction that has moved its rows.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0057_several_webhooks")]

    operations = [migrations.RemoveField(model_name="notice", name="call")]
