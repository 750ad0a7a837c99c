"""The program and its settings: versions, engine, files, variables."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.core.checks import ERROR, run_checks

from engine import ENGINE
from games.notifications.mail.return_addresses import is_operators_address
from games.operators.backup.making import program_version
from games.operators.disks import RATHER_FULL, disks
from games.operators.doctor.clock import examine_clock
from games.operators.doctor.findings import Finding, fault, note, warning, well

NEARLY_FULL: Final = 0.02
# Both options cover the whole domain, which not every site can decide.
UNASKED: Final = {"security.W005", "security.W021"}
PIN: Final = re.compile(r"(?m)^([a-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)[ \t]*(;?)")
"""A package in a list of pip: its name, its version, and whether a condition follows."""


def examine_program() -> Iterator[Finding]:
    """Versions of program and packages, disk space, the clock, the engine, collected files."""
    yield well(
        f"Night Mail {program_version()}, Django {django.get_version()}, Python"
        f" {platform.python_version()}."
    )
    yield from _packages()
    yield from examine_disks()
    yield from examine_clock()
    if ENGINE.kind == "native":
        yield well("The engine is native.")
    else:
        yield note(
            f"The engine is {ENGINE}.",
            "Bots that search take ten times as long so. Build the native one (make"
            " engine-native), if they are played with.",
        )
    root = settings.STATIC_ROOT
    if root is not None and not (Path(root) / "staticfiles.json").exists():
        yield fault(
            f"There are no collected files in {root}: pages answer 500.",
            "Run `manage.py collectstatic --noinput`, after `migrate`.",
        )


def examine_disks() -> Iterator[Finding]:
    """The free space where the site writes on this machine."""
    for disk in disks():
        said = f"{disk.free / 1e9:.1f} GB of {disk.size / 1e9:.1f} are free at {disk.folder}"
        advice = "Delete old backups, or whatever else fills this disk, or take a larger one."
        if disk.free_part < NEARLY_FULL:
            yield fault(f"{said} ({disk.what}): it is nearly full.", advice)
        elif disk.free_part < RATHER_FULL:
            yield warning(f"{said} ({disk.what}).", advice)
        else:
            yield well(f"{said} ({disk.what}).")


def examine_settings() -> Iterator[Finding]:
    """The variables that let a site start and yet cause problems."""
    if not settings.PRODUCTION:
        yield note(
            "This is a development site: everybody who reaches it can read its mail.",
            "Set NIGHT_MAIL_MODE=production for a site for others.",
        )
    for message in run_checks(include_deployment_checks=settings.PRODUCTION):
        if message.id not in UNASKED and not message.is_silenced():
            make = fault if message.level >= ERROR else warning
            yield make(f"{message.msg} ({message.id})", message.hint or "See `manage.py check`.")
    if not settings.ADMINS:
        yield warning(
            "Nobody is notified of alarms and faults, or reads mail to postmaster@.",
            "Set NIGHT_MAIL_OPERATORS to your address.",
        )
    if loops := [one for _name, one in settings.ADMINS if is_operators_address(one)]:
        yield fault(
            f"Mail to {loops[0]} is to be passed on to itself.",
            "Name a mailbox of yours in NIGHT_MAIL_OPERATORS.",
        )
    if settings.PRODUCTION and settings.HTTPS and not settings.SECURE_PROXY_SSL_HEADER:
        yield warning(
            "The site has an https address and knows of no proxy: it answers every page with a"
            " redirection to itself.",
            "Set NIGHT_MAIL_BEHIND_PROXY=1 if a proxy in front sets X-Forwarded-Proto.",
        )
    if settings.SECRET_KEY_FALLBACKS:
        yield note(
            f"{len(settings.SECRET_KEY_FALLBACKS)} earlier secret keys are accepted still.",
            "Take them out of NIGHT_MAIL_OLD_SECRET_KEYS once the mails of their time are old.",
        )
    if not settings.REPLY_BY_MAIL:
        yield note(
            "Mails cannot be answered.",
            "Set up a way for incoming mail, then set NIGHT_MAIL_REPLY_BY_MAIL=1.",
        )
    if not settings.VAPID_KEY:
        yield note(
            "There are no push messages.", "`manage.py vapid_key` prints a NIGHT_MAIL_VAPID_KEY."
        )
    yield well(f"The site is {settings.SITE_URL}, its mail domain {settings.MAIL_DOMAIN}.")


def _packages() -> Iterator[Finding]:
    """Installed packages against those that the program was tested with."""
    file = "requirements/production.txt" if settings.PRODUCTION else "requirements/run.txt"
    pinned = Path(settings.BASE_DIR) / file
    if not pinned.exists():
        yield note(
            "The packages cannot be compared with those that the program was tested with:"
            f" {pinned} is missing.",
            "Take requirements/ along with the program.",
        )
        return
    other = []
    for name, wanted, only_where in PIN.findall(pinned.read_text()):
        try:
            found = version(name)
        except PackageNotFoundError:
            # It may be for another system or Python.
            if not only_where:
                other.append(f"{name} is missing")
        else:
            if found != wanted:
                other.append(f"{name} {found} instead of {wanted}")
    if other:
        yield warning(
            f"{len(other)} packages are not as they should be: {', '.join(other[:5])}.",
            f"Install what the program was tested with: pip install --requirement {file}.",
        )
    else:
        yield well("The packages are those that the program was tested with.")
