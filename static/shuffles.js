// Checks the shuffles of a finished game from its record, in this browser: the fingerprint of the secret, the
// chain of events, each shuffle and what went into it, and where each card and ticket lies (static/record-table.js).
// docs/record-format.md says how; nothing of the server's is used but the record file and a few facts of the board.
// Whether the rules allow each move, and the points, are checked by `python -m engine check`.
const { CARDS, FULL_DECK, Table, inOrder, same, seating } = globalThis.recordTable;
const EARLY_ENDS = new Set(["table.voided", "table.adjudicated"]);
const RANGE = 2 ** 32;
const utf8 = new TextEncoder();
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error("secret");
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
};
const word = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
const join = (...pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));
const sha256 = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
};
const hmac = async (bytes) => {
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
};

// A function that puts items in the order of a shuffle: Fisher-Yates from the end, on the stream of its number.
const shuffler = async (secret, contributions) => {
  const texts = contributions.map((text) => utf8.encode(text));
  const joined = texts.flatMap((text) => [...word(text.length), ...text]);
  const sign = await hmac(await (await hmac(secret))(join(utf8.encode("night-mail/chance/1"), joined)));
  return async (items, number) => {
    const order = [...items];
    let stream = new DataView(new ArrayBuffer(0));
    let block = 0;
    let at = 0;
    for (let last = order.length - 1; last > 0; ) {
      if (at === stream.byteLength) {
        stream = new DataView((await sign(join(utf8.encode("shuffle"), word(number), word(block)))).buffer);
        block += 1;
        at = 0;
      }
      const drawn = stream.getUint32(at);
      at += 4;
      // A word above the last whole multiple would favour some items.
      if (drawn >= Math.floor(RANGE / (last + 1)) * (last + 1)) continue;
      const pick = drawn % (last + 1);
      [order[last], order[pick]] = [order[pick], order[last]];
      last -= 1;
    }
    return order;
  };
};

// Where the chain of events breaks: [kind, seq] each.
const brokenLinks = async (events, end) => {
  const faults = [];
  let before = "0".repeat(64);
  for (const [place, { record, ...event }] of events.entries()) {
    if (event.seq !== place || event.prev_hash !== before) faults.push(["link", Math.max(place - 1, 0)]);
    before = await sha256(utf8.encode(canonical(event)));
  }
  if (end.hash !== before) faults.push(["link", events.length - 1]);
  return faults;
};

