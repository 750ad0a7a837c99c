"""A whole simulated league: registration, absences, bans, an outage, the end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from unittest.mock import patch

from django.core.management.base import OutputWrapper
from django.db import transaction
from django.test import override_settings

from games import log
from games.absence.substitution import take_seat
from games.absence.vacations import plan_vacation
from games.common.errors import Refused
from games.leagues.league import create_league
from games.leagues.models import Entry, EntryStatus, League, Season, SeasonGame
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_seasons
from games.leagues.season.withdrawal import withdraw
from games.management.progress import progress
from games.moderation.sanctions import ban
from games.moderation.seasons.announcement import announce_season
from games.people.models import Person
from games.play.bots import play_as_bot
from games.players import rate_finished_games, update_reliability
from games.scheduler.sweep import sweep
from games.tables.models import Game, GameStatus, Seat
from tools.league.checks import faults_of
from tools.league.players import Habit, habit_of, visits
from tools.players.people import DAY, make_person

BEGINNING: Final = datetime(2027, 1, 4, 8, 0, tzinfo=UTC)
DOMAIN: Final = "simulation.example"
LOOK: Final = timedelta(hours=6)
LOOKS: Final = DAY // LOOK
DAYS: Final = 60
"""Days of a season; most of its games are over earlier."""
OUTAGE: Final = timedelta(days=2)
OUTAGE_MINUTES: Final = 30 * 60
"""Sweeps are as rare as looks, and that is no outage."""
TURNS: Final = 3
"""The most turns of one game at one look of everybody."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a simulation. ``kinds`` are board, sizes of table and games each."""

    players: int = 200
    seasons: int = 3
    division_size: int = 10
    kinds: tuple[tuple[str, tuple[int, ...], int], ...] = (("japan", (4, 3, 5), 2),)
    promote: int = 2
    reserves: int = 8
    bans: int = 2
    withdrawals: int = 2
    vacations: int = 8
    outage_on: int = 12
    verify_every: int = 25


