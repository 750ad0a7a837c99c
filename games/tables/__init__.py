"""Games and seats: the rows that are read, and who may see them."""
