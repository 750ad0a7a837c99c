from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0030_statistics")]

    operations = [
        migrations.RenameField("apitoken", "password_mark", "sign_in_mark"),
    ]
