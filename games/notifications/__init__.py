"""What people are told, by mail, webhook and calendar feed: the outbox, who wants what, and when
it leaves.
"""
