"""The services besides the database: broker, workers, beat, cache, the site itself."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any, Final, cast

from celery import current_app
from django.conf import settings
from django.db import DatabaseError
from django.utils.timezone import now
from kombu.exceptions import OperationalError

from games.clock.models import Heartbeat
from games.operators.broker import queue_lengths
from games.operators.doctor.database import APART, WRONG
from games.operators.doctor.findings import Finding, fault, host_of, note, reason, warning, well
from games.operators.presence import MAIL_GATE, beats, living_since, other_keys
from games.scheduler.alarm import ADVICE, overdue
from games.scheduler.outage import JOB

TIMEOUT: Final = 5.0
"""Seconds for each service to answer."""
CROWD: Final = 2000
"""Messages in a queue that is not served."""


def examine_background() -> Iterator[Finding]:
    """Broker, workers and their queues, beat, and what is overdue."""
    url = settings.CELERY_BROKER_URL
    if url.startswith("memory:"):
        yield note("The broker is in the process: web, worker and beat are one (manage.py serve).")
    else:
        away: tuple[type[Exception], ...] = (OperationalError, OSError, *_transport_errors())
        try:
            with current_app.connection_for_write(url) as line:
                line.ensure_connection(max_retries=1, timeout=int(TIMEOUT))
                yield well(f"The broker at {host_of(url)} answers{_server(line)}.")
                yield from _queues()
            yield from _workers()
        except away as error:
            yield fault(
                f"The broker at {host_of(url)} does not answer. {reason(error)}",
                "Look whether it runs, and at NIGHT_MAIL_BROKER_URL.",
            )
    try:
        yield from _beat()
        yield from _marks()
    except DatabaseError:
        return  # its own examination has reported it


def examine_cache() -> Iterator[Finding]:
    """The shared cache, which counts limits on guessing."""
    if not settings.CACHE_URL:
        yield note("Each process has a cache of its own, which is right for one web process.")
        return
    where = host_of(settings.CACHE_URL)
    try:
        from redis import Redis, RedisError
    except ImportError:
        yield fault(
            "There is a cache to use, and no client for it.",
            "Install requirements/production.txt.",
        )
        return
    try:
        cache = Redis.from_url(settings.CACHE_URL, socket_timeout=2, socket_connect_timeout=2)
        cache.ping()
        version = _redis_version(cache)
    except (RedisError, OSError, ValueError) as error:
        yield warning(
            f"The cache at {where} does not answer: each process counts limits by itself."
            f" {reason(error)}",
            "Look whether it runs, and at NIGHT_MAIL_CACHE_URL.",
        )
    else:
        yield well(f"The cache at {where} answers{version}.")


def examine_site() -> Iterator[Finding]:
    """The site as seen from outside: name, certificate, health page, clock."""
    url = f"{settings.SITE_URL}/healthz"
    request = urllib.request.Request(url, headers={"User-Agent": "night-mail-doctor"})  # noqa: S310
    make = fault if settings.PRODUCTION else note
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
            date = answer.headers.get("Date")
            here = now()
    except urllib.error.HTTPError as error:
        yield make(
            f"{url} answers {error.code}.",
            "503 means that its database is away; else look at the proxy and at NIGHT_MAIL_HOSTS.",
        )
        return
    except (OSError, ValueError) as error:
        cause = getattr(error, "reason", error)
        is_certificate = isinstance(cause, ssl.SSLError)
        yield make(
            f"{url} does not answer. {reason(cause if isinstance(cause, Exception) else error)}",
            "Look at the certificate that the proxy shows."
            if is_certificate
            else "Look at the name in the DNS, at the proxy, and whether web runs. Where this"
            " machine cannot reach its own public address, ask from another one.",
        )
        return
    yield well(f"{url} answers.")
    apart = abs(parsedate_to_datetime(date) - here) if date else None
    # The header is in whole seconds.
    if apart is not None and apart >= 2 * APART:
        tell = fault if apart >= WRONG else warning
        yield tell(
            f"The clock of the web server is {apart.total_seconds():.0f} s from this one.",
            "Let all machines keep time by NTP.",
        )


def _server(line: Any) -> str:
    """The kind of a broker's server, as the end of a sentence; "" if unknown."""
    properties = getattr(line.connection, "server_properties", None)
    if properties:
        return f": {properties.get('product', 'AMQP')} {properties.get('version', '')}".rstrip()
    channel = line.default_channel
    return _redis_version(channel.client) if hasattr(channel, "client") else ""