class Simulation:
    """One league, from its first season to the last, on a clock of its own.

    ``counts`` says how often what happened.
    """

    def __init__(self, scale: Scale, seed: str) -> None:
        self.scale = scale
        self.seed = seed
        self.dice = Random(f"night-mail/simulation/1 {seed}")
        self.now = BEGINNING
        self.counts = Counter[str]()
        self.faults: list[str] = []
        self.gone: set[int] = set()
        self.director = make_person("Dorien", DOMAIN)
        self.admin = Person.objects.create_superuser(f"administrator@{DOMAIN}", "Administrator")
        self.helpers = [make_person(f"Helper {number}", DOMAIN) for number in range(4)]
        self.people = [
            make_person(f"Player {number}", DOMAIN) for number in range(1, scale.players + 1)
        ]
        self.league: League = create_league(
            name=f"League {seed}", directors=[self.director], founder=None, now=BEGINNING
        )

    def run(self) -> None:
        """Play all seasons, then check everything."""
        # The simulation does the work of the workers itself.
        silent = patch("ttr_site.celery.app.send_task")
        with silent, override_settings(OUTAGE_MINUTES=OUTAGE_MINUTES):
            for number in range(1, self.scale.seasons + 1):
                self._season(number)
        self._count_people()
        self.faults += faults_of(self.league, self.now, verify_every=self.scale.verify_every)
        games = SeasonGame.objects.filter(division__season__league=self.league)
        self.counts["games"] = games.count()
        self.counts.update(
            f"games {verdict}" for verdict in games.values_list("verdict", flat=True)
        )
        self.counts["substitutes"] = Entry.objects.filter(
            season__league=self.league, substitute_for__isnull=False
        ).count()

    def _tick(self, by: timedelta) -> None:
        """Advance the time, then sweep and run the seasons."""
        self.now += by
        swept = sweep(now=self.now)
        self.counts["moves by the clock"] += swept.played
        self.counts["games that got their time back"] += swept.moved
        self.counts["sweeps that failed at a seat"] += swept.failed
        run_seasons(now=self.now)

    def _wait(self, until: datetime) -> None:
        """Advance the time in days until then."""
        while self.now < until:
            self._tick(min(DAY, until - self.now))

    def _count_people(self) -> None:
        """Count ratings and reliability."""
        rate_finished_games(now=self.now)
        update_reliability(now=self.now)

    def _season(self, number: int) -> None:
        season = self._register()
        self._wait(season.starts_at)
        began = self.now
        looks, screen = DAYS * LOOKS + 1, OutputWrapper(sys.stderr)
        for step in progress(range(looks), looks, f"Season {number}", screen):
            if step % LOOKS == 0:
                self._happen(season, step // LOOKS)
            if number == 2 and step == self.scale.outage_on * LOOKS:
                # Nothing runs meanwhile.
                self.now += OUTAGE
                self.counts["outages"] += 1
            self._play_games(number, day=(self.now - began) // DAY)
            self._tick(LOOK)
            if step % LOOKS == 0:
                self._count_people()
                season.refresh_from_db()
                if season.promoted_at is not None:
                    break
        season.refresh_from_db()
        while season.promoted_at is None and self.now < season.ends_at + DAY:
            self._tick(LOOK)
            season.refresh_from_db()
        if season.promoted_at is None:
            self.faults.append(f"{season} did not come to its end.")

    def _play_games(self, season: int, *, day: int) -> None:
        """Play for the people who look at their games now."""
        waiting = Seat.objects.filter(decision__isnull=False, person__isnull=False)
        games = Game.objects.filter(status=GameStatus.RUNNING, pk__in=waiting.values("game"))
        for game in list(games.order_by("pk")):
            seats = Seat.objects.filter(game=game, person__isnull=False)
            habits = {
                number: habit_of(self.seed, person, season)
                for number, person in seats.values_list("number", "person")
                if person not in self.gone
                and visits(self.seed, person, season, day=day, hour=self.now.hour)
            }
            self._play(game, habits)

    def _play(self, game: Game, habits: Mapping[int, Habit]) -> None:
        """Play for those who are there, by their seats, a few turns at most."""
        turns = 0
        while turns < TURNS:
            state = log.load(game)
            seat = next((seat for seat in sorted(state.pending) if seat in habits), None)
            if seat is None:
                return
            turns += state.pending[seat] in ("turn", "setup")
            try:
                play_as_bot(game=game, state=state, seat=seat, bot=habits[seat].bot, now=self.now)
            except Refused:
                # The clock, or somebody who ended the game, was faster.
                return
            self.counts["moves"] += 1

    def _register(self) -> Season:
        now = self.now
        plan = Plan(
            kinds=tuple(game_kind(*kind) for kind in self.scale.kinds),
            division_size=self.scale.division_size,
            promote=self.scale.promote,
            relegate=self.scale.promote,
            registration_opens_at=now + DAY,
            registration_closes_at=now + 8 * DAY,
            starts_at=now + 10 * DAY,
            ends_at=now + (10 + DAYS) * DAY,
            clock={"days_per_turn": 2, "bank_hours": 48, "bank_cap_hours": 48},
        )
        season = plan_season(league=self.league, director=self.director, plan=plan, now=now)
        announce_season(actor=self.director, season=season, now=now)
        coming = [person for person in self.people if person.pk not in self.gone]
        # A few stay away from each season, and come back in another one.
        away = {person.pk for person in self._some(coming, len(coming) // 40)}
        for minute, person in enumerate(coming):
            if person.pk not in away:
                register(
                    season=season, person=person, now=now + DAY + minute * timedelta(minutes=1)
                )
        self._wait(plan.registration_closes_at)
        for person in coming:
            if person.pk in away and len(away) <= self.scale.reserves:
                register(season=season, person=person, now=self.now)
        for number in range(self.scale.reserves - len(away)):
            late = make_person(f"Reserve {season.number} {number}", DOMAIN)
            self.people.append(late)
            register(season=season, person=late, now=self.now)
        return season

    def _happen(self, season: Season, day: int) -> None:
        """Simulate the events of one day of a season."""
        if day == 2:
            for person in self._some(self._playing(season), self.scale.vacations):
                first = (self.now + DAY).date()
                plan_vacation(person=person, first=first, last=first + 6 * DAY, now=self.now)
                self.counts["vacations"] += 1
        if day == 3:
            for person in self._some(self._playing(season), self.scale.bans):
                ban(actor=self.admin, person=person, reason="simulated", now=self.now)
                self.gone.add(person.pk)
                self.counts["bans"] += 1
        if day == 5:
            for person in self._some(self._playing(season), self.scale.withdrawals):
                withdraw(season=season, person=person, now=self.now)
                self.counts["withdrawals"] += 1
        self._help()

    def _help(self) -> None:
        """Give some of the seats that look for a substitute to helpers from outside."""
        looking = Seat.objects.filter(open_since__isnull=False, game__status=GameStatus.RUNNING)
        for seat in looking.select_related("game"):
            (helper,) = self._some(self.helpers, 1)
            with suppress(Refused), transaction.atomic():
                take_seat(game=seat.game, seat=seat.number, person=helper, now=self.now)

    def _playing(self, season: Season) -> list[Person]:
        entries = Entry.objects.filter(season=season, status=EntryStatus.PLAYING)
        return list(Person.objects.filter(pk__in=entries.values("person")).order_by("pk"))

    def _some(self, people: list[Person], count: int) -> list[Person]:
        return self.dice.sample(people, min(count, len(people)))
