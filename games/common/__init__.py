"""Tools of every room: errors, jobs, dates, prepared SQL, append-only tables, base classes of the
admin, handlers between rooms.
"""
