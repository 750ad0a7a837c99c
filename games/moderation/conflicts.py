"""Who decides what, alone or with a second voice: one table, and the one function that reads it.

The table is printed in docs/leagues.md; a test compares the two. *Involved* in a decision is a
person who plays or played in the division concerned, or whose partner does. Nobody, in whatever
role, decides in a game in which they have or had a seat, about their own entry, or who sits at a
table where they play. Decision 82 says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Division, Entry, EntryStatus, League, Season, SeasonSeat
from games.moderation.models import ModerationAction, Role
from games.moderation.roles import (
    NotAllowed,
    may_direct_game,
    require_game_role,
    require_league_role,
    require_role_over_person,
    require_site_role,
)
from games.people.models import Person
from games.tables.models import Game, GameStatus

Do = ModerationAction


class Voice(Enum):
    """How a person may decide; the values are the words of the table in docs/leagues.md."""

    ALONE = "alone"
    SECOND = "second voice"
    RATED = "second voice if rated"
    NEVER = "never"


ALONE, SECOND, RATED, NEVER = Voice


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: actions, and the voice of each standing in them."""

    name: str
    actions: tuple[ModerationAction, ...]
    director: Voice
    involved_director: Voice
    moderator: Voice
    involved_moderator: Voice

    def voice(self, role: Role, *, involved: bool) -> Voice:
        """The voice of a person in this role; administrators have that of moderators."""
        if role == Role.DIRECTOR:
            return self.involved_director if involved else self.director
        return self.involved_moderator if involved else self.moderator


_ADJUDICATE = (Do.ADJUDICATE, Do.PROPOSE_ADJUDICATION, Do.WITHDRAW_ADJUDICATION)
_VOID = (Do.VOID, Do.PROPOSE_VOID, Do.WITHDRAW_VOID)
_CLOCK = (Do.PAUSE, Do.RESUME, Do.EXTEND, Do.SHORTEN, Do.EXCUSE, Do.COUNT)
_VOTES = (Do.CONFIRM_VOTE, Do.REFUSE_VOTE)
_TEXTS = (Do.ANNOUNCE, Do.DESCRIBE, Do.WRITE, Do.CALL_OFF)

TABLE: Final = (
    Row("Nudge", (Do.NUDGE,), ALONE, ALONE, ALONE, ALONE),
    Row("Clock of a game, missed turns", _CLOCK, ALONE, SECOND, ALONE, SECOND),
    Row("Confirm or refuse a vote", _VOTES, ALONE, SECOND, ALONE, SECOND),
    Row("Replace a player, return a seat", (Do.REPLACE,), ALONE, SECOND, ALONE, SECOND),
    Row("Take a game back", (Do.TAKE_BACK,), ALONE, NEVER, ALONE, NEVER),
    Row("Adjudicate a game", _ADJUDICATE, RATED, NEVER, RATED, NEVER),
    Row("Void a game", _VOID, RATED, NEVER, RATED, NEVER),
    Row("Look at hidden cards", (Do.LOOK,), NEVER, NEVER, ALONE, NEVER),
    Row("Remove a message or a name", (Do.REMOVE, Do.REMOVE_NAME), ALONE, ALONE, ALONE, ALONE),
    Row("Warn a player", (Do.WARN,), ALONE, ALONE, ALONE, ALONE),
    Row("Mute or suspend a player", (Do.MUTE, Do.SUSPEND), NEVER, NEVER, ALONE, ALONE),
    Row("Ban a player", (Do.BAN,), NEVER, NEVER, ALONE, NEVER),
    Row("Lift a sanction", (Do.LIFT, Do.DENY_APPEAL), NEVER, NEVER, ALONE, ALONE),
    Row("Approve a registration", (Do.APPROVE,), ALONE, ALONE, ALONE, ALONE),
    Row("Decline a registration", (Do.DECLINE,), ALONE, SECOND, ALONE, SECOND),
    Row("Admit a player, let one back in", (Do.ADMIT,), ALONE, SECOND, ALONE, SECOND),
    Row("Remove a player", (Do.TAKE_OUT,), ALONE, SECOND, ALONE, SECOND),
    Row("Move the dates", (Do.MOVE_DATES,), ALONE, SECOND, ALONE, SECOND),
    Row("More time for the season", (Do.EXTEND_SEASON,), ALONE, ALONE, ALONE, ALONE),
    Row("Open a division", (Do.OPEN_DIVISION,), ALONE, ALONE, ALONE, ALONE),
    Row("Announce, describe, write, cancel", _TEXTS, ALONE, ALONE, ALONE, ALONE),
    Row("Add or remove a director", (Do.ADD_DIRECTOR, Do.DROP_DIRECTOR), *[ALONE] * 4),
)
ELSEWHERE: Final = (Do.PROPOSE, Do.WITHDRAW, Do.OBJECT, Do.SETTLE, Do.APPOINT, Do.DISMISS)
"""Actions that are not in the table: parts of a decision by two, reports, and offices."""
_ROWS: Final = {action: row for row in TABLE for action in row.actions}


