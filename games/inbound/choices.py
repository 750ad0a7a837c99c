"""What could be written now, as commands: the legal moves of a seat, and the words of the game."""

from __future__ import annotations

from django.utils.translation import ngettext

import engine
from engine.actions import Claim, Draw, DrawTickets, Keep
from engine.board import Board
from engine.cards import CARDS, LOCOMOTIVE
from engine.text.lexicon import Lexicon
from engine.text.write import write
from games.notices.examples import example, order_branches, two_draws

MOST_CLAIMS = 12


def legal(view: engine.View, lexicon: Lexicon, *, full: bool) -> list[str]:
    """Gets lines of commands that are legal now; none where nothing is to be decided.

    They are derived from the hand: without ``full`` only those that everybody could list.
    """
    if view.seat is None or view.seat not in view.pending:
        return []
    if not full:
        return _open_to_all(view, lexicon)
    lines: dict[str, list[str]] = {}
    actions = list(view.legal_actions())
    claims = [action for action in actions if isinstance(action, Claim)]
    shown = _one_a_track(claims, view.board)
    for action in actions:
        if isinstance(action, Claim) or (isinstance(action, Keep) and len(actions) > MOST_CLAIMS):
            continue
        lines.setdefault(type(action).__name__, []).append(write(action, view, lexicon))
    found = [" · ".join(commands) for commands in lines.values()]
    found += [write(claim, view, lexicon) for claim in shown[:MOST_CLAIMS]]
    more = len(shown) - MOST_CLAIMS
    if more > 0:
        text = ngettext("… and %(n)d more route", "… and %(n)d more routes", more)
        found.append(text % {"n": more})
    return found or [example(view.pending[view.seat], view.board, lexicon)]


def _one_a_track(claims: list[Claim], board: Board) -> list[Claim]:
    """Gets the claim of each track with the fewest locomotives, long tracks first.

    Tracks beside each other that are alike count as one.
    """
    best: dict[object, Claim] = {}
    for claim in claims:
        track = board.tracks[claim.track]
        alike = (track.a, track.b, track.colour, track.kind, track.length)
        if alike not in best or claim.locomotives < best[alike].locomotives:
            best[alike] = claim
    return sorted(best.values(), key=lambda claim: -board.tracks[claim.track].length)


def _open_to_all(view: engine.View, lexicon: Lexicon) -> list[str]:
    assert view.seat is not None
    kind = view.pending[view.seat]
    if kind not in ("turn", "second"):
        return [example(kind, view.board, lexicon)]
    sources = ["blind"] if view.deck_size else []
    sources += [card for card in CARDS if card in view.row]
    if kind == "second":
        sources = [source for source in sources if source != LOCOMOTIVE]
    lines = [" · ".join(write(Draw(source), view, lexicon) for source in sources)]
    if kind == "turn" and view.ticket_deck_size:
        lines.append(write(DrawTickets(), view, lexicon))
    return lines


def words(board: Board, lexicon: Lexicon) -> list[str]:
    """Gets an example of every command that this board knows."""
    word = lexicon.word
    draw, red, blind = word("draw"), word("red"), word("blind")
    track = next(track for track in board.tracks.values() if track.colour != "gray")
    a, b = board.cities[track.a].name, board.cities[track.b].name
    cards = f"{track.length} {word(track.colour)}"
    keep = example("setup", board, lexicon) if board.teams else f"{word('keep')} 1 3"
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
    lines.append(f"{' '.join(order_branches(board, lexicon))} · {word('cancel')}")
    return [*lines, word("pass"), f"{word('show')} · {word('help')}"]
