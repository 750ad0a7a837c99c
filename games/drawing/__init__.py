"""Pictures: the board as SVG and PNG, cards, charts, and the one palette."""
