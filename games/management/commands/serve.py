"""`manage.py serve`: the whole site for one machine, streams of events included."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.timezone import now

from games.demo.people import demo_people
from games.people.profile import make_login_link
from ttr_site.ports import port, refusal


class Command(BaseCommand):
    help = "Runs web server, worker and beat in this process, streams beside it, until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=port, default=8000, help="port to listen on")
        parser.add_argument(
            "--demo",
            action="store_true",
            help="migrate the database and make demo people and games first",
        )

    def handle(self, *, host: str, port: int, demo: bool, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "This command is for one machine in development mode. In production run gunicorn,"
                " a Celery worker and Celery beat; docs/operations.md shows how."
            )
        if demo:
            self.stdout.write("Preparing the database (var/) ...")
            call_command("migrate", verbosity=0, skip_checks=False)
            self.stdout.write("Making demo people and games ...")
            call_command("demo", stdout=self.stdout)
        # Imported late: it loads the WSGI application, which other commands do not need.
        from ttr_site.celery import app
        from ttr_site.one_process import Background, StreamProcess, WebServer

        try:
            server = WebServer(host, port)
        except OSError as error:
            other = "manage.py serve --port 8001"
            raise CommandError(refusal(error, host=host, port=port, other=other)) from None
        # A shell that starts us in the background ignores SIGINT; we listen to it all the same.
        # A terminal that is closed hangs up.
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _as_interrupt)
        streams = StreamProcess(host, port + 1)
        settings.STREAM_URL = settings.STREAM_URL or streams.address
        with server, Background(app), streams:
            self._greet(f"http://{host}:{server.server_port}")
            try:
                server.serve_forever(poll_interval=0.2)
            except KeyboardInterrupt:
                self.stdout.write("\nStopping; the task in hand is finished first.")
        self.stdout.write("Stopped. Everything is stored; start again whenever you like.")

    def _greet(self, address: str) -> None:
        self.stdout.write(self.style.SUCCESS(f"\nNight Mail runs at {address}/"))
        self.stdout.write(f"Outgoing mail:           {address}{reverse('mailbox')}")
        if settings.STREAM_URL:
            self.stdout.write(f"Streams for programs at  {settings.STREAM_URL}/api/v1/me/stream/")
        people = demo_people()
        if people:
            self.stdout.write("\nSign in with one click (each link works once, for a day):")
        for person in people:
            token = make_login_link(person=person, now=now())
            self.stdout.write(f"  {person.name:<8} {address}{reverse('login-link', args=[token])}")
        self.stdout.write("\nCtrl-C stops it.\n")
        sys.stdout.flush()


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
