"""Invitations by email: sent to an address, answered by reply or on a page, erased after a time.

Decision 130 says why.
"""
