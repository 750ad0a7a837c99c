from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0051_reminders_by_time"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="confirm_draws",
            field=models.BooleanField(default=False, verbose_name="ask before I draw a card"),
        ),
    ]
