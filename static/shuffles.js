// Checks the shuffles of a finished game from its record, in this browser: the fingerprint of the secret, the
// chain of events, each shuffle, and each draw off the top of a deck. docs/record-format.md says how; nothing of
// the server's is used but the record file. The rules are checked by `python -m engine check`.
const CARDS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"];
const FULL_DECK = CARDS.flatMap((card) => Array(card === "locomotive" ? 14 : 12).fill(card));
const RANGE = 2 ** 32;
const utf8 = new TextEncoder();
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error("secret");
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
};
const word = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
const join = (...pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
const inOrder = (items, order) => [...items].sort((a, b) => order.indexOf(a) - order.indexOf(b));
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

// The order of play and the teams that shuffled seats lead to.
const seating = (seats, header, size) => {
  const sides = header.teams
    ? header.teams.map((team) => inOrder(team, seats)).sort((a, b) => seats.indexOf(a[0]) - seats.indexOf(b[0]))
    : size ? seats.flatMap((_, n) => (n % size ? [] : [seats.slice(n, n + size)])) : [];
  return { order: sides.length ? sides.flat() : seats, teams: sides };
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

// All shuffles of a record, each {number, seq, what, holds}, and all faults, each [kind, seq or number].
const checkRecord = async (text, boardTickets, longTickets) => {
  const lines = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  const header = lines.shift();
  const end = lines.pop();
  if (header?.record !== "header" || end?.record !== "end") throw new Error("not a record");
  const secret = unhex(end.secret);
  const faults = (await sha256(secret)) === header.commitment ? [] : [["secret", 0]];
  faults.push(...(await brokenLinks(lines, end)));
  const shuffle = await shuffler(secret, header.contributions);
  const shuffles = [];
  const piles = { card: [], ticket: [], long: [] };
  let [order, offered] = [[], {}];

  const redo = async (what, seq, number, items, stored, result = (found) => found) => {
    const holds = number === shuffles.length && same(result(await shuffle(items, number)), stored);
    if (!holds) faults.push(["shuffle", number, seq]);
    shuffles.push({ number, seq, what, holds });
  };
  const draw = (kind, seq, drawn) => {
    if (!same(piles[kind].splice(0, drawn.length), drawn)) faults.push([kind, seq]);
  };
  for (const { seq, type, data } of lines) {
    switch (type) {
      case "game.started": {
        const seats = Array.from({ length: header.seats }, (_, seat) => seat);
        const size = data.teams.length && data.teams[0].length;
        order = data.order;
        if (data.shuffle === null) break;
        await redo("seats", seq, data.shuffle, seats, { order, teams: data.teams }, (found) => seating(found, header, size));
        break;
      }
      case "game.deck_shuffled": {
        const first = !shuffles.some(({ what }) => what === "cards");
        await redo("cards", seq, data.shuffle, first ? FULL_DECK : inOrder(data.cards, CARDS), data.cards);
        piles.card = [...data.cards];
        break;
      }
      case "game.tickets_shuffled":
        await redo("deals", seq, data.shuffle, boardTickets, data.tickets);
        piles.ticket = [...data.tickets];
        break;
      case "game.long_tickets_shuffled":
        await redo("long", seq, data.shuffle, longTickets, data.tickets);
        piles.long = [...data.tickets];
        break;
      case "game.piles_reshuffled":
        if (data.deck_shuffle !== null) await redo("cards", seq, data.deck_shuffle, inOrder(data.deck, CARDS), data.deck);
        if (data.ticket_shuffle !== null) await redo("deals", seq, data.ticket_shuffle, inOrder(data.tickets, boardTickets), data.tickets);
        piles.card = [...data.deck];
        piles.ticket = [...data.tickets];
        break;
      case "game.tickets_chosen":
        offered[data.seat] = data.returned;
        break;
      case "game.tickets_returned": {
        const items = order.flatMap((seat) => offered[seat] ?? []);
        if (data.shuffle !== null) await redo("returned", seq, data.shuffle, items, data.tickets);
        piles.ticket.push(...data.tickets);
        break;
      }
      case "game.tickets_kept":
        piles.ticket.push(...data.returned);
        break;
      case "game.cards_dealt":
      case "game.row_filled":
      case "game.tunnel_turned_up":
      case "game.card_drawn":
        draw("card", seq, data.cards ?? [data.card]);
        break;
      case "game.card_taken":
        if (data.refill !== null) draw("card", seq, [data.refill]);
        break;
      case "game.tickets_dealt":
      case "game.tickets_drawn": {
        const long = data.tickets.filter((ticket) => longTickets.includes(ticket)).length;
        draw("long", seq, data.tickets.slice(0, long));
        draw("ticket", seq, data.tickets.slice(long));
        break;
      }
    }
  }
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
      const [tickets, long] = [this.dataset.tickets, this.dataset.longTickets].map((ids) => ids.split(" ").filter(Boolean));
      const { shuffles, faults } = await checkRecord(await answer.text(), tickets, long);
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
