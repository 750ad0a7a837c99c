"""Words of choices and labels; nothing in the tables changes."""

from __future__ import annotations

import games.people.names
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_names_of_games"),
    ]

    operations = [
        migrations.AlterField(
            model_name="auditentry",
            name="action",
            field=models.CharField(
                choices=[
                    ("warn", "warning"),
                    ("mute", "mute"),
                    ("suspend", "suspension"),
                    ("ban", "ban"),
                    ("lift", "sanction lifted"),
                    ("pause", "pause"),
                    ("resume", "pause ended"),
                    ("extend", "deadline moved"),
                    ("shorten", "time taken back"),
                    ("extend_season", "deadlines of a season moved"),
                    ("announce", "season announced"),
                    ("call_off", "season cancelled"),
                    ("move_dates", "dates of a season moved"),
                    ("admit", "player admitted"),
                    ("take_out", "player removed"),
                    ("open_division", "division opened"),
                    ("nudge", "nudge"),
                    ("excuse", "missed turn excused"),
                    ("count", "missed turn counts again"),
                    ("replace", "player replaced"),
                    ("take_back", "game taken back"),
                    ("adjudicate", "game adjudicated"),
                    ("propose_adj", "adjudication proposed"),
                    ("withdraw_adj", "proposed adjudication withdrawn"),
                    ("propose_void", "voiding proposed"),
                    ("withdraw_void", "proposal to void withdrawn"),
                    ("void", "game voided"),
                    ("look", "hidden cards viewed"),
                    ("settle", "report settled"),
                    ("deny_appeal", "appeal dismissed"),
                    ("remove", "message removed"),
                    ("describe", "name or description changed"),
                    ("write", "message to all players"),
                    ("approve", "registration approved"),
                    ("decline", "registration declined"),
                    ("add_director", "director added"),
                    ("drop_director", "director removed"),
                    ("appoint", "moderator appointed"),
                    ("dismiss", "moderator dismissed"),
                ],
                max_length=13,
            ),
        ),
        migrations.AlterField(
            model_name="bounce",
            name="kind",
            field=models.CharField(
                choices=[
                    ("gone", "no such mailbox"),
                    ("refused", "refused permanently"),
                    ("policy", "refused because of our site or the email"),
                    ("delayed", "delayed"),
                    ("complaint", "marked as spam"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="clockentry",
            name="what",
            field=models.CharField(
                choices=[
                    ("asked", "turn began"),
                    ("moved", "moved"),
                    ("missed", "time ran out, automatic move"),
                    ("outage", "extended after an outage of the site"),
                    ("vacation", "vacation planned, changed or ended"),
                    ("auto-vacation", "vacation began automatically"),
                    ("paused", "game paused"),
                    ("resumed", "game resumed"),
                    ("switched", "clock changed"),
                    ("extended", "time added by a director"),
                    ("shortened", "time taken back by a director"),
                    ("excused", "missed turn excused by a director"),
                    ("counted", "missed turn counts again"),
                    ("handed-on", "seat handed over"),
                ],
                max_length=15,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="stands_by",
            field=models.BooleanField(default=False, verbose_name="ready to take over"),
        ),
        migrations.AlterField(
            model_name="game",
            name="least_reliability",
            field=models.PositiveSmallIntegerField(
                null=True, verbose_name="turns on time required to join, in percent"
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="order_fixed",
            field=models.BooleanField(
                default=False, verbose_name="turns are taken in the order of joining"
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="rated",
            field=models.BooleanField(default=False, verbose_name="rated"),
        ),
        migrations.AlterField(
            model_name="inboundmail",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("played", "moved"),
                    ("partly", "moved in part"),
                    ("said", "posted at the table"),
                    ("unsaid", "not posted at the table"),
                    ("told", "asked and answered"),
                    ("unreadable", "not understood"),
                    ("illegal", "against a rule"),
                    ("stale", "too late"),
                    ("too-large", "too large"),
                    ("muted", "emails stopped"),
                    ("bounced", "an email bounced"),
                    ("duplicate", "received twice"),
                    ("forged", "wrong sender"),
                    ("automatic", "automatic"),
                    ("limited", "too many"),
                    ("unknown", "unknown address"),
                    ("failed", "failed"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("started", "game started"),
                    ("turn", "your turn"),
                    ("reminder", "reminder"),
                    ("over", "game over"),
                    ("nudge", "nudge"),
                    ("talk", "table talk"),
                    ("vote", "vote"),
                    ("replaced", "change of player"),
                    ("away", "automatic vacation"),
                    ("order", "standing order"),
                    ("correction", "decision of a director"),
                    ("league", "league"),
                    ("channel", "webhook switched off"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="person",
            name="email",
            field=models.EmailField(max_length=254, unique=True, verbose_name="email address"),
        ),
        migrations.AlterField(
            model_name="person",
            name="mail_bounced",
            field=models.BooleanField(default=False, verbose_name="email bounced"),
        ),
        migrations.AlterField(
            model_name="person",
            name="mail_privacy",
            field=models.CharField(
                choices=[
                    ("full", "Everything: cards and tickets"),
                    ("counts", "Only how many cards and tickets I have"),
                    ("nothing", "Nothing about my hand"),
                ],
                default="full",
                max_length=7,
                verbose_name="what emails may show",
            ),
        ),
        migrations.AlterField(
            model_name="person",
            name="name",
            field=models.CharField(
                help_text="Others see this name. Nobody sees your email address.",
                max_length=30,
                unique=True,
                validators=[games.people.names.validate_name],
                verbose_name="name",
            ),
        ),
        migrations.AlterField(
            model_name="person",
            name="theme",
            field=models.CharField(
                choices=[("auto", "Same as my device"), ("light", "Light"), ("dark", "Dark")],
                default="auto",
                max_length=5,
                verbose_name="colours",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="status",
            field=models.CharField(
                choices=[("open", "open"), ("handled", "action taken"), ("dismissed", "dismissed")],
                db_index=True,
                default="open",
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="sanction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warning", "warning"),
                    ("mute", "may not write to others"),
                    ("suspension", "may not start games"),
                    ("ban", "may not sign in"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="least_rating",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="minimum rating"
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="least_reliability",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="minimum share of turns on time, in percent"
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="most_players",
            field=models.PositiveIntegerField(
                blank=True, null=True, verbose_name="maximum number of players"
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="most_rating",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="maximum rating"
            ),
        ),
        migrations.AlterField(
            model_name="standingorder",
            name="fate",
            field=models.CharField(
                choices=[
                    ("standing", "in place"),
                    ("done", "carried out"),
                    ("partly", "partly carried out"),
                    ("no-branch", "no part applied"),
                    ("illegal", "not possible"),
                    ("taken-back", "taken back with the game"),
                    ("unforeseen", "something unforeseen"),
                    ("unneeded", "no longer needed"),
                ],
                default="standing",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="vote",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("open", "open"),
                    ("carried", "accepted"),
                    ("rejected", "rejected"),
                    ("withdrawn", "withdrawn"),
                    ("expired", "expired"),
                    ("pointless", "no longer needed"),
                ],
                default="open",
                max_length=10,
            ),
        ),
    ]
