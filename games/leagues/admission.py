"""Whom a season admits: by rating, by reliability, and by the word of a director."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.leagues.models import Season
from games.people.models import Person
from games.ratings.selectors import FEWEST_GAMES, standings_of
from games.reliability.selectors import reliability_of


def why_not_admitted(season: Season, person: Person) -> str:
    """The reason why a person cannot register, with what is asked and what they have; "" if none.

    The rating is the one over all boards. Whoever has had too few turns for a reliability is given
    the benefit of the doubt, as at a table of the lobby.
    """
    return _rating(season, person) or _reliability(season, person)


def conditions(season: Season) -> list[str]:
    """What a season asks of who registers, in sentences."""
    least, most = season.least_rating, season.most_rating
    asked = []
    if least is not None and most is not None:
        asked.append(_("A rating from %(least)d to %(most)d.") % {"least": least, "most": most})
    elif least is not None:
        asked.append(_("A rating of at least %(least)d.") % {"least": least})
    elif most is not None:
        asked.append(_("A rating of at most %(most)d.") % {"most": most})
    if season.least_reliability is not None:
        asked.append(
            _("At least %(percent)d %% of turns in time.") % {"percent": season.least_reliability}
        )
    if season.by_approval:
        asked.append(_("A director approves each registration."))
    return asked


def _rating(season: Season, person: Person) -> str:
    least, most = season.least_rating, season.most_rating
    if least is None and most is None:
        return ""
    ranked = [one for one in standings_of(person) if one.board == "" and one.ranked]
    if not ranked:
        return _(
            "This season asks for a rating, and nobody has one before %(games)d rated games. Play"
            " some in the lobby first."
        ) % {"games": FEWEST_GAMES}
    points = ranked[0].rating.points
    if least is not None and points < least:
        return _(
            "This season asks for a rating of at least %(asked)d, and yours is %(points)d."
        ) % {"asked": least, "points": points}
    if most is not None and points > most:
        return _("This season asks for a rating of at most %(asked)d, and yours is %(points)d.") % {
            "asked": most,
            "points": points,
        }
    return ""


def _reliability(season: Season, person: Person) -> str:
    asked = season.least_reliability
    if asked is None:
        return ""
    conduct = reliability_of([person.pk])[person.pk]
    if not conduct.known or conduct.percent >= asked:
        return ""
    return _(
        "This season asks for players who make %(asked)d %% of their turns in time, and you made"
        " %(percent)d %%."
    ) % {"asked": asked, "percent": conduct.percent}
