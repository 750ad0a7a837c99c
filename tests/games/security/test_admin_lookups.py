"""The admin answers no question about what it does not show, however the question is put."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.test import Client

from games.inbound.models import InboundMail
from games.log import triggers
from games.log.models import Event
from games.notifications.models import Delivery, Mail, Notice
from games.notifications.webhooks.models import Webhook
from games.people.models import Person
from games.tables.models import Game
from tests.conftest import PeopleFactory
from tests.fixtures.games import Starter, keep_all
from tests.fixtures.mail import Inbox
from tests.games.security.admin_tables import Table, fill, paths, tables
from tests.thinning import one_in

DATES = ("year", "month", "day")

FILTERS: dict[str, tuple[str, ...]] = {
    "AccountMail": ("status", "kind"),
    "ApiToken": (),
    "AuditEntry": ("action", "role"),
    "Authenticator": ("type",),
    "Bounce": ("kind",),
    "EmailAddress": ("verified",),
    "EmailInvitation": ("status",),
    "Event": ("type",),
    "Group": (),
    "InboundMail": ("outcome",),
    "Mail": ("status",),
    "Notice": ("status", "kind"),
    "RatingChange": (),
    "Report": ("status", "kind"),
    "Sanction": ("kind",),
    "Webhook": (),
    "Delivery": ("channel", "status"),
    "League": ("entry", "rated"),
    "Season": (),
    "Division": ("tier",),
    "Entry": ("status",),
    "Game": ("status", "board", "rated"),
    "Seat": (),
    "Person": ("is_active", "is_staff"),
    "PlayerGroup": (),
}
"""What each list can be filtered by: a new filter must be added here, too."""

OTHER_FILTERS: dict[str, tuple[str, ...]] = {
    "League": ("archived_at__isempty",),
    "Season": (
        "league__id__exact",
        "league__isnull",
        "announced_at__isempty",
        "closed_at__isempty",
    ),
    **dict.fromkeys(("Division", "Entry"), ("season__id__exact", "season__isnull")),
    "Game": ("paused_at__isempty",),
    "Seat": ("due_at__isempty", "open_since__isempty"),
    "Person": ("bot_since__isempty",),
}
"""Those that ask whether there is a value, or for a row of another table."""

HIERARCHIES = {
    **dict.fromkeys(("AuditEntry", "InboundMail", "Bounce"), "at"),
    **dict.fromkeys(("AccountMail", "EmailInvitation", "Mail", "Delivery"), "created_at"),
    **dict.fromkeys(("League", "PlayerGroup"), "created_at"),
    "Season": "starts_at",
}

LOOKUPS = (
    *("exact", "iexact", "contains", "icontains", "startswith", "regex", "in", "gt", "lte"),
    *("range", "isnull", "cards__0", "secret__startswith", "year", "month", "day", "date"),
)


@pytest.fixture
def erin(people: PeopleFactory) -> Person:
    return people("Erin", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(erin: Person, client: Client) -> Client:
    client.force_login(erin)
    return client


@pytest.fixture
def table(begin: Starter, people: PeopleFactory, alice: Person, bob: Person, inbox: Inbox) -> Game:
    """A running game, and a row in every table of the admin."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    inbox()
    fill(game, alice, bob, people("Mona"))
    return game


