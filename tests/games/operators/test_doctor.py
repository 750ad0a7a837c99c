"""`manage.py doctor`: what it finds, and that it tells no secret."""

from __future__ import annotations

import base64
import shutil
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import django
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.timezone import now
from pytest_django import Settings

from games.clock.models import Heartbeat
from games.operators.disks import Disk
from games.operators.doctor import records
from games.operators.doctor.clock import Timex, examine_clock
from games.operators.doctor.services import _server
from tests.fixtures.name_server import NameServer
from tests.paths import ROOT

pytestmark = pytest.mark.machine_clock

HOST = "night-mail.example"


def key(bits: int) -> str:
    """The text of a DKIM record, cut in pieces as name servers store it."""
    public = rsa.generate_private_key(public_exponent=65537, key_size=bits).public_key()
    raw = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    text = f"v=DKIM1; k=rsa; p={base64.b64encode(raw).decode()}"
    return " ".join(f'"{text[start : start + 200]}"' for start in range(0, len(text), 200))


GOOD_KEY = key(2048)
ZONE = {
    (HOST, "MX"): [f"10 {HOST}."],
    (HOST, "A"): ["192.0.2.7"],
    (HOST, "TXT"): ['"some other text"', '"v=spf1 a mx include:provider.example -all"'],
    ("provider.example", "TXT"): ['"v=spf1 ip4:192.0.2.0/24 -all"'],
    (f"lamp._domainkey.{HOST}", "TXT"): [GOOD_KEY],
    (f"_dmarc.{HOST}", "TXT"): [f'"v=DMARC1; p=quarantine; rua=mailto:you@{HOST}"'],
    ("7.2.0.192.in-addr.arpa", "PTR"): [f"{HOST}."],
}


def doctor(*parts: str, **options: object) -> tuple[str, str]:
    """What it says, and how it ends: with an error, if there are faults."""
    out = StringIO()
    try:
        call_command("doctor", *parts, stdout=out, stderr=StringIO(), **options)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.fixture
def production(settings: Settings) -> Settings:
    settings.PRODUCTION = True
    settings.DEFAULT_FROM_EMAIL = f"Night Mail <post@{HOST}>"
    settings.MAIL_DOMAIN = HOST
    settings.REPLY_BY_MAIL = True
    settings.EMAIL_HOST = "127.0.0.1"
    return settings


@pytest.fixture
def ask(production: Settings, name_server: NameServer) -> Callable[..., tuple[str, str]]:
    name_server.zone = dict(ZONE)

    def ask(**options: object) -> tuple[str, str]:
        given = {"nameserver": name_server.address, "dkim": "lamp", **options}
        return doctor("dns", **given)

    return ask


Ask = Callable[..., tuple[str, str]]


def test_a_domain_with_all_its_records_has_no_faults(ask: Ask) -> None:
    said, end = ask()
    assert end == ""
    assert "No faults, 0 warnings." in said
    assert said.count("\n  ok ") == 5


