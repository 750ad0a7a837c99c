"""A site on which every form can be found, and where each of them is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.utils.timezone import now

from engine.actions import Draw
from games import lobby
from games.accounts.models import GameSession
from games.common.work_rows import WorkStatus
from games.demo.games import count_results
from games.leagues.league import create_league
from games.leagues.mail_addresses import confirm_url
from games.leagues.models import Entrance, Partners, Season, SeasonGame
from games.leagues.season.plan import Plan, game_kind, plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.lobby import GameOptions
from games.lobby.groups.groups import change_code, found_group
from games.lobby.groups.members import accept_invitation, invite_member
from games.lobby.invitations.invite import invite
from games.lobby.invitations.tokens import page_url
from games.log.models import Event
from games.moderation.appeals import make_token
from games.moderation.games.clock import extend
from games.moderation.offices import moderators_group
from games.moderation.reports import file_report
from games.moderation.sanctions import mute
from games.moderation.seasons.announcement import announce_season
from games.moderation.seasons.dates import move_season_dates
from games.notifications.mail.buttons import ActionLink, make_action_token
from games.notifications.mail.return_addresses import store_reply_token
from games.notifications.mail.unsubscribe import make_unsubscribe_token
from games.people.models import Person
from games.people.profile import make_login_link
from games.people.sanctions import Sanction
from games.practice.games import begin_practice_game, end_practice_game
from games.review.models import Review
from games.tables.models import Game, PlanChoice, Seat
from tests.conftest import PASSWORD
from tests.fixtures.finished import play_on
from tests.fixtures.games import act, keep_all
from tests.games.leagues.conftest import finish

DAY: Final = timedelta(days=1)
WHY: Final = "Both players asked for it."
PLAYERS: Final = ("Alice", "Bob", "Charlie", "Dana", "Fay", "Vera")
PEOPLE: Final = (*PLAYERS, "Erin", "Mona", "Nora", "Robin", "Sam", "Stan", "Totp")
Step = tuple[str, str, Mapping[str, Any]]


@dataclass(frozen=True)
class Form:
    """A form: the page on which it is, who opens it, what is filled in, what is sent before."""

    who: str
    page: str
    fields: Mapping[str, str] = field(default_factory=dict)
    before: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Site:
    """``names`` are parts of addresses, ``browsers`` those in which people have signed in."""

    names: Mapping[str, Any]
    browsers: Mapping[str, Client]


def make_site(people: Callable[..., Person], begin: Callable[..., Game]) -> Site:
    """People with games, tables, groups, leagues and cases for moderators."""
    made = {name: people(name) for name in PEOPLE}
    alice, bob, charlie = (made[name] for name in ("Alice", "Bob", "Charlie"))
    for name in ("Mona", "Nora"):
        made[name].groups.add(moderators_group())
    made["Stan"].is_staff = True
    made["Stan"].save()
    made["Vera"].set_unusable_password()
    made["Vera"].save()
    names = {
        **_games(alice, bob, made["Vera"], begin),
        **_tables(alice, bob, charlie),
        **_cases(made),
        **_seasons(made),
    }
    _second_factors(made["Totp"], names)
    group = found_group(owner=alice, name="Night owls", now=now())
    for person in (bob, charlie):
        invite_member(group=group, owner=alice, person=person, now=now())
    accept_invitation(group=group, person=bob, now=now())
    change_code(group=group, owner=alice, wanted=True)
    group.refresh_from_db()
    names |= {
        "group": group.pk,
        "club_code": group.code,
        "enter": make_login_link(person=alice, now=now()),
    }
    unproven = EmailAddress.objects.create(user=bob, email="other@example.net")
    names["confirm"] = EmailConfirmationHMAC(unproven).key
    names["stop"] = make_unsubscribe_token("turns", person_id=alice.pk)
    alice_again = signed_in(alice)
    assert alice_again.session
    browsers = {name: signed_in(made[name]) for name in PEOPLE if name not in ("Vera", "Sam")}
    made["Sam"].set_unusable_password()
    made["Sam"].save()
    browsers["objector"] = browsers[names["objector"]]
    browsers["Sam"] = Client()
    browsers["Sam"].force_login(made["Sam"])
    browsers["code"] = Client()
    browsers["code"].post("/accounts/login/code/", {"email": alice.email})
    # Signing in would make the token worthless.
    token = default_token_generator.make_token(Person.objects.get(pk=bob.pk))
    names["reset"] = f"{user_pk_to_url_str(bob)}-{token}"
    return Site(names, browsers)


def signed_in(person: Person) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
    if "_auth_user_id" not in client.session:  # a second factor is asked for
        client.force_login(person)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def _games(alice: Person, bob: Person, vera: Person, begin: Callable[..., Game]) -> dict[str, Any]:
    games = {name: begin(alice, bob) for name in ("turn", "wait", "private", "away")}
    games["vera"] = begin(vera, bob)
    games["open"] = begin(bob, vera)
    for game in games.values():
        keep_all(game, 0, 1)
    for seat in (0, 1):
        act(games["turn"], seat, Draw("blind"), Draw("blind"))
    act(games["wait"], 0, Draw("blind"), Draw("blind"))
    Seat.objects.filter(game=games["wait"], number=1).update(opened_at=now() - 5 * DAY)
    Game.objects.filter(pk=games["wait"].pk).update(plans=PlanChoice.ALL)
    Game.objects.filter(pk=games["private"].pk).update(public=False)
    Seat.objects.filter(game=games["away"], number=0).update(open_since=now())
    Seat.objects.filter(game=games["open"], number=0).update(open_since=now())
    games["setup"] = begin(alice, bob)
    games["done"] = play_on(begin(alice, bob, board="lantern-island"))
    games["practised"] = begin_practice_game(player=bob, board="lantern-island", now=now())
    end_practice_game(practice=games["practised"].practice_game, now=now())
    count_results(now())
    Review.objects.create(
        game=games["done"],
        person=alice,
        seat=0,
        version=games["done"].version,
        status=WorkStatus.READY,
        created_at=now(),
        made_at=now(),
    )
    seat = Seat.objects.get(game=games["turn"], number=0)
    button = ActionLink(alice.pk, games["turn"].code, seat.decision, "draw blind blind")
    link = "c0ffee" * 5 + "c0"
    seat = Seat.objects.get(game=games["vera"], number=0)
    store_reply_token(
        token="", link=link, person=vera, seat=seat, decision=seat.decision, now=now()
    )
    session = GameSession.objects.create(
        person=vera,
        seat=seat,
        sign_in_mark=vera.sign_in_digest,
        began_at=now(),
        ends_at=now() + DAY,
    )
    more = {
        "decision": Seat.objects.get(game=games["setup"], number=0).decision,
        "button": make_action_token(button),
        "link": link,
        "session": session.end_token,
    }
    return {name: game.code for name, game in games.items()} | more


def _tables(alice: Person, bob: Person, charlie: Person) -> dict[str, Any]:
    made = {
        name: lobby.create_game(organiser=alice, options=GameOptions(**options), now=now())
        for name, options in (
            ("table", {"board": "usa", "seats": 5}),
            ("teams", {"board": "team-asia", "seats": 4, "teams_chosen": True}),
        )
    }
    lobby.join_game(game=made["table"], person=bob, now=now())
    invitation = invite(game=made["table"], inviter=alice, address="x@example.net", now=now())
    return {name: game.code for name, game in made.items()} | {
        "key": made["table"].invitation,
        "teams_key": made["teams"].invitation,
        "invited": page_url(invitation).split("/")[-2],
    }


def _cases(made: Mapping[str, Person]) -> dict[str, Any]:
    mona, bob, muted = made["Mona"], made["Bob"], (made["Charlie"], made["Fay"])
    report = file_report(
        reporter=made["Alice"], kind="player", subject=bob, text="He lets it run.", now=now()
    )
    for person in muted:
        mute(actor=mona, person=person, reason=WHY, until=now() + 7 * DAY, now=now())
    return {"report": report.pk, "appeal": make_token(Sanction.objects.order_by("pk")[0])}


def _seasons(made: Mapping[str, Person]) -> dict[str, Any]:
    erin, start = made["Erin"], now() - 20 * DAY
    league = create_league(name="Night Club", directors=[erin], founder=None, now=start)
    plan = Plan(
        kinds=(game_kind("japan", [2], 2),),
        division_size=4,
        promote=1,
        relegate=1,
        registration_opens_at=start - 9 * DAY,
        registration_closes_at=start - DAY,
        starts_at=start,
        ends_at=start + 60 * DAY,
    )
    season = plan_season(league=league, director=erin, plan=plan, now=start - 10 * DAY)
    announce_season(actor=erin, season=season, now=start - 10 * DAY)
    for name in ("Alice", "Bob", "Charlie", "Dana"):
        register(season=season, person=made[name], now=start - 8 * DAY)
    run_season(season=season, now=start)
    season.refresh_from_db()
    register(season=season, person=made["Fay"], now=now())
    moved = move_season_dates(
        actor=erin,
        season=season,
        dates={"ends_at": season.ends_at + 7 * DAY},
        reason=WHY,
        now=now(),
    )
    days = (-1, 30, 31, 90)
    dates = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
    moments = dict(zip(dates, (now() + day * DAY for day in days), strict=True))
    following = replace(plan, **moments)
    later = plan_season(league=league, director=erin, plan=following, now=now() - 2 * DAY)
    announce_season(actor=erin, season=later, now=now() - 2 * DAY)
    run_season(season=later, now=now())
    stan = made["Stan"]
    invites = create_league(
        name="Mail Train", directors=[stan], founder=stan, entry=Entrance.PRIVATE, now=start
    )
    pairs = create_league(name="Pairs", directors=[erin], founder=None, now=start)
    kinds = (game_kind("team-asia", [4], 1),)
    in_pairs = replace(following, kinds=kinds, partners=Partners.FIXED)
    season = plan_season(league=pairs, director=erin, plan=in_pairs, now=now() - 2 * DAY)
    announce_season(actor=erin, season=season, now=now() - 2 * DAY)
    run_season(season=season, now=now())
    register(season=later, person=made["Bob"], now=now())
    register(season=season, person=made["Bob"], now=now())
    # Bob is asked, as three days before the draw.
    Season.objects.filter(pk=season.pk).update(confirm_by=season.registration_closes_at)
    drawn, other = SeasonGame.objects.order_by("pk")[:2]
    finish(other, [90, 40], now() - DAY)
    running = drawn.game
    assert running is not None
    keep_all(running, 0, 1)
    turn = Event.objects.filter(game=running, type="game.turn_started").first()
    act(running, 0, Draw("blind"), Draw("blind"))
    extended = extend(actor=erin, game=running, by=DAY, reason=WHY, now=now())
    # A director who plays in the division, but not at this table, can only propose.
    first = league.seasons.get(number=1)
    first.entries.update(accepts_directors=True)
    seated = set(running.seats.values_list("person", flat=True))
    entered = ("Alice", "Bob", "Charlie", "Dana")
    involved = next(made[name] for name in entered if made[name].pk not in seated)
    league.directors.add(involved)
    extend(actor=involved, game=running, by=DAY, reason=WHY, now=now())
    dates = {"ends_at": first.ends_at + 14 * DAY}
    move_season_dates(actor=involved, season=first, dates=dates, reason=WHY, now=now())
    return {
        "objector": next(name for name in made if made[name].pk in seated),
        "league_game": running.code,
        "league_link": invites.invitation,
        "place_link": confirm_url(season, made["Bob"]).split("/")[-2],
        "turn_seq": turn.seq,
        "extended": extended.pk,
        "moved": moved.pk,
    }


def _second_factors(person: Person, names: dict[str, Any]) -> None:
    TOTP.activate(person, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(person)
    key = Authenticator.objects.create(
        user=person, type="webauthn", data={"name": "Phone", "credential": {}}
    )
    names["passkey"] = key.pk
