"""Links in mails for one decision, and the sessions for one game that they open."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0055_open_seats_of_reserves'),
    ]

    operations = [
        migrations.AddField(
            model_name='replyaddress',
            name='link',
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
        migrations.CreateModel(
            name='GameSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sign_in_mark', models.CharField(max_length=64)),
                ('browser', models.CharField(blank=True, max_length=30)),
                ('system', models.CharField(blank=True, max_length=30)),
                ('began_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(db_index=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_sessions', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_sessions', to='games.seat')),
            ],
            options={
                'ordering': ['-began_at', '-pk'],
            },
        ),
    ]
