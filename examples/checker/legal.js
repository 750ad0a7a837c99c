// What is legal, and the move that the clock makes. `whyNot` names the rule that an action breaks.

import { COLOURS, LOCOMOTIVE } from "./board.js";

const isText = (value) => typeof value === "string";
const isInteger = (value) => Number.isSafeInteger(value);
const isTextOrNull = (value) => value === null || isText(value);
const isTexts = (value) => Array.isArray(value) && value.every(isText);

const COUNT = { test: isInteger, usual: 0 };
// The keys of each action beside `seat` and `type`; a key that has a usual value may be missing.
const ACTIONS = {
  draw: { source: { test: isText } },
  place: { place: { test: isText } },
  claim: {
    track: { test: isText },
    colour: { test: isText, usual: "" },
    locomotives: COUNT,
    rack_colour: COUNT,
    rack_locomotives: COUNT,
    cards: { test: isTexts, usual: [] },
  },
  station: { city: { test: isText }, colour: { test: isText }, locomotives: COUNT },
  tickets: {},
  keep: { tickets: { test: isTexts }, rack: { test: isTextOrNull, usual: null } },
  rack: { ticket: { test: isText } },
  share: { tickets: { test: isTexts } },
  pay: { locomotives: COUNT, rack_colour: COUNT, rack_locomotives: COUNT },
  withdraw: {},
  pass: {},
  skip: {},
};

// An action with all its keys, without `seat`; null where it cannot be read.
export function readAction(stored) {
  const { seat, type, ...given } = stored;
  if (!isText(type) || !Object.hasOwn(ACTIONS, type)) return null;
  const action = { type };
  for (const [name, { test, usual }] of Object.entries(ACTIONS[type])) {
    const value = name in given ? given[name] : usual;
    if (value === undefined || !test(value)) return null;
    action[name] = value;
    delete given[name];
  }
  return Object.keys(given).length ? null : action;
}

// The decisions that an action answers.
const ANSWERS = {
  draw: ["turn", "second"],
  place: ["place"],
  claim: ["turn"],
  station: ["turn"],
  tickets: ["turn"],
  keep: ["setup", "keep"],
  rack: ["rack"],
  share: ["turn"],
  pay: ["tunnel"],
  withdraw: ["tunnel"],
  pass: ["turn"],
  skip: ["turn"],
};

// The id of the rule that an action breaks, or null where it is legal.
export function whyNot(game, seat, action) {
  if (game.result) return "B-11";
  const kind = game.pending[seat];
  if (kind === undefined) return "B-3";
  if (!ANSWERS[action.type].includes(kind)) return "P-1";
  return RULES[action.type]?.(game, seat, action, kind) ?? null;
}

