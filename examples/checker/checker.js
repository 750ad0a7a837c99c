// The walk through a record: every fault of it, one sentence each.

import { loadBoard } from "./board.js";
import { Chance, sha256 } from "./chance.js";
import { readRecord } from "./file.js";
import { act, reshuffle, setUp } from "./game.js";
import { Fault, canonical, same } from "./json.js";
import { moveOfClock, readAction, whyNot } from "./legal.js";

const RULES_VERSION = "1";
const NO_HASH = "0".repeat(64);
const EARLY_ENDS = ["table.voided", "table.adjudicated"];

// The faults of the record in these bytes; none means that all of it adds up.
export function checkBytes(bytes, boards) {
  try {
    const record = readRecord(bytes);
    const faults = [...chainFaults(record), ...commitmentFaults(record)];
    try {
      new Walk(record, boards).toTheEnd();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.push(error.message);
    }
    return faults;
  } catch (error) {
    if (error instanceof Fault) return [error.message];
    throw error;
  }
}

// --- What each line says of itself ---------------------------------------------------------------

function* chainFaults({ header, events, end }) {
  let before = NO_HASH;
  const salts = new Set();
  for (const [place, event] of events.entries()) {
    if (event.seq !== place) yield `Event ${event.seq} stands where event ${place} belongs.`;
    if (event.prev_hash !== before) yield `Event ${place} does not follow the one before it.`;
    before = sha256(canonical(event));
    if (!isTime(event.at)) yield `Event ${place} has no time such as 2026-11-21T07:30:00Z.`;
    if (!/^[0-9a-f]{32}$/.test(event.salt)) yield `Event ${place} has no salt of 16 bytes.`;
    if (salts.has(event.salt)) yield `Event ${place} has a salt that was used before.`;
    salts.add(event.salt);
    if (!/^[a-z]{1,20}$/.test(event.actor) && !isSeat(event.actor, header.seats)) {
      yield `Event ${place}: the actor is neither a seat nor a role.`;
    }
  }
  if (end.hash !== before) yield "The hash at the end is not that of the last event.";
}

function isTime(text) {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.(?!000000)\d{6})?Z$/.exec(text);
  if (!found) return false;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
  if (!year || hour > 23 || minute > 59 || second > 59) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isSeat(actor, seats) {
  return /^(0|[1-9][0-9]?)$/.test(actor) && Number(actor) < seats;
}

function* commitmentFaults({ header, end }) {
  if (sha256(Buffer.from(end.secret, "hex")) !== header.commitment) {
    yield "The secret is not the one that was committed to.";
  }
}

// --- The game, played again ----------------------------------------------------------------------

class Walk {
  constructor({ header, events, end }, boards) {
    this.header = header;
    this.events = events;
    this.end = end;
    this.board = loadBoard(boards, header.board);
    if (this.board.digest !== header.board_digest) {
      throw new Fault("The facts of the board are not those that the game was played on.");
    }
    if (header.rules_version !== RULES_VERSION) {
      throw new Fault(`This program knows rules version ${RULES_VERSION} only.`);
    }
    if (header.contributions.length !== header.seats) {
      throw new Fault("There must be one contribution a seat.");
    }
    this.chance = new Chance(end.secret, header.contributions);
    this.place = 0; // of the event that comes next
    this.after = new Map(); // by event: a copy of the game where it waited for a decision then
  }

  toTheEnd() {
    this.setUp();
    while (this.place < this.events.length) {
      this.after.set(this.place - 1, this.game.clone());
      const event = this.events[this.place];
      if (event.type.startsWith("table.")) this.tableEvent(event);
      else if (event.type === "game.taken_back") this.takeBack(event);
      else this.action(event);
    }
    this.checkEnd();
  }

  setUp() {
    const { seats, order_fixed: fixed, teams } = this.header;
    const all = [...Array(Math.min(Math.max(seats, 0), 99)).keys()];
    const isAll = (order) =>
      Array.isArray(order) && same([...order].sort((one, other) => one - other), all);
    if (!this.board.rules.seats.includes(seats)) throw new Fault("The board has other seats.");
    const order = fixed ? this.events[0].data.order : null;
    if (fixed && !isAll(order)) throw new Fault("Event 0 does not name each seat once.");
    const size = this.board.rules.teams?.size;
    if (teams && !size && teams.length) throw new Fault("The board has no teams.");
    if (teams && size && !(isAll(teams.flat()) && teams.every((team) => team.length === size))) {
      throw new Fault(`Each seat must be in one team of ${size}.`);
    }
    const { game, events } = setUp(this.board, seats, this.chance, order, size ? teams : null);
    this.game = game;
    this.expect(events, "table", null);
  }

