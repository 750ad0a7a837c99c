"""Orders for a coming turn, under conditions their owner can judge; no part of state or log."""
