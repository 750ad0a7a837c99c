"""Draw the divisions and tables of a season, and open another division later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import combinations
from random import Random

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonGame, SeasonSeat
from games.leagues.rules.pairing import draw_pairings
from games.leagues.rules.promotion import Outcome, PreviousSeason, fill_divisions, order_of_strength
from games.leagues.rules.schedule import Pair, Pairing
from games.leagues.rules.sizes import division_sizes
from games.leagues.season import recipients
from games.leagues.season.confirmation import put_silent_on_reserve
from games.leagues.season.draw_seed import draw_seed
from games.leagues.season.groups import changed_groups
from games.leagues.season.locking import lock_season, store
from games.leagues.season.plan import (
    SHORTEST_SEASON,
    SeasonCannotBePaired,
    can_play,
    check_players,
    game_kinds,
)
from games.leagues.season.reserve_list import fill_places, who_may_not_play, willing_reserves
from games.leagues.season.standings import bump_revision
from games.leagues.season.start import start_season_game
from games.leagues.selectors import entries_in
from games.people.traces import sharing_pairs


@dataclass(frozen=True, slots=True)
class DivisionAssignment:
    """Entries by division, the highest first and each by strength, and those left waiting."""

    divisions: list[list[Entry]]
    waiting: list[Entry]


@transaction.atomic
def draw_season(*, season: Season, now: datetime) -> Season:
    """Draw divisions and tables of a season after registration. Repeating it changes nothing.

    Suspended people and those who did not confirm do not play, and the reserve list fills the free
    places. If that many cannot be paired, the last who registered wait on the reserve list. If
    nobody is left, or its last day has come, the season is cancelled: the next one would wait for
    it forever.

    :raises SeasonCannotBePaired: if too few remain, or no number near them can be paired.
    :raises Refused: if the season before is not finished: nobody knows yet who goes up or down.
    """
    locked = lock_season(season)
    if locked.drawn_at is not None:
        return locked
    before = locked.league.seasons.filter(number__lt=locked.number, cancelled_at=None)
    if before.filter(promoted_at=None).exists():
        raise Refused(_("The previous season is not over yet."))
    for entry in who_may_not_play(list(entries_in(locked, EntryStatus.REGISTERED)), now):
        store(entry, status=EntryStatus.WITHDRAWN, withdrawn_at=now)
        recipients.notify_entry(entry, "left_out", now)
    silent = put_silent_on_reserve(locked, now)
    fill_places(locked, now)
    registered = list(entries_in(locked, EntryStatus.REGISTERED))
    if now >= locked.ends_at or not (registered or silent or _may_be_approved(locked, now)):
        store(locked, cancelled_at=now)
        recipients.notify_ended_undrawn(locked, now)
        return locked
    locked.field = [[entry.pk, entry.partner_id] for entry in registered]
    field = assign_divisions(locked, registered, seed=draw_seed(locked))
    groups, left_out = changed_groups(locked, field.divisions)
    entries = {entry.pk: entry for entry in registered}
    for tier, group in enumerate(groups, 1):
        draw_division(locked, tier, [entries[pk] for pk in group.entries], now, lot=group.lot)
    for number in left_out:
        locked.changes[number - 1]["left_out"] = True
    for entry in field.waiting:
        store(entry, status=EntryStatus.RESERVE)
        recipients.notify_entry(entry, "waiting", now)
    store(locked, drawn_at=now, field=locked.field, changes=locked.changes)
    return locked


def _may_be_approved(season: Season, now: datetime) -> bool:
    """Whether directors can still let somebody in before the first day."""
    return now < season.starts_at and season.entries.filter(status=EntryStatus.ASKED).exists()


def draw_division(
    season: Season, tier: int, players: Sequence[Entry], now: datetime, *, lot: str
) -> Division:
    """Store a division of these players and draw its tables, from the seed of the season.

    Its players are weaker than all who were drawn before. A substitute is a member like the others
    from now on. The caller holds the lock of the season.
    """
    weakest = season.entries.aggregate(last=Max("strength"))["last"] or 0
    apart = pairs_apart(season, players, now)
    division = Division.objects.create(season=season, tier=tier, apart=apart, lot=lot)
    for strength, entry in enumerate(players, weakest + 1):
        entry.division, entry.substitute_for = division, None
        entry.strength = strength
        entry.status = EntryStatus.PLAYING
    if season.paired:
        for one, other in zip(players[::2], players[1::2], strict=True):
            one.partner, other.partner = other, one
    Entry.objects.bulk_update(
        players, ["division", "strength", "status", "partner", "substitute_for"]
    )
    _store(division, players, draw_tables(season, lot, players, apart, draw_seed(season)))
    return division


def assign_divisions(season: Season, entries: Sequence[Entry], *, seed: str) -> DivisionAssignment:
    """Return the divisions of these entries, which are in the order of registration.

    :raises SeasonCannotBePaired: if no nearby number of them can be paired.
    """
    largest_table = max(max(kind.table_sizes) for kind in game_kinds(season))
    units, waiting = registration_units(season, entries, seed=seed)
    playing = [entry for unit in units for entry in unit]
    while playing:
        sizes = division_sizes(len(playing), season.division_size, partial(can_play, season))
        if sizes is not None:
            strong = by_strength(season, units)
            waiting.sort(key=lambda entry: (entry.registered_at, entry.pk))
            return DivisionAssignment(fill_divisions(strong, sizes), waiting)
        if len(waiting) > largest_table:
            break
        waiting += units.pop()
        playing = [entry for unit in units for entry in unit]
    check_players(season, len(entries))
    raise SeasonCannotBePaired(
        _("%(players)d players cannot be split into divisions of about %(size)d.")
        % {"players": len(entries), "size": season.division_size}
    )


def draw_tables(
    season: Season, lot: str, players: Sequence[Entry], apart: Sequence[Pair], seed: str
) -> list[Pairing]:
    """Return the tables of a division, of whose places some pairs are kept apart.

    So are clubmates if the season wants it: clubs of entries are public and final (decision 198).
    """
    fixed = _fixed(season, len(players))
    return draw_pairings(
        len(players),
        game_kinds(season),
        seed=f"{seed} {lot}",
        pairs=fixed,
        apart=[*apart, *_clubmates(season, players, fixed)],
    )


def _clubmates(season: Season, players: Sequence[Entry], fixed: Sequence[Pair]) -> Iterator[Pair]:
    """Yield the places of players of one club who are no pair, if they are kept apart."""
    if not season.clubmates_apart:
        return
    for (one, entry), (other, mate) in combinations(enumerate(players), 2):
        clubmates = entry.club_id is not None and entry.club_id == mate.club_id
        if clubmates and (one, other) not in fixed:
            yield one, other


def pairs_apart(season: Season, players: Sequence[Entry], now: datetime) -> list[Pair]:
    """Return the places of players who share a device or a network and are no pair."""
    places = {entry.person_id: place for place, entry in enumerate(players) if entry.person_id}
    found = [(places[one], places[other]) for one, other in sharing_pairs(places, now=now)]
    fixed = _fixed(season, len(players))
    return [both for both in found if tuple(sorted(both)) not in fixed]


def _fixed(season: Season, players: int) -> list[Pair]:
    """The pairs of a season of pairs, which are side by side."""
    if not season.paired:
        return []
    return [(place, place + 1) for place in range(0, players, 2)]


def registration_units(
    season: Season, entries: Sequence[Entry], *, seed: str
) -> tuple[list[list[Entry]], list[Entry]]:
    """Return entries that enter together, the first complete ones first, and those left over.

    In seasons of pairs, two who named each other are one unit; the others are paired by lot.
    """
    if not season.paired:
        return [[entry] for entry in entries], []
    by_pk = {entry.pk: entry for entry in entries}
    pairs: list[list[Entry]] = []
    single: list[Entry] = []
    for entry in entries:
        mate = by_pk.get(entry.partner_id) if entry.partner_id else None
        if mate is None or mate.partner_id != entry.pk:
            single.append(entry)
        elif mate.pk in {other.pk for unit in pairs for other in unit}:
            continue
        else:
            pairs.append([entry, mate])
    dice = Random(f"night-mail/partners/1 {seed}")  # noqa: S311
    # With an odd number the last who registered is left over; only the others draw lots.
    odd = [single.pop()] if len(single) % 2 else []
    single.sort(key=lambda entry: dice.random())
    pairs += [single[place : place + 2] for place in range(0, len(single), 2)]
    pairs.sort(key=lambda unit: max((entry.registered_at, entry.pk) for entry in unit))
    return pairs, odd


def by_strength(season: Season, units: Sequence[Sequence[Entry]]) -> list[Entry]:
    """Return entries in the order in which divisions are filled; those of a unit side by side."""
    entries = [entry for unit in units for entry in unit]
    history = _history(season, entries)
    newcomers = [entry for entry in entries if entry.pk not in history]
    order = order_of_strength(list(history.values()), newcomers)
    place = {entry.pk: place for place, entry in enumerate(order)}
    ordered = sorted(units, key=lambda unit: min(place[entry.pk] for entry in unit))
    return [entry for unit in ordered for entry in unit]


def _history(season: Season, entries: Sequence[Entry]) -> dict[int, PreviousSeason[Entry]]:
    """Return the last season that each entry's person played, by the id of the entry.

    Substitutes were not members of a division.
    """
    earlier = Entry.objects.filter(
        season__league=season.league_id,
        season__number__lt=season.number,
        person__in=[entry.person_id for entry in entries],
        tier__isnull=False,
        substitute_for=None,
    ).exclude(outcome="")
    found = {
        entry.person_id: entry
        for entry in earlier.select_related("season").order_by("season__number")
    }
    return {
        entry.pk: PreviousSeason(
            player=entry,
            tier=last.tier or 1,
            outcome=Outcome(last.outcome),
            rank=last.rank or 0,
            ago=season.number - last.season.number,
        )
        for entry in entries
        if (last := found.get(entry.person_id)) is not None
    }


def _store(division: Division, players: Sequence[Entry], tables: Sequence[Pairing]) -> None:
    games = SeasonGame.objects.bulk_create(
        SeasonGame(division=division, number=number, board=table.board)
        for number, table in enumerate(tables, 1)
    )
    SeasonSeat.objects.bulk_create(
        SeasonSeat(
            season_game=game,
            number=number,
            team=team_of(table, player),
            entry=players[player],
        )
        for game, table in zip(games, tables, strict=True)
        for number, player in enumerate(table.players)
    )


def team_of(table: Pairing, player: int) -> int | None:
    """The team of a player at a table, None where there are none."""
    return next((team for team, both in enumerate(table.teams) if player in both), None)


def require_drawn(season: Season) -> None:
    """Check that divisions are drawn, so that a player can be put into one.

    :raises Refused: if they are not.
    """
    if season.drawn_at is None:
        raise Refused(
            _(
                "The divisions have not been drawn yet: a player you admit is drawn into one of"
                " them."
            )
        )


@transaction.atomic
def open_division(*, season: Season, tier: int, now: datetime) -> Division | None:
    """Open the division of this tier, drawn from the seed of the season; None if it exists.

    It takes as many as can be paired, up to one and a half times the wanted size, the longest
    waiting first. If the season has started, their games start, too.

    :raises SeasonCannotBePaired: if this number cannot be paired.
    :raises Refused: if it is not the next one below, nobody waits, the season is not drawn or is
        over, too little of it is left, or a game cannot start.
    """
    locked = lock_season(season)
    lowest = locked.divisions.aggregate(lowest=Max("tier"))["lowest"] or 0
    require_drawn(locked)
    if tier <= lowest:
        return None
    if tier != lowest + 1:
        raise Refused(_("The next division is division %(tier)d.") % {"tier": lowest + 1})
    if locked.adjudicated_at is not None or now >= locked.ends_at:
        raise Refused(_("This season is over."))
    if locked.ends_at - max(now, locked.starts_at) < SHORTEST_SEASON:
        raise Refused(
            _("Fewer than %(days)d days are left to play. Move the last day first.")
            % {"days": SHORTEST_SEASON.days}
        )
    players = players_of_next_division(locked, now)
    if not players:
        raise Refused(_("Nobody on the reserve list may play."))
    change = {"do": "open", "entries": [entry.pk for entry in players], "tier": tier}
    store(locked, changes=[*locked.changes, change])
    lot = f"{tier} {len(locked.changes)}"
    division = draw_division(locked, tier, players, now, lot=lot)
    # The former last division can relegate from now on.
    bump_revision(locked.divisions.all())
    if locked.started_at is not None:
        for pk in SeasonGame.objects.filter(division=division).values_list("pk", flat=True):
            start_season_game(pk=pk, now=now)
        recipients.notify_entries(locked, players, "started", now)
    return division


def players_of_next_division(season: Season, now: datetime) -> list[Entry]:
    """Return the entries that would play in another division, in the order of filling it.

    :raises SeasonCannotBePaired: if some wait, and their number cannot be paired.
    """
    waiting = willing_reserves(season, now)
    units, _left = registration_units(season, waiting, seed=draw_seed(season))
    most = season.division_size * 3 // 2
    for count in range(len(units), 0, -1):
        players = [entry for unit in units[:count] for entry in unit]
        if len(players) <= most and can_play(season, len(players)):
            return by_strength(season, units[:count])
    if waiting:
        check_players(season, len(waiting))
    return []