@pytest.mark.parametrize(
    ("name", "kind", "texts", "expected"),
    [
        (HOST, "MX", [], "WARNING  night-mail.example has no MX record"),
        (HOST, "MX", ["0 ."], "FAULT    night-mail.example says that it takes no mail"),
        (
            HOST,
            "MX",
            ["10 nowhere.example."],
            "The MX nowhere.example of night-mail.example has no",
        ),
        (HOST, "TXT", ['"some text"'], "FAULT    night-mail.example has no SPF record."),
        (HOST, "TXT", ['"v=spf1 a -all"', '"v=spf1 mx -all"'], "has 2 SPF records"),
        (HOST, "TXT", ['"v=spf1 a +all"'], "lets everybody send for it"),
        (HOST, "TXT", ['"v=spf1 a mx"'], "WARNING  The SPF record of night-mail.example says"),
        (HOST, "TXT", [f'"v=spf1 {"a:x.example " * 11}-all"'], "takes more than 10 questions"),
        ("provider.example", "TXT", [f'"v=spf1 {"a " * 9} -all"'], "takes more than 10 questions"),
        (f"lamp._domainkey.{HOST}", "TXT", [], "There is no DKIM key at lamp._domainkey"),
        (f"lamp._domainkey.{HOST}", "TXT", ['"v=DKIM1; p="'], "is withdrawn"),
        (f"lamp._domainkey.{HOST}", "TXT", ['"v=DKIM1; p=bGFtcA=="'], "cannot be read"),
        (f"lamp._domainkey.{HOST}", "TXT", [key(1024)], "WARNING  The DKIM key at lamp"),
        (f"_dmarc.{HOST}", "TXT", [], "has no DMARC policy"),
        (f"_dmarc.{HOST}", "TXT", ['"v=DMARC1; p=none"'], "only watches (p=none)"),
        (f"_dmarc.{HOST}", "TXT", ['"v=DMARC1; p=perhaps"'], "is 'perhaps'"),
        ("7.2.0.192.in-addr.arpa", "PTR", [], "192.0.2.7 has no PTR record"),
        ("7.2.0.192.in-addr.arpa", "PTR", ["elsewhere.example."], "does not lead back"),
    ],
)
def test_a_record_that_is_missing_or_wrong_is_reported_with_what_to_do(
    ask: Ask, name_server: NameServer, name: str, kind: str, texts: list[str], expected: str
) -> None:
    name_server.zone[name, kind] = texts
    said, end = ask()
    assert expected in said
    line = next(text for text in said.split("\n  ") if expected in f"{text}")
    assert said.split(line)[1].lstrip().startswith("→ ")
    assert bool(end) == (" FAULT " in said)


def test_an_alias_as_the_server_for_mail_is_a_fault(ask: Ask, name_server: NameServer) -> None:
    name_server.zone[HOST, "MX"] = ["10 mail.night-mail.example."]
    name_server.zone[f"mail.{HOST}", "CNAME"] = [f"{HOST}."]
    said, _end = ask()
    assert "is an alias (of night-mail.example)" in said


def test_a_policy_of_the_domain_above_counts(
    ask: Ask, name_server: NameServer, production: Settings
) -> None:
    production.MAIL_DOMAIN = f"play.{HOST}"
    name_server.zone[f"play.{HOST}", "MX"] = [f"10 {HOST}."]
    name_server.zone[f"play.{HOST}", "TXT"] = ['"v=spf1 mx -all"']
    production.DEFAULT_FROM_EMAIL = f"post@play.{HOST}"
    name_server.zone[f"lamp._domainkey.play.{HOST}", "TXT"] = [GOOD_KEY]
    said, end = ask(address=["192.0.2.7"])
    assert end == ""
    assert f"DMARC of {HOST}: p=quarantine." in said


def test_a_sender_of_another_domain_than_the_bounces_needs_dkim(
    ask: Ask, name_server: NameServer, production: Settings
) -> None:
    production.DEFAULT_FROM_EMAIL = "post@club.example"
    name_server.zone["club.example", "TXT"] = ['"v=spf1 -all"']
    said, _end = ask()
    assert "There is no DKIM key at lamp._domainkey.club.example" in said
    assert "club.example has no DMARC policy" in said


def test_without_a_selector_the_key_is_not_looked_at_and_that_is_said(ask: Ask) -> None:
    said, end = ask(dkim="")
    assert end == ""
    assert "--dkim SELECTOR" in said