const RULES = {
  draw(game, seat, { source }, kind) {
    if (source === "blind") return game.deck.length ? null : "B-6";
    if (!game.row.includes(source)) return "B-4";
    const bound = game.board.rules.locomotives; // then the limits of B-4 do not apply (M-2)
    return kind === "second" && source === LOCOMOTIVE && !bound ? "B-4" : null;
  },
  place: (game, seat, action) => (["hand", "rack"].includes(action.place) ? null : "A-3"),
  claim(game, seat, action) {
    if (!game.isOpen(action.track)) return "B-9";
    const track = game.board.tracks.get(action.track);
    if (ownsParallel(game, seat, track)) return "B-9";
    const { length } = track;
    if (action.cards.length) {
      if (game.trains[seat] < length) return "B-7";
      return whyNotCards(game.hands[seat], action, track);
    }
    const { colour, locomotives } = action;
    if (locomotives > length) return "B-7";
    if (colour === LOCOMOTIVE ? locomotives !== length : !fits(track, colour)) return "B-7";
    if (locomotives < track.least) return "M-1";
    if (locomotives > track.most) return "M-2";
    if (track.crossings && game.trains[seat] < length + track.crossings) return "M-5";
    if (!game.placesBulletTrain(track) && game.trains[seat] < length) return "B-7";
    return payable(game, seat, colour, length - locomotives, action) ? null : "B-7";
  },
  station(game, seat, { city, colour, locomotives }) {
    const cost = stationCost(game, seat);
    if (cost === null || !game.board.stationCities.includes(city)) return "M-4";
    if (game.stations.flat().includes(city)) return "M-4";
    if (colour !== LOCOMOTIVE && !COLOURS.includes(colour)) return "B-7";
    if (locomotives < 0 || locomotives > cost) return "M-4";
    if (colour === LOCOMOTIVE && locomotives !== cost) return "M-4";
    if (locomotives && game.board.rules.locomotives) return "M-2";
    const hand = game.hands[seat];
    const coloured = colour === LOCOMOTIVE || hand[colour] >= cost - locomotives;
    return coloured && hand[LOCOMOTIVE] >= locomotives ? null : "B-7";
  },
  tickets: (game) => (game.ticketDeck.length ? null : "B-10"),
  keep(game, seat, { tickets, rack }, kind) {
    const offered = game.offered[seat];
    const mustRack = game.teams.length > 0 && kind === "keep";
    if (mustRack ? !tickets.includes(rack) : rack !== null) return "A-5";
    if (!areDifferent(tickets) || !tickets.every((ticket) => offered.includes(ticket))) return "B-10";
    return tickets.length < leastToKeep(game, seat, kind) ? "B-10" : null;
  },
  rack: (game, seat, { ticket }) => (game.tickets[seat].includes(ticket) ? null : "A-5"),
  share(game, seat, { tickets }) {
    const most = game.board.rules.teams?.share_at_most ?? 0;
    if (!tickets.length || tickets.length > most || !areDifferent(tickets)) return "A-6";
    return tickets.every((ticket) => game.tickets[seat].includes(ticket)) ? null : "A-6";
  },
  pay(game, seat, action) {
    const { colour, asks } = game.tunnel;
    const coloured = asks - action.locomotives;
    if (coloured < 0 || (coloured && colour === LOCOMOTIVE)) return "A-8";
    return payable(game, seat, colour, coloured, action) ? null : "A-8";
  },
  pass: (game, seat) => (hasOtherAction(game, seat) ? "B-14" : null),
  // Only the clock skips, which the walk through the record checks.
  skip(game, seat) {
    const draws = game.deck.length || game.row.some((card) => card !== null);
    return draws || !hasOtherAction(game, seat) ? "B-14" : null;
  },
};

const areDifferent = (items) => new Set(items).size === items.length;
const fits = (track, colour) =>
  COLOURS.includes(colour) && (track.colour === "gray" || track.colour === colour);

function ownsParallel(game, seat, track) {
  const { tracks } = game.board.groups.get(track.group);
  return tracks.some((other) => game.owner[other] === seat);
}

function leastToKeep(game, seat, kind) {
  const { setup_deal: setup, draw_deal: draw } = game.board.rules;
  return Math.min((kind === "setup" ? setup : draw).keep, game.offered[seat].length);
}

// Whether hand and rack hold their shares of a payment (B-7, A-4).
function payable(game, seat, colour, coloured, paid) {
  const { locomotives, rack_colour: racked, rack_locomotives: rackedLocomotives } = paid;
  const hand = game.hands[seat];
  const rack = game.rackOf(seat);
  if (racked < 0 || racked > coloured) return false;
  if (rackedLocomotives < 0 || rackedLocomotives > locomotives) return false;
  if (!rack && (racked || rackedLocomotives)) return false;
  // With locomotives alone `coloured` is 0, so that these two do not count the same cards twice.
  if (hand[colour] < coloured - racked) return false;
  if (hand[LOCOMOTIVE] < locomotives - rackedLocomotives) return false;
  return !rack || (rack[colour] >= racked && rack[LOCOMOTIVE] >= rackedLocomotives);
}

// The rule that cards named by kind break: with k sets there are k cards less outside them, of one
// colour and locomotives, and k sets of any cards (M-3). How they are grouped does not matter.
function whyNotCards(hand, { colour, locomotives, rack_colour, rack_locomotives, cards }, track) {
  if (colour || locomotives || rack_colour || rack_locomotives || !track.mostSets) return "M-3";
  const paid = {};
  for (const card of cards) paid[card] = (paid[card] ?? 0) + 1;
  if (!Object.entries(paid).every(([card, count]) => hand[card] >= count)) return "B-7";
  const sets = (cards.length - track.length) / (track.setSize - 1);
  if (!Number.isInteger(sets) || sets < 0 || sets > track.mostSets) return "M-3";
  return canPayOutside(track, sets, paid) ? null : "M-3";
}

