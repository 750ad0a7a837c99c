"""The settings of a person: account, notifications, vacations."""
