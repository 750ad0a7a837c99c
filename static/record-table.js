// Where every card and every ticket of a finished game lies, event by event, for static/shuffles.js: what is drawn, paid,
// kept and returned was there, and there are 110 cards, a fixed number of each kind. docs/record-format.md describes the events.
const CARDS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"];
const LOCOMOTIVE = "locomotive";
const FULL_DECK = CARDS.flatMap((card) => Array(card === LOCOMOTIVE ? 14 : 12).fill(card));
// Events that move no card and no ticket.
const ELSEWHERE = new Set(["decision_opened", "turn_passed", "turn_skipped", "final_round_started", "taken_back"].map((type) => `game.${type}`));
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
const inOrder = (items, order) => [...items].sort((a, b) => order.indexOf(a) - order.indexOf(b));

// The order of play and the teams that shuffled seats lead to.
const seating = (seats, header, size) => {
  const sides = header.teams
    ? header.teams.map((team) => inOrder(team, seats)).sort((a, b) => seats.indexOf(a[0]) - seats.indexOf(b[0]))
    : size ? seats.flatMap((_, n) => (n % size ? [] : [seats.slice(n, n + size)])) : [];
  return { order: sides.length ? sides.flat() : seats, teams: sides };
};

// Where every card and ticket lies after each event, and the faults: [kind, seq]. Each event takes what it names from
// where it was, and puts it where it belongs; whether the rules allow the move is not looked at.
class Table {
  constructor(header, board, faults) {
    const each = (make) => Array.from({ length: header.seats }, make);
    Object.assign(this, { header, board, faults, seq: 0 });
    this.state = {
      deck: [], discards: [], row: Array(5).fill(null), hands: each(() => []), racks: [], drawn: null, tunnel: null,
      tickets: [], long: [], held: each(() => []), offered: each(() => []), returned: each(() => []), kept: each(() => 0),
      chosen: {}, ticketRacks: [], order: [], teams: [], turn: null, number: 0, dealt: 0,
    };
  }
  // Note a fault of this event, unless something holds. After one card went astray others seem to as well.
  hold(holds, kind = "move") {
    const astray = kind === "move" || kind === "count";
    if (!holds && !(astray && this.faults.some(([noted]) => noted === kind))) this.faults.push([kind, this.seq]);
  }
  draw(pile, items, to, kind = "card") {
    this.hold(same(this.state[pile].splice(0, items.length), items), kind);
    to.push(...items);
  }
  move(from, to, items) {
    for (const item of items) {
      const place = from.indexOf(item);
      this.hold(place >= 0);
      if (place >= 0) to.push(...from.splice(place, 1));
    }
  }
  rackOf(seat, racks = this.state.racks) {
    return racks[this.state.teams.findIndex((team) => team.includes(seat))];
  }
  // Pay n cards: those of the hand go to one pile, those of the rack to another.
  pay({ seat, colour, locomotives, rack_colour: fromRack = 0, rack_locomotives: locomotivesFromRack = 0, cards }, count, toHand, toRack = toHand) {
    const paid = (coloured, locos) => [...Array(coloured).fill(colour), ...Array(locos).fill(LOCOMOTIVE)];
    const hand = Array.isArray(cards) ? cards : paid(count - locomotives - fromRack, locomotives - locomotivesFromRack);
    this.move(this.state.hands[seat], toHand, hand);
    if (fromRack || locomotivesFromRack) this.move(this.rackOf(seat), toRack, paid(fromRack, locomotivesFromRack));
  }
  // A card drawn goes to the hand, and in a team first waits for its place.
  receive(seat, card) {
    const { teams, hands } = this.state;
    this.hold(this.state.drawn === null);
    if (teams.length) this.state.drawn = card;
    else hands[seat].push(card);
  }
  choose({ seat, kept, returned }) {
    const { offered, held } = this.state;
    const among = (ids) => offered[seat].filter((id) => ids.includes(id));
    this.hold(same(among(kept), kept) && same(among(returned), returned) && same(among([...kept, ...returned]), offered[seat]));
    this.hold(kept.length + returned.length === offered[seat].length);
    held[seat].push(...kept);
    offered[seat] = [];
  }
  // The 110 cards, wherever they lie.
  cards() {
    const { deck, discards, row, hands, racks, drawn, tunnel } = this.state;
    return [deck, discards, row, ...hands, ...racks, [drawn], tunnel?.hand, tunnel?.rack, tunnel?.turned].flat().filter((card) => card);
  }
  // Every event of the game has an action of the seat whose turn it is, or follows one that has, of the same cause.
  follows({ type, version, data: { seat }, action, actor, at }, before) {
    const { turn } = this.state;
    this.hold(version === 1);
    if (!type.startsWith("game.")) return;
    if (action) this.hold(action.seat === seat && (actor === `${seat}` || actor === "clock") && (turn ?? seat) === seat);
    else if (type === "game.started") this.hold(!before && actor === "table");
    else if (type === "game.taken_back") this.hold(actor === "director");
    else this.hold(before?.type.startsWith("game.") && before.actor === actor && before.at === at);
  }
  // What a seat decided is what then happened; how it named a payment is not compared.
  carriesOut(action, type, data) {
    for (const key of ["track", "city", "ticket", "place"]) this.hold(!(key in action) || action[key] === data[key]);
    if (action.type === "draw") this.hold(action.source === (type === "game.card_drawn" ? "blind" : data.card));
    if (action.type === "share") this.hold(same(action.tickets, data.tickets));
    if (action.type === "keep") this.hold(same([...action.tickets].sort(), [...data.kept].sort()) && (action.rack ?? null) === (data.rack ?? null));
  }
  step({ type, data, action }) {
    const { state, board } = this;
    const { seat } = data;
    if (action) this.carriesOut(action, type, data);
    switch (type) {
      case "game.started": {
        const seats = state.hands.map((_, number) => number);
        this.hold(same([...data.order].sort((a, b) => a - b), seats) && (data.shuffle === null) === this.header.order_fixed);
        this.hold(same(seating(data.order, this.header, data.teams.length && data.teams[0].length), { order: data.order, teams: data.teams }));
        Object.assign(state, { order: data.order, teams: data.teams });
        state.racks = data.teams.map(() => []);
        state.ticketRacks = data.teams.map(() => []);
        break;
      }
      case "game.deck_shuffled":
        this.hold(!state.deck.length);
        Object.assign(state, { deck: [...data.cards], discards: [] });
        break;
      case "game.tickets_shuffled":
        state.tickets = [...data.tickets];
        break;
      case "game.long_tickets_shuffled":
        state.long = [...data.tickets];
        break;
      case "game.piles_reshuffled":
        Object.assign(state, { deck: [...data.deck], tickets: [...data.tickets] });
        break;
      case "game.cards_dealt":
        this.hold(seat === state.order[state.dealt] && data.cards.length === 4);
        state.dealt += 1;
        this.draw("deck", data.cards, state.hands[seat]);
        break;
      case "game.row_filled":
        this.hold(data.slots.length === data.cards.length && data.slots.every((slot) => state.row[slot] === null));
        this.draw("deck", data.cards, []);
        data.slots.forEach((slot, n) => (state.row[slot] = data.cards[n]));
        break;
      case "game.row_flushed":
        this.hold(same(state.row.filter((card) => card !== null), data.cards));
        state.discards.push(...data.cards);
        state.row.fill(null);
        break;
      case "game.card_drawn":
        this.draw("deck", [data.card], []);
        this.receive(seat, data.card);
        break;
      case "game.card_taken":
        this.hold(data.card !== null && state.row.indexOf(data.card) === data.slot && (data.refill === null) === !state.deck.length);
        if (data.refill !== null) this.draw("deck", [data.refill], []);
        state.row[data.slot] = data.refill;
        this.receive(seat, data.card);
        break;
      case "game.card_placed":
        this.hold(state.drawn === data.card);
        (data.place === "rack" ? this.rackOf(seat) : state.hands[seat]).push(data.card);
        state.drawn = null;
        break;
      case "game.route_claimed":
      case "game.bullet_train_placed":
        this.pay(data, board.lengths[data.track], state.discards);
        break;
      case "game.station_built":
        this.pay(data, data.cards, state.discards);
        break;
      case "game.tunnel_opened":
        state.tunnel = { track: data.track, colour: data.colour, hand: [], rack: [], turned: [], asks: 0 };
        this.pay(data, board.lengths[data.track], state.tunnel.hand, state.tunnel.rack);
        break;
      case "game.tunnel_turned_up": {
        const asking = data.cards.filter((card) => card === LOCOMOTIVE || card === state.tunnel.colour);
        this.hold(asking.length === data.asks);
        state.tunnel.asks += data.asks;
        this.draw("deck", data.cards, state.tunnel.turned);
        break;
      }
      case "game.tunnel_built":
      case "game.tunnel_withdrawn": {
        const { track, colour, hand, rack, turned, asks } = state.tunnel;
        this.hold(track === data.track);
        if (type === "game.tunnel_built") {
          this.pay({ ...data, colour }, asks, state.discards);
          state.discards.push(...hand, ...rack);
        } else {
          state.hands[seat].push(...hand);
          if (rack.length) this.rackOf(seat).push(...rack);
        }
        state.discards.push(...turned);
        state.tunnel = null;
        break;
      }
      case "game.tickets_dealt":
      case "game.tickets_drawn": {
        const long = data.tickets.filter((ticket) => board.long.includes(ticket)).length;
        this.hold(!state.offered[seat].length && (type === "game.tickets_drawn" || !state.held[seat].length));
        this.draw("long", data.tickets.slice(0, long), state.offered[seat], "long");
        this.draw("tickets", data.tickets.slice(long), state.offered[seat], "ticket");
        break;
      }
      case "game.tickets_chosen":
        this.choose(data);
        state.kept[seat] = data.kept.length;
        state.returned[seat] = data.returned;
        break;
      case "game.choices_revealed":
        this.hold(same(data.kept, state.kept) && state.offered.every((offered) => !offered.length));
        break;
      case "game.tickets_returned":
        this.hold((data.shuffle !== null) === (board.returned_at_setup === "shuffled") && board.returned_at_setup !== "removed");
        this.hold(data.shuffle !== null || same(this.returned(), data.tickets));
        state.tickets.push(...data.tickets);
        state.returned.fill([]);
        break;
      case "game.tickets_kept":
        this.choose(data);
        if (board.returned_later !== "removed") state.tickets.push(...data.returned);
        if (data.rack !== null) this.move(state.held[seat], this.rackOf(seat, state.ticketRacks), [data.rack]);
        break;
      case "game.ticket_racked":
        state.chosen[seat] = [];
        this.move(state.held[seat], state.chosen[seat], [data.ticket]);
        break;
      case "game.team_tickets_placed":
        this.hold(same(state.teams[data.team].flatMap((mate) => state.chosen[mate]), data.tickets));
        state.ticketRacks[data.team].push(...data.tickets);
        break;
      case "game.tickets_shared":
        this.move(state.held[seat], this.rackOf(seat, state.ticketRacks), data.tickets);
        break;
      case "game.turn_started":
        this.hold(data.number === state.number + 1 && seat === state.order[state.number % state.order.length]);
        Object.assign(state, { turn: seat, number: data.number });
        break;
      case "game.ended":
        for (const { seats, tickets } of data.scores) {
          const rack = this.rackOf(seats[0], state.ticketRacks) ?? [];
          this.hold(same([...seats.flatMap((one) => state.held[one]), ...rack].sort(), tickets.map(({ ticket }) => ticket).sort()));
        }
        break;
      default:
        this.hold(!type.startsWith("game.") || ELSEWHERE.has(type));
    }
    this.hold(type === "game.started" || same(inOrder(this.cards(), CARDS), FULL_DECK), "count");
  }
  returned() {
    return this.state.order.flatMap((seat) => this.state.returned[seat]);
  }
}

globalThis.recordTable = { CARDS, FULL_DECK, Table, inOrder, same, seating };
