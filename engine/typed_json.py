"""Parts of orders and plans as JSON: their fields, beside the name of their type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from engine.errors import RecordError

Data = dict[str, Any]


class TypedJson:
    """The JSON form of some dataclasses, each of which has a name."""

    def __init__(self, kinds: Mapping[str, type]) -> None:
        self._kinds = kinds
        self._names = {kind: name for name, kind in kinds.items()}

    def encode(self, part: object) -> Data:
        """The JSON form of one part; parts within it have theirs."""
        return {"type": self._names[type(part)], **self.fields_of(part)}

    def fields_of(self, part: Any) -> Data:
        """The fields of a dataclass, which need not have a name, as JSON."""
        return {field.name: self._plain(getattr(part, field.name)) for field in fields(part)}

    def decode(self, data: Data) -> Any:
        """The part of a JSON form.

        :raises KeyError: if there is no such type.
        :raises TypeError: if the fields are not those of the type.
        """
        values = self.values_of(data)
        return self._kinds[values.pop("type")](**values)

    def values_of(self, data: Data) -> Data:
        """The values that a JSON object has for the fields of a dataclass."""
        return {name: self._value(value) for name, value in data.items()}

    def _plain(self, value: object) -> object:
        if isinstance(value, tuple):
            return [self._plain(one) for one in value]
        return self.encode(value) if type(value) in self._names else value

    def _value(self, value: object) -> object:
        if isinstance(value, list):
            return tuple(self._value(one) for one in value)
        return self.decode(value) if isinstance(value, dict) else value


@contextmanager
def stored(what: str) -> Iterator[None]:
    """Report errors of what is read within as those of a stored form.

    :raises RecordError: if this program did not write it.
    """
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{what} cannot be read: {error!r}.") from error
