"""All that the site keeps of the reader, as a file to take along."""

from __future__ import annotations

import tempfile
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.accounts.belongings import pack
from games.people.models import Person

IN_MEMORY = 2**20
"""Bytes of an archive up to which it needs no file."""


@require_POST
@login_required
@never_cache
def belongings(request: HttpRequest) -> FileResponse:
    # It changes nothing, but costs too much for whoever follows links before they are wanted.
    person = cast(Person, request.user)
    packed = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the answer closes it
    pack(person, packed)
    packed.seek(0)
    return FileResponse(
        packed, as_attachment=True, filename="night-mail.zip", content_type="application/zip"
    )
