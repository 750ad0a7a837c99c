"""A record from elsewhere: uploaded, checked, and shown as a replay to its uploader."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable
from typing import Final

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import engine
from games.accounts.devices import client_address
from games.accounts.rate_limits import REPLAY, dear_work
from games.common.errors import Refused
from games.common.rates import TooOften, seconds_to_wait
from games.language.boards import board_name
from games.people.models import Person
from games.practice.guests import network_digest
from games.sharing.records.checked import Uploader, content_of, records_of, take_in
from games.sharing.records.checking import DoesNotAddUp
from games.sharing.records.models import CheckedRecord
from games.web.parts.requests import parse_number
from games.web.play.presenters.replay_page import replay_content
from games.web.play.presenters.replay_steps import replay_of
from games.web.records.context import RecordContext

TOO_LARGE: Final = "night_mail.file_too_large"
"""Set by ttr_site/uploads.py."""
SECRET: Final = "checked_records"  # noqa: S105, the name of what a session holds
FIELD: Final = "record"


@require_http_methods(["GET", "HEAD", "POST"])
def check_record(request: HttpRequest) -> HttpResponse:
    """The form, the uploader's records of the last day, and what is wrong with a file."""
    faults: list[str] = []
    refusal = ""
    if request.method == "POST":
        try:
            row = _take_in(request)
        except DoesNotAddUp as error:
            faults = error.faults
        except Refused as error:
            refusal = str(error)
        else:
            messages.success(request, _("The record adds up: every shuffle and every move."))
            return redirect("checked-record", row.key)
    rows = records_of(_uploader(request), now=now())
    shown = {
        "faults": faults,
        "refusal": refusal,
        "boards": [board_name(engine.load_board(name)) for name in engine.board_names()],
        "rows": [(row, board_name(engine.load_board(row.board))) for row in rows],
    }
    status = 422 if faults or refusal else 200
    return _private(render(request, "web/records/check.html", shown, status=status))


@require_safe
def checked_record(request: HttpRequest, key: str) -> HttpResponse:
    """The replay of a record, open at the event that the address names."""
    row = _row_or_404(request, key)
    asked = request.GET.get("at", "")
    seq = parse_number(asked, 8) if asked else 0
    if seq is None or seq >= row.events:
        raise Http404
    shown = {
        "checked": row,
        "board_name": board_name(engine.load_board(row.board)),
        "replay_html": kept_page(row.key, seq, lambda: _replay_html(request, row, seq)),
    }
    return _private(render(request, "web/records/checked.html", shown))


def _replay_html(request: HttpRequest, row: CheckedRecord, seq: int) -> str:
    # Its address and cookie may be used from many networks.
    if wait := seconds_to_wait(endpoint=REPLAY, who=f"record {row.key}"):
        raise TooOften(wait)
    with dear_work(request, REPLAY, request.user.pk):
        context = RecordContext(content_of(row))
        content = {"checked": row, **replay_content(context, replay_of(context, seq))}
        return render_to_string("web/play/replay_content.html", content)


@require_POST
def forget_record(request: HttpRequest, key: str) -> HttpResponse:
    CheckedRecord.objects.filter(pk=_row_or_404(request, key).pk).delete()
    messages.success(request, _("The record has been deleted."))
    return redirect("check-record")


def _take_in(request: HttpRequest) -> CheckedRecord:
    """Take in the file of a form.

    :raises DoesNotAddUp: if the record has faults.
    :raises Refused: if there is no file, it is too large, or too much was uploaded.
    """
    if TOO_LARGE in request.META:
        raise Refused(_("The file is too large: a record has a megabyte at most."))
    file = request.FILES.get(FIELD)
    if not isinstance(file, UploadedFile) or not file.size:
        raise Refused(_("Choose the file of a record first; it must not be empty."))
    if not consume(request, action="check_record"):
        raise Refused(_("Those were many files within an hour. Try again later."))
    person = request.user if isinstance(request.user, Person) else None
    if person is None and SECRET not in request.session:
        request.session[SECRET] = secrets.token_urlsafe(24)
    moment = now()
    return take_in(
        data=file.read(),
        uploader=_uploader(request),
        network=network_digest(client_address(request), moment),
        now=moment,
    )


def _uploader(request: HttpRequest) -> Uploader:
    if isinstance(request.user, Person):
        return Uploader(request.user)
    return Uploader(None, str(request.session.get(SECRET, "")))


def _row_or_404(request: HttpRequest, key: str) -> CheckedRecord:
    row = records_of(_uploader(request), now=now()).filter(key=key).first()
    if row is None:
        raise Http404
    return row


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


PLACES: Final = 4
"""Positions of one record that are kept in one language: those around the last one."""
KEEP: Final = 60 * 60


def kept_page(record: str, seq: int, make: Callable[[], str]) -> SafeString:
    """The replay of a record at an event as HTML, which ``make`` makes where it is not kept."""
    key = f"checked-record:{record}:{get_language()}:{seq % PLACES}"
    at, page = cache.get(key) or (None, b"")
    if at == seq:
        html = zlib.decompress(page).decode()
    else:
        html = make()
        cache.set(key, [seq, zlib.compress(html.encode())], KEEP)
    return mark_safe(html)  # noqa: S308 - rendered by a template
