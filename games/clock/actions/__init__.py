"""Changes to the clocks of running games, by votes, directors and the scheduler."""
