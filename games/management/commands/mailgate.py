"""`manage.py mailgate`: takes in the answers to our mails, over SMTP or LMTP."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.inbound.smtp_server import listen
from games.operators.presence import MAIL_GATE, Living
from ttr_site.ports import port, refusal


class Command(BaseCommand):
    help = "Listens for answers to turn mails until Ctrl-C; the mail server in front hands them in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=port, default=8025, help="port to listen on")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP instead of SMTP")

    def handle(self, *, host: str, port: int, lmtp: bool, **options: Any) -> None:
        stopped = threading.Event()

        def stop(number: int, frame: FrameType | None) -> None:
            stopped.set()

        try:
            controller = listen(host=host, port=port, lmtp=lmtp)
        except OSError as error:
            other = "manage.py mailgate --port 8026"
            raise CommandError(refusal(error, host=host, port=port, other=other)) from None
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        self.stdout.write(
            f"Taking mail for reply+…@ and talk+…@{settings.MAIL_DOMAIN}"
            f" by {'LMTP' if lmtp else 'SMTP'} at {host} port {port}. Ctrl-C stops it."
        )
        if not settings.REPLY_BY_MAIL:
            self.stderr.write(
                "Turn mails do not ask for answers: set NIGHT_MAIL_REPLY_BY_MAIL=1 for web, worker"
                " and beat as well."
            )
        living = Living(MAIL_GATE).start()
        try:
            stopped.wait()
        finally:
            controller.stop()
            living.stop()
        self.stdout.write("Stopped; the message in hand was finished first.")