def _redis_version(client: Any) -> str:
    try:
        return f": Redis {client.info('server')['redis_version']}"
    except Exception:  # noqa: BLE001 (a user of it may be forbidden to ask; that is no fault)
        return ""


def _queues() -> Iterator[Finding]:
    """Queues with more messages than a working site leaves there."""
    for name, waiting in (queue_lengths() or {}).items():
        if waiting > CROWD:
            yield warning(
                f"{waiting} messages wait in the queue {name}.",
                "Start a worker that serves it. No message is needed: sweeps find what is due.",
            )


def _workers() -> Iterator[Finding]:
    """Workers that answer, and queues that none of them serves."""
    served = current_app.control.inspect(timeout=2.0).active_queues() or {}
    if not served:
        yield fault(
            "No worker answers.",
            "Start one (night-mail-worker), with this NIGHT_MAIL_BROKER_URL and NIGHT_MAIL_QUEUE.",
        )
        return
    yield well(f"{len(served)} workers answer.")
    names = {queue["name"] for queues in served.values() for queue in queues}
    wanted = {queue.name for queue in current_app.conf.task_queues or ()}
    for name in sorted(wanted - names):
        yield fault(
            f"No worker serves the queue {name}.", "Start one, or let one serve all queues."
        )


def _beat() -> Iterator[Finding]:
    last = Heartbeat.objects.filter(job=JOB).values_list("at", flat=True).first()
    if last is None:
        yield fault(
            "No sweep has ever run: no deadline is kept.",
            "Start one beat and a worker. On a new site this is so until they have run a minute.",
        )
    else:
        late = overdue(now=now())
        for what, since in late.items():
            yield fault(f"{what} overdue since {since:%Y-%m-%d %H:%M} UTC.", ADVICE[what])
        if not late:
            yield well(f"The last sweep ran at {last:%Y-%m-%d %H:%M} UTC; nothing is overdue.")


def _marks() -> Iterator[Finding]:
    """What beats, workers and mail gates have noted of themselves."""
    if (number := beats(now=now())) > 1:
        yield warning(
            f"{number} beats run: all that is due is asked for {number} times.",
            "Stop all but one (night-mail-beat). Where one was restarted within the last minute,"
            " look again.",
        )
    if others := other_keys([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS], now=now()):
        yield warning(
            f"Workers signed with another secret key until {others[0]:%Y-%m-%d %H:%M} UTC: sessions"
            " and links in mails of that time are refused here.",
            "Give all processes the same NIGHT_MAIL_SECRET_KEY. Where you have changed it, name the"
            " earlier one in NIGHT_MAIL_OLD_SECRET_KEYS while mails of its time are young.",
        )
    if (
        settings.PRODUCTION
        and settings.REPLY_BY_MAIL
        and not settings.INBOUND_SECRET
        and living_since(MAIL_GATE) is None
    ):
        yield warning(
            "Mails ask for answers, and nothing takes them: no mail gate runs, and there is no"
            " secret for a hosted mail service.",
            "Start the mail gate (night-mail-mailgate), or set NIGHT_MAIL_INBOUND_SECRET, or"
            " NIGHT_MAIL_REPLY_BY_MAIL=0.",
        )


def _transport_errors() -> tuple[type[Exception], ...]:
    """The exceptions of the broker's library."""
    line = current_app.connection_for_write(settings.CELERY_BROKER_URL)
    return cast("tuple[type[Exception], ...]", (*line.connection_errors, *line.channel_errors))
