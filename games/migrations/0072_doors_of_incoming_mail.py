"""Programs that report, complain and unsubscribe are counted by the door that they come to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0075_room_for_long_message_ids")]

    operations = [
        migrations.AddField(
            model_name="inboundmail",
            name="door",
            field=models.CharField(blank=True, default="", max_length=30),
        ),
        migrations.AddIndex(
            model_name="inboundmail",
            index=models.Index(fields=["door", "at"], name="games_inbou_door_b1bfee_idx"),
        ),
    ]