@pytest.fixture
def _quiet() -> Iterator[None]:
    """Keep thousands of refusals, with tracebacks, out of the log of the test."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def allowed(one: Table) -> set[str]:
    found = set(OTHER_FILTERS.get(one.name, ()))
    for field in FILTERS[one.name]:
        found |= {field, f"{field}__exact", f"{field}__isnull"}
    if one.name in HIERARCHIES:
        found |= {f"{HIERARCHIES[one.name]}__{part}" for part in DATES}
    return found


def questions(one: Table) -> Iterator[str]:
    """Every parameter that asks something of a list, by all the ways Django knows."""
    for path, _field in paths(one.model):
        yield path
        yield from (f"{path}__{lookup}" for lookup in LOOKUPS)
    yield from ("pk", "pk__in", "id__in", "nonsense", "nonsense__exact")


@pytest.mark.slow
@pytest.mark.usefixtures("_quiet")
def test_lists_are_filtered_by_what_is_on_the_allow_list_and_by_nothing_else(
    table: Game, staff: Client
) -> None:
    """Each field is requested over HTTP, and the check about each kind of lookup."""
    for number, one in enumerate(tables()):
        assert one.model._default_manager.exists()
        model_admin = admin.site._registry[one.model]
        passed = {asked for asked in questions(one) if model_admin.lookup_allowed(asked, "1", None)}
        assert passed <= allowed(one), one.name
        for path, field in one_in(5, paths(one.model), number):
            asked = f"{path}__cards__0" if isinstance(field, models.JSONField) else path
            if asked in allowed(one):
                asked = f"{path}__startswith"
            assert staff.get(one.url, {asked: "1"}).status_code == 400, (one.name, asked)


@pytest.mark.slow
def test_a_list_is_filtered_by_what_it_offers(table: Game, staff: Client) -> None:
    """Also by years that no calendar has, without an error."""
    for one in tables():
        for number, asked in enumerate(sorted(allowed(one))):
            for value in one_in(3, ("1", "2026", "9999", "nonsense"), number):
                assert staff.get(one.url, {asked: value}).status_code in (200, 302), asked
        if one.name in HIERARCHIES:
            assert staff.get(one.url, {f"{HIERARCHIES[one.name]}__year": "2026"}).status_code == 200


@pytest.mark.parametrize("one", tables(), ids=lambda one: one.name)
def test_what_a_list_can_be_asked_is_shown_to_who_may_read_it(one: Table) -> None:
    """A filter, a search or an order by something hidden would tell of it."""
    model_admin = admin.site._registry[one.model]
    shown = set(model_admin.list_display) | set(model_admin.fields or ())
    shown |= {"email", "name"}  # of the people that the tables name, and of groups
    assert set(FILTERS[one.name]) <= shown
    for searched in model_admin.search_fields:
        path = searched.lstrip("=^@")
        assert path.split("__")[0] in shown, path
        assert path.split("__")[1:] in ([], ["name"], ["code"]), path


@pytest.mark.slow
def test_lists_are_sorted_by_plain_columns_that_they_show(table: Game, staff: Client) -> None:
    for one in tables():
        check_orders(one, staff)


def check_orders(one: Table, staff: Client) -> None:
    model_admin = admin.site._registry[one.model]
    columns = ["action_checkbox", *model_admin.list_display]
    if staff.get(one.url).content.count(b'name="_selected_action"') == 0:
        columns = columns[1:]
    plain = {field.name for field in one.model._meta.fields if not field.is_relation}
    for number, column in enumerate([*columns, "beyond"]):
        for order in one_in(2, (f"{number}", f"-{number}"), number):
            status = staff.get(one.url, {"o": order}).status_code
            sorted_by = getattr(column, "admin_order_field", column)
            assert status == (200 if sorted_by in plain else 400), (one.name, order, column)


def secrets_change(game: Game) -> None:
    """Make another world of this one: all that is hidden is different, all else is the same."""
    triggers.uninstall(connection)
    Event.objects.update(
        data={"cards": ["green"]}, action={"do": 2}, salt="2" * 32, prev_hash="2", hash="2"
    )
    triggers.install(connection)
    Game.objects.update(secret=b"2" * 32, invitation="second", head="2" * 64)
    Authenticator.objects.update(data={"secret": "2222222222222222"})
    Webhook.objects.update(url="https://second.example.org/green", secret="second")
    Delivery.objects.update(body="green")
    Mail.objects.update(source=b"green")
    Notice.objects.update(data={"message": 2})
    InboundMail.objects.update(sender="2" * 64, key=None)
    Person.objects.exclude(name="Erin").update(password="green")


def asked_about_secrets() -> Iterator[str]:
    """Questions whose true answer differs between the two worlds."""
    yield from (
        f"/admin/games/event/?{asked}"
        for asked in (
            "data__cards__0=green",
            "data__icontains=green",
            "data__contains=green",
            "action__do=2",
            "salt__startswith=2",
            "hash__gt=5",
            "prev_hash=2",
            "game__head__startswith=2",
            "game__secret__isnull=0",
            "game__invitation__startswith=se",
            "game__seats__person__password__startswith=gr",
            "game__notices__data__message=2",
            "q=green",
            "q=" + "2" * 32,
        )
    )
    yield "/admin/mfa/authenticator/?data__secret__startswith=2"
    yield "/admin/mfa/authenticator/?data__icontains=22222222"
    yield "/admin/mfa/authenticator/?user__password__startswith=gr"
    yield "/admin/mfa/authenticator/?q=2222"
    yield "/admin/account/emailaddress/?user__password__startswith=gr"
    yield "/admin/auth/group/?person__password__startswith=gr"
    yield "/admin/games/webhook/?url__icontains=green"
    yield "/admin/games/webhook/?secret__startswith=s"
    yield "/admin/games/webhook/?calls__body__icontains=green"
    yield "/admin/games/webhook/?q=second"
    yield "/admin/games/delivery/?body__icontains=green"
    yield "/admin/games/delivery/?webhook__url__icontains=green"
    yield "/admin/games/delivery/?webhook__secret__startswith=s"
    yield "/admin/games/mail/?source__icontains=green"
    yield "/admin/games/mail/?q=green"
    yield "/admin/games/mail/?notices__data__message=2"
    yield "/admin/games/notice/?data__message=2"
    yield "/admin/games/notice/?mail__source__contains=green"
    yield "/admin/games/inboundmail/?sender__startswith=2"
    yield "/admin/games/inboundmail/?key__isnull=1"
    yield "/admin/games/inboundmail/?q=" + "2" * 10
    for model, field, term in (
        ("notice", "mail", "green"),
        ("event", "game", "green"),
        ("delivery", "webhook", "second"),
        ("bounce", "mail", "2"),
        ("auditentry", "report", "2"),
    ):
        yield (
            f"/admin/autocomplete/?app_label=games&model_name={model}&field_name={field}"
            f"&term={term}"
        )


def told(client: Client, url: str) -> tuple[int, str]:
    answer = client.get(url)
    text = re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", answer.content.decode())
    return answer.status_code, text + answer.get("Location", "")


@pytest.mark.slow
def test_no_answer_differs_between_two_worlds_that_differ_in_what_is_hidden(
    table: Game, staff: Client
) -> None:
    plain = [
        one.url + more
        for number, one in enumerate(tables())
        for more in ("", *one_in(2, ("?q=2", "?o=1", "?p=2", "?all="), number))
    ]
    rows = [
        f"{one.url}{quote(str(row.pk), safe='')}/{page}/"
        for one in tables()
        for number, row in enumerate(one.model._default_manager.order_by("pk")[:2])
        for page in ("change", *one_in(2, ("history", "delete"), number))
    ]
    urls = [*asked_about_secrets(), *plain, *rows]
    before = {url: told(staff, url) for url in urls}
    secrets_change(table)
    for url in urls:
        assert told(staff, url) == before[url], url


def test_a_row_is_named_by_its_key_and_by_nothing_else(table: Game, staff: Client) -> None:
    event, call = Event.objects.first(), Delivery.objects.get()
    for url in (
        f"/admin/games/event/{event.salt}/change/?_to_field=salt",
        f"/admin/games/delivery/{call.name}/change/?_to_field=name",
        f"/admin/games/webhook/{call.webhook.secret}/change/?_to_field=secret",
        "/admin/games/event/?_to_field=hash&_popup=1",
        "/admin/mfa/authenticator/1/delete/?_to_field=data",
    ):
        assert staff.get(url).status_code == 400, url
    assert staff.get("/admin/games/event/?_to_field=id&_popup=1").status_code == 200


def test_an_action_on_a_list_is_refused_a_hidden_filter_as_well(table: Game, staff: Client) -> None:
    factor = Authenticator.objects.get()
    form = {"action": "delete_selected", "_selected_action": factor.pk, "select_across": "1"}
    for asked in ("data__secret__startswith=J", "data__secret__startswith=X"):
        assert staff.post(f"/admin/mfa/authenticator/?{asked}", form).status_code == 400
    assert Authenticator.objects.exists()


def test_the_admin_does_not_say_whether_a_row_of_another_table_exists(
    table: Game, staff: Client
) -> None:
    kinds = [ContentType.objects.get_for_model(model) for model in (Session, Game, Person, Event)]
    session = Session.objects.first()
    for kind in kinds:
        for key in (session.pk, table.pk, "999999", "nothing"):
            assert staff.get(f"/admin/r/{kind.pk}/{key}/").status_code == 404


def test_nothing_is_suggested_for_fields_that_ask_for_no_suggestions(
    table: Game, staff: Client
) -> None:
    for one in tables():
        for field in one.model._meta.get_fields():
            if not field.concrete or not field.is_relation:
                continue
            asked = {
                "app_label": one.model._meta.app_label,
                "model_name": one.model._meta.model_name,
                "field_name": field.name,
                "term": "",
            }
            assert staff.get("/admin/autocomplete/", asked).status_code in (403, 404), asked
