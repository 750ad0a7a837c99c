"""The lines of fair play: what the page about it says, and what reports and decisions name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.errors import Refused


class FairPlayLine(TextChoices):
    """A line by its anchor on the page. The order is that of the page, and stored values stay."""

    PROGRAMS = "programs", _("No bots and no search")
    LANGUAGE_MODELS = "language-models", _("No language models")
    ADVICE = "advice", _("No advice from others")
    ACCOUNTS = "accounts", _("One person, one account")
    PARTNERS = "partners", _("No secrets between partners")


TEXTS: Final[Mapping[FairPlayLine, Promise]] = {
    FairPlayLine.PROGRAMS: _(
        "No program suggests your moves or rates them: no bot, no solver, no script of your own."
        " A bot account says what it is and plays only at tables that admit it."
    ),
    FairPlayLine.LANGUAGE_MODELS: _(
        "Do not ask a chatbot or any other language model about a running game, not even about a"
        " small part of it."
    ),
    FairPlayLine.ADVICE: _(
        "Do not ask anybody what to play, and do not tell others what they could play. Talk about"
        " the game as much as you like once it is over."
    ),
    FairPlayLine.ACCOUNTS: _(
        "Have one account and play on it yourself. If you are away, take a vacation or let a"
        " substitute have your seat."
    ),
    FairPlayLine.PARTNERS: _(
        "In a team game you can chat a little, but the rack is the only thing about the game that"
        " partners share. Everybody reads the table talk, and partners have no channel of their"
        " own, here or elsewhere."
    ),
}


def line_choices() -> list[tuple[str, str]]:
    """Every line with its number, and the empty choice."""
    numbered = [(line.value, f"{n}. {line.label}") for n, line in enumerate(FairPlayLine, 1)]
    return [("", str(_("None of these lines"))), *numbered]


def check_line(line: str) -> str:
    """A line that a form names, or "".

    :raises Refused: if there is no such line.
    """
    if line and line not in FairPlayLine.values:
        raise Refused(_("Choose a line of fair play from the list."))
    return line