def test_a_name_server_that_says_nothing_is_no_fault_of_the_records(
    ask: Ask, name_server: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LIFETIME", 0.2)
    name_server.is_silent = True
    said, end = ask()
    assert end == ""
    assert "WARNING  The DNS does not answer. MX of night-mail.example" in said


def test_without_the_library_for_the_dns_its_installation_is_advised(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.operators.doctor.mail.import_error", ImportError())
    said, end = ask()
    assert end == ""
    assert "Install dnspython" in said


SMTP = "games.notifications.mail.smtp.Backend"


def test_a_mail_server_that_takes_the_connection_is_well(production: Settings) -> None:
    server = Controller(Sink(), hostname="127.0.0.1", port=0)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        server.port = probe.getsockname()[1]
    production.EMAIL_BACKEND, production.EMAIL_PORT = SMTP, server.port
    server.start()
    try:
        said, end = doctor("smtp")
    finally:
        server.stop()
    assert end == ""
    assert "takes the connection" in said


def test_a_mail_server_that_is_not_there_is_a_fault(production: Settings) -> None:
    production.EMAIL_BACKEND, production.EMAIL_PORT = SMTP, 1
    said, end = doctor("smtp")
    assert "127.0.0.1:1 does not answer." in said
    assert "NIGHT_MAIL_SMTP_URL" in said
    assert end == "1 faults, 0 warnings."


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ({"EMAIL_USE_TLS": True}, "offers no STARTTLS."),
        ({"EMAIL_HOST_USER": "post", "EMAIL_HOST_PASSWORD": "very-hush"}, "takes no log-in (AUTH)"),
    ],
)
def test_a_mail_server_that_lacks_what_the_settings_ask_for_is_a_fault_with_what_to_write(
    production: Settings, wish: dict[str, object], expected: str
) -> None:
    server = Controller(Sink(), hostname="127.0.0.1", port=0)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        server.port = probe.getsockname()[1]
    production.EMAIL_BACKEND, production.EMAIL_PORT = SMTP, server.port
    production.EMAIL_USE_TLS, production.EMAIL_USE_SSL = False, False
    production.EMAIL_HOST_USER, production.EMAIL_HOST_PASSWORD = "", ""
    for name, value in wish.items():
        setattr(production, name, value)
    server.start()
    try:
        said, end = doctor("smtp")
    finally:
        server.stop()
    assert expected in said
    assert "NIGHT_MAIL_SMTP_URL" in said
    assert "hush" not in said
    assert end == "1 faults, 0 warnings."


