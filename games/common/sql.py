"""SQL composed once through the ORM, for the few queries that every move and mail needs.

The ORM composes the SQL of a query anew each time that it is asked, which takes some ten times as
long as the database takes to answer. The reads and writes of a move go through here; everything
else is better off with the ORM itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper as Connection
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    QuerySet,
    TextField,
    TimeField,
)
from django.db.models.base import ModelState
from django.db.models.query import RelatedPopulator
from django.db.models.sql.subqueries import UpdateQuery

from games.common.cut_off import refuse_cut_off
from games.common.statements import keeps_statements, open_cursor

Row = TypeVar("Row", bound=Model)
Related: TypeAlias = dict[tuple[int, Any], Model]
"""Related rows by what made them and their key."""
MOST_VALUES: Final = 900
"""Values in one question: SQLite takes 999."""
PLACES: Final = re.compile("(%[s%])")
"""Where a query leaves a value open, or means the sign itself."""
STAND_IN: Final = 2_000_000_011
"""A number that no query has of its own, and that fits into a column of whole numbers."""
EARLIER: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A time to stand in for another."""


class _Open:
    """A query with values left open, composed when it is first asked."""

    def __init__(self, make: Callable[..., Any], *stand_ins: object) -> None:
        self._make = make
        count = len(signature(make).parameters)
        self._stand_ins = stand_ins or tuple(range(STAND_IN, STAND_IN + count))
        self._composed: Prepared | None = None

    def _prepared(self, connection: Connection) -> Prepared:
        # Two threads may both compose it the first time: to the same end.
        if self._composed is None:
            stand_ins = [(value, _other(value)) for value in self._stand_ins]
            first, second = zip(*stand_ins, strict=True) if stand_ins else ((), ())
            self._composed = _compose(
                self._queryset(self._make(*first)),
                self._queryset(self._make(*second)),
                stand_ins,
                connection,
            )
        return self._composed

    def _queryset(self, made: Any) -> QuerySet[Any, Any]:
        """The query in what ``make`` has made."""
        return cast("QuerySet[Any, Any]", made)


class PreparedQuery(_Open, Generic[Row]):
    """A query for whole rows, with values left open.

    ``make`` builds it from stand-ins: ``PreparedQuery(lambda pk: Game.objects.filter(pk=pk))``.
    Those are large whole numbers, one for each parameter, unless others are given, as for times.
    The SQL may ask for a value more than once, and in any order. The query is built twice, with
    different stand-ins, and what is the same in both is a constant of it. Related rows may be
    selected, rows annotated, and slices taken; nothing can be prefetched. Rows with the same
    related row share it, as the seats of a game do.
    """

    if TYPE_CHECKING:

        def __init__(self, make: Callable[..., QuerySet[Row]], *stand_ins: object) -> None: ...

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values."""
        connection = _connection()
        prepared = self._prepared(connection)
        rows = []
        related: Related = {}
        for fields in prepared.fetch(values, connection):
            row = _from_fields(prepared, fields, connection.alias)
            for populator in prepared.populators:
                populator.give(row, fields, related)
            for name, place in prepared.annotations:
                row.__dict__[name] = fields[place]
            rows.append(row)
        return cast("list[Row]", rows)

    def first(self, *values: Any) -> Row | None:
        """The first row for these values, or None."""
        return next(iter(self.rows(*values)), None)

    def get(self, *values: Any) -> Row:
        """The only row for these values.

        :raises ObjectDoesNotExist: if there is none.
        """
        rows = self.rows(*values)
        if not rows:
            raise ObjectDoesNotExist
        (row,) = rows
        return row


class PreparedValues(_Open):
    """A query for some fields of rows (``values_list``), as :class:`PreparedQuery` for rows."""

    def rows(self, *values: Any) -> list[list[Any]]:
        """The fields of each row for these values."""
        connection = _connection()
        return self._prepared(connection).fetch(values, connection)

    def first(self, *values: Any) -> list[Any] | None:
        """The fields of the first row for these values, or None."""
        return next(iter(self.rows(*values)), None)


class PreparedUpdate(_Open):
    """A change of the rows that a query names, with values left open.

    ``make`` gives the rows and their new values, each a stand-in or an expression:
    ``PreparedUpdate(lambda pk, at: (Seat.objects.filter(pk=pk), {"present_at": at}), 0, EARLIER)``.
    """

    if TYPE_CHECKING:

        def __init__(
            self, make: Callable[..., tuple[QuerySet[Any], dict[str, Any]]], *stand_ins: object
        ) -> None: ...

    def carry_out(self, *values: Any) -> int:
        """Change the rows for these values; return how many there were."""
        connection = _connection()
        prepared = self._prepared(connection)
        with open_cursor(connection) as cursor:
            cursor.execute(prepared.sql, prepared.params(values, connection))
            return int(cursor.rowcount)

    def _queryset(self, made: Any) -> QuerySet[Any, Any]:
        rows, changes = made
        changing = rows.order_by()
        changing.query = changing.query.chain(UpdateQuery)
        changing.query.add_update_values(changes)
        return cast("QuerySet[Any, Any]", changing)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A query as SQL, and what turns its results into rows.

    ``slots`` has the place of the open value for each value that the SQL asks for, or None where
    it is the one in ``constants``.
    """

    model: type[Model]
    sql: str
    slots: Sequence[int | None]
    constants: Sequence[Any]
    converters: Sequence[tuple[int, Any, Any]]
    names: Sequence[str]
    populators: Sequence[Any]
    annotations: Sequence[tuple[str, int]]

    def params(self, values: Sequence[Any], connection: Connection) -> list[Any]:
        """What the SQL asks for, in its order, with these values."""
        adapted = [_adapted(value, connection) for value in values]
        return [
            constant if slot is None else adapted[slot]
            for slot, constant in zip(self.slots, self.constants, strict=True)
        ]

    def fetch(self, values: Sequence[Any], connection: Connection) -> list[list[Any]]:
        """Run the query with these values; return its rows as Python values."""
        with open_cursor(connection) as cursor:
            cursor.execute(self.sql, self.params(values, connection))
            found = [list(row) for row in cursor.fetchall()]
        for place, steps, expression in self.converters:
            # The fields of a related row come once for each row; what can be changed is not shared.
            shares = not isinstance(expression.output_field, JSONField)
            last = converted = None
            for row in found:
                value = row[place]
                # No field of ours is anything else where a row has nothing.
                if value is None:
                    continue
                if value != last or not shares:
                    last = converted = value
                    for step in steps:
                        converted = step(converted, expression, connection)
                row[place] = converted
        return found


