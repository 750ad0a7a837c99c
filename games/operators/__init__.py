"""Faults of the program, gathered from all processes and mailed to the operators."""

from __future__ import annotations