def test_a_database_that_cannot_be_written_is_a_fault(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.operators.doctor.database.is_read_only", lambda: True)
    said, end = doctor("database")
    assert "no move can be made" in said
    assert end


def test_a_name_server_that_is_none_is_named() -> None:
    assert doctor("dns", nameserver="nine")[1] == (
        "'nine' is no name server: write its address, such as 9.9.9.9."
    )


def test_a_broker_and_a_cache_that_are_away_are_reported_without_their_passwords(
    db: None, settings: Settings
) -> None:
    settings.CELERY_BROKER_URL = "redis://:very-hush%40@127.0.0.1:1/0"
    settings.CACHE_URL = "redis://:hush-hush@127.0.0.1:1/1"
    said, end = doctor("background", "cache")
    assert "The broker at 127.0.0.1:1 does not answer." in said
    assert "The cache at 127.0.0.1:1 does not answer" in said
    assert "hush" not in said
    assert end


def test_an_error_that_quotes_a_secret_is_reported_without_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.INBOUND_SECRET = "a-secret-of-twenty-letters"

    def fail() -> None:
        raise ValueError(f"https://host/inbound/mail/{settings.INBOUND_SECRET}/")

    monkeypatch.setattr("games.operators.doctor.examine_site", fail)
    said, end = doctor("site")
    assert "Looking at it failed. ValueError: https://host/inbound/mail/[secret]/" in said
    assert end == "1 faults, 0 warnings."


def test_a_site_on_which_nothing_has_swept_or_something_is_overdue_is_reported(db: None) -> None:
    said, _end = doctor("background")
    assert "No sweep has ever run" in said
    Heartbeat.objects.create(job="sweep", at=now() - timedelta(hours=1))
    said, _end = doctor("background")
    assert "FAULT    sweep overdue since" in said
    assert "Look whether beat and at least one worker are alive." in said
    Heartbeat.objects.update(at=now())
    said, end = doctor("background")
    assert "nothing is overdue" in said
    assert end == ""


def test_migrations_that_wait_and_those_of_a_newer_program_are_faults(db: None) -> None:
    said, end = doctor("database")
    assert "All migrations have been made." in said
    assert end == ""
    applied = MigrationRecorder(connection).migration_qs
    applied.create(app="games", name="9999_to_come")
    applied.filter(app="sessions").delete()
    said, _end = doctor("database")
    assert "1 migrations are waiting, beginning with sessions.0001_initial." in said
    assert "The database is of a newer program: games.9999_to_come." in said


def test_missing_triggers_are_faults(db: None, tamper: None) -> None:
    said, _end = doctor("database")
    assert "Run `manage.py restore_triggers`" in said


if connection.vendor == "postgresql":

    @pytest.mark.parametrize(("seconds", "level"), [(10, "WARNING"), (120, "FAULT")])
    def test_a_clock_that_is_not_that_of_the_database_is_reported(
        db: None, monkeypatch: pytest.MonkeyPatch, seconds: int, level: str
    ) -> None:
        late = now() + timedelta(seconds=seconds)
        monkeypatch.setattr("games.operators.doctor.database.now", lambda: late)
        said, _end = doctor("database")
        assert f"{level:<8} The clocks of this machine and of the database are {seconds} s" in said


@pytest.fixture
def web(settings: Settings) -> Iterator[dict[str, object]]:
    """A web server at the address of the site: what it answers."""
    given: dict[str, object] = {"status": 200, "date": datetime.now(UTC)}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response_only(int(str(given["status"])))
            self.send_header("Date", format_datetime(given["date"]))  # type: ignore[arg-type]
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    settings.SITE_URL = f"http://127.0.0.1:{server.server_port}"
    settings.PRODUCTION = True
    yield given
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_site_is_asked_at_its_address_for_its_health_and_its_time(
    web: dict[str, object],
) -> None:
    said, end = doctor("site")
    assert "/healthz answers." in said
    assert end == ""
    web["date"] = datetime.now(UTC) - timedelta(minutes=5)
    said, _end = doctor("site")
    assert "FAULT    The clock of the web server is" in said
    web["status"] = 503
    said, _end = doctor("site")
    assert "/healthz answers 503." in said


def test_a_site_that_does_not_answer_is_a_fault(production: Settings) -> None:
    production.SITE_URL = "http://127.0.0.1:1"
    said, end = doctor("site")
    assert "http://127.0.0.1:1/healthz does not answer." in said
    assert end


def test_program_and_settings_are_looked_at(db: None, settings: Settings) -> None:
    settings.ADMINS = []
    said, end = doctor("program", "settings")
    assert end == ""
    assert "Night Mail " in said
    assert "NIGHT_MAIL_OPERATORS" in said
    assert settings.SECRET_KEY not in said


def test_operators_who_are_an_address_for_operators_are_a_fault(
    db: None, production: Settings
) -> None:
    production.ADMINS = [("", f"postmaster@{HOST}")]
    said, end = doctor("settings")
    assert f"Mail to postmaster@{HOST} is to be passed on to itself." in said
    assert end


def test_quietly_only_what_is_not_well_is_reported(ask: Ask, name_server: NameServer) -> None:
    name_server.zone[f"_dmarc.{HOST}", "TXT"] = []
    said, _end = ask(quiet=True)
    assert "has no DMARC policy" in said
    assert "  ok " not in said


def test_a_part_that_is_unknown_is_named() -> None:
    assert doctor("nonesuch")[1] == "There is no part nonesuch."


def test_the_free_space_of_a_disk_is_reported_and_a_full_one_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, db: None
) -> None:
    for free, word in ((50, "ok"), (5, "WARNING"), (1, "FAULT")):
        found = [Disk("backups", tmp_path, free * 10**9, 100 * 10**9)]
        monkeypatch.setattr("games.operators.doctor.program.disks", lambda found=found: found)
        said, _end = doctor("program")
        (line,) = [line for line in said.splitlines() if f"free at {tmp_path}" in line]
        assert word in line


def test_an_image_without_the_list_of_packages_says_that_they_were_not_compared(
    settings: Settings, tmp_path: Path, db: None
) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    settings.BASE_DIR = tmp_path
    said, _end = doctor("program")
    assert "The packages cannot be compared" in said


