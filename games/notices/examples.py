"""A command to write, as an example for each kind of decision."""

from __future__ import annotations

from engine.board import Board
from engine.text.lexicon import Lexicon


def example(decision: str, board: Board, lexicon: Lexicon) -> str:
    """Gets a command that fits a kind of decision, in the words of the lexicon.

    >>> from engine.board import load_board
    >>> from engine.text.english import ENGLISH
    >>> example("setup", load_board("usa"), ENGLISH)
    'keep 1 2'
    >>> example("turn", load_board("usa"), ENGLISH)
    'draw blind blind'
    """
    word = lexicon.word
    draw = f"{word('draw')} {word('blind')}"
    match decision:
        case "setup":
            numbers = " ".join(str(number + 1) for number in range(board.setup_deal.keep))
            return f"{word('keep')} {numbers}"
        case "keep":
            return f"{word('keep')} 1 {word('rack')} 1" if board.teams else f"{word('keep')} 1"
        case "second":
            return draw
        case "place":
            return f"{word('place')} {word('rack')}"
        case "rack":
            return f"{word('rack')} 1"
        case "tunnel":
            return word("pay")
    return two_draws("blind", board, lexicon)


def two_draws(card: str, board: Board, lexicon: Lexicon) -> str:
    """Return a command that draws a card, and then one from the deck."""
    # A card that is drawn at a table of teams is placed before the second one is drawn.
    placed = [lexicon.word("rack")] if board.teams else []
    return " ".join([lexicon.word("draw"), lexicon.word(card), *placed, lexicon.word("blind")])


def order_branches(board: Board, lexicon: Lexicon) -> tuple[str, str]:
    """Return the two parts of an order: with a condition, and otherwise."""
    word = lexicon.word
    up = f"{word('when')} {word('red')} {word('be')} {word('face up')}"
    first, second = (two_draws(card, board, lexicon) for card in ("red", "blind"))
    return f"{up}: {first}", f"{word('else')} {second}"
