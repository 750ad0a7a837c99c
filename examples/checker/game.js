// The state of a game, and what each action leads to: a list of events, {type, data} each.
//
// Ids such as B-4 are those of docs/rules.md. Piles are lists with the top first; hands and racks are
// counts by card. `setUp` begins a game, `act` carries out a legal action (legal.js says which are).

import { CARDS, COLOURS, LOCOMOTIVE } from "./board.js";
import { secondExists, stationCost } from "./legal.js";
import { finalScores } from "./score.js";

const DEALT = 4;
const ROW = 5;
const MIN_COLOURED = 3;
const MAX_FLUSHES = 100;
const IDLE_ROUNDS = 3;

export const noCards = () => Object.fromEntries(CARDS.map((card) => [card, 0]));
const countOf = (pile, card) => pile.filter((other) => other === card).length;
const inBoardOrder = (counts) => CARDS.flatMap((card) => Array(counts[card]).fill(card));

export class Game {
  constructor(board, seats) {
    const each = (make) => Array.from({ length: seats }, make);
    this.board = board;
    this.seats = seats;
    this.order = [];
    this.teams = [];
    this.deck = [];
    this.discards = noCards();
    this.row = Array(ROW).fill(null);
    this.ticketDeck = [];
    this.hands = each(noCards);
    this.tickets = each(() => []);
    this.offered = each(() => []);
    this.returned = each(() => []);
    this.kept = each(() => 0);
    this.trains = each(() => board.rules.trains);
    this.points = each(() => 0);
    this.mountainPoints = each(() => 0);
    this.claims = each(() => []);
    this.progress = each(() => 0);
    this.stations = each(() => []); // the cities, as they were built (M-4)
    this.bullets = board.rules.bullet_trains?.supply ?? 0;
    this.bulletTracks = [];
    this.racks = [];
    this.ticketRacks = [];
    this.rackChoices = {};
    this.drawn = null; // the card that waits for its place
    this.firstPlace = null;
    this.tunnel = null;
    this.owner = {}; // by track: the seat that claimed it, or built it with a bullet train
    this.closed = {};
    this.pending = {}; // by seat: setup, rack, turn, second, place, keep, tunnel
    this.turn = 0;
    this.lastSeat = null;
    this.passes = 0;
    this.idle = 0; // passes and tunnels withdrawn in a row
    this.shuffles = 0; // over the whole log, what was taken back included
    this.result = null;
  }

  clone() {
    const { board, ...rest } = this;
    return Object.assign(Object.create(Game.prototype), structuredClone(rest), { board });
  }

  teamOf(seat) {
    return this.teams.findIndex((team) => team.includes(seat));
  }

  rackOf(seat) {
    return this.teams.length ? this.racks[this.teamOf(seat)] : null;
  }

  isOpen(track) {
    return this.board.tracks.has(track) && !(track in this.owner) && !(track in this.closed);
  }

  placesBulletTrain(track) {
    return track.kind === "bullet" && this.bullets > 0; // else an ordinary gray route (J-4)
  }
}

// One cause and the events that it has.
class Cause {
  constructor(game, chance) {
    this.game = game;
    this.chance = chance;
    this.events = [];
  }

  tell(type, data) {
    this.events.push({ type: `game.${type}`, data });
  }

  shuffle(items) {
    const number = this.game.shuffles;
    this.game.shuffles += 1;
    return [number, this.chance.shuffle(items, number)];
  }

  open(seat, kind) {
    this.game.pending[seat] = kind;
    this.tell("decision_opened", { seat, kind });
  }

  // An empty deck is made anew at once (B-6).
  newDeck() {
    const { game } = this;
    const cards = inBoardOrder(game.discards);
    if (game.deck.length || !cards.length) return;
    const [shuffle, deck] = this.shuffle(cards);
    game.deck = deck;
    game.discards = noCards();
    this.tell("deck_shuffled", { shuffle, cards: [...deck] });
  }

