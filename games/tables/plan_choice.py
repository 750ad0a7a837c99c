"""The plans that the players of a game may give: the usual ones, their check and their wording."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.tables.models import Game, PlanChoice, PlanPace

PLAN_FIELDS: Final = ("plans", "plan_pace")
"""The fields of a game that say which plans its players may give."""


def usual_plans(*, rated: bool) -> PlanChoice:
    """Return the plans of a game for which nobody has chosen."""
    return PlanChoice.DRAWS if rated else PlanChoice.ALL


def check_plans(plans: str | None, pace: str) -> None:
    """Check a choice of plans; None is the usual one.

    :raises Refused: if there is no such choice or pace.
    """
    if plans not in (None, *PlanChoice.values) or pace not in PlanPace.values:
        raise Refused(_("Choose from the list which plans players may give, and their pace."))


def plays_without_plans(game: Game) -> bool:
    """Whether only orders for the next turn may be given at a table."""
    return game.practice or game.plans == PlanChoice.OFF


def describe_plans(plans: str, pace: str) -> str:
    """Return the choice in words.

    >>> describe_plans("draws", "minutes")
    'plans that only draw, which move after 2 to 20 minutes'
    """
    choice = PlanChoice(plans)
    if choice == PlanChoice.OFF:
        return str(choice.label)
    return _("%(plans)s, which move after %(pace)s") % {
        "plans": choice.label,
        "pace": PlanPace(pace).label,
    }
