"""The site as production installs and starts it: every process does its work, by either broker."""

from __future__ import annotations

import re
import secrets
import smtplib
import urllib.request
from email.message import EmailMessage
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.production.conftest import POSTGRES, Catcher, Installed, Site, until
from tests.production.visitor import Visitor

pytestmark = pytest.mark.production

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 ")
PASSWORD = "a lamp in the night"
# Whatever the program may import at any time, its doors to both brokers and its cache included.
IMPORT_ALL = """
import importlib, os, pkgutil, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
import django
django.setup()
wanted = ["kombu.transport.redis", "kombu.transport.pyamqp", "kombu.transport.memory",
          "django.core.cache.backends.redis", "celery.beat", "celery.worker", "celery.bin.celery",
          "gunicorn.workers.gthread"]
failed = []
for room in ("engine", "games", "ttr_site"):
    package = importlib.import_module(room)
    wanted += [one.name for one in pkgutil.walk_packages(package.__path__, room + ".",
               onerror=failed.append)]
for name in wanted:
    if name.endswith("__main__"):
        continue
    try:
        importlib.import_module(name)
    except ImportError as error:
        failed.append(f"{name}: {error}")
print(len(wanted), "modules")
sys.exit("\\n".join(failed) or 0)
"""


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def mail_with(post: Catcher, to: str, pattern: str) -> EmailMessage:
    """Wait for a mail whose text has a pattern, the latest."""

    def find() -> EmailMessage | None:
        fitting = [mail for mail in post.mails(to) if re.search(pattern, text_of(mail))]
        return fitting[-1] if fitting else None

    try:
        return until(find, f"a mail to {to} with {pattern}")
    except AssertionError:
        came = "\n\n".join(text_of(mail) for mail in post.mails(to))
        raise AssertionError(f"no mail to {to} has {pattern}, but there came:\n{came}") from None


def signed_up(site: Site, post: Catcher, name: str) -> tuple[Visitor, str]:
    """Sign somebody up over HTTP; the mail with the link comes by worker and mail server."""
    visitor, address = Visitor(site.url), f"{name.lower()}@players.example"
    visitor.send("/accounts/signup/", name=name, email=address, password1=PASSWORD)
    link = re.search(r"http\S+confirm-email\S+", text_of(mail_with(post, address, "confirm-email")))
    assert link
    visitor.send(link[0])
    return visitor, address


def administrator(site: Site) -> Visitor:
    """Make the first administrator on the command line; she signs in without any mail."""
    address = f"alice-{secrets.token_hex(3)}@players.example"
    site.installed.run(
        *("python", "manage.py", "createsuperuser", "--noinput"),
        *("--email", address, "--name", f"Alice {secrets.token_hex(2)}"),
        environment={**site.environment, "DJANGO_SUPERUSER_PASSWORD": PASSWORD},
    )
    visitor = Visitor(site.url)
    visitor.send("/accounts/login/", login=address, password=PASSWORD)
    assert "Site administration" in visitor.open("/admin/")
    return visitor


def move(person: Visitor, path: str, text: str) -> None:
    """Type a move on the page of a game, and confirm it."""
    person.send(f"{path}move/?{urlencode({'text': text})}", "/act/")


def is_asked(person: Visitor, path: str) -> bool:
    """Whether it is the turn of somebody: cards to take are offered."""
    return "Cards you can take" in person.open(path)


def test_every_module_of_the_program_can_be_imported(installed: Installed, site: Site) -> None:
    printed = installed.run("python", "-c", IMPORT_ALL, environment=site.environment)
    assert int(printed.split()[0]) > 500


def test_every_process_is_well(site: Site) -> None:
    ports = {"8025": str(site.gate)}
    unasked = []
    for name in site.running:
        command = site.composed.is_well(name)
        if command is None:
            unasked.append(name)
            continue
        for old, new in ports.items():
            command = [part.replace(old, new) for part in command]

        def well(command: list[str] = command) -> bool:
            try:
                site.installed.run(*command, environment=site.environment)
            except AssertionError:
                return False
            return True

        until(well, f"{name} says that it is well")
    assert site.running.keys() == {"web", "stream", "worker", "bots", "beat", "mailgate"}
    assert unasked == ["beat"]
    # Of beat the health page tells: nobody else asks the worker to sweep.
    until(lambda: '"sweep": "running"' in Visitor(site.url).open("/healthz"), "a sweep")
    dead = {name for name, (process, _log) in site.running.items() if process.poll() is not None}
    assert dead == set()


def test_a_move_is_played_over_http_and_by_mail_and_its_mails_come(
    site: Site, post: Catcher
) -> None:
    alice = administrator(site)
    bob, address = signed_up(site, post, f"Bob {secrets.token_hex(2)}".replace(" ", "-"))
    wished = {"board": "usa", "seats": "2", "bots": "0", "order_fixed": "on"}
    page = alice.send("/lobby/new/", **wished)
    mine = re.search(r"/games/[^/]+/", page.partition('id="mine-title"')[2])
    assert mine
    path = mine[0]
    bob.send(f"{path}join/", contribution="a lamp")
    # Bob plays by mail alone: who is at the page, as after joining, gets no mail for three minutes.
    close_the_page(site)
    asked = mail_with(post, address, r"Choose your first tickets")
    assert asked["Message-ID"].endswith("@night-mail.example>")
    answer(site, asked, "keep 1 2")
    move(alice, path, "keep 1 2 3")
    until(lambda: is_asked(alice, path), "Alice's turn")
    move(alice, path, "draw blind blind")
    answer(site, mail_with(post, address, r"draw blind"), "draw blind blind")
    until(lambda: is_asked(alice, path), "Alice's turn after Bob's mail")
    answered = mail_with(post, address, r"(?i)you (drew|have drawn|took|draw)")
    assert answered["Auto-Submitted"] == "auto-replied"