  fillRow() {
    const { game } = this;
    while (game.deck.length && game.row.includes(null)) {
      const gaps = [...game.row.keys()].filter((slot) => game.row[slot] === null);
      const slots = gaps.slice(0, game.deck.length);
      const cards = game.deck.splice(0, slots.length);
      slots.forEach((slot, n) => (game.row[slot] = cards[n]));
      this.tell("row_filled", { slots, cards });
      this.newDeck();
    }
  }

  // Put deck and row in order: a new deck, gaps, and rows with three locomotives (B-5, B-6).
  tidy() {
    const { game } = this;
    this.newDeck();
    this.fillRow();
    const flushAt = (game.board.rules.flush_at ?? 3) || ROW + 1; // 0 where no row is flushed (M-2)
    for (let flushes = 0; flushes < MAX_FLUSHES; flushes += 1) {
      if (countOf(game.row, LOCOMOTIVE) < flushAt || this.flushWaits()) return;
      const cards = game.row.filter((card) => card !== null);
      cards.forEach((card) => (game.discards[card] += 1));
      game.row.fill(null);
      this.tell("row_flushed", { cards });
      this.newDeck();
      this.fillRow();
    }
  }

  flushWaits() {
    const { deck, row, discards } = this.game;
    const coloured = (pile) => pile.filter((card) => COLOURS.includes(card)).length;
    const thrown = COLOURS.reduce((sum, card) => sum + discards[card], 0);
    return coloured(deck) + coloured(row) + thrown < MIN_COLOURED;
  }

  endTurn(seat) {
    const { game } = this;
    delete game.pending[seat];
    if (game.lastSeat === seat) return this.endGame("final round");
    if (game.lastSeat === null && isFinalRoundDue(game, seat)) {
      game.lastSeat = seat;
      this.tell("final_round_started", { last: seat });
    }
    const counts = game.teams.length || game.board.hasTunnels; // A-15, M-12
    const idle = counts && game.idle >= IDLE_ROUNDS * game.seats;
    if (game.passes >= game.seats || idle) return this.endGame("passes");
    const next = game.order[(game.order.indexOf(seat) + 1) % game.seats];
    return this.startTurn(next);
  }

  startTurn(seat) {
    this.game.turn += 1;
    this.game.firstPlace = null;
    this.game.pending = { [seat]: "turn" };
    this.tell("turn_started", { seat, number: this.game.turn });
  }

  endGame(reason) {
    this.game.pending = {};
    this.game.result = { reason, scores: finalScores(this.game) };
    this.tell("ended", this.game.result);
  }
}

function isFinalRoundDue(game, seat) {
  const { of, trains, bullets } = game.board.rules.final_round;
  if (bullets !== undefined && game.bullets > bullets) return false;
  if (of === "turn") return game.trains[seat] <= trains;
  if (of === "any") return game.trains.some((left) => left <= trains);
  const left = (team) => team.reduce((sum, mate) => sum + game.trains[mate], 0);
  return game.teams.some((team) => left(team) <= trains);
}

// --- Setup ---------------------------------------------------------------------------------------