@dataclass(frozen=True, slots=True)
class Standing:
    """The role of a person towards a game, an entry or a season, and whether they are involved.

    ``plays`` is "division", "team" (the partner does) or "season", as the audit log keeps it.
    """

    role: Role
    plays: str = ""
    involved: bool = False
    rated: bool = False

    def voice(self, action: ModerationAction) -> Voice:
        """How a person of this standing may take an action: alone, with a second voice, never."""
        if action in ELSEWHERE:
            return Voice.ALONE
        found = _ROWS[action].voice(self.role, involved=self.involved)
        if found is Voice.RATED:
            # Who proposes or withdraws does only that.
            decides = action in (ModerationAction.ADJUDICATE, ModerationAction.VOID)
            return Voice.SECOND if self.rated and decides else Voice.ALONE
        return found

    @property
    def marks(self) -> dict[str, str]:
        """The conflict of interest, for the audit log, for all to read."""
        return {"plays": self.plays} if self.plays else {}


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
    """The standing in which a person takes an action; ``voice`` says whether alone.

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
    plays = _plays(actor, division.season, division)
    return Standing(role, plays, involved=plays in ("division", "team"), rated=game.rated)


def standing_in_season(actor: Person, season: Season, entries: Sequence[Entry] = ()) -> Standing:
    """The standing of a person in a season, for a decision about some of its entries, or all.

    Before the draw there are no divisions: those who compete for a place are involved, and in a
    decision for all of a season those who play in any division.

    :raises NotAllowed: if they may not act there.
    :raises Refused: if it is about themselves or a table of theirs.
    """
    role = require_league_role(actor, season.league)
    for why in conflicts_of_interest(actor, entries).values():
        raise Refused(why)
    found = [
        _plays(actor, season, division)
        for division in {entry.division for entry in entries if entry.division_id is not None}
    ] or [_plays(actor, season, None)]
    plays = min(found, key=("division", "team", "season", "").index)
    if any(entry.division_id is not None for entry in entries):
        involved = plays in ("division", "team")
    elif entries:
        involved = bool(plays)
    else:
        own = _own(actor) | _partners(actor)
        involved = divisions_of(own, actor).filter(season=season).exists()
    return Standing(role, plays, involved)


def _plays(actor: Person, season: Season, division: Division | None) -> str:
    if division is not None:
        if divisions_of(_own(actor), actor).filter(pk=division.pk).exists():
            return "division"
        if divisions_of(_partners(actor)).filter(pk=division.pk).exists():
            return "team"
    here = _own(actor).filter(season=season).exclude(status=EntryStatus.WITHDRAWN)
    return "season" if here.exists() else ""


def _own(person: Person) -> QuerySet[Entry]:
    return Entry.objects.filter(person=person)


def _partners(person: Person) -> QuerySet[Entry]:
    return Entry.objects.filter(Q(partner__person=person) | Q(partnered_by__person=person))


def divisions_of(entries: QuerySet[Entry], person: Person | None = None) -> QuerySet[Division]:
    """The divisions in which these entries play or played, or ``person`` has or had a seat."""
    seats = SeasonSeat.objects.filter(Q(entry__in=entries) | Q(drawn_for__in=entries))
    found = Q(pk__in=entries.filter(division__isnull=False).values("division"))
    found |= Q(season_games__in=seats.values("season_game"))
    if person is not None:
        held = Q(seats__person=person) | Q(seats__hand_overs__person_before=person)
        found |= Q(season_games__game__in=Game.objects.filter(held).values("pk"))
    return Division.objects.filter(found).distinct()


def _current_divisions(person: Person) -> QuerySet[Division]:
    """The divisions of unfinished seasons in which a person or their partner is involved."""
    own, partners = divisions_of(_own(person), person), divisions_of(_partners(person))
    found = Q(pk__in=own.values("pk")) | Q(pk__in=partners.values("pk"))
    return Division.objects.filter(found, season__promoted_at=None)


def are_rivals(one: Person, other: Person) -> bool:
    """Whether two people play in one division of a season that is not over."""
    entries = Entry.objects.filter(person=other, division__in=_current_divisions(one))
    return entries.exists()


def games_hidden_from(person: Person) -> QuerySet[Game]:
    """The running games in which a person plays or played, or is a rival of somebody who plays."""
    plays = Q(seats__person=person) | Q(seats__hand_overs__person_before=person)
    own = _current_divisions(person).values("pk")
    rivals = Entry.objects.filter(division__in=own).exclude(person=person).values("person")
    rival = Q(seats__person__in=rivals) | Q(season_game__division__in=own)
    return Game.objects.filter(plays | rival, status=GameStatus.RUNNING).distinct()


def game_is_hidden_from(person: Person, game: Game) -> bool:
    """Whether a running game is among those of which a person may see nothing hidden."""
    return games_hidden_from(person).filter(pk=game.pk).exists()


def may_look(person: object, game: Game) -> bool:
    """Whether a person may look at the hidden cards of a game; each look is written down."""
    if not may_direct_game(cast("Person | None", person), game):
        return False
    try:
        authority(cast(Person, person), ModerationAction.LOOK, game=game)
    except NotAllowed:
        return False
    return True


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