@pytest.fixture
def pinned(
    settings: Settings, tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    """Write the list of packages of a site; what the doctor says of them."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "requirements").mkdir()
    settings.BASE_DIR = tmp_path
    # Disks are those of this folder.
    monkeypatch.setattr("games.operators.doctor.program.disks", list)

    def said(*lines: str, file: str = "run.txt") -> str:
        (tmp_path / "requirements" / file).write_text("\n".join(lines))
        found, end = doctor("program")
        assert end == ""
        return found

    return said


HERE = f"django=={django.get_version()} \\"


def test_a_package_that_is_missing_is_reported_as_one_of_another_version_is(
    pinned: Callable[..., str],
) -> None:
    said = pinned(HERE, "no-such-lamp==1.2.3 \\", "celery[redis]==0.0.1 \\")
    assert "2 packages are not as they should be" in said
    assert "no-such-lamp is missing" in said
    assert f"celery {version('celery')} instead of 0.0.1" in said
    assert "pip install --requirement requirements/run.txt" in said


def test_a_package_for_another_system_may_be_missing(pinned: Callable[..., str]) -> None:
    said = pinned(HERE, "no-such-lamp==1.2.3 ; sys_platform == 'win32' \\")
    assert "The packages are those that the program was tested with." in said


def test_in_production_the_packages_are_compared_with_what_production_installs(
    production: Settings, pinned: Callable[..., str]
) -> None:
    assert "cannot be compared" in pinned(HERE)
    said = pinned(HERE, "no-such-lamp==1.2.3 \\", file="production.txt")
    assert "no-such-lamp is missing" in said
    assert "pip install --requirement requirements/production.txt" in said


class FakeKernel:
    """A system that says this of its clock."""

    def __init__(self, state: int, status: int) -> None:
        self._state, self._status = state, status

    def adjtimex(self, given: Any) -> int:
        told = cast("Timex", given._obj)
        assert told.modes == 0, "it would set the clock"
        told.status = self._status
        return self._state


@pytest.mark.parametrize(
    ("state", "status", "expected"),
    [
        (0, 0x2001, "ok       NTP keeps the clock of this machine."),
        (5, 0x0040, "WARNING  Nothing keeps the clock of this machine"),
        (0, 0x0041, "WARNING  Nothing keeps the clock of this machine"),
        (5, 0x0001, "WARNING  Nothing keeps the clock of this machine"),
    ],
)
def test_a_clock_that_nothing_synchronises_is_reported(
    monkeypatch: pytest.MonkeyPatch, db: None, state: int, status: int, expected: str
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *args, **options: FakeKernel(state, status))
    said, end = doctor("program")
    assert expected in said
    assert end == ""


@pytest.mark.parametrize("kernel", [FakeKernel(-1, 0x0040), SimpleNamespace()])
def test_a_system_that_does_not_tell_of_its_clock_is_not_warned_of(
    monkeypatch: pytest.MonkeyPatch, db: None, kernel: object
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *args, **options: kernel)
    said, _end = doctor("program")
    assert "clock" not in said


@pytest.mark.skipif(sys.platform != "linux", reason="adjtimex(2) is Linux's")
def test_the_kernel_itself_is_asked() -> None:
    found = list(examine_clock())
    assert [one for one in found if "the clock of this machine" not in one.what] == []


def test_the_server_of_the_broker_is_reported_where_it_says_so() -> None:
    told = {"product": "RabbitMQ", "version": "3.10.8"}
    amqp = SimpleNamespace(connection=SimpleNamespace(server_properties=told))
    assert _server(amqp) == ": RabbitMQ 3.10.8"
    client = SimpleNamespace(info=lambda part: {"redis_version": "7.0.15"})
    channel = SimpleNamespace(client=client)
    redis = SimpleNamespace(connection=object(), default_channel=channel)
    assert _server(redis) == ": Redis 7.0.15"
    client.info = lambda part: 1 / 0
    assert _server(redis) == ""
