"""Who decides what, alone or with a second voice: the functions that read the table.

The table is in :mod:`games.moderation.voices`; :mod:`games.moderation.involvement` says who is
involved. Nobody, in whatever role, decides in a game in which they have or had a seat, about their
own entry, or who sits at a table where they play (decision 82).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Division, Entry, League, Season
from games.moderation.involvement import (
    are_rivals,
    conflicts_of_interest,
    divisions_of,
    entries_of,
    game_is_hidden_from,
    partners_of,
    place_in,
)
from games.moderation.models import ModerationAction, Role
from games.moderation.roles import (
    NotAllowed,
    may_direct_game,
    require_game_role,
    require_league_role,
    require_role_over_person,
    require_site_role,
)
from games.moderation.voices import Standing, Voice
from games.people.models import Person
from games.tables.models import Game


def authority(
    actor: Person,
    action: ModerationAction,
    *,
    game: Game | None = None,
    season: Season | None = None,
    entries: Sequence[Entry] = (),
    league: League | None = None,
    person: Person | None = None,
) -> Standing:
    """Return the standing in which a person acts; its ``voice`` says whether alone.

    :param game: or one of the other targets; ``entries`` are those of ``season`` it is about.
    :raises NotAllowed: if the person may never do that here; it says whom to ask.
    :raises Refused: if it is about themselves or a table of theirs.
    """
    if game is not None:
        standing = standing_in_game(actor, game)
        if action == ModerationAction.LOOK and game_is_hidden_from(actor, game):
            standing = Standing(standing.role, standing.plays, involved=True)
    elif season is not None:
        standing = standing_in_season(actor, season, entries)
    elif league is not None:
        standing = Standing(require_league_role(actor, league))
    else:
        assert person is not None
        require_role_over_person(actor, person)
        standing = standing_to_person(actor, person)
    if standing.voice(action) is Voice.NEVER:
        raise NotAllowed(_why_never(action, standing))
    return standing


def _why_never(action: ModerationAction, standing: Standing) -> str:
    if action == ModerationAction.LOOK:
        if standing.role == Role.DIRECTOR:
            return _("Only a moderator of the site may look at hidden cards. Ask one.")
        return _(
            "You play against somebody at this table, here or in a division elsewhere, so you may "
            "not see what is hidden. Ask another moderator."
        )
    if action == ModerationAction.BAN:
        return _(
            "You play in the same division as this player, so you cannot ban them. Suspend them "
            "for now, and ask another moderator or an administrator."
        )
    if not standing.involved:
        return _("Only a moderator can do this.")
    return _(
        "You or your teammate plays in this game's division, so you cannot "
        "decide its result. Ask another director, or a moderator."
    )


def standing_to_person(actor: Person, person: Person) -> Standing:
    """The standing of a moderator in sanctions of a person.

    :raises NotAllowed: if the actor is no moderator.
    """
    return Standing(require_site_role(actor), involved=are_rivals(actor, person))


def standing_in_game(actor: Person, game: Game) -> Standing:
    """The standing of a person in a game.

    :raises NotAllowed: if they may not act there.
    """
    role = require_game_role(actor, game)
    division = Division.objects.filter(season_games__game=game).select_related("season").first()
    if division is None:
        return Standing(role, rated=game.rated)
    plays = place_in(actor, division.season, division)
    return Standing(role, plays, involved=plays in ("division", "team"), rated=game.rated)


def standing_in_season(actor: Person, season: Season, entries: Sequence[Entry] = ()) -> Standing:
    """The standing of a person in a season, for a decision about some of its entries, or all.

    Before the draw there are no divisions: everybody who competes for a place is involved. In a
    decision for a whole season those are involved who play in any division.

    :raises NotAllowed: if they may not act there.
    :raises Refused: if it is about themselves or a table of theirs.
    """
    role = require_league_role(actor, season.league)
    for why in conflicts_of_interest(actor, entries).values():
        raise Refused(why)
    found = [
        place_in(actor, season, division)
        for division in {entry.division for entry in entries if entry.division_id is not None}
    ] or [place_in(actor, season, None)]
    plays = min(found, key=("division", "team", "season", "").index)
    if any(entry.division_id is not None for entry in entries):
        involved = plays in ("division", "team")
    elif entries:
        involved = bool(plays)
    else:
        own = entries_of(actor) | partners_of(actor)
        involved = divisions_of(own, actor).filter(season=season).exists()
    return Standing(role, plays, involved)


def may_look(person: object, game: Game) -> bool:
    """Whether a person may look at the hidden cards of a game; each look is logged."""
    if not may_direct_game(cast("Person | None", person), game):
        return False
    try:
        authority(cast(Person, person), ModerationAction.LOOK, game=game)
    except NotAllowed:
        return False
    return True
