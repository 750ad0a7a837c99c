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

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = sorted(path.parent.name for path in ROOT.glob("locale/*/commands.toml"))
MAX_PROBLEMS_SHOWN = 30
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
FOLDERS = ("engine", "games", "templates", "ttr_site")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def catalogue_path(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def sources() -> Iterator[tuple[str, str]]:
    """Path and text of every file with texts, templates turned into Python."""
    from django.utils.translation.template import templatize

    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            is_module = path.suffix == ".py" and "migrations" not in path.parts
            if is_module or path.name == "sentences.toml":
                yield str(path.relative_to(ROOT)), path.read_text()
            elif folder == "templates" and path.suffix in {".html", ".txt", ".svg"}:
                # Flush left, because Python reads meaning into the indentation of the page.
                calls = re.sub(r"(?m)^\s+", "", templatize(path.read_text(), origin=str(path)))
                yield str(path.relative_to(ROOT)), calls


def gather_catalogue() -> Catalog:
    """A catalogue of every text, without translations."""
    catalogue = Catalog(project="Night Mail", charset="utf-8")
    for path, text in sources():
        find = {".py": in_python, ".toml": in_sentences}.get(Path(path).suffix, in_template)
        for message, context in find(text):
            catalogue.add(message, locations=[(path, 0)], context=context)
    return catalogue


def in_python(text: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The texts of a module, each with its context.

    Babel reads tokens, and whether those of an f-string hold calls depends on the version of
    Python. The syntax tree is the same in all of them.
    """
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        if name not in KEYWORDS:
            continue
        given = [_text_of(arg) for arg in node.args]
        places = KEYWORDS[name] or (1,)
        said = [given[at - 1] for at in places if isinstance(at, int) and at <= len(given)]
        context = next((given[at[0] - 1] for at in places if isinstance(at, tuple)), None)
        texts = tuple(one for one in said if one)
        if texts and len(texts) == len(said):
            yield (texts if len(texts) > 1 else texts[0]), context


def in_sentences(text: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The sentences of a TOML file; the names of cards have a context."""
    for part in tomllib.loads(text).values():
        for key, said in part.items():
            context = "card" if key.startswith("card.") else None
            yield (said if isinstance(said, str) else tuple(said)), context


def _text_of(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_template(text: str) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """The texts of a template that Django has turned into something like Python."""
    found = extract("python", io.BytesIO(text.encode()), KEYWORDS, comment_tags=())
    for _line, message, _comments, context in found:
        yield message, context


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
    wanted = {(message.context, message.id): message for message in template if message.id}
    have = {(message.context, message.id): message for message in catalogue if message.id}
    found = [f"missing: {key[1]!r}" for key in wanted.keys() - have.keys()]
    found += [f"no longer used: {key[1]!r}" for key in have.keys() - wanted.keys()]
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and not all(strings):
            found.append(f"untranslated: {message.id!r}")
        if message.fuzzy and message.id:
            found.append(f"to be checked: {message.id!r}")
        found += [f"{error}: {message.id!r}" for error in _errors(message)]
    return sorted(found)


def _errors(message: object) -> list[str]:
    return [str(error) for error in message.check()] if hasattr(message, "check") else []


def write() -> int:
    """Write and compile all catalogues; return the number of problems left."""
    left = 0
    for language in LANGUAGES:
        catalogue = stored_catalogue(language)
        template = gather_catalogue()
        # A text that went away and came back finds its translation again.
        for key, message in list(catalogue.obsolete.items()):
            if message.id and template.get(message.id, message.context):
                catalogue[message.id] = catalogue.obsolete.pop(key)
        catalogue.update(template, no_fuzzy_matching=True)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        buffer = io.BytesIO()
        write_po(buffer, catalogue, width=100, sort_output=True, omit_header=True, no_location=True)
        path.write_bytes(_header(language).encode() + buffer.getvalue())
    for path in sorted((ROOT / "locale").rglob("*.po")):
        path.with_suffix(".mo").write_bytes(compile_catalogue(path))
    for language in LANGUAGES:
        found = problems(language)
        left += len(found)
        sys.stdout.writelines(f"{language}: {problem}\n" for problem in found[:MAX_PROBLEMS_SHOWN])
        if len(found) > MAX_PROBLEMS_SHOWN:
            sys.stdout.write(f"{language}: and {len(found) - MAX_PROBLEMS_SHOWN} more\n")
    return left


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
