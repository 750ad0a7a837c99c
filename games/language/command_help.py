"""Commands to show people: an example for each decision, the legal commands of a seat, the words
of a board.
"""

from __future__ import annotations

from django.utils.translation import ngettext

import engine
from engine.actions import Claim, Draw, DrawTickets, Keep
from engine.board import Board
from engine.cards import CARDS, COLOURS, LOCOMOTIVE
from engine.text.lexicon import Lexicon
from engine.text.steps import write_action
from games.language.mechanics import building_commands, one_a_place


def example_command(decision: str, board: Board, lexicon: Lexicon) -> str:
    """A command that fits a kind of decision, in the words of the lexicon.

    >>> from engine.board import load_board
    >>> from engine.text.english import ENGLISH
    >>> example_command("setup", load_board("usa"), ENGLISH)
    'keep 1 2'
    >>> example_command("turn", load_board("usa"), ENGLISH)
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


MAX_CLAIMS = 12


def legal_commands(view: engine.View, lexicon: Lexicon, *, full: bool) -> list[str]:
    """Lines of commands that are legal now; none where nothing is to be decided.

    They are derived from the hand: without ``full`` only those that everybody could list.
    """
    if view.seat is None or view.seat not in view.pending:
        return []
    if not full:
        return _public_commands(view, lexicon)
    lines: dict[str, list[str]] = {}
    actions = list(view.legal_actions())
    claims = [action for action in actions if isinstance(action, Claim)]
    shown = _one_a_track(claims, view.board)
    for action in one_a_place(actions):
        if isinstance(action, Claim) or (isinstance(action, Keep) and len(actions) > MAX_CLAIMS):
            continue
        lines.setdefault(type(action).__name__, []).append(write_action(action, view, lexicon))
    found = [" · ".join(commands) for commands in lines.values()]
    found += [write_action(claim, view, lexicon) for claim in shown[:MAX_CLAIMS]]
    more = len(shown) - MAX_CLAIMS
    if more > 0:
        text = ngettext("… and %(n)d more route", "… and %(n)d more routes", more)
        found.append(text % {"n": more})
    return found or [example_command(view.pending[view.seat], view.board, lexicon)]


def _one_a_track(claims: list[Claim], board: Board) -> list[Claim]:
    """The claim of each track with the fewest cards and locomotives, long tracks first.

    Tracks beside each other that are alike count as one.
    """
    best: dict[object, Claim] = {}
    for claim in claims:
        track = board.tracks[claim.track]
        alike = (track.a, track.b, track.colour, track.kind, track.length)
        if alike not in best or _cost(claim) < _cost(best[alike]):
            best[alike] = claim
    return sorted(best.values(), key=lambda claim: -board.tracks[claim.track].length)


def _cost(claim: Claim) -> tuple[int, int]:
    """The order of claims of one track: sets come last, where cards are named by kind (M-3)."""
    return len(claim.cards), claim.locomotives


def _public_commands(view: engine.View, lexicon: Lexicon) -> list[str]:
    assert view.seat is not None
    kind = view.pending[view.seat]
    if kind not in ("turn", "second"):
        return [example_command(kind, view.board, lexicon)]
    sources = ["blind"] if view.deck_size else []
    sources += [card for card in CARDS if card in view.row]
    if kind == "second":
        sources = [source for source in sources if source != LOCOMOTIVE]
    lines = [" · ".join(write_action(Draw(source), view, lexicon) for source in sources)]
    if kind == "turn" and view.ticket_deck_size:
        lines.append(write_action(DrawTickets(), view, lexicon))
    return lines


def board_commands(board: Board, lexicon: Lexicon) -> list[str]:
    """An example of every command that this board knows."""
    word = lexicon.word
    draw, red, blind = word("draw"), word("red"), word("blind")
    track = next(track for track in board.tracks.values() if track.colour != "gray")
    a, b = board.cities[track.a].name, board.cities[track.b].name
    cards = f"{track.length} {word(track.colour)}"
    keep = example_command("setup", board, lexicon) if board.teams else f"{word('keep')} 1 3"
    lines = [
        f"{draw} {blind} · {draw} {red} · {two_draws('red', board, lexicon)}",
        f"{word('claim')} {a} {word('to')} {b}: {cards}",
        f"{word('tickets')} · {keep}",
    ]
    if board.teams:
        lines.append(
            f"{draw} {red} {word('rack')} · {word('keep')} 1 3 {word('rack')} 3"
            f" · {word('share')} 2 4"
        )
        lines.append(f"{word('pay')} 1 {red} · {word('withdraw')}")
    if sets := _claim_with_sets(board, lexicon):
        lines.insert(2, sets)
    lines += building_commands(board, lexicon)
    lines.append(f"{' '.join(order_branches(board, lexicon))} · {word('cancel')}")
    return [*lines, word("pass"), f"{word('show')} · {word('help')}"]


def _claim_with_sets(board: Board, lexicon: Lexicon) -> str:
    """An example of a claim with a set of any cards, "" on boards without (M-3)."""
    word = lexicon.word
    for track in board.tracks.values():
        if track.kind == "ferry" and track.most_sets == 1 < track.length and track.colour != "gray":
            a, b = board.cities[track.a].name, board.cities[track.b].name
            other, third = [card for card in COLOURS if card != track.colour][:2]
            cards = f"{track.length - 1} {word(track.colour)}, {track.set_size - 1} {word(other)}"
            instead = f"{word('as')} {word('one')} {word(LOCOMOTIVE)}"
            return f"{word('claim')} {a} {word('to')} {b}: {cards} 1 {word(third)} {instead}"
    return ""
