"""Invitations by email: sent to an address, answered by reply or on a page, erased in time.

Decision 130 says why.
"""