  // The site's own events: they count for the chain and have nothing to do with the game.
  tableEvent(event) {
    if (event.action !== null) throw new Fault(`Event ${event.seq} has an action.`);
    if (event.version !== 1 || !/^table\.[a-z_]{1,34}$/.test(event.type)) {
      throw new Fault(`Event ${event.seq} is no event that a site writes.`);
    }
    this.place += 1;
  }

  action(event) {
    if (event.action === null) throw new Fault(`Event ${event.seq} has no cause.`);
    const { game } = this;
    const { seat } = event.action;
    if (!Number.isInteger(seat) || seat < 0 || seat >= game.seats) {
      throw new Fault(`Event ${event.seq}: the action is of no seat.`);
    }
    const action = readAction(event.action);
    if (!action) throw new Fault(`Event ${event.seq} has an action that cannot be read.`);
    const byClock = event.actor === "clock";
    if (!byClock && (event.actor !== String(seat) || action.type === "skip")) {
      throw new Fault(`Event ${event.seq}: ${event.actor} cannot do this for seat ${seat}.`);
    }
    if (byClock && seat in game.pending && !same(action, moveOfClock(game, seat))) {
      throw new Fault(`Event ${event.seq} is not the move that the clock makes.`);
    }
    const rule = whyNot(game, seat, action);
    if (rule) throw new Fault(`Event ${event.seq} breaks rule ${rule}.`);
    this.expect(act(game, seat, action, this.chance), event.actor, event.action);
  }

  takeBack(event) {
    const { to } = event.data;
    if (event.actor !== "director") throw new Fault(`Event ${event.seq} is for a director only.`);
    if (this.game.result) throw new Fault(`Event ${event.seq}: the game was over.`);
    const then = this.after.get(to);
    const since = this.events.slice(to + 1, this.place);
    if (!then || since.every(({ type }) => type.startsWith("table."))) {
      throw new Fault(`Event ${event.seq}: the game cannot go back to event ${to}.`);
    }
    const game = then.clone();
    game.shuffles = this.game.shuffles;
    const learnt = game.order.filter((seat) => since.some((past) => shows(past, game, seat)));
    learnt.sort((one, other) => one - other);
    this.game = game;
    this.expect(reshuffle(game, this.chance, to, learnt), "director", null);
  }

  // Hold the next events against those that one cause has.
  expect(expected, actor, action) {
    const block = this.events.slice(this.place, this.place + expected.length);
    for (const [n, event] of block.entries()) {
      const { type, data } = expected[n];
      if (event.type !== type || event.version !== 1 || !same(event.data, data)) {
        throw new Fault(`Event ${event.seq} is not what the rules and shuffles give.`);
      }
      if (event.actor !== actor) throw new Fault(`Event ${event.seq} has the actor of another cause.`);
      if (event.at !== block[0].at) throw new Fault(`Event ${event.seq} has the time of another cause.`);
      if (!same(event.action, n === 0 ? action : null)) {
        throw new Fault(`Event ${event.seq} has an action, but another event was caused.`);
      }
    }
    if (block.length < expected.length) throw new Fault("The record ends within an action.");
    this.place += block.length;
  }

  checkEnd() {
    const { result } = this.game;
    const last = this.events.at(-1);
    if (!result) {
      const byVote = last.actor === "vote" && last.type === "table.adjudicated";
      if (!EARLY_ENDS.includes(last.type) || !(last.actor === "director" || byVote)) {
        throw new Fault("The record ends before the game does.");
      }
    }
    if (!same(this.end.result, result)) throw new Fault("The result is not that of the events.");
  }
}

// Whether an event shows a seat what was hidden from it before (see "What was taken back").
function shows({ type, data }, game, seat) {
  const mine = data.seat === seat;
  const mates = () => game.teamOf(seat) === game.teamOf(data.seat) && !mine;
  switch (type) {
    case "game.card_drawn":
    case "game.tickets_drawn":
      return mine;
    case "game.card_taken":
      return data.refill !== null;
    case "game.row_filled":
    case "game.tunnel_turned_up":
    case "game.choices_revealed":
      return true;
    case "game.route_claimed":
    case "game.bullet_train_placed":
    case "game.station_built":
    case "game.tunnel_opened":
    case "game.tunnel_built":
      return !mine;
    case "game.card_placed":
      return data.place === "rack" && mates();
    case "game.tickets_shared":
      return mates();
    case "game.tickets_kept":
      return data.rack !== null && mates();
    case "game.team_tickets_placed":
      return game.teams[data.team].includes(seat);
    default:
      return false;
  }
}
