"""The base of all answers of the API: serializers that describe them, and render them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from rest_framework import serializers

DIGITS: Final = 4


class Answer(serializers.Serializer):
    """A field comes from the attribute, key or `source` of its name, or from the serializer's
    method `get_NAME(row)`.
    """

    @classmethod
    def of(cls, row: Any) -> dict[str, Any]:
        """A row as JSON."""
        # mypy takes the __hash__ of an instance for that of its class.
        return _made(cls).to_representation(row)  # type: ignore[arg-type]

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        for name, field in fields.items():
            if getter := getattr(self, f"get_{name}", None):
                field.get_attribute = getter
        return fields


@cache
def _made(shape: type[Answer]) -> Answer:
    # Making one copies all of its fields, which takes longer than rendering.
    return shape()


class Row:
    """A row with further attributes beside its own."""

    def __init__(self, row: Any, **more: Any) -> None:
        self.__dict__.update(more, row=row)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.row, name)


class Rounded(serializers.FloatField):
    """A number with few digits."""

    def to_representation(self, value: Any) -> float:
        return round(float(value), DIGITS)


class Happened(serializers.BooleanField):
    """Whether there is a time at which it happened."""

    def get_attribute(self, instance: Any) -> bool:
        return super().get_attribute(instance) is not None
