"""Gather the texts of the site into the catalogues of the translators, and compile them.

`python -m tools.messages` needs nothing but Babel: Django's own command wants the gettext programs.
A test holds the catalogues in the repository against what this module would write.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
LANGUAGES: Final = sorted(path.parent.name for path in ROOT.glob("locale/*/commands.toml"))
EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
FOLDERS: Final = ("engine", "games", "templates", "ttr_site")
METHODS: Final = (
    ("**/migrations/**.py", "ignore"),
    ("**.py", "tools.messages:in_python"),
    ("**/sentences.toml", "tools.messages:in_sentences"),
    ("**.html", "tools.messages:in_template"),
    ("**.txt", "tools.messages:in_template"),
    ("**.svg", "tools.messages:in_template"),
)
"""Functions that find texts in files, called by Babel; the first pattern that fits counts."""
LAZY: Final = ("gettext", "ngettext", "pgettext", "npgettext")
KEYWORDS: Final[dict[str, Any]] = {
    **DEFAULT_KEYWORDS,
    **{f"{name}_lazy": DEFAULT_KEYWORDS[name] for name in LAZY},
    "gettext_noop": None,
}
Texts: TypeAlias = Iterator[tuple[int, Any, Any, Any]]
"""Calls of functions with texts: the line, the function, its arguments, comments."""


def catalogue_path(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def gather_catalogue() -> Catalog:
    """A catalogue of every text, without translations."""
    catalogue = Catalog(project="Night Mail", charset="utf-8")
    for folder in FOLDERS:
        found = extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS)
        for path, _line, message, _comments, context in found:
            catalogue.add(message, locations=[(path, 0)], context=context)
    return catalogue


def in_python(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Texts:
    """The texts of a module.

    Babel reads tokens, and whether those of an f-string hold calls depends on the version of
    Python. The syntax tree is the same in all of them.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
            if name in keywords:
                yield node.lineno, name, [_text_of(argument) for argument in node.args], []


def _text_of(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_sentences(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Texts:
    """The sentences of a TOML file; the names of cards have a context."""
    for part in tomllib.load(file).values():
        for key, said in part.items():
            if isinstance(said, list):
                yield 0, "ngettext", said, []
            elif key.startswith("card."):
                yield 0, "pgettext", ("card", said), []
            else:
                yield 0, "gettext", said, []


def in_template(file: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Texts:
    """The texts of a template, which Django turns into something like Python."""
    from django.utils.translation.template import templatize

    # Flush left, because Python reads meaning into the indentation of the page.
    calls = re.sub(r"(?m)^\s+", "", templatize(file.read().decode()))
    return extract_python(io.BytesIO(calls.encode()), keywords, comment_tags, options)


def stored_catalogue(language: str) -> Catalog:
    """The catalogue as it is in the repository, or an empty one."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Night Mail", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compile_catalogue(path: Path) -> bytes:
    """The catalogue at `path` in the form that gettext reads."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    # Babel puts in the hour of the reading, which would make every compilation a new one.
    catalogue.creation_date = catalogue.revision_date = EPOCH
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def problems(language: str) -> list[str]:
    """The faults of a catalogue: texts missing, untranslated, or no longer used."""
    template, catalogue = gather_catalogue(), stored_catalogue(language)
    wanted = {(message.context, message.id) for message in template if message.id}
    have = {(message.context, message.id): message for message in catalogue if message.id}
    found = [f"missing: {text!r}" for _context, text in wanted - have.keys()]
    found += [f"no longer used: {text!r}" for _context, text in have.keys() - wanted]
    for message in have.values():
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if not all(strings):
            found.append(f"untranslated: {message.id!r}")
        if message.fuzzy:
            found.append(f"to be checked: {message.id!r}")
        found += [f"{error}: {message.id!r}" for error in message.check()]
    return sorted(found)


def write() -> int:
    """Write and compile all catalogues; return the number of problems left."""
    for language in LANGUAGES:
        catalogue, template = stored_catalogue(language), gather_catalogue()
        # A text that went away and came back finds its translation again.
        for key, message in list(catalogue.obsolete.items()):
            if message.id and template.get(message.id, message.context):
                catalogue[message.id] = catalogue.obsolete.pop(key)
        catalogue.update(template, no_fuzzy_matching=True)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(_header(language).encode())
            write_po(
                file, catalogue, width=100, sort_output=True, omit_header=True, no_location=True
            )
    for path in sorted((ROOT / "locale").rglob("*.po")):
        path.with_suffix(".mo").write_bytes(compile_catalogue(path))
    left = [f"{language}: {problem}" for language in LANGUAGES for problem in problems(language)]
    sys.stdout.writelines(f"{problem}\n" for problem in left)
    return len(left)


def _header(language: str) -> str:
    # Without dates: they make a difference in every commit and say nothing git does not say.
    return (
        'msgid ""\nmsgstr ""\n'
        '"Project-Id-Version: Night Mail\\n"\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )


if __name__ == "__main__":
    sys.exit(1 if write() else 0)
