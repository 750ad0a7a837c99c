"""The rules of a season as pure functions, without Django: draw, seats, points, standings,
promotion.
"""
