"""Several runs of the pump at the same moment: on PostgreSQL they share the work."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import Settings

from games.notifications.channels import Answer
from games.notifications.models import Delivery, DeliveryStatus, Notice
from games.notifications.pump import fan_out, run_deliveries
from games.people.models import Person
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.games.notifications import telegraph
from tests.games.races.together import together

pytestmark = pytest.mark.django_db(transaction=True)

RUNS = 3
CROWD = 6


@pytest.fixture(autouse=True)
def _wires(settings: Settings, people: PeopleFactory, begin: Starter) -> Iterator[None]:
    settings.NOTIFICATION_CHANNELS = ["tests.games.notifications.telegraph.TelegraphChannel"]
    crowd: list[Person] = [people(f"player{number}") for number in range(CROWD)]
    telegraph.WIRES.update(one.name for one in crowd)
    for one, other in zip(crowd[::2], crowd[1::2], strict=True):
        begin(one, other)
    yield
    telegraph.SENT.clear()
    telegraph.WIRES.clear()


def test_each_notice_is_fanned_out_by_one_of_them() -> None:
    together(*[lambda: fan_out(now=NOW)] * RUNS)
    fan_out(now=NOW)
    assert set(Counter(Delivery.objects.values_list("person", flat=True)).values()) == {1}
    assert Delivery.objects.count() == CROWD
    assert not Notice.objects.filter(fanned_out=False).exists()


def test_each_delivery_is_sent_once_and_by_several_where_rows_can_be_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares = connection.features.has_select_for_update_skip_locked
    # Nobody goes on before as many are at it: a run alone would time out.
    gate = threading.Barrier(RUNS if shares else 1)
    send = telegraph.TelegraphChannel.send

    def meet(self: telegraph.TelegraphChannel, *args: object) -> Answer:
        gate.wait(30)
        return send(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(telegraph.TelegraphChannel, "send", meet)
    fan_out(now=NOW)
    sent = together(*[lambda: run_deliveries(now=NOW)] * RUNS)
    assert sum(sent) == CROWD
    assert set(Counter(name for name, _text in telegraph.SENT).values()) == {1}
    assert set(Delivery.objects.values_list("status", flat=True)) == {DeliveryStatus.SENT}
    if shares:
        assert sent == [CROWD // RUNS] * RUNS