// All shuffles of a record, each {number, seq, what, holds}, and all faults, each [kind, seq or number]. A board is
// {tickets, long, lengths, returned_at_setup, returned_later}: ids in board order, and the spaces of each track.
const checkRecord = async (text, board) => {
  const lines = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  const header = lines.shift();
  const end = lines.pop();
  if (header?.record !== "header" || end?.record !== "end") throw new Error("not a record");
  const secret = unhex(end.secret);
  const faults = (await sha256(secret)) === header.commitment ? [] : [["secret", 0]];
  faults.push(...(await brokenLinks(lines, end)));
  const shuffle = await shuffler(secret, header.contributions);
  const shuffles = [];
  const table = new Table(header, board, faults);
  const after = [];

  const redo = async (what, seq, number, items, stored, result = (found) => found) => {
    const holds = number === shuffles.length && same(result(await shuffle(items, number)), stored);
    if (!holds) faults.push(["shuffle", number, seq]);
    shuffles.push({ number, seq, what, holds });
  };
  // What goes into a shuffle is what lay there, not what is said to have come out.
  const redoAll = async ({ seq, type, data }) => {
    const { state } = table;
    if (type === "game.started" && data.shuffle !== null) {
      const size = data.teams.length && data.teams[0].length;
      await redo("seats", seq, data.shuffle, state.hands.map((_, seat) => seat), { order: data.order, teams: data.teams }, (found) => seating(found, header, size));
    } else if (type === "game.deck_shuffled") {
      const first = !shuffles.some(({ what }) => what === "cards");
      await redo("cards", seq, data.shuffle, first ? FULL_DECK : inOrder(state.discards, CARDS), data.cards);
    } else if (type === "game.tickets_shuffled") {
      await redo("deals", seq, data.shuffle, board.tickets, data.tickets);
    } else if (type === "game.long_tickets_shuffled") {
      await redo("long", seq, data.shuffle, board.long, data.tickets);
    } else if (type === "game.tickets_returned" && data.shuffle !== null) {
      await redo("returned", seq, data.shuffle, table.returned(), data.tickets);
    } else if (type === "game.taken_back") {
      table.hold(data.to in after && data.shuffles === shuffles.length);
      table.state = structuredClone(after[data.to]);
    } else if (type === "game.piles_reshuffled") {
      table.hold((data.deck_shuffle === null) === !state.deck.length && (data.ticket_shuffle === null) === !state.tickets.length);
      if (data.deck_shuffle !== null) await redo("cards", seq, data.deck_shuffle, inOrder(state.deck, CARDS), data.deck);
      if (data.ticket_shuffle !== null) await redo("deals", seq, data.ticket_shuffle, inOrder(state.tickets, board.tickets), data.tickets);
    }
  };
  table.hold(header.seats === header.contributions.length);
  let ended = null;
  for (const [place, line] of lines.entries()) {
    table.seq = line.seq;
    try {
      table.follows(line, lines[place - 1]);
      table.hold(!ended || !line.type.startsWith("game."));
      await redoAll(line);
      table.step(line);
      if (line.type === "game.ended") ended = line.data;
    } catch {
      table.hold(false);
    }
    after.push(structuredClone(table.state));
  }
  const last = lines.at(-1).type;
  table.hold(ended ? canonical(ended) === canonical(end.result) : end.result === null && EARLY_ENDS.has(last));
  // The secret is the one that was promised, and yet nothing follows from it: then it was mixed with other texts.
  // Two seats or tickets come out right by chance.
  const decks = shuffles.filter(({ what }) => what !== "seats" && what !== "returned");
  if (decks.every(({ holds }) => !holds) && !faults.some(([kind]) => kind === "secret")) faults.unshift(["contributions", 0]);
  return { shuffles, faults };
};

// The words stand on the page, as templates by name with gaps: {number}, {seq}, {count}.
class ShuffleCheck extends HTMLElement {
  connectedCallback() {
    if (!globalThis.crypto?.subtle) return this.say([["p", "missing"]]);
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button-quiet" });
    button.textContent = this.dataset.press;
    button.addEventListener("click", () => this.check());
    this.replaceChildren(button, Object.assign(document.createElement("div"), { role: "status" }));
  }
  async check() {
    this.say([["p", "working"]]);
    try {
      const answer = await fetch(this.dataset.record, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const board = JSON.parse(document.getElementById(this.dataset.board).textContent);
      const { shuffles, faults } = await checkRecord(await answer.text(), board);
      const lines = shuffles.map(({ number, seq, what, holds }) => ["li", holds ? "holds" : "fails", { number, seq, what: this.dataset[what] }]);
      const found = faults.filter(([kind]) => kind !== "shuffle").map(([kind, seq]) => ["li", `${kind}Fault`, { seq }]);
      this.say([["p", faults.length ? "bad" : "good", { count: shuffles.length }], ...found, ...lines]);
    } catch (error) {
      this.say([["p", error.message === "secret" ? "secretFault" : "unreadable"]]);
    }
  }
  say(lines) {
    const status = this.querySelector("[role=status]") ?? this;
    const made = lines.map(([tag, name, gaps = {}]) => {
      const text = this.dataset[name].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);
      return Object.assign(document.createElement(tag), { textContent: text, className: `check-${name}` });
    });
    const list = Object.assign(document.createElement("ul"), { className: "plain-list" });
    list.append(...made.slice(1));
    status.replaceChildren(made[0], ...(made.length > 1 ? [list] : []));
  }
}
customElements.define("shuffle-check", ShuffleCheck);
