"""Forms of a page as a browser that runs no script would send them back."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Sent = dict[str, str | list[str]]


@dataclass
class Form:
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    @property
    def sent(self) -> Sent:
        """What is sent if nothing is changed; a name that occurs often has a list."""
        found: Sent = {}
        for name, value in self.fields:
            before = found.get(name)
            if before is None:
                found[name] = value
            else:
                found[name] = [*(before if isinstance(before, list) else [before]), value]
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.inside = False
        self.select = ""
        self.options: list[tuple[str, bool]] = []
        self.textarea: str | None = None
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(has.get("action", "")))
            self.inside = True
        if not self.inside:
            return
        if tag == "input" and has.get("name"):
            box = has.get("type") in ("checkbox", "radio")
            if has.get("type") != "submit" and (not box or "checked" in has):
                value = has.get("value", "on" if box else "")
                self.forms[-1].fields.append((has["name"], value))
        elif tag == "select":
            self.select, self.options = has.get("name", ""), []
        elif tag == "option":
            self.options.append((has.get("value", ""), "selected" in has))
        elif tag == "textarea":
            self.textarea, self.text = has.get("name", ""), ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected]
            first = self.options[0][0] if self.options else ""
            self.forms[-1].fields.append((self.select, chosen[-1] if chosen else first))
            self.select = ""
        elif tag == "textarea" and self.textarea:
            # A browser leaves out the line break that Django puts before the text.
            self.forms[-1].fields.append((self.textarea, self.text.removeprefix("\n")))
            self.textarea = None


def forms_of(html: str) -> list[Form]:
    """The forms of a page in order."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def form_with(html: str, name: str) -> Form:
    """The first form of a page that has a field of this name."""
    return next(
        form for form in forms_of(html) if name in dict(form.fields) or form.action.endswith(name)
    )
