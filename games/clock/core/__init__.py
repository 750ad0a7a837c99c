"""Counting time: calendar, deadlines, bank, ledger, terms. Pure, or on the clock's own rows."""
