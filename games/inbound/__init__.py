"""Playing from the mail: what arrives is read, judged, carried out and answered.

The door is :func:`games.inbound.receiving.receive`.
"""
