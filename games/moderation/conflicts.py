"""Who decides what, alone or with a second voice: the functions that read the table.

The table is in :mod:`games.moderation.voices`. Involved is who plays or played in the division of a
decision, or has a partner who does; they may not see what is hidden there either. Nobody, in
whatever role, decides in a game in which they have or had a seat, about their own entry, or who
sits at a table where they play (decision 82).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.absence.models import games_ever_played_by
from games.common.errors import Refused
from games.leagues.models import (
    Division,
    Entry,
    EntryStatus,
    League,
    Season,
    SeasonGame,
    SeasonSeat,
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
from games.moderation.voices import DIVISIONS, Standing, Voice
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


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
        standing = standing_in_season(actor, season, entries, action)
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
    division = Division.objects.filter(season_games__game=game).first()
    return Involvement(actor).in_game(role, game, division)


def standing_in_season(
    actor: Person, season: Season, entries: Sequence[Entry] = (), action: str | None = None
) -> Standing:
    """The standing of a person in a season, for a decision about some of its entries, or all.

    :raises NotAllowed: if they may not act there.
    :raises Refused: if it is about themselves or a table of theirs.
    """
    role = require_league_role(actor, season.league)
    for why in conflicts_of_interest(actor, entries).values():
        raise Refused(why)
    return Involvement(actor).in_season(role, season.pk, entries, action)


class Involvement:
    """Where a person plays, read once for any number of decisions."""

    def __init__(self, person: Person) -> None:
        self.person = person

    @cached_property
    def _own(self) -> dict[int, int]:
        """The divisions in which the person plays or played, with their seasons."""
        found = divisions_of(entries_of(self.person), self.person)
        return dict(found.values_list("pk", "season"))

    @cached_property
    def _of_partners(self) -> dict[int, int]:
        """The divisions in which partners do."""
        return dict(divisions_of(partners_of(self.person)).values_list("pk", "season"))

    @cached_property
    def _seasons(self) -> set[int]:
        entries = entries_of(self.person).exclude(status=EntryStatus.WITHDRAWN)
        return set(entries.values_list("season", flat=True))

    def _place(self, season: int, division: int | None) -> str:
        """Where the person plays: "division", "team", "season", or "" for nowhere."""
        if division is not None:
            if division in self._own:
                return "division"
            if division in self._of_partners:
                return "team"
        return "season" if season in self._seasons else ""

    def in_game(self, role: Role, game: Game, division: Division | None) -> Standing:
        """The standing in a game of a division, or of none."""
        if division is None:
            return Standing(role, rated=game.rated)
        plays = self._place(division.season_id, division.pk)
        return Standing(role, plays, involved=plays in ("division", "team"), rated=game.rated)

    def in_season(
        self, role: Role, season: int, entries: Sequence[Entry], action: str | None
    ) -> Standing:
        """The standing in a season, for a decision about some of its entries, or all.

        Before the draw there are no divisions: everybody who competes for a place is involved. In
        a decision for a whole season those are involved who play in any division, and in an
        ``action`` about divisions all who are in the season.
        """
        divisions = {entry.division_id for entry in entries} - {None} or {None}
        found = [self._place(season, division) for division in divisions]
        plays = min(found, key=("division", "team", "season", "").index)
        if action in DIVISIONS:
            involved = bool(plays)
        elif divisions != {None}:
            involved = plays in ("division", "team")
        elif entries:
            involved = bool(plays)
        else:
            involved = season in {*self._own.values(), *self._of_partners.values()}
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


def entries_of(person: Person) -> QuerySet[Entry]:
    """The entries of a person."""
    return Entry.objects.filter(person=person)


def partners_of(person: Person) -> QuerySet[Entry]:
    """The entries of the partners of a person."""
    return Entry.objects.filter(Q(partner__person=person) | Q(partnered_by__person=person))


def divisions_of(entries: QuerySet[Entry], person: Person | None = None) -> QuerySet[Division]:
    """The divisions in which these entries play or played, or ``person`` has or had a seat."""
    seats = SeasonSeat.objects.filter(Q(entry__in=entries) | Q(drawn_for__in=entries))
    found = Q(pk__in=entries.filter(division__isnull=False).values("division"))
    found |= Q(season_games__in=seats.values("season_game"))
    if person is not None:
        found |= Q(season_games__game__in=games_ever_played_by(person).values("pk"))
    return Division.objects.filter(found).distinct()


def current_divisions_of(person: Person) -> QuerySet[Division]:
    """The divisions of unfinished seasons in which a person or their partner is involved."""
    own, partners = divisions_of(entries_of(person), person), divisions_of(partners_of(person))
    found = Q(pk__in=own.values("pk")) | Q(pk__in=partners.values("pk"))
    return Division.objects.filter(found, season__promoted_at=None)


def rivals_of(person: Person) -> QuerySet[Entry]:
    """The entries of others in the divisions of unfinished seasons that concern a person."""
    divisions = current_divisions_of(person).values("pk")
    return Entry.objects.filter(division__in=divisions).exclude(person=person)


def are_rivals(one: Person, other: Person) -> bool:
    """Whether two people play in one division of a season that is not over."""
    return rivals_of(one).filter(person=other).exists()


def conflicts_of_interest(person: Person, entries: Sequence[Entry]) -> dict[int, str]:
    """The reasons why a person does not decide about entries, by id; one query."""
    own = SeasonSeat.objects.filter(entry__person=person, season_game__settled_at=None)
    beside = SeasonSeat.objects.filter(entry__in=entries, season_game__in=own.values("season_game"))
    at_own_table = set(beside.values_list("entry", flat=True)) if entries else set()
    found = {}
    for entry in entries:
        if entry.person_id == person.pk:
            found[entry.pk] = _(
                "You cannot make a decision about yourself. Ask another director, or a moderator."
            )
        elif entry.pk in at_own_table:
            found[entry.pk] = _(
                "You play at the same table as this player, so you cannot decide who "
                "sits there. Ask another director, or a moderator."
            )
    return found


def games_hidden_from(person: Person) -> QuerySet[Game]:
    """The running games in which a person plays or played, or is a rival of somebody who plays."""
    own, others = games_ever_played_by(person).values("pk"), []
    # Read first: as a part of the query it takes longer to compose than all the rest of a page.
    divisions = list(current_divisions_of(person).values_list("pk", flat=True))
    if divisions:
        rivals = Entry.objects.filter(division__in=divisions).exclude(person=person)
        others = [
            Seat.objects.filter(person__in=rivals.values("person")).order_by().values("game"),
            SeasonGame.objects.filter(division__in=divisions).order_by().values("game"),
        ]
    return Game.objects.filter(pk__in=own.union(*others), status=GameStatus.RUNNING).order_by()


def game_is_hidden_from(person: Person, game: Game) -> bool:
    """Whether a running game is one whose hidden facts a person may not see."""
    return games_hidden_from(person).filter(pk=game.pk).exists()
