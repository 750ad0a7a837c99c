"""What a person wants to be told, where and when: the page of all wishes."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.notices.wishes import change_wishes, wishes_of
from games.people.models import Person
from games.web.settings.notices_forms import WishesForm, mutable_games
from games.webhooks.models import Webhook


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    games = mutable_games(person)
    form = WishesForm(request.POST or None, wishes=wishes_of(person), games=games)
    if request.method == "POST" and form.is_valid():
        change_wishes(person=person, **form.wishes)
        messages.success(request, _("Your wishes are stored."))
        return redirect("notices")
    context = {
        "form": form,
        "webhooks": Webhook.objects.filter(person=person).count(),
        "zone": person.timezone,
    }
    return render(request, "web/settings/notices.html", context)
