"""Directors write to all players of a season, and say what it is."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0065_account_mails'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='about',
            field=models.TextField(blank=True, max_length=2000, verbose_name='about this season'),
        ),
        migrations.AddField(
            model_name='season',
            name='title',
            field=models.CharField(blank=True, max_length=60, verbose_name='title'),
        ),
        migrations.CreateModel(
            name='SeasonMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000, verbose_name='message')),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.season')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
    ]
