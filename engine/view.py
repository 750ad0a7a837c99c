"""Views: the part of a game that one seat may see, copied from an allow-list (B-15, A-2, A-6).

A view holds no reference to the game. A fact that is not in it was never there, so a page, a mail
or a bot that is given a view cannot show more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.actions import PlaceName
from engine.board.model import Board
from engine.cards import Card, Hand, empty_hand
from engine.events import Decision, GameEnded
from engine.lending import lent_to
from engine.network import component_of_city, is_completed
from engine.open_tracks import OpenTracks
from engine.rules.legal import LegalActions
from engine.rules.versions import Rules
from engine.state import OpenTunnel, ReturnedTicket, State


@dataclass(slots=True)
class View:
    """A game as one seat sees it; ``seat`` None is a spectator. Lists are indexed by seat.

    ``hands``, ``tickets`` and ``offered`` hold only what the seat may see: its own during the
    game, everybody's after the end; elsewhere they are empty, and ``hand_sizes`` and
    ``ticket_counts`` (None until the first choice is over) say how many there are. So do
    ``removed``, the tickets that left the game, and ``removed_counts`` (M-7). ``returned_tickets``
    are those that the seat gave back and that nobody can have drawn since. ``racks`` and
    ``ticket_racks`` are indexed by team, and hold what the seat's own team may see (A-2, A-6).
    ``card_to_place`` holds the card that waits for its place: its kind for the seat that drew it,
    None for the others (A-3). ``shown_hands``, ``shown_racks`` and ``shown_card`` are the cards
    that everybody saw go there: taken face up and not paid since. ``first_card_place`` says where
    the first card of this turn went.
    """

    board: Board
    rules: Rules
    seat: int | None
    seats: int
    seq: int
    order: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    team_of: Mapping[int, int]
    turn: int
    turn_seat: int | None
    last_seat: int | None
    setup_done: bool
    outcome: GameEnded | None
    pending: Mapping[int, Decision]
    decision_seqs: Mapping[int, int]

    row: list[Card | None]
    deck_size: int
    discards: Hand
    ticket_deck_size: int
    bullets: int

    owner: Mapping[str, int]
    claims: list[list[str]]
    blocked_tracks: list[set[str]]
    open_tracks: OpenTracks
    trains: list[int]
    points: list[int]
    mountain_trains: list[int]
    progress: list[int]
    stations: list[list[str]]
    hand_sizes: list[int]
    ticket_counts: list[int | None]
    offered_counts: list[int]
    shown_hands: list[Hand]
    rack_sizes: list[int]
    shown_racks: list[Hand]
    ticket_rack_sizes: list[int]
    card_to_place: Mapping[int, Card | None]
    shown_card: Card | None
    first_card_place: PlaceName | None
    tunnel: OpenTunnel | None

    hands: list[Hand] = field(default_factory=list)
    tickets: list[list[str]] = field(default_factory=list)
    offered: list[tuple[str, ...]] = field(default_factory=list)
    removed: list[list[str]] = field(default_factory=list)
    removed_counts: list[int] = field(default_factory=list)
    returned_tickets: list[ReturnedTicket] = field(default_factory=list)
    racks: list[Hand] = field(default_factory=list)
    ticket_racks: list[list[str]] = field(default_factory=list)
    chosen_for_rack: Mapping[int, str] = field(default_factory=dict)

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """The legal actions of the view's own seat.

        :raises ValueError: if asked about another seat, or by a spectator.
        """
        if self.seat is None or (seat is not None and seat != self.seat):
            raise ValueError("A view knows the legal actions of its own seat only.")
        return LegalActions(self, self.seat)

    @property
    def own_seat(self) -> int:
        """The seat of this view.

        :raises ValueError: if it is the view of a spectator.
        """
        if self.seat is None:
            raise ValueError("A spectator has no seat.")
        return self.seat

    @property
    def bullet_routes(self) -> list[str]:
        """The bullet routes built so far, which serve everybody's tickets (J-3)."""
        own = {track for claims in self.claims for track in claims}
        return [track for track in self.owner if track not in own]

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together: the teams, or each seat alone (A-11)."""
        return self.teams or tuple((seat,) for seat in range(self.seats))

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that score together with a seat, itself among them (A-11)."""
        return self.teams[self.team_of[seat]] if self.teams else (seat,)

    def tickets_with_rack(self, seat: int) -> list[str]:
        """The tickets of a seat, and those in the rack of its team, as far as the view has them."""
        racked = self.ticket_racks[self.team_of[seat]] if self.teams else ()
        return [*self.tickets[seat], *racked]

    def network(self, seat: int) -> list[str]:
        """The tracks that count for the tickets of a seat: its side's and bullet routes."""
        own = [track for mate in self.side(seat) for track in self.claims[mate]]
        return [*own, *self.bullet_routes]

    def parts(self, seat: int, also: Sequence[str] = ()) -> Mapping[str, str]:
        """For each city that counts as connected for the tickets of a seat, a city that represents
        all it is connected with; as if these tracks, too, were the seat's (B-12, J-3).

        With stations it is as if the game ended now, under the best lending for the tickets that
        the view holds of that seat: during the game for its own alone (M-4).
        """
        lent = [track for track in self.lending(seat, also) if track is not None]
        return component_of_city(self.board, [*self.network(seat), *also, *lent])

    def lending(self, seat: int, also: Sequence[str] = ()) -> tuple[str | None, ...]:
        """The track that each station of a seat would lend it for :meth:`parts` (M-4).

        It is for those who play from the view: nobody is shown it before the end.
        """
        if not self.stations or not self.stations[seat]:
            return ()
        known = [self.board.tickets[ticket] for ticket in self.tickets[seat]]
        lent = lent_to(self, (seat,), [*self.network(seat), *also], known)
        return tuple([one.track for one in lent])

    def completed(self, seat: int, ticket: str) -> bool:
        """Whether a ticket is completed by the network of a seat (B-12, J-3, M-4, M-8).

        For many tickets ask :meth:`parts` once.
        """
        return is_completed(self.board.tickets[ticket], self.parts(seat))


