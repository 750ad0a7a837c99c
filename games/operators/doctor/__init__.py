"""The examination of a site: its problems, with advice. It changes and sends nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from games.operators.doctor.database import examine_database
from games.operators.doctor.findings import Finding, Level
from games.operators.doctor.mail import examine_mail_records, examine_smtp
from games.operators.doctor.people import examine_people
from games.operators.doctor.program import examine_program, examine_settings
from games.operators.doctor.services import examine_background, examine_cache, examine_site

__all__ = ["Finding", "Level", "sections"]


def sections(
    *, nameserver: str = "", selector: str = "", addresses: list[str] | None = None
) -> Mapping[str, Callable[[], Iterator[Finding]]]:
    """The parts of the examination in their order, by name.

    The options are those of :func:`games.operators.doctor.mail.examine_mail_records`.
    """
    return {
        "program": examine_program,
        "settings": examine_settings,
        "database": examine_database,
        "background": examine_background,
        "cache": examine_cache,
        "site": examine_site,
        "people": examine_people,
        "smtp": examine_smtp,
        "dns": partial(
            examine_mail_records, nameserver=nameserver, selector=selector, addresses=addresses
        ),
    }
