from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0029_records_of_many_games")]

    operations = [
        migrations.RenameField("apitoken", "password_mark", "sign_in_mark"),
    ]
