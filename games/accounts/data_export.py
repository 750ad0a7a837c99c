"""Export of all data about a person: facts as JSON, games as records, in a ZIP archive."""

from __future__ import annotations

import json
import zipfile
from typing import IO, Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder

from games import log
from games.absence.models import HandOver
from games.accounts.models import ApiToken, GameSession
from games.clock.models import Miss, Vacation
from games.leagues.models import Entry, SeasonMessage
from games.lobby.invitations.models import EmailInvitation
from games.lobby.models import BotInvitation, RemovedPlayer
from games.notifications.channels import Export, channels
from games.notifications.models import AccountMail, Bounce, NotificationPreferences
from games.people.blocks import Block
from games.people.groups import Membership, PlayerGroup
from games.people.models import Person
from games.people.sanctions import Appeal, Sanction
from games.people.sign_ins import SignIn
from games.people.traces import DeviceTrace
from games.plans.models import SeatPlan, UsualAnswers
from games.plans.sketch_models import Sketch
from games.players.follows.models import Favourite, Follow
from games.players.models import (
    OpponentSum,
    Pace,
    Rating,
    RatingChange,
    ReliabilityRecord,
    ReliabilitySum,
)
from games.practice.models import Guest, Hint
from games.review.models import Review
from games.sharing.records.models import CheckedRecord, Collection
from games.statistics.models import PairSum, PersonSum
from games.tables.models import Seat
from games.talk.models import Message, PrivateNote
from games.votes.models import Ballot

FACTS_FILE: Final = "account.json"