// `fixed` is the order that the organiser chose, or null; `paired` the teams that the players chose.
export function setUp(board, seats, chance, fixed, paired) {
  const game = new Game(board, seats);
  const cause = new Cause(game, chance);
  let shuffle = null;
  let seated = fixed;
  if (!fixed) [shuffle, seated] = cause.shuffle([...Array(seats).keys()]);
  game.teams = board.rules.teams ? teamsInOrder(seated, paired, board.rules.teams.size) : [];
  game.order = game.teams.length ? game.teams.flat() : seated;
  game.racks = game.teams.map(noCards);
  game.ticketRacks = game.teams.map(() => []);
  cause.tell("started", { order: game.order, teams: game.teams, shuffle });
  game.discards = { ...Object.fromEntries(COLOURS.map((card) => [card, 12])), [LOCOMOTIVE]: 14 };
  cause.newDeck();
  const [number, tickets] = cause.shuffle(board.decks.ordinary);
  game.ticketDeck = tickets;
  cause.tell("tickets_shuffled", { shuffle: number, tickets: [...tickets] });
  let longDeck = []; // only for the first offers (M-6)
  if (board.decks.long.length) {
    const [shuffle, long] = cause.shuffle(board.decks.long);
    longDeck = [...long];
    cause.tell("long_tickets_shuffled", { shuffle, tickets: long });
  }
  for (const seat of game.order) {
    const cards = game.deck.splice(0, DEALT);
    cards.forEach((card) => (game.hands[seat][card] += 1));
    cause.tell("cards_dealt", { seat, cards });
  }
  cause.tidy();
  for (const seat of game.order) {
    const { offer, long = 0 } = board.rules.setup_deal;
    game.offered[seat] = [...longDeck.splice(0, long), ...game.ticketDeck.splice(0, offer - long)];
    game.pending[seat] = "setup";
    cause.tell("tickets_dealt", { seat, tickets: game.offered[seat] });
  }
  return { game, events: cause.events };
}

function teamsInOrder(seated, paired, size) {
  if (!paired) {
    const firsts = seated.filter((_, n) => n % size === 0);
    return firsts.map((_, n) => seated.slice(n * size, (n + 1) * size));
  }
  const at = (seat) => seated.indexOf(seat);
  const teams = paired.map((team) => [...team].sort((one, other) => at(one) - at(other)));
  return teams.sort((one, other) => at(one[0]) - at(other[0]));
}

// --- Actions -------------------------------------------------------------------------------------

// Carry out an action that is legal. Changes the game; returns the events.
export function act(game, seat, action, chance) {
  const cause = new Cause(game, chance);
  const kind = game.pending[seat];
  const skips = action.type === "skip" && !game.teams.length && game.board.hasTunnels; // M-12
  const counted =
    skips || action.type === "pass" || game.board.tracks.get(action.track)?.kind === "tunnel";
  if (skips) {
    game.passes = 0;
    game.idle += 1;
  }
  if (kind === "turn" && !counted) game.passes = game.idle = 0;
  ACTS[action.type](cause, seat, action, kind);
  return cause.events;
}

