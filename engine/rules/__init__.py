"""The rules: what is legal, and what follows from it. One file a mechanic."""
