"""What a reader sees of a table, as plain data in the active language (decision 0194)."""
