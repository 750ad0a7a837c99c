"""Clocks of games: core/ counts time, actions/ change clocks of running games."""
