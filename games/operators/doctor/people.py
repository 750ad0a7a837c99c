"""Names that look like those of the staff, from before they were reserved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.moderation.roles import site_moderators
from games.operators.doctor.findings import Finding, note, well
from games.people.models import Person
from games.people.reserved_names import is_reserved

SHOWN: Final = 20


def examine_people() -> Iterator[Finding]:
    """People who are no staff and have a name that only the staff may choose today."""
    others = Person.objects.filter(is_active=True, is_staff=False)
    others = others.exclude(pk__in=site_moderators().values("pk")).order_by("name")
    held = [name for name in others.values_list("name", flat=True).iterator() if is_reserved(name)]
    if held:
        more = f" and {len(held) - SHOWN} more" if len(held) > SHOWN else ""
        yield note(
            f"{len(held)} people have a name that is reserved today: {', '.join(held[:SHOWN])}"
            f"{more}.",
            "They keep it until they choose another. Ask those who could be taken for the staff.",
        )
    else:
        yield well("Nobody but the staff has a name that is reserved for it.")
