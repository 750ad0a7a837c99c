"""An operation of migrations that does many others, and renders the models once for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class Together(Operation):
    """Create, change and delete models by these operations, in the order that each model has them.

    After each operation Django renders all related models again, which takes longer for 80 models
    than everything else in a migration. Here the first operation of every model is done, then the
    second of every model, and so on: the models are rendered once a round. SQLite copies a table
    from the model as it was, so no model may have two operations in one round.
    """

    reduces_to_sql = True

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Change the models; the next reader of ``state.apps`` renders all of them."""
        _change(state, self.operations, app_label)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Change the tables."""
        for operations, before, after in self._steps(app_label, from_state):
            for operation in operations:
                operation.database_forwards(app_label, schema_editor, before, after)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Change the tables back, last first."""
        for operations, before, after in reversed([*self._steps(app_label, to_state)]):
            for operation in reversed(operations):
                operation.database_backwards(app_label, schema_editor, after, before)

    def describe(self) -> str:
        """Say what ``migrate --plan`` shows."""
        return f"{len(self.operations)} changes of tables"

    def _rounds(self) -> Iterator[list[Operation]]:
        by_model: dict[str, list[Operation]] = {}
        for operation in self.operations:
            # Operations on fields and indexes have `model_name`, those on models have `name`.
            model: str = getattr(operation, "model_name", None) or vars(operation)["name"]
            by_model.setdefault(model.lower(), []).append(operation)
        for found in zip_longest(*by_model.values()):
            yield [operation for operation in found if operation]

    def _steps(
        self, app_label: str, before: ProjectState
    ) -> Iterator[tuple[list[Operation], ProjectState, ProjectState]]:
        """Each round, with the models before and after it."""
        for operations in self._rounds():
            after = before.clone()
            _change(after, operations, app_label)
            yield operations, before, after
            before = after


def _change(state: ProjectState, operations: Sequence[Operation], app_label: str) -> None:
    """Change the models of a state, which are rendered when somebody reads them."""
    state.__dict__.pop("apps", None)
    for operation in operations:
        operation.state_forwards(app_label, state)
