"""League, Season, SeasonMessage, Division, Entry, SeasonGame and SeasonSeat.

The games themselves are ordinary games, whose history is in their logs. A season says which games
belong to it, who plays in them for which entry, and what they were worth.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.leagues.rules.promotion import Outcome
from games.tables.models import Game


class Entrance(models.TextChoices):
    """Who may register for the seasons of a league; nobody else sees one that is private."""

    OPEN = "open", _("everybody")
    APPROVAL = "approval", _("everybody whom a director approves")
    LINK = "link", _("people with the invitation link")
    PRIVATE = "private", _("people with the invitation link; nobody else sees the league")


BY_INVITATION: Final = (Entrance.LINK, Entrance.PRIVATE)


class League(models.Model):
    """A series of seasons, run by its directors; they direct nothing else.

    ``founder`` is None where the operator founded it. ``invitation`` is the secret token of the
    link by which people become ``invited``; "" before there is one. Games of a league that is not
    ``rated`` count in no rating. An archived league plans no seasons.
    """

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=80, unique=True)
    about = models.TextField(_("about this league"), max_length=2000, blank=True)
    directors = models.ManyToManyField("games.Person", related_name="directed_leagues", blank=True)
    founder = models.ForeignKey(
        "games.Person", models.SET_NULL, null=True, related_name="founded_leagues"
    )
    entry = models.CharField(
        _("who may enter"), max_length=8, choices=Entrance.choices, default=Entrance.OPEN
    )
    invitation = models.CharField(max_length=32, blank=True, default="")
    invited = models.ManyToManyField("games.Person", related_name="leagues_invited_to", blank=True)
    rated = models.BooleanField(_("rated"), default=True)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def by_invitation(self) -> bool:
        """Whether only people with the invitation link may register."""
        return self.entry in BY_INVITATION


class Partners(models.TextChoices):
    """How partners are found on a board with teams (A-1)."""

    ROTATING = "rotating", _("partners change from game to game")
    FIXED = "fixed", _("pairs register together and stay together")


class Season(models.Model):
    """One run of a league, with everything that was decided about it before it began.

    ``kinds`` are the sorts of game that everybody plays: a list of ``{"board": "japan",
    "seats": [4, 3], "games": 3}``, where ``games`` is what each player plays of it and ``seats``
    the sizes of table that may be used, the wanted one first. ``points`` has the league points by
    place for each number of sides at a table: ``{"4": [8, 5, 2, 1], ...}``. ``clock`` holds the
    clock, the absence policy and the plans as the lobby takes them: ``{"days_per_turn": 3, ...}``.

    ``title`` and ``about`` are the directors' description, beside the number.

    ``least_rating`` to ``by_approval`` are the conditions of registration; None is no condition.

    With ``confirmation`` players are asked to confirm before the draw. ``confirm_by`` is the date
    that they were given, None before they are asked, and ``reminded_at`` when they were reminded.

    A completed step has its time: announced, drawn, started, adjudicated, closed, promoted. The
    runner takes the steps that are due. All randomness follows from ``seed`` and ``field``, the
    entries of the draw with their partners: ``[[17, null], [19, 23], ...]``, None before it, and
    from ``changes`` of divisions by directors, as :mod:`games.leagues.season.groups` has them.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(_("title"), max_length=60, blank=True)
    about = models.TextField(_("about this season"), max_length=2000, blank=True)
    kinds = models.JSONField()
    points = models.JSONField()
    clock = models.JSONField(default=dict)
    partners = models.CharField(max_length=8, choices=Partners.choices, default=Partners.ROTATING)
    division_size = models.PositiveSmallIntegerField(
        _("players in a division"), validators=[MinValueValidator(2), MaxValueValidator(500)]
    )
    promote = models.PositiveSmallIntegerField(_("promoted from each division"))
    relegate = models.PositiveSmallIntegerField(_("relegated from each division"))
    most_players = models.PositiveIntegerField(
        _("maximum number of players"), null=True, blank=True
    )
    least_rating = models.PositiveSmallIntegerField(_("minimum rating"), null=True, blank=True)
    most_rating = models.PositiveSmallIntegerField(_("maximum rating"), null=True, blank=True)
    least_reliability = models.PositiveSmallIntegerField(
        _("minimum share of turns on time, in percent"), null=True, blank=True
    )
    by_approval = models.BooleanField(_("directors approve registrations"), default=False)
    bot_accounts = models.BooleanField(_("bot accounts may register"), default=False)
    clubmates_apart = models.BooleanField(_("clubmates sit at different tables"), default=False)
    confirmation = models.BooleanField(_("players confirm before the draw"), default=False)
    seed = models.CharField(max_length=64)
    field = models.JSONField(null=True)
    changes = models.JSONField(default=list)

    registration_opens_at = models.DateTimeField(_("registration opens"))
    registration_closes_at = models.DateTimeField(_("registration closes"))
    starts_at = models.DateTimeField(_("season starts"))
    ends_at = models.DateTimeField(_("season ends"))

    planned_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True)
    confirm_by = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)
    drawn_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    adjudicated_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    promoted_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    summed_up_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["league", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["starts_at"],
                condition=models.Q(promoted_at=None, cancelled_at=None, announced_at__isnull=False),
                name="seasons_to_run",
            )
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.number}"

    @property
    def goes_on(self) -> bool:
        """Whether the season is neither over nor cancelled."""
        return self.adjudicated_at is None and self.cancelled_at is None

    @property
    def paired(self) -> bool:
        """Whether pairs register together and stay together."""
        return self.partners == Partners.FIXED