// Whether cards hold what has to be outside so many sets (M-1, M-2, M-3, B-7).
function canPayOutside(track, sets, cards) {
  const outside = track.length - sets;
  const most = Math.min(Math.max(0, track.most - sets), outside);
  const played = Math.min(cards[LOCOMOTIVE] ?? 0, most);
  const best = Math.max(...COLOURS.filter((colour) => fits(track, colour)).map((colour) => cards[colour] ?? 0));
  return played >= track.least - sets && best + played >= outside;
}

// Whether a second card exists that may be taken (B-4, B-6, M-2).
export function secondExists(game) {
  const bound = game.board.rules.locomotives;
  const mayTake = (card) => card !== null && (bound || card !== LOCOMOTIVE);
  return game.deck.length > 0 || game.row.some(mayTake);
}

// Whether a seat can do anything but pass (B-14, A-15).
function hasOtherAction(game, seat) {
  return (
    game.ticketDeck.length > 0 ||
    game.deck.length > 0 ||
    game.row.some((card) => card !== null) ||
    (game.teams.length > 0 && game.tickets[seat].length > 0) ||
    canClaim(game, seat) ||
    canBuildStation(game, seat)
  );
}

// The cards that the next station of a seat takes; null where it has none left (M-4).
export function stationCost(game, seat) {
  return game.board.rules.stations?.cost[game.stations[seat].length] ?? null;
}

function canBuildStation(game, seat) {
  const cost = stationCost(game, seat);
  const taken = game.stations.flat();
  if (cost === null || game.board.stationCities.every((city) => taken.includes(city))) return false;
  const hand = game.hands[seat];
  const locomotives = game.board.rules.locomotives ? 0 : hand[LOCOMOTIVE];
  return Math.max(...COLOURS.map((colour) => hand[colour])) + locomotives >= cost;
}

// Whether cards of the best colour and locomotives pay for a track (B-7, M-1, M-2).
function canPay({ length, least, most }, coloured, locomotives) {
  const played = Math.min(locomotives, most);
  return played >= least && coloured + played >= length;
}

function canPayWithSets(track, hand) {
  const total = Object.values(hand).reduce((sum, count) => sum + count, 0);
  for (let sets = 1; sets <= track.mostSets; sets += 1) {
    if (track.length + sets * (track.setSize - 1) > total) return false;
    if (canPayOutside(track, sets, hand)) return true;
  }
  return false;
}

function canClaim(game, seat) {
  const rack = game.rackOf(seat);
  const held = (card) => game.hands[seat][card] + (rack?.[card] ?? 0);
  const best = (track) => Math.max(...COLOURS.filter((colour) => fits(track, colour)).map(held));
  return [...game.board.tracks.values()].some(
    (track) =>
      game.isOpen(track.id) &&
      !ownsParallel(game, seat, track) &&
      (game.placesBulletTrain(track) || game.trains[seat] >= track.length + track.crossings) &&
      (canPay(track, best(track), held(LOCOMOTIVE)) || canPayWithSets(track, game.hands[seat])),
  );
}

// The move that the clock makes for a seat.
export function moveOfClock(game, seat) {
  const kind = game.pending[seat];
  const price = (id) => game.board.tickets.get(id);
  const byPrice = (ids) =>
    [...ids].sort((a, b) => price(a).points - price(b).points || price(a).number - price(b).number);
  if (kind === "setup" || kind === "keep") {
    const kept = byPrice(game.offered[seat]).slice(0, leastToKeep(game, seat, kind));
    const rack = game.teams.length && kind === "keep" ? kept[0] : null;
    const tickets = game.offered[seat].filter((ticket) => kept.includes(ticket));
    return { type: "keep", tickets, rack };
  }
  if (kind === "place") return { type: "place", place: "hand" };
  if (kind === "rack") return { type: "rack", ticket: byPrice(game.tickets[seat])[0] };
  if (kind === "tunnel") return { type: "withdraw" };
  if (game.deck.length) return { type: "draw", source: "blind" };
  const lying = game.row.filter((card) => card !== null);
  const coloured = lying.filter((card) => card !== LOCOMOTIVE);
  if (lying.length) return { type: "draw", source: coloured[0] ?? lying[0] };
  return { type: hasOtherAction(game, seat) ? "skip" : "pass" };
}
