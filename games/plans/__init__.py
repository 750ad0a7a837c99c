"""Standing orders for the coming turn: given, cancelled, carried out. Only their owner knows of
them.
"""
