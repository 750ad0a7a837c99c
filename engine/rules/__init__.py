"""The rules: what is legal, and what follows from it. One file a mechanic.

:mod:`engine.rules.table` looks an action up: ``check`` refuses, ``carry_out`` lets it happen.
"""
