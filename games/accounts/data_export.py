"""Export of all data about a person: facts as JSON, games as records, in a ZIP archive."""

from __future__ import annotations

import json
import zipfile
from typing import IO, Any, Final

from allauth.account.models import EmailAddress
from django.core.serializers.json import DjangoJSONEncoder

from games import log
from games.notifications.channels import Export, channels, rows_of
from games.notifications.models import AccountMail
from games.people.models import Person
from games.tables.models import Seat

FACTS_FILE: Final = "account.json"

EXPORTED: Final[Export] = {
    "account": rows_of(
        "games.Person", "name", "email", "created", "language", "timezone", "theme", "mail_privacy",
        "hold_moves", "confirm_draws", "tells_shared_network", "followable", "statistics_public",
        "mail_bounced", "bot_since", "run_by", owner="pk",
    ),
    "mail addresses": rows_of("account.EmailAddress", "email", "verified", "primary", owner="user"),
    "wishes": rows_of(
        "games.NotificationPreferences", "off", "delay", "quiet_from", "quiet_until", "digest_hour",
        "digest_reminders",
    ),
    "access tokens": rows_of(
        "games.ApiToken", "name", "scopes", "created_at", "expires_at", "last_used_at",
    ),
    "seats": rows_of(
        "games.Seat", "game__code", "game__board", "game__status", "game__started_at",
        "game__ended_at", "number", "contribution", "joined_at", "muted", "place", "points",
    ),
    "invitations of a bot account": rows_of(
        "games.BotInvitation", "game__code", "at", "declined_at", owner="bot",
    ),
    "tables from which an organiser removed you": rows_of(
        "games.RemovedPlayer", "game__code", "at",
    ),
    "tables waited for": rows_of(
        "games.Wish", "board", "seats", "pace", "rated", "made_at", "ends_at", "ended_at", "fate",
        "game__code",
    ),
    "games as a guest that wait for the first sign-in": rows_of(
        "games.Guest", "created_at", "seen_at", owner="reserved_for",
    ),
    "seats given up": rows_of(
        "games.HandOver", "seat__game__code", "seat__number", "at", owner="person_before",
    ),
    "turns missed": rows_of(
        "games.Miss", "game__code", "seat", "due_at", "at", "excused_at", "reason",
    ),
    "orders": rows_of(
        "games.SeatPlan", "seat__game__code", "order", "given_at", "fate", "ended_at",
    ),
    "usual answers of plans": rows_of("games.UsualAnswers", "answers", "on_vacation"),
    "sketches": rows_of(
        "games.Sketch", "seat__game__code", "name", "tracks", "drawn_seq", "created_at",
        "changed_at",
    ),
    "hints": rows_of(
        "games.Hint", "seat__game__code", "decision", "options", "created_at", owner="seat__person",
    ),
    "reviews": rows_of(
        "games.Review", "game__code", "seat", "status", "shared_with", "created_at", "decisions",
    ),
    "people followed": rows_of("games.Follow", "followed__name", "at"),
    "favourite opponents": rows_of("games.Favourite", "opponent__name", "at"),
    "groups": rows_of(
        "games.Membership", "group__name", "owner", "invited_at", "joined_at", "removed_at",
    ),
    "people blocked": rows_of("games.Block", "blocked__name", "at"),
    "vacations": rows_of("games.Vacation", "start", "until", "zone", "automatic", "made_at"),
    "ballots": rows_of("games.Ballot", "vote__game__code", "vote__kind", "yes", "at"),
    "messages": rows_of("games.Message", "game__code", "text", "at", "removed_at", owner="author"),
    "notes": rows_of("games.PrivateNote", "game__code", "text", "at"),
    "seasons": rows_of(
        "games.Entry", "season__league__name", "season__number", "division__tier", "status",
        "club__name", "contribution", "registered_at", "withdrawn_at", "rank", "outcome",
    ),
    "leagues founded": rows_of("games.League", "name", "created_at", owner="founder"),
    "leagues invited to": rows_of("games.League", "name", owner="invited"),
    "messages to players of seasons": rows_of(
        "games.SeasonMessage", "season__league__name", "season__number", "text", "at",
        owner="author",
    ),
    "invitations by email": rows_of(
        "games.EmailInvitation", "game__code", "group__name", "address", "status", "created_at",
        "answered_at",
        owner="inviter",
    ),
    "ratings": rows_of("games.Rating", "board", "pool", "mu", "sigma", "games", "at"),
    "rated games": rows_of(
        "games.RatingChange", "game__code", "board", "pool", "place", "at", "mu_before",
        "sigma_before", "mu_after", "sigma_after",
    ),
    "reliability": rows_of(
        "games.ReliabilityRecord", "game__code", "answered", "missed", "excused", "finished",
    ),
    "reliability over all games": rows_of(
        "games.ReliabilitySum", "answered", "missed", "excused", "finished", "left",
    ),
    "opponents": rows_of("games.OpponentSum", "opponent__name", "games", "won", "lost", "last_at"),
    "statistics": rows_of("games.PersonSum", "private", "board", "kind", "key", "number", "total"),
    "statistics with others": rows_of("games.PairSum", "private", "other__name", "kind", "total"),
    "pace": rows_of("games.Pace", "median", "turns", "measured_at"),
    "devices and networks of the last 30 days": rows_of("games.DeviceTrace", "kind", "seen_at"),
    "browsers in which you are signed in": rows_of(
        "games.SignIn", "browser", "system", "network", "began_at", "seen_at",
    ),
    "browsers in which you continued a game by a link in an email": rows_of(
        "games.GameSession", "seat__game__code", "browser", "system", "began_at", "ends_at",
    ),
    "passkeys, apps and recovery codes": rows_of(
        "mfa.Authenticator", "type", "created_at", "last_used_at", owner="user",
    ),
    "sanctions": rows_of("games.Sanction", "kind", "at", "until", "lifted_at"),
    "appeals": rows_of(
        "games.Appeal", "sanction__kind", "text", "at", "status", "settled_at",
        owner="sanction__person",
    ),
    "files of records made today": rows_of(
        "games.Collection", "kind", "created_at", "games", "size",
    ),
    "records checked today": rows_of(
        "games.CheckedRecord", "board", "seats", "events", "created_at",
    ),
    "mails about the account": (
        lambda person: AccountMail.objects.filter(
            recipient__in=EmailAddress.objects.filter(user=person, verified=True).values("email")
        ),
        ("kind", "recipient", "status", "created_at", "sent_at"),
    ),
    "mails that came back": rows_of("games.Bounce", "kind", "code", "at"),
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
