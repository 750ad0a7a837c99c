"""Moderation: roles, reports, sanctions, appeals, decisions of directors, and the audit log."""
