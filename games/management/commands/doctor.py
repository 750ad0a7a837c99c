"""`manage.py doctor`: examines the whole site from this machine, and gives advice."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import progress
from games.operators.doctor import Finding, Level, sections
from games.operators.doctor.findings import fault, reason, without_secrets
from games.operators.doctor.records import split_nameserver


class Command(BaseCommand):
    help = (
        "Looks at settings, database, broker, workers, cache, the site's address, the mail server"
        " and the DNS records of the mail domain. Every finding says what to do. Ends with 1 if"
        " there are faults. Changes nothing, sends no mail, prints no secret."
    )
    # It prints its own messages.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(sections())}")
        parser.add_argument("--dkim", default="", metavar="SELECTOR", help="of the DKIM key")
        parser.add_argument(
            "--address", action="append", help="an address from which mail leaves; may come again"
        )
        parser.add_argument("--nameserver", default="", metavar="ADDRESS[:PORT]")
        parser.add_argument("--quiet", action="store_true", help="only what is not well")

    def handle(
        self,
        *,
        parts: list[str],
        dkim: str,
        address: list[str] | None,
        nameserver: str,
        quiet: bool,
        **options: Any,
    ) -> None:
        try:
            split_nameserver(nameserver or "127.0.0.1")
        except ValueError:
            raise CommandError(
                f"{nameserver!r} is no name server: write its address, such as 9.9.9.9."
            ) from None
        known = sections(nameserver=nameserver, selector=dkim, addresses=address)
        if unknown := set(parts) - set(known):
            raise CommandError(f"There is no part {', '.join(sorted(unknown))}.")
        chosen = [name for name in known if not parts or name in parts]
        found: dict[str, list[Finding]] = {}
        for name in progress(chosen, len(chosen), "Looking", self.stderr):
            found[name] = []
            try:
                found[name].extend(known[name]())
            except Exception as error:  # noqa: BLE001 — the other parts are examined all the same
                found[name].append(
                    fault(f"Looking at it failed. {reason(error)}", "Tell the developers.")
                )
        for name, findings in found.items():
            self._tell(name, findings, quiet)
        levels = [finding.level for findings in found.values() for finding in findings]
        faults, warnings = levels.count(Level.FAULT), levels.count(Level.WARNING)
        if faults:
            raise CommandError(f"{faults} faults, {warnings} warnings.")
        self.stdout.write(f"No faults, {warnings} warnings.")

    def _tell(self, name: str, findings: list[Finding], quiet: bool) -> None:
        shown = [one for one in findings if not quiet or one.level in (Level.WARNING, Level.FAULT)]
        if shown:
            self.stdout.write(f"{name}")
        for one in shown:
            self.stdout.write(without_secrets(f"  {one.level.value:<8} {one.what}"))
            if one.advice:
                self.stdout.write(without_secrets(f"  {'':<8} → {one.advice}"))
