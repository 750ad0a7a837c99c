"""Tools of every package: errors, jobs, dates, prepared SQL, append-only tables, base classes of
the admin, handlers between packages.
"""