EXPORTED: Final[Export] = {
    "account": (
        lambda person: Person.objects.filter(pk=person.pk),
        ("name", "email", "created", "language", "timezone", "theme", "mail_privacy",
         "hold_moves", "confirm_draws", "tells_shared_network", "followable",
         "statistics_public", "mail_bounced", "bot_since", "run_by"),
    ),
    "mail addresses": (
        lambda person: EmailAddress.objects.filter(user=person),
        ("email", "verified", "primary"),
    ),
    "wishes": (
        lambda person: NotificationPreferences.objects.filter(person=person),
        ("off", "delay", "quiet_from", "quiet_until", "digest_hour", "digest_reminders"),
    ),
    "access tokens": (
        lambda person: ApiToken.objects.filter(person=person),
        ("name", "scopes", "created_at", "expires_at", "last_used_at"),
    ),
    "seats": (
        lambda person: Seat.objects.filter(person=person).order_by("game"),
        ("game__code", "game__board", "game__status", "game__started_at", "game__ended_at",
         "number", "contribution", "joined_at", "muted", "place", "points"),
    ),
    "invitations of a bot account": (
        lambda person: BotInvitation.objects.filter(bot=person),
        ("game__code", "at", "declined_at"),
    ),
    "tables from which an organiser removed you": (
        lambda person: RemovedPlayer.objects.filter(person=person),
        ("game__code", "at"),
    ),
    "games as a guest that wait for the first sign-in": (
        lambda person: Guest.objects.filter(reserved_for=person),
        ("created_at", "seen_at"),
    ),
    "seats given up": (
        lambda person: HandOver.objects.filter(person_before=person),
        ("seat__game__code", "seat__number", "at"),
    ),
    "turns missed": (
        lambda person: Miss.objects.filter(person=person),
        ("game__code", "seat", "due_at", "at", "excused_at", "reason"),
    ),
    "orders": (
        lambda person: SeatPlan.objects.filter(person=person),
        ("seat__game__code", "order", "given_at", "fate", "ended_at"),
    ),
    "usual answers of plans": (
        lambda person: UsualAnswers.objects.filter(person=person),
        ("answers", "on_vacation"),
    ),
    "sketches": (
        lambda person: Sketch.objects.filter(person=person),
        ("seat__game__code", "name", "tracks", "drawn_seq", "created_at", "changed_at"),
    ),
    "hints": (
        lambda person: Hint.objects.filter(seat__person=person),
        ("seat__game__code", "decision", "options", "created_at"),
    ),
    "reviews": (
        lambda person: Review.objects.filter(person=person),
        ("game__code", "seat", "status", "shared_with", "created_at", "decisions"),
    ),
    "people followed": (
        lambda person: Follow.objects.filter(person=person),
        ("followed__name", "at"),
    ),
    "favourite opponents": (
        lambda person: Favourite.objects.filter(person=person),
        ("opponent__name", "at"),
    ),
    "groups": (
        lambda person: Membership.objects.filter(person=person),
        ("group__name", "invited_at", "joined_at"),
    ),
    "groups owned": (
        lambda person: PlayerGroup.objects.filter(owner=person),
        ("name", "created_at"),
    ),
    "people blocked": (
        lambda person: Block.objects.filter(person=person),
        ("blocked__name", "at"),
    ),
    "vacations": (
        lambda person: Vacation.objects.filter(person=person),
        ("start", "until", "zone", "automatic", "made_at"),
    ),
    "ballots": (
        lambda person: Ballot.objects.filter(person=person),
        ("vote__game__code", "vote__kind", "yes", "at"),
    ),
    "messages": (
        lambda person: Message.objects.filter(author=person),
        ("game__code", "text", "at", "removed_at"),
    ),
    "notes": (
        lambda person: PrivateNote.objects.filter(person=person),
        ("game__code", "text", "at"),
    ),
    "seasons": (
        lambda person: Entry.objects.filter(person=person),
        ("season__league__name", "season__number", "division__tier", "status", "contribution",
         "registered_at", "withdrawn_at", "rank", "outcome"),
    ),
    "messages to players of seasons": (
        lambda person: SeasonMessage.objects.filter(author=person),
        ("season__league__name", "season__number", "text", "at"),
    ),
    "invitations by email": (
        lambda person: EmailInvitation.objects.filter(inviter=person),
        ("game__code", "address", "status", "created_at", "answered_at"),
    ),
    "ratings": (
        lambda person: Rating.objects.filter(person=person),
        ("board", "pool", "mu", "sigma", "games", "at"),
    ),
    "rated games": (
        lambda person: RatingChange.objects.filter(person=person),
        ("game__code", "board", "pool", "place", "at", "mu_before", "sigma_before", "mu_after",
         "sigma_after"),
    ),
    "reliability": (
        lambda person: ReliabilityRecord.objects.filter(person=person),
        ("game__code", "answered", "missed", "excused", "finished"),
    ),
    "reliability over all games": (
        lambda person: ReliabilitySum.objects.filter(person=person),
        ("answered", "missed", "excused", "finished", "left"),
    ),
    "opponents": (
        lambda person: OpponentSum.objects.filter(person=person),
        ("opponent__name", "games", "won", "lost", "last_at"),
    ),
    "statistics": (
        lambda person: PersonSum.objects.filter(person=person),
        ("private", "board", "kind", "key", "number", "total"),
    ),
    "statistics with others": (
        lambda person: PairSum.objects.filter(person=person),
        ("private", "other__name", "kind", "total"),
    ),
    "pace": (
        lambda person: Pace.objects.filter(person=person),
        ("median", "turns", "measured_at"),
    ),
    "devices and networks of the last 30 days": (
        lambda person: DeviceTrace.objects.filter(person=person),
        ("kind", "seen_at"),
    ),
    "browsers in which you are signed in": (
        lambda person: SignIn.objects.filter(person=person),
        ("browser", "system", "network", "began_at", "seen_at"),
    ),
    "browsers in which you continued a game by a link in an email": (
        lambda person: GameSession.objects.filter(person=person),
        ("seat__game__code", "browser", "system", "began_at", "ends_at"),
    ),
    "passkeys, apps and recovery codes": (
        lambda person: Authenticator.objects.filter(user=person),
        ("type", "created_at", "last_used_at"),
    ),
    "sanctions": (
        lambda person: Sanction.objects.filter(person=person),
        ("kind", "at", "until", "lifted_at"),
    ),
    "appeals": (
        lambda person: Appeal.objects.filter(sanction__person=person),
        ("sanction__kind", "text", "at", "status", "settled_at"),
    ),
    "files of records made today": (
        lambda person: Collection.objects.filter(person=person),
        ("kind", "created_at", "games", "size"),
    ),
    "records checked today": (
        lambda person: CheckedRecord.objects.filter(person=person),
        ("board", "seats", "events", "created_at"),
    ),
    "mails about the account": (
        lambda person: AccountMail.objects.filter(
            recipient__in=EmailAddress.objects.filter(user=person, verified=True).values("email")
        ),
        ("kind", "recipient", "status", "created_at", "sent_at"),
    ),
    "mails that came back": (
        lambda person: Bounce.objects.filter(person=person),
        ("kind", "code", "at"),
    ),
}  # fmt: skip
"""The parts of the export by name, beside those of channels: their rows and fields. Secrets are
not among them: no passwords, keys, tokens, or what others wrote."""


def exported() -> Export:
    """All parts of the export."""
    parts = {**EXPORTED}
    for channel in channels():
        parts |= channel.exported()
    return parts


def collect_personal_data(person: Person) -> dict[str, list[dict[str, Any]]]:
    """All facts about a person, as plain data."""
    return {name: list(find(person).values(*row)) for name, (find, row) in exported().items()}


def write_archive(person: Person, into: IO[bytes]) -> None:
    """Write an archive (ZIP) of a person's facts and of the records of all their games.

    A running game is exported as the person sees it, a finished one in full. Practice games are
    left out.
    """
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        facts = json.dumps(
            collect_personal_data(person), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1
        )
        archive.writestr(FACTS_FILE, facts)
        begun = Seat.objects.filter(person=person, game__version__gte=0, game__practice=False)
        begun = begun.select_related("game")
        for seat in begun.order_by("game").iterator():
            lines = log.export_record(seat.game, seat=seat.number)
            archive.writestr(f"games/{seat.game.code}.jsonl", "".join(f"{one}\n" for one in lines))