const ACTS = {
  draw(cause, seat, { source }, kind) {
    const { game } = cause;
    let card = source;
    if (source === "blind") {
      card = game.deck.shift();
      cause.tell("card_drawn", { seat, card });
      cause.newDeck();
    } else {
      const slot = game.row.indexOf(card);
      const refill = game.deck.shift() ?? null;
      game.row[slot] = refill;
      cause.tell("card_taken", { seat, slot, card, refill });
      cause.tidy();
    }
    const alone = kind === "turn" && source === LOCOMOTIVE && !game.board.rules.locomotives; // M-2
    if (!game.teams.length) {
      game.hands[seat][card] += 1;
      if (kind === "turn" && !alone && secondExists(game)) cause.open(seat, "second");
      else cause.endTurn(seat);
      return;
    }
    game.drawn = card;
    if (kind === "turn" && !alone) {
      cause.open(seat, "place");
      return;
    }
    place(cause, seat, alone || game.firstPlace === "hand" ? "rack" : "hand");
    cause.endTurn(seat);
  },

  place(cause, seat, action) {
    place(cause, seat, action.place);
    cause.game.firstPlace = action.place;
    if (secondExists(cause.game)) cause.open(seat, "second");
    else cause.endTurn(seat);
  },

  claim(cause, seat, action) {
    const { game } = cause;
    const track = game.board.tracks.get(action.track);
    if (action.cards.length > track.length) {
      claimWithSets(cause, seat, action, track);
      return;
    }
    const { colour, locomotives, rack_colour, rack_locomotives } = byColour(action, track);
    const paid = { colour, locomotives, rack_colour, rack_locomotives };
    const coloured = track.length - locomotives;
    pay(game, seat, colour, coloured, paid);
    if (track.kind === "tunnel") {
      game.tunnel = { track: track.id, colour, coloured, ...paid, cards: [], asks: 0 };
      cause.tell("tunnel_opened", { seat, track: track.id, ...paid });
      openTunnel(cause, seat, track);
      return;
    }
    discard(game, colour, coloured, locomotives);
    const withBulletTrain = game.placesBulletTrain(track);
    const closes = take(game, seat, track);
    if (withBulletTrain) {
      game.bullets -= 1;
      game.bulletTracks.push(track.id);
      game.progress[seat] += track.length;
      cause.tell("bullet_train_placed", { seat, track: track.id, ...paid, closes });
    } else {
      const points = own(game, seat, track);
      const crossed = track.crossings ? { mountain_points: cross(game, seat, track) } : {};
      cause.tell("route_claimed", { seat, track: track.id, ...paid, points, closes, ...crossed });
    }
    cause.tidy();
    cause.endTurn(seat);
  },

  station(cause, seat, { city, colour: named, locomotives }) {
    const { game } = cause;
    const cards = stationCost(game, seat);
    const colour = locomotives === cards ? LOCOMOTIVE : named; // one payment, however it is named
    game.hands[seat][colour] -= cards - locomotives;
    game.hands[seat][LOCOMOTIVE] -= locomotives;
    discard(game, colour, cards - locomotives, locomotives);
    game.stations[seat].push(city);
    cause.tell("station_built", { seat, city, colour, locomotives, cards });
    cause.tidy();
    cause.endTurn(seat);
  },

  tickets(cause, seat) {
    const { game } = cause;
    game.offered[seat] = game.ticketDeck.splice(0, game.board.rules.draw_deal.offer);
    game.pending[seat] = "keep";
    cause.tell("tickets_drawn", { seat, tickets: game.offered[seat] });
  },

  keep(cause, seat, action, kind) {
    const { game } = cause;
    const offered = game.offered[seat];
    const kept = offered.filter((ticket) => action.tickets.includes(ticket));
    const returned = offered.filter((ticket) => !action.tickets.includes(ticket));
    game.offered[seat] = [];
    if (kind === "keep") {
      game.tickets[seat].push(...kept.filter((ticket) => ticket !== action.rack));
      if (action.rack !== null) game.ticketRacks[game.teamOf(seat)].push(action.rack);
      if (game.board.rules.returned_later !== "removed") game.ticketDeck.push(...returned); // M-7
      cause.tell("tickets_kept", { seat, kept, returned, rack: action.rack });
      cause.endTurn(seat);
      return;
    }
    game.tickets[seat].push(...kept);
    game.kept[seat] = kept.length;
    game.returned[seat] = returned;
    delete game.pending[seat];
    cause.tell("tickets_chosen", { seat, kept, returned });
    const waits = (mate) => game.pending[mate] === "setup";
    if (game.teams.length && !game.teams[game.teamOf(seat)].some(waits)) {
      game.teams[game.teamOf(seat)].forEach((mate) => cause.open(mate, "rack"));
    }
    if (!game.order.some(waits)) reveal(cause);
  },

  rack(cause, seat, { ticket }) {
    const { game } = cause;
    const team = game.teamOf(seat);
    const mates = game.teams[team];
    game.tickets[seat] = game.tickets[seat].filter((other) => other !== ticket);
    game.rackChoices[seat] = ticket;
    delete game.pending[seat];
    cause.tell("ticket_racked", { seat, ticket });
    if (mates.every((mate) => mate in game.rackChoices)) {
      const tickets = mates.map((mate) => game.rackChoices[mate]);
      game.ticketRacks[team].push(...tickets);
      cause.tell("team_tickets_placed", { team, tickets });
    }
    if (!Object.keys(game.pending).length) cause.startTurn(game.order[0]);
  },

  share(cause, seat, { tickets }) {
    const { game } = cause;
    game.tickets[seat] = game.tickets[seat].filter((ticket) => !tickets.includes(ticket));
    game.ticketRacks[game.teamOf(seat)].push(...tickets);
    cause.tell("tickets_shared", { seat, tickets });
    cause.endTurn(seat);
  },

  pay(cause, seat, action) {
    buildTunnel(cause, seat, action);
  },

  withdraw(cause, seat) {
    const { game } = cause;
    const { track, colour, coloured, locomotives, rack_colour, rack_locomotives } = game.tunnel;
    const rack = game.rackOf(seat);
    game.hands[seat][colour] += coloured - rack_colour;
    game.hands[seat][LOCOMOTIVE] += locomotives - rack_locomotives;
    if (rack) {
      rack[colour] += rack_colour;
      rack[LOCOMOTIVE] += rack_locomotives;
    }
    closeTunnel(game);
    game.passes = 0;
    game.idle += 1;
    cause.tell("tunnel_withdrawn", { seat, track });
    cause.tidy();
    cause.endTurn(seat);
  },

  pass(cause, seat) {
    cause.game.passes += 1;
    cause.game.idle += 1;
    cause.tell("turn_passed", { seat });
    cause.endTurn(seat);
  },

  skip(cause, seat) {
    cause.tell("turn_skipped", { seat });
    cause.endTurn(seat);
  },
};

