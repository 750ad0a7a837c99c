"""Django's backend for PostgreSQL, with a pool that survives a restart of the database."""
