"""Templates within templates and addresses of pages: found once a process, else as by Django."""

from __future__ import annotations

import pytest
from django.template import Context, Engine

TEMPLATES = {
    "page": "{% include 'inner' %}|{{ name }}|{{ kept }}",
    "inner": "{% firstof 'set within' as kept %}{{ name }} {{ kept }}",
    "letter": "{% include 'framed' %}{% include 'framed' %}",
    "frame": "[{% block text %}nothing{% endblock %}]",
    "framed": "{% extends 'frame' %}{% block text %}{{ name }}{% endblock %}",
    "rows": "{% for one in ones %}{% include 'row' %}{% endfor %}",
    "row": "{% cycle 'odd' 'even' %} ",
    "chosen": "{% include which %}",
    "linked": "{% url 'home' %} {% url 'home' as it %}{{ it }}{% if it == '/' %}!{% endif %}",
    "nowhere": "{% url 'no-such-page' as found %}[{{ found }}]",
    "one": "{% url 'game' name %}",
    "given": "{% include 'inner' with name='Bob' %}",
}


@pytest.mark.parametrize(
    ("page", "drawn"),
    [
        ("page", "Alice set within|Alice|"),
        ("letter", "[Alice][Alice]"),
        ("rows", "odd odd "),
        ("chosen", "Alice set within"),
        ("given", "Bob set within"),
        ("linked", "/ /!"),
        ("nowhere", "[]"),
        ("one", "/games/Alice/"),
    ],
)
@pytest.mark.parametrize("builtins", [[], ["games.web.templatetags.once"]])
def test_a_template_is_included_as_django_does_it(
    page: str, drawn: str, builtins: list[str]
) -> None:
    template = engine(builtins).get_template(page)
    for _again in range(2):
        names = {"name": "Alice", "ones": [1, 2], "which": "inner"}
        assert template.render(Context(names)) == drawn


def test_an_included_template_is_looked_up_once_a_process() -> None:
    files = dict(TEMPLATES)
    site = engine(["games.web.templatetags.once"], files)
    template = site.get_template("page")
    assert template.render(Context({"name": "Alice"})) == "Alice set within|Alice|"
    files["inner"] = "changed"
    assert template.render(Context({"name": "Bob"})) == "Bob set within|Bob|"


def test_a_developer_sees_each_change_of_an_included_template() -> None:
    files = dict(TEMPLATES)
    site = engine(["games.web.templatetags.once"], files, debug=True)
    template = site.get_template("page")
    template.render(Context({"name": "Alice"}))
    files["inner"] = "changed"
    assert template.render(Context({"name": "Alice"})) == "changed|Alice|"


def engine(
    builtins: list[str], files: dict[str, str] = TEMPLATES, *, debug: bool = False
) -> Engine:
    loaders = [("django.template.loaders.locmem.Loader", files)]
    return Engine(loaders=loaders, builtins=builtins, debug=debug)
