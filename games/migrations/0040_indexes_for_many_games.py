"""Indexes for what every page and list asks of many games; two that others cover are gone."""

from __future__ import annotations

import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

from games.log import triggers


def install(apps, schema_editor):
    """Put the triggers of the log on again: SQLite makes the table anew to change it."""
    triggers.uninstall(schema_editor.connection)
    triggers.install(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0036_proofs_of_logs'),
    ]

    operations = [
        migrations.AlterField(
            model_name='clockentry',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='clock_entries', to='games.game'),
        ),
        migrations.AlterField(
            model_name='event',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.game'),
        ),
        migrations.RunPython(install, install),
        migrations.AddIndex(
            model_name='boardsum',
            index=models.Index(fields=['kind'], name='board_sums_of_a_kind'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['-created_at', '-id'], name='games_by_age'),
        ),
        migrations.AddIndex(
            model_name='person',
            index=models.Index(condition=models.Q(('bot_since__isnull', False)), fields=['name'], name='bot_accounts_by_name'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(models.F('board'), models.F('pool'), models.OrderBy(django.db.models.expressions.CombinedExpression(models.F('mu'), '-', django.db.models.expressions.CombinedExpression(models.Value(2), '*', models.F('sigma'))), descending=True), condition=models.Q(('games__gte', 5)), name='ranking_order'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('decision__isnull', False)), fields=['person'], name='seats_to_decide'),
        ),
    ]
