"""Guests: visitors who play without an account, and the practice games of guests and people."""

from __future__ import annotations
