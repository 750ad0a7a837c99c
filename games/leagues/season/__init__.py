"""Services that change a season, and the runner that takes the steps that are due."""
