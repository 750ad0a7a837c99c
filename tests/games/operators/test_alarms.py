"""What processes say of themselves, backups and disks: alarms, and what the doctor says of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils.timezone import now
from pytest_django import Settings

from games.clock.models import Alarm, Heartbeat
from games.operators import disks, job_runs, presence
from games.operators.backup.pruning import delete_old_backups
from games.operators.disks import Disk
from games.people.models import Person
from games.tasks import raise_alarm_task, sweep_deadlines, tell_operators
from tests.games.operators.test_doctor import doctor
from ttr_site import task_signals

pytestmark = [pytest.mark.django_db, pytest.mark.machine_clock]


@pytest.fixture(autouse=True)
def _no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runs, "_noted", {})


@pytest.fixture
def mails(settings: Settings) -> Callable[[], list[str]]:
    """Let the alarm look; the subjects and texts of the mails that operators got since."""
    settings.ADMINS = [("", "you@night-mail.example")]
    settings.BACKUP_HOURS = 36
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Heartbeat.objects.create(job="sweep", at=now())

    def look() -> list[str]:
        mail.outbox = []
        raise_alarm_task()
        tell_operators()
        return [f"{one.subject}\n{one.body}" for one in mail.outbox]

    return look


def test_a_mail_gate_that_has_died_is_an_alarm_and_one_that_was_stopped_is_none(
    mails: Callable[[], list[str]],
) -> None:
    Heartbeat.objects.create(job="mailgate", at=now() - timedelta(minutes=1))
    assert mails() == []
    Heartbeat.objects.filter(job="mailgate").update(at=now() - timedelta(minutes=6))
    (text,) = mails()
    assert "mailgate overdue" in text
    said, end = doctor("background")
    assert "FAULT    mailgate overdue since" in said
    assert "night-mail-mailgate" in said
    assert end
    Heartbeat.objects.filter(job="mailgate").delete()
    assert mails() == []
    assert not Alarm.objects.filter(over_at=None).exists()


def test_a_stream_process_that_has_died_is_a_fault() -> None:
    Heartbeat.objects.create(job="sweep", at=now())
    Heartbeat.objects.create(job="stream", at=now() - timedelta(hours=2))
    said, _end = doctor("background")
    assert "FAULT    stream overdue since" in said


def test_answers_that_nothing_takes_are_reported(settings: Settings) -> None:
    settings.PRODUCTION, settings.REPLY_BY_MAIL, settings.INBOUND_SECRET = True, True, ""
    said, _end = doctor("background")
    assert "Mails ask for answers, and nothing takes them" in said
    Heartbeat.objects.create(job="mailgate", at=now())
    said, _end = doctor("background")
    assert "nothing takes them" not in said


def beat_asks(beat: SimpleNamespace) -> None:
    """Let a beat send the message of a job, as its scheduler does, and a worker do it."""
    headers = beat.scheduler.schedule["sweep deadlines"].options["headers"]
    # A worker finds the headers of a message as attributes of the request.
    task = SimpleNamespace(
        name=sweep_deadlines.name, app=sweep_deadlines.app, request=SimpleNamespace(**headers)
    )
    task_signals._end("1", task, state="SUCCESS")


def new_beat() -> SimpleNamespace:
    entry = SimpleNamespace(options={"expires": 60})
    beat = SimpleNamespace(scheduler=SimpleNamespace(schedule={"sweep deadlines": entry}))
    task_signals._sign_messages(sender=beat)
    assert entry.options["expires"] == 60
    return beat


def test_two_beats_are_seen_and_one_that_has_ended_is_forgotten() -> None:
    one, other = new_beat(), new_beat()
    beat_asks(one)
    said, _end = doctor("background")
    assert "beats run" not in said
    beat_asks(other)
    said, _end = doctor("background")
    assert "WARNING  2 beats run" in said
    ended = Heartbeat.objects.filter(job__startswith="beat ").first()
    assert ended
    Heartbeat.objects.filter(pk=ended.pk).update(at=now() - timedelta(days=2))
    said, _end = doctor("background")
    assert "beats run" not in said
    beat_asks(new_beat())
    assert not Heartbeat.objects.filter(pk=ended.pk).exists()


def test_a_secret_key_that_was_changed_without_the_earlier_one_is_reported(
    settings: Settings,
) -> None:
    earlier = settings.SECRET_KEY
    beat_asks(new_beat())
    said, _end = doctor("background")
    assert "another secret key" not in said
    settings.SECRET_KEY = "another-key-of-forty-random-letters-and-digits"
    said, _end = doctor("background")
    assert "WARNING  Workers signed with another secret key until" in said
    assert "NIGHT_MAIL_OLD_SECRET_KEYS" in said
    settings.SECRET_KEY_FALLBACKS = [earlier]
    said, _end = doctor("background")
    assert "another secret key" not in said


def test_a_process_notes_that_it_lives_until_it_is_stopped(transactional_db: None) -> None:
    living = presence.Living("mailgate").start()
    end = time.monotonic() + 20
    while presence.living_since("mailgate") is None and time.monotonic() < end:
        time.sleep(0.05)
    assert presence.living_since("mailgate") is not None
    living.stop()
    assert presence.living_since("mailgate") is None


def test_a_site_without_backups_raises_the_alarm_after_a_day_and_a_half(
    mails: Callable[[], list[str]], alice: Person, settings: Settings
) -> None:
    Person.objects.update(created=now() - timedelta(hours=30))
    assert mails() == []
    Person.objects.update(created=now() - timedelta(hours=37))
    (text,) = mails()
    assert "backup overdue" in text
    assert "night-mail-backup" in text
    Heartbeat.objects.create(job="backup", at=now())
    assert mails() == []
    assert not Alarm.objects.filter(over_at=None).exists()
    Heartbeat.objects.filter(job="backup").update(at=now() - timedelta(hours=40))
    assert len(mails()) == 1
    settings.BACKUP_HOURS = 0
    assert mails() == []
    assert not Alarm.objects.filter(over_at=None).exists()


def test_a_backup_that_fails_is_an_alarm_until_one_ends_well(
    mails: Callable[[], list[str]], tmp_path: Path
) -> None:
    Heartbeat.objects.create(job="backup", at=now() - timedelta(hours=1))
    taken = tmp_path / "taken.backup"
    taken.touch()
    with pytest.raises(CommandError):
        call_command("backup", taken, stdout=StringIO(), stderr=StringIO())
    (text,) = mails()
    assert "backup overdue" in text
    Heartbeat.objects.filter(job="backup").update(at=now())
    assert mails() == []
    assert not Alarm.objects.filter(over_at=None).exists()


def test_a_disk_that_is_nearly_full_is_an_alarm_also_while_another_worker_looks(
    mails: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full = [Disk("backups", tmp_path, 5 * 10**9, 100 * 10**9)]
    monkeypatch.setattr(disks, "disks", lambda: full)
    (text,) = mails()
    assert "disk overdue" in text
    assert "doctor program" in text
    monkeypatch.setattr(disks, "disks", list)
    assert mails() == []
    assert Alarm.objects.filter(over_at=None, what="disk").exists()
    Heartbeat.objects.filter(job=disks.FULL).update(at=now() - timedelta(minutes=11))
    mails()
    assert not Alarm.objects.filter(over_at=None).exists()


def test_old_backups_of_the_timer_are_deleted_by_a_setting_and_no_others(tmp_path: Path) -> None:
    names = ["night-mail-2026-10-01-034000.backup", "before-partitions.backup", "notes.txt"]
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    young = tmp_path / "night-mail-2026-11-28-034000.backup"
    young.touch()

    new = tmp_path / "new.backup"
    assert list(delete_old_backups(beside=new, days=0, now=now())) == []
    assert list(delete_old_backups(beside=new, days=30, now=now())) == [tmp_path / names[0]]
    assert {path.name for path in tmp_path.iterdir()} == {names[1], names[2], young.name}