class SeasonMessage(models.Model):
    """A message of a director to all players of a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(_("message"), max_length=2000)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.season} {self.at:%Y-%m-%d}"


class Division(models.Model):
    """A group of entries who play against each other in a season; tier 1 is the highest.

    ``revision`` counts how often its standings have changed. ``apart`` are the pairs of places that
    the draw kept apart because they share a device or a network, which is nobody else's business.
    ``lot`` is mixed into the seed of its tables.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField(default=0)
    apart = models.JSONField(default=list)
    lot = models.CharField(max_length=20, default="")

    class Meta:
        ordering: ClassVar = ["season", "tier"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "tier"], name="one_division_a_tier")
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.name}"

    @property
    def name(self) -> str:
        """Its name in the active language."""
        return gettext("Division %(tier)d") % {"tier": self.tier}

    @property
    def draw_lot(self) -> str:
        """Its lot; of divisions that were drawn before release 0.4.0 it is the tier."""
        return self.lot or str(self.tier)


class EntryStatus(models.TextChoices):
    ASKED = "asked", _("waiting for a director")
    REGISTERED = "registered", _("registered")
    PLAYING = "playing", _("playing")
    RESERVE = "reserve", _("on the reserve list")
    WITHDRAWN = "withdrawn", _("withdrawn")


OUTCOME_CHOICES: Final = [
    (Outcome.PROMOTED.value, _("promoted")),
    (Outcome.STAYS.value, _("stays")),
    (Outcome.RELEGATED.value, _("relegated")),
    (Outcome.LEFT.value, _("left")),
]


class Entry(models.Model):
    """A person in a season, from registration to the final rank.

    ``strength`` is the position in the order in which the divisions were filled, from 1. An entry
    that is a ``substitute`` came from the reserve list for another one and took its open games.
    ``stands_by`` says that the person agreed to take over games in the middle of the season; nobody
    else gets a seat. ``accepts_directors`` says that directors who play in the same division may
    decide, unless a player objects in time. ``confirmed_at`` is when the person confirmed that they
    play, or did what counts as that. ``tier`` is where the entry belongs next season, once
    the season is over. ``partner`` is the other one of a fixed pair; until both name each other the
    pair is not agreed. From the draw on, partners play together. ``club`` is one of which the
    person was a member at registration; it stays when they leave it.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="entries"
    )
    division = models.ForeignKey(
        Division, null=True, on_delete=models.SET_NULL, related_name="entries"
    )
    status = models.CharField(
        max_length=10, choices=EntryStatus.choices, default=EntryStatus.REGISTERED
    )
    partner = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="partnered_by"
    )
    club = models.ForeignKey(
        "games.PlayerGroup", null=True, on_delete=models.PROTECT, related_name="entries"
    )
    contribution = models.CharField(max_length=200, blank=True)
    stands_by = models.BooleanField(_("ready to take over"), default=False)
    accepts_directors = models.BooleanField(_("accepts directors who play"), default=False)
    registered_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)
    substitute_for = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="substitutes"
    )

    strength = models.PositiveIntegerField(null=True)
    rank = models.PositiveIntegerField(null=True)
    outcome = models.CharField(max_length=9, choices=OUTCOME_CHOICES, blank=True)
    tier = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["season", "registered_at", "pk"]
        verbose_name_plural = "entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "person"], name="one_entry_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.season}"


class Verdict(models.TextChoices):
    """How a game of a season came to count."""

    PLAYED = "played", _("played to the end")
    ADJUDICATED = "adjudicated", _("counted as it stood at the end of the season")
    VOID = "void", _("not counted")


class SeasonGame(models.Model):
    """A game that a season has drawn; ``game`` is set once it has been started.

    ``settled_at`` is when its result was copied into its seats, and ``verdict`` says how.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="season_games")
    number = models.PositiveIntegerField()
    board = models.CharField(max_length=30)
    game = models.OneToOneField(
        Game, null=True, on_delete=models.SET_NULL, related_name="season_game"
    )
    started_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=11, choices=Verdict.choices, blank=True)

    class Meta:
        ordering: ClassVar = ["division", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["division", "number"], name="one_season_game_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.division} #{self.number}"


class SeasonSeat(models.Model):
    """A seat of a season's game: the entry that plays there, and its result.

    ``place`` (1 is best), ``score`` and ``tickets`` (completed ones) are those of the side;
    ``team`` says who plays together. ``drawn_for`` is the entry that the draw had put here, if
    another one took over. An entry that ``left`` the table scores nothing there.
    """

    season_game = models.ForeignKey(SeasonGame, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(null=True)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    drawn_for = models.ForeignKey(
        Entry, null=True, on_delete=models.SET_NULL, related_name="given_up_seats"
    )
    left = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    tickets = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["season_game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season_game", "number"], name="one_season_seat_a_number"
            ),
            models.UniqueConstraint(
                fields=["season_game", "entry"], name="one_season_seat_an_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_game}/{self.number}"
