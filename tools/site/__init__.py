"""A whole site on this machine, as in production, for tools that measure, load or break one."""
