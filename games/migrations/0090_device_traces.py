"""Where people were seen, as keyed hashes that go after 30 days."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0085_reserves_and_notes'),
    ]

    operations = [
        migrations.CreateModel(
            name='DeviceTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('device', 'device'), ('network', 'network')], max_length=7)),
                ('digest', models.CharField(max_length=64)),
                ('seen_at', models.DateTimeField(db_index=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='traces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-seen_at'],
                'indexes': [models.Index(fields=['kind', 'digest'], name='games_devic_kind_b6e43d_idx')],
                'constraints': [models.UniqueConstraint(fields=('person', 'kind', 'digest'), name='one_trace_a_week')],
            },
        ),
    ]
