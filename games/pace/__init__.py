"""How fast people usually move."""
