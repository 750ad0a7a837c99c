"""The settings page of a person."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.people.forms import PreferencesForm
from games.people.models import Person
from games.people.services import change_preferences


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    form = PreferencesForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid() and _stored(person, form):
        with translation.override(person.language):
            messages.success(request, gettext("Your settings are stored."))
        return redirect("preferences")
    return render(request, "web/settings/preferences.html", {"form": form})


def _stored(person: Person, form: PreferencesForm) -> bool:
    try:
        change_preferences(person=person, **form.preferences)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    return True