// A payment without sets that named its cards by kind, by colour and locomotives.
function byColour(action, { length }) {
  if (!action.cards.length) return action;
  const coloured = action.cards.filter((card) => card !== LOCOMOTIVE);
  const colour = coloured[0] ?? LOCOMOTIVE;
  return { ...action, colour, locomotives: length - coloured.length };
}

// Cards named by kind are told in the order of the kinds, and nothing beside them (M-3).
function claimWithSets(cause, seat, action, track) {
  const { game } = cause;
  const cards = CARDS.flatMap((card) => action.cards.filter((other) => other === card));
  for (const card of cards) {
    game.hands[seat][card] -= 1;
    game.discards[card] += 1;
  }
  const closes = take(game, seat, track);
  const points = own(game, seat, track);
  const none = { colour: "", locomotives: 0, rack_colour: 0, rack_locomotives: 0 };
  cause.tell("route_claimed", { seat, track: track.id, ...none, points, closes, cards });
  cause.tidy();
  cause.endTurn(seat);
}

function reveal(cause) {
  const { game } = cause;
  cause.tell("choices_revealed", { kept: game.kept });
  let tickets = game.order.flatMap((seat) => game.returned[seat]);
  if (tickets.length && game.board.rules.returned_at_setup !== "removed") {
    let shuffle = null;
    if (game.board.rules.returned_at_setup === "shuffled") {
      [shuffle, tickets] = cause.shuffle(tickets);
    }
    game.ticketDeck.push(...tickets);
    cause.tell("tickets_returned", { tickets, shuffle });
  }
  if (!Object.keys(game.pending).length) cause.startTurn(game.order[0]);
}

function place(cause, seat, where) {
  const { game } = cause;
  const card = game.drawn;
  const to = where === "hand" ? game.hands[seat] : game.rackOf(seat);
  to[card] += 1;
  game.drawn = null;
  cause.tell("card_placed", { seat, place: where, card });
}

// Take cards from hand and rack; they lie in neither from here on.
function pay(game, seat, colour, coloured, { locomotives, rack_colour, rack_locomotives }) {
  const rack = game.rackOf(seat);
  game.hands[seat][colour] -= coloured - rack_colour;
  game.hands[seat][LOCOMOTIVE] -= locomotives - rack_locomotives;
  if (rack) {
    rack[colour] -= rack_colour;
    rack[LOCOMOTIVE] -= rack_locomotives;
  }
}

