"""A row in every table of the admin, secrets and all, and the addresses of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import models

from games.accounts.tokens import create_token
from games.inbound.models import InboundMail, InboundOutcome
from games.leagues.models import Division, Entry, EntryStatus
from games.lobby import GameOptions, create_game
from games.lobby.groups.groups import change_code, found_group
from games.lobby.invitations.invite import invite
from games.moderation import audit
from games.moderation.audit import store_reason
from games.moderation.models import ModerationAction, Report, ReportKind, Role
from games.notifications.mail.account_mails import write_account_mail
from games.notifications.models import Bounce, BounceKind, Mail
from games.notifications.pump import send_test
from games.notifications.webhooks.channel import WebhookChannel
from games.notifications.webhooks.registration import save_webhook
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.players.models import RatingChange
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.moderation.conftest import make_division

ACCOUNT_CODE = "BCDF-GHJK"
SEED = "JBSWY3DPEHPK3PXP"


@dataclass(frozen=True, slots=True)
class Table:
    """One table that is registered."""

    model: type[models.Model]

    @property
    def name(self) -> str:
        return self.model.__name__

    @property
    def url(self) -> str:
        return f"/admin/{self.model._meta.app_label}/{self.model._meta.model_name}/"


def tables() -> list[Table]:
    return [Table(model) for model in admin.site._registry]


def fill(game: Game, alice: Person, bob: Person, mona: Person) -> None:
    """Add what a running game whose mails were sent does not bring by itself."""
    Authenticator.objects.create(user=bob, type="totp", data={"secret": SEED})
    create_token(person=bob, name="My purple robot", scopes=["notes"], days=30, now=NOW)
    send_test(
        channel=WebhookChannel(),
        endpoint=save_webhook(
            person=bob, style="json", url="https://hooks.example.org/purple", now=NOW
        ),
        person=bob,
        now=NOW,
    )
    mail = Mail.objects.filter(person=bob).first()
    Bounce.objects.create(person=bob, mail=mail, kind=BounceKind.DELAYED, code="4.2.2", at=NOW)
    write_account_mail(
        kind="login_code",
        recipient=bob.email,
        subject="Your code",
        text=ACCOUNT_CODE,
        html=ACCOUNT_CODE,
        language="en",
        now=NOW,
    )
    InboundMail.objects.create(
        at=NOW, outcome=InboundOutcome.PLAYED, size=1, key="k" * 64, sender="s" * 64, person=bob
    )
    report = Report.objects.create(
        kind=ReportKind.PLAYER, reporter=alice, subject=bob, game=game, text="He dawdles.", at=NOW
    )
    audit.write_entry(
        actor=mona,
        role=Role.MODERATOR,
        action=ModerationAction.SETTLE,
        reason=store_reason("Talked to him."),
        game=game,
        subject=bob,
        report=report,
        data={"status": "handled"},
        now=NOW,
    )
    Sanction.objects.create(person=bob, kind=SanctionKind.WARNING, at=NOW)
    RatingChange.objects.create(
        game=game,
        at=NOW,
        number=0,
        person=bob,
        board="usa",
        place=1,
        **{"mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7},
    )
    division = Division.objects.first() or make_division()
    Entry.objects.create(
        season=division.season,
        person=mona,
        status=EntryStatus.WITHDRAWN,
        contribution="purple rain",
        registered_at=NOW,
    )
    Group.objects.get_or_create(name="Moderators")
    change_code(group=found_group(owner=alice, name="Owls", now=NOW), owner=alice, wanted=True)
    table = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
    invite(game=table, inviter=alice, address="purple@example.net", now=NOW)


def paths(model: type[models.Model]) -> Iterator[tuple[str, models.Field | None]]:
    """Every field of a table, and of every table one relation away, as lookups name them."""
    for field in model._meta.get_fields():
        yield field.name, field
        if field.is_relation and field.related_model:
            for further in field.related_model._meta.get_fields():
                if further.concrete:
                    yield f"{field.name}__{further.name}", further
