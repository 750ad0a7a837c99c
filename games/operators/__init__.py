"""Operators: the faults of the program, gathered from all processes and told them by mail."""

from __future__ import annotations