def view(game: State, seat: int | None, *, revealed: bool = False) -> View:
    """The view of a seat; None is a spectator. After the end everybody sees everything.

    ``revealed`` shows everything before the end too: only for games that are over now.
    """
    over = revealed or game.outcome is not None
    seats = range(game.seats)
    mine = [over or other == seat for other in seats]
    ours = [over or seat in team for team in game.teams]
    # Tickets given back wait in `offered` until all have chosen, and are no choice any longer.
    choosing = [game.pending.get(other) in ("setup", "keep") for other in seats]
    counts: list[int | None] = [
        len(game.tickets[other]) if game.setup_done or mine[other] else None for other in seats
    ]
    return View(
        board=game.board,
        rules=game.rules,
        seat=seat,
        seats=game.seats,
        seq=game.seq,
        order=game.order,
        teams=game.teams,
        team_of=game.team_of.copy(),
        turn=game.turn,
        turn_seat=game.turn_seat,
        last_seat=game.last_seat,
        setup_done=game.setup_done,
        outcome=game.outcome,
        pending=game.pending.copy(),
        decision_seqs=game.decision_seqs.copy(),
        row=game.row.copy(),
        deck_size=len(game.deck),
        discards=game.discards.copy(),
        ticket_deck_size=_public_ticket_deck_size(game),
        bullets=game.bullets,
        owner=game.owner.copy(),
        claims=[tracks.copy() for tracks in game.claims],
        blocked_tracks=[tracks.copy() for tracks in game.blocked_tracks],
        open_tracks=game.open_tracks.copy(),
        trains=game.trains.copy(),
        points=game.points.copy(),
        mountain_trains=game.mountain_trains.copy(),
        progress=game.progress.copy(),
        stations=[cities.copy() for cities in game.stations],
        hand_sizes=[sum(hand.values()) for hand in game.hands],
        shown_hands=[shown.copy() for shown in game.shown_hands],
        ticket_counts=counts,
        offered_counts=[len(game.offered[other]) if choosing[other] else 0 for other in seats],
        rack_sizes=[sum(rack.values()) for rack in game.racks],
        shown_racks=[shown.copy() for shown in game.shown_racks],
        ticket_rack_sizes=[len(rack) for rack in game.ticket_racks],
        card_to_place={
            other: card if other == seat else None for other, card in game.card_to_place.items()
        },
        shown_card=game.shown_card,
        first_card_place=game.first_card_place,
        tunnel=_redacted_tunnel(game.tunnel, game, seat),
        hands=[game.hands[other].copy() if mine[other] else empty_hand() for other in seats],
        tickets=[game.tickets[other].copy() if mine[other] else [] for other in seats],
        offered=[
            game.offered[other] if other == seat and choosing[other] else () for other in seats
        ],
        removed=[game.removed[other].copy() if mine[other] else [] for other in seats],
        removed_counts=[len(tickets) for tickets in game.removed],
        returned_tickets=_returned_by(game, seat),
        racks=[
            rack.copy() if own else empty_hand() for rack, own in zip(game.racks, ours, strict=True)
        ],
        ticket_racks=[
            rack.copy() if own else [] for rack, own in zip(game.ticket_racks, ours, strict=True)
        ],
        chosen_for_rack={
            other: ticket for other, ticket in game.chosen_for_rack.items() if other == seat
        },
    )


def _returned_by(game: State, seat: int | None) -> list[ReturnedTicket]:
    """The tickets that a seat gave back, by the numbers of those under them now."""
    under = game.tickets_put_under
    return [
        ReturnedTicket(seat, known.ticket, known.lowest + under, known.highest + under)
        for known in game.returned_tickets
        if known.seat == seat
    ]


def _redacted_tunnel(tunnel: OpenTunnel | None, game: State, seat: int | None) -> OpenTunnel | None:
    """An open tunnel without the split between hand and rack, which is the team's (A-4, A-8)."""
    if tunnel is None or not game.teams or seat in game.teams[game.team_of[tunnel.seat]]:
        return tunnel
    return replace(tunnel, rack_colour=0, rack_locomotives=0)


def _public_ticket_deck_size(game: State) -> int:
    """The size of the ticket deck; before all first choices it shows nobody's choice (B-2, M-6)."""
    if game.setup_done:
        return len(game.ticket_deck)
    deal = game.board.setup_deal
    return max(0, len(game.board.ticket_decks[0]) - (deal.offer - deal.long) * game.seats)
