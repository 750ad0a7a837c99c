"""Export of all data about a person: facts as JSON, games as records, in a ZIP archive."""

from __future__ import annotations

import json
import tomllib
import zipfile
from pathlib import Path
from typing import IO, Any, Final

from allauth.account.models import EmailAddress
from django.core.serializers.json import DjangoJSONEncoder

from games import log
from games.notifications.channels import Export, channels, rows_of
from games.notifications.models import AccountMail
from games.people.models import Person
from games.tables.models import Seat

FACTS_FILE: Final = "account.json"

PARTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
EXPORTED: Final[Export] = {
    **{
        name: rows_of(part["model"], *part["fields"], owner=part.get("owner", "person"))
        for name, part in PARTS.items()
    },
    "mails about the account": (
        lambda person: AccountMail.objects.filter(
            recipient__in=EmailAddress.objects.filter(user=person, verified=True).values("email")
        ),
        ("kind", "recipient", "status", "created_at", "sent_at"),
    ),
}
"""The parts of the export by name, beside those of channels: their rows and fields."""


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