def _other(stand_in: Any) -> Any:
    """A second stand-in of the same type; it fits into the smallest column of whole numbers."""
    if isinstance(stand_in, str):
        return f"{stand_in} 2"
    return stand_in + (timedelta(days=100) if isinstance(stand_in, date) else 100)


def _compose(
    queryset: QuerySet[Any, Any],
    again: QuerySet[Any, Any],
    stand_ins: Sequence[tuple[object, object]],
    connection: Connection,
) -> Prepared:
    """Compose a query that was made twice, with the first and the second of each stand-in."""
    if queryset._prefetch_related_lookups:  # type: ignore[attr-defined]
        raise ValueError("A prepared query prefetches nothing.")
    compiler = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    slots = _slots(
        params, again.query.get_compiler(connection=connection).as_sql()[1], stand_ins, connection
    )
    if {*range(len(stand_ins))} != {slot for slot in slots if slot is not None}:
        raise ValueError(f"Not every value of this query is asked for: {params} by {sql}")
    if keeps_statements(connection):
        sql, slots, params = _with_constants(sql, slots, params, connection)
    if isinstance(queryset.query, UpdateQuery):
        return Prepared(queryset.model, sql, slots, params, (), (), (), ())
    columns = [expression for expression, _sql, _alias in compiler.select]
    names: list[str] = []
    populators: Sequence[Any] = ()
    if (described := compiler.klass_info) is not None:
        names = [columns[place].target.attname for place in described["select_fields"]]
        populators = _populators(described, compiler.select, connection.alias)
    converters = [
        (place, steps, expression)
        for place, (steps, expression) in compiler.get_converters(columns).items()
    ]
    annotations = list(compiler.annotation_col_map.items())
    return Prepared(queryset.model, sql, slots, params, converters, names, populators, annotations)


def _slots(
    params: Sequence[Any],
    others: Sequence[Any],
    stand_ins: Sequence[tuple[object, object]],
    connection: Connection,
) -> list[int | None]:
    """The place of the open value behind each parameter; None where it is a constant.

    A constant may equal a stand-in, so only what differs between the two queries is open.
    """
    # A field of text asks for a number as text.
    known = {
        tuple(str(_adapted(value, connection)) for value in pair): place
        for place, pair in enumerate(stand_ins)
    }
    slots: list[int | None] = []
    for pair in zip(map(str, params), map(str, others), strict=True):
        if pair[0] != pair[1] and pair not in known:
            raise ValueError(f"This query changes a value before it asks for it: {pair[0]}")
        slots.append(None if pair[0] == pair[1] else known[pair])
    return slots