def close_the_page(site: Site) -> None:
    """Let the three minutes pass in which a person who was at a page is taken to be there."""
    with psycopg.connect(site.environment["DATABASE_URL"]) as line:
        line.execute("UPDATE games_seat SET present_at = NULL")
        line.execute("UPDATE games_notice SET not_before = now() WHERE status = 'pending'")


def answer(site: Site, asked: EmailMessage, text: str) -> None:
    """Answer a mail, as the mail server in front hands it to mailgate."""
    reply = EmailMessage()
    reply["From"], reply["To"] = asked["To"], asked["Reply-To"].addresses[0].addr_spec
    reply["Subject"] = f"Re: {asked['Subject']}"
    reply["Message-ID"] = f"<{secrets.token_hex(8)}@players.example>"
    reply["In-Reply-To"] = asked["Message-ID"]
    reply.set_content(f"{text}\n")
    with smtplib.SMTP("127.0.0.1", site.gate, timeout=30) as line:
        line.send_message(reply)


def test_pictures_and_styles_come_from_the_site_itself(site: Site) -> None:
    page = Visitor(site.url).open("/")
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert sheet
    with urllib.request.urlopen(site.url + sheet[1], timeout=30) as answer:  # noqa: S310
        assert "immutable" in answer.headers["Cache-Control"]


def answers(site: Site) -> bool:
    """Whether web takes connections: it needs a moment after its start."""
    try:
        return bool(Visitor(site.url).open("/healthz"))
    except URLError:
        return False


def counted(site: Site) -> dict[tuple[str, str], float]:
    """What one scrape says of requests and of runs of tasks: by name and view, or task."""
    secret = site.environment["NIGHT_MAIL_METRICS_SECRET"]
    request = urllib.request.Request(  # noqa: S310
        f"{site.url}/metrics", headers={"Authorization": f"Bearer {secret}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        page = answer.read().decode()
    found: dict[tuple[str, str], float] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            about = sample.labels.get("view") or sample.labels.get("task")
            if about and sample.name.endswith("_total"):
                key = (sample.name, about)
                found[key] = found.get(key, 0) + sample.value
    return found


def test_a_scrape_has_counts_of_web_and_worker(site: Site) -> None:
    until(lambda: answers(site), "web answers")
    for _again in range(3):
        Visitor(site.url).open("/lobby/")
    until(
        lambda: ("night_mail_tasks_total", "sweep_deadlines") in counted(site),
        "a scrape of web that tells of a task of the worker",
    )
    # Every web process is asked at some time, and each tells the same.
    for _again in range(10):
        found = counted(site)
        assert found["night_mail_requests_total", "lobby"] >= 3
        assert found["night_mail_tasks_total", "sweep_deadlines"] >= 1
    folder = Path(site.environment["NIGHT_MAIL_METRICS_DIR"])
    assert folder.is_relative_to(site.logs), "the tests leave something behind"
    assert list(folder.glob("*.db")) != []


def test_the_processes_write_no_traceback_and_no_address_and_all_by_one_clock(site: Site) -> None:
    """Run late: what they have written so far."""
    for name in site.running:
        log = site.log(name)
        dated = re.findall(r"(?m)^.*\d{4}-\d\d-\d\d.\d\d:.*$", log)
        assert [line for line in dated if not STAMP.match(line)] == []
        assert "Traceback" not in log, log[-4000:]
        assert "@players.example" not in log, log[-4000:]


def test_the_doctor_finds_the_running_site_well(site: Site) -> None:
    parts = ["program", "settings", "database", "background", "cache", "site", "smtp"]

    found: list[str] = []

    def examined() -> str | None:
        try:
            return site.installed.run(
                "python", "manage.py", "doctor", *parts, environment=site.environment
            )
        except AssertionError as error:
            # Beat and workers need a moment after their start.
            found.append(str(error))
            return None

    try:
        said = until(examined, "the doctor finds no faults")
    except AssertionError:
        raise AssertionError(found[-1]) from None
    for part in (
        "The packages are those that the program was tested with",
        *("All migrations have been made", "2 workers answer", "cache at", "mail server"),
    ):
        assert part in said, said
    assert site.environment["NIGHT_MAIL_SECRET_KEY"] not in said


def test_a_backup_of_the_running_site_is_restored_and_proved(site: Site, tmp_path: Path) -> None:
    made = tmp_path / "now.backup"
    site.installed.run("python", "manage.py", "backup", str(made), environment=site.environment)
    name = f"night_mail_restored_{secrets.token_hex(4)}"
    with psycopg.connect(POSTGRES, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    into = re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", site.environment["DATABASE_URL"])
    try:
        said = site.installed.run(
            *("python", "manage.py", "restore", str(made), "--into", into, "--replay", "all"),
            environment=site.environment,
        )
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as line:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]
    assert "counts, ends of logs and triggers agree" in said
    assert "games replay to their rows" in said
