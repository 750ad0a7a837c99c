"""The seed of a draw: committed to before registration closes, mixed with the final field.

Neither directors nor players can choose it: the commitment fixes the secret part before anybody
knows who plays, and who plays changes what follows from it.
"""

from __future__ import annotations

import hashlib

from games.leagues.models import Season


def commitment_to(season: Season) -> str:
    """The SHA-256 of the secret part, which is public from the announcement on."""
    return hashlib.sha256(season.seed.encode()).hexdigest()


def field_text(season: Season) -> str:
    """The field of a draw: the numbers of entries by registration, each with its partner's."""
    return " ".join(
        str(entry) if partner is None else f"{entry}+{partner}"
        for entry, partner in season.field or ()
    )


def changes_text(season: Season) -> str:
    """The changes of divisions in order, such as ``move 17 to 2; merge 1; open 40 41 to 4``.

    A second number of a move is exchanged for the first.
    Those that the draw could not make are in brackets.
    """
    said = []
    for change in season.changes:
        entries = "".join(f" {entry}" for entry in change.get("entries", ()))
        text = f"{change['do']}{entries}{' to' if entries else ''} {change['tier']}"
        said.append(f"({text})" if "left_out" in change else text)
    return "; ".join(said)


def draw_seed(season: Season) -> str:
    """The seed from which partners, tables and lots of a season follow.

    A season that was drawn before release 0.4.0 has no field: its secret part is its seed.
    """
    if season.field is None:
        return season.seed
    return hashlib.sha256(
        f"night-mail/draw/1 {season.seed} {field_text(season)}".encode()
    ).hexdigest()


def preview_seed(season: Season) -> str:
    """The seed of previews, which tell nothing of the draw."""
    return f"preview {season.pk}"