def _with_constants(
    sql: str, slots: Sequence[int | None], params: Sequence[Any], connection: Connection
) -> tuple[str, list[int | None], list[Any]]:
    """The query with all that is not open written into its text.

    A plan that is kept would use no index of some rows (``WHERE status = 'pending'``) if it had to
    serve every status.
    """
    values = iter(zip(slots, params, strict=True))
    parts: list[str] = []
    still_open: list[int | None] = []
    for part in PLACES.split(sql):
        if part == "%s":
            slot, param = next(values)
            if slot is None:
                written = connection.ops.compose_sql("%s", [param])  # type: ignore[attr-defined]
                parts.append(str(written).replace("%", "%%"))
                continue
            still_open.append(slot)
        parts.append(part)
    return "".join(parts), still_open, [None] * len(still_open)


@lru_cache(maxsize=100)
def _adapted_time(value: datetime) -> Any:
    """A time as the driver takes it; the time of a move is written into a dozen columns."""
    return _connection().ops.adapt_datetimefield_value(value)


def _adapted(value: Any, connection: Connection) -> Any:
    """A value as the driver of the database takes it."""
    if isinstance(value, datetime):
        return _adapted_time(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value


def _from_fields(prepared: Prepared, fields: Sequence[Any], alias: str) -> Model:
    """A stored row, from the fields that a query has found first."""
    # There are more fields than names where related rows were selected.
    return _stored_row(prepared.model, zip(prepared.names, fields, strict=False), alias)


def _stored_row(model: type[Model], values: Iterable[tuple[str, Any]], alias: str) -> Model:
    """A row made as a pickled one is.

    ``Model.__init__`` asks of each field what nobody here needs, which takes longer than the
    database takes to find the row.
    """
    row = model.__new__(model)
    state = ModelState()
    state.adding, state.db = False, alias
    row.__dict__.update(values, _state=state)
    return row


def _populators(described: Any, select: Any, alias: str) -> list[_Populator]:
    related = described.get("related_klass_infos", ())
    return [_Populator(one, select, alias) for one in related]


class _Populator(RelatedPopulator):
    """Puts a related row where it belongs: Django's way, but for the making of the row."""

    def __init__(self, described: Any, select: Any, alias: str) -> None:
        if described["from_parent"]:
            raise ValueError("A prepared query selects no related row of a model with parents.")
        super().__init__(described, select, alias)  # type: ignore[call-arg]
        self._nested = [*_populators(described, select, alias)]

    def give(self, row: Model, fields: Sequence[Any], known: Related) -> None:
        """Give a row its related one, which another row of the same query may have made known."""
        key = fields[self.cols_start + self.pk_idx]
        related = None if key is None else known.get((id(self), key))
        if related is None and key is not None:
            own = fields[self.cols_start : self.cols_end]
            related = _stored_row(self.model_cls, zip(self.init_list, own, strict=True), self.db)
            for populator in self._nested:
                populator.give(related, fields, known)
            known[id(self), key] = related
        self.local_setter(row, related)
        if related is not None:
            self.remote_setter(related, row)


def new(model: type[Row], **values: Any) -> Row:
    """A row to be stored, with the defaults of the fields that are not given.

    Fields are given as they are kept: a foreign key as its id (``game_id``). A move makes five
    rows, and ``Model.__init__`` takes its time, as :func:`_stored_row` says.

    :raises TypeError: if the model has no such field.
    """
    row = model.__new__(model)
    kept = row.__dict__
    constants, made, count = _defaults(model)
    kept.update(constants, _state=ModelState())
    kept.update(values)
    for name, make in made:
        if name not in values:
            kept[name] = make()
    if len(kept) != count:
        unknown = values.keys() - {field.attname for field in model._meta.concrete_fields}
        raise TypeError(f"{model.__name__} has no {', '.join(sorted(unknown))}.")
    return row


@cache
def _defaults(
    model: type[Model],
) -> tuple[dict[str, Any], list[tuple[str, Callable[[], Any]]], int]:
    """The defaults of fields: those that never change, and what makes the others."""
    fields = model._meta.concrete_fields
    made = [(field.attname, field.get_default) for field in fields if callable(field.default)]
    names = dict(made)
    constants = {
        field.attname: field.get_default() for field in fields if field.attname not in names
    }
    # The state of the row is kept beside its fields.
    return constants, made, len(fields) + 1


def insert(rows: Sequence[Model], *, unless_there: bool = False) -> int:
    """Store new rows of one model; they do not learn their ids. Return how many were stored.

    ``unless_there`` leaves out those that a unique constraint would refuse.

    :raises TypeError: if a field has a ``pre_save`` of its own (:func:`_refuse_pre_save`).
    """
    if not rows:
        return 0
    groups = [rows] if len(rows) <= FEW else [[row] for row in rows]
    return _carry_out(groups, *_insertion(type(rows[0]), unless_there, len(groups[0])))


def create(row: Model) -> None:
    """Store a new row, which learns its id."""
    columns, sql = _insertion(type(row), False, 1)
    connection = _connection()
    key = _column(type(row)._meta.pk)
    with open_cursor(connection) as cursor:
        cursor.execute(f"{sql} RETURNING {key}", _values(row, columns, connection))
        (row.pk,) = cursor.fetchone()
    row._state.adding, row._state.db = False, connection.alias


def update(rows: Sequence[Model], *names: str) -> None:
    """Write the fields of these names of stored rows of one model."""
    if rows:
        _carry_out([[row] for row in rows], *_change(type(rows[0]), names))


Column: TypeAlias = tuple[str, frozenset[type], Field]
"""The attribute of a row with the value, the types that need no preparation, and the field."""

FEW: Final = 4
"""Rows that one statement stores: a move writes two events and two lines about clocks."""

NOTHING: Final = type(None)
AS_THEY_ARE: Final[tuple[tuple[type[Field], frozenset[type]], ...]] = (
    (IntegerField, frozenset({int, NOTHING})),
    (BooleanField, frozenset({bool, NOTHING})),
    (CharField, frozenset({str, NOTHING})),
    (TextField, frozenset({str, NOTHING})),
    (DateTimeField, frozenset({NOTHING})),
    (JSONField, frozenset({NOTHING})),
)
"""Types of values that a kind of field hands to the driver as they are."""


PLAIN_PRE_SAVES: Final = {kind.pre_save for kind in (Field, DateField, DateTimeField, TimeField)}
"""Methods that return the value of the row, those of times unless ``auto_now`` is set."""


@cache
def _insertion(model: type[Model], unless_there: bool, together: int) -> tuple[list[Column], str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(_column(field) for field in fields)
    places = ", ".join([f"({', '.join('%s' for _ in fields)})"] * together)
    sql = f"INSERT INTO {_name(model._meta.db_table)} ({names}) VALUES {places}"  # noqa: S608
    return _columns(fields), sql + " ON CONFLICT DO NOTHING" * unless_there


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[list[Column], str]:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]
    changes = ", ".join(f"{_column(field)} = %s" for field in fields)
    table, key = _name(model._meta.db_table), model._meta.pk
    sql = f"UPDATE {table} SET {changes} WHERE {_column(key)} = %s"  # noqa: S608
    return _columns([*fields, key]), sql


def _columns(fields: Sequence[Field]) -> list[Column]:
    for field in fields:
        _refuse_pre_save(field)
    return [(field.attname, _as_they_are(field), field) for field in fields]


def _refuse_pre_save(field: Field) -> None:
    """Refuse a field that Django fills when a row is saved: nothing here calls ``pre_save``.

    :raises TypeError: for ``auto_now``, ``auto_now_add``, files and fields with a method of theirs.
    """
    fills = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    if fills or type(field).pre_save not in PLAIN_PRE_SAVES:
        raise TypeError(f"{field} has a pre_save of its own: save its rows by the ORM.")


def _as_they_are(field: Field) -> frozenset[type]:
    if isinstance(field, ForeignKey):
        return _as_they_are(field.target_field)
    for kind, types in AS_THEY_ARE:
        if isinstance(field, kind):
            return types
    return frozenset()


def _carry_out(groups: Sequence[Sequence[Model]], columns: Sequence[Column], sql: str) -> int:
    """Run a statement once a group, with the values of its rows; return how many it changed."""
    connection = _connection()
    values = [
        [value for row in group for value in _values(row, columns, connection)] for group in groups
    ]
    with open_cursor(connection) as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)
        return int(cursor.rowcount)


def _values(row: Model, columns: Sequence[Column], connection: Connection) -> list[Any]:
    """The values of a row as the driver takes them: by ``get_db_prep_save`` if it changes them."""
    # Attributes of foreign keys are looked up by Django; a row of ours has them all.
    kept = row.__dict__
    refuse_cut_off(row)
    return [
        value
        if type(value := kept[name]) in types
        else _adapted_time(value)
        if type(value) is datetime
        else field.get_db_prep_save(value, connection)
        for name, types, field in columns
    ]


def _connection() -> Connection:
    # The proxy that Django offers looks this up again for each attribute that is asked of it.
    return connections[DEFAULT_DB_ALIAS]


def _column(field: Field) -> str:
    return _name(str(field.column))


def _name(name: str) -> str:
    return _connection().ops.quote_name(name)