function discard(game, colour, coloured, locomotives) {
  game.discards[colour] += coloured;
  game.discards[LOCOMOTIVE] += locomotives;
}

// Mark a track as taken; return the parallel ones that close with it, in board order.
function take(game, seat, track) {
  game.owner[track.id] = seat;
  const { tracks } = game.board.groups.get(track.group);
  const open = tracks.filter((other) => game.isOpen(other));
  if (tracks.length - open.length < game.board.capacity(track.group, game.seats)) return [];
  open.forEach((other) => (game.closed[other] = true));
  return open;
}

function own(game, seat, track) {
  const points = game.board.points(track.length);
  game.trains[seat] -= track.length;
  game.points[seat] += points;
  game.claims[seat].push(track.id);
  return points;
}

// Trains for crossings go to the mountain pile and score at once (M-5).
function cross(game, seat, track) {
  const points = track.crossings * game.board.rules.crossing_points;
  game.trains[seat] -= track.crossings;
  game.mountainPoints[seat] += points;
  return points;
}

function openTunnel(cause, seat, track) {
  const { game } = cause;
  const { tunnel } = game;
  const asked = (card) => card === LOCOMOTIVE || card === tunnel.colour;
  let left = track.turns_up;
  while (left && game.deck.length) {
    const cards = game.deck.splice(0, left);
    const asks = cards.filter(asked).length;
    left -= cards.length;
    tunnel.cards.push(...cards);
    tunnel.asks += asks;
    cause.tell("tunnel_turned_up", { seat, cards, asks });
    cause.newDeck();
  }
  if (tunnel.asks) cause.open(seat, "tunnel");
  else buildTunnel(cause, seat, { locomotives: 0, rack_colour: 0, rack_locomotives: 0 });
}

function buildTunnel(cause, seat, extra) {
  const { game } = cause;
  const { tunnel } = game;
  const { locomotives, rack_colour, rack_locomotives } = extra;
  const more = tunnel.asks - locomotives;
  const track = game.board.tracks.get(tunnel.track);
  pay(game, seat, tunnel.colour, more, extra);
  discard(game, tunnel.colour, tunnel.coloured + more, tunnel.locomotives + locomotives);
  closeTunnel(game);
  game.passes = game.idle = 0;
  const closes = take(game, seat, track);
  const points = own(game, seat, track);
  const paid = { locomotives, rack_colour, rack_locomotives };
  cause.tell("tunnel_built", { seat, track: track.id, points, ...paid, closes });
  cause.tidy();
  cause.endTurn(seat);
}

// The cards that were turned up are discarded when the tunnel is built or given up, not before.
function closeTunnel(game) {
  game.tunnel.cards.forEach((card) => (game.discards[card] += 1));
  game.tunnel = null;
}

// --- What a director takes back ------------------------------------------------------------------

// The two events of a take-back; `game` stands as it stood then, with the shuffles of the whole log.
export function reshuffle(game, chance, to, learnt) {
  const cause = new Cause(game, chance);
  cause.tell("taken_back", { to, learnt, shuffles: game.shuffles });
  const data = { deck_shuffle: null, deck: [], ticket_shuffle: null, tickets: [] };
  if (game.deck.length) {
    const sorted = CARDS.flatMap((card) => game.deck.filter((other) => other === card));
    [data.deck_shuffle, data.deck] = cause.shuffle(sorted);
    game.deck = [...data.deck];
  }
  if (game.ticketDeck.length) {
    const sorted = [...game.board.tickets.keys()].filter((id) => game.ticketDeck.includes(id));
    [data.ticket_shuffle, data.tickets] = cause.shuffle(sorted);
    game.ticketDeck = [...data.tickets];
  }
  cause.tell("piles_reshuffled", data);
  return cause.events;
}
