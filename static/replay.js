// Steps through a game with the data that came with the page: no step asks the server for anything.
// A module, so that its names do not meet those of the script of the board.
const root = document.getElementById("replay");
const data = JSON.parse(document.getElementById("replay-data").textContent);
const steps = [];
for (const change of data.steps) steps.push({ ...steps.at(-1), ...change });
const last = steps.length - 1;
const slider = root.querySelector("input[type=range]");
const find = (name) => root.querySelector(`[data-${name}]`);
let at = Number(slider.value);

// Moments: the step of an event is the last one that is not after it.
const stepOf = (seq) => Math.max(0, steps.findLastIndex((step) => step.seq <= seq));
const stepOfAddress = (url) => {
  const seq = new URL(url, location.href).searchParams.get("at");
  return seq === null ? null : stepOf(Number(seq));
};
const starts = steps.flatMap((step, number) => (step.turn === steps[number - 1]?.turn ? [] : [number]));
const targets = {
  first: () => 0,
  "turn-before": () => starts.findLast((start) => start < at) ?? at,
  before: () => Math.max(0, at - 1),
  after: () => Math.min(last, at + 1),
  "turn-after": () => starts.find((start) => start > at) ?? at,
  last: () => last,
};

// Pieces of the board, each with the spans of steps at which it is there.
const pieces = [...root.querySelectorAll(".piece")].map((piece) => [
  piece,
  piece.dataset.in.split(" ").map((span) => span.split("-").map(Number)),
]);
const lines = root.querySelector(".replay-lines");
lines.firstElementChild.replaceChildren(document.getElementById("replay-lines").content.cloneNode(true));
const items = [...lines.firstElementChild.children];
const wordsOf = (item) => {
  const words = item.querySelector(":scope > span:last-of-type").cloneNode(true);
  words.querySelector("time")?.remove();
  return words.textContent.trim();
};
const cards = document.getElementById("replay-cards").content.children;
const card = (kind, count) => {
  const item = cards[kind < 0 ? cards.length - 1 : kind].cloneNode(true);
  const number = item.querySelector("b");
  if (count === undefined) number?.remove();
  else number.textContent = count;
  return item;
};
const ticket = (written) => {
  const done = written.startsWith("+");
  const [name, points] = data.tickets[done ? written.slice(1) : written];
  const item = document.getElementById("replay-ticket").content.firstElementChild.cloneNode(true);
  item.classList.toggle("ticket-done", done);
  item.children[0].textContent = name;
  item.children[1].textContent = done ? root.dataset.completed : root.dataset.open;
  item.children[2].textContent = points;
  return item;
};
const showTunnel = (box, tunnel) => {
  box.hidden = !tunnel;
  if (!tunnel) return;
  const [laid, turned] = box.querySelectorAll(".card-row");
  box.querySelector("h2").textContent = tunnel.title;
  laid.replaceChildren(...tunnel.laid.map(([kind, count]) => card(kind, count)));
  turned.replaceChildren(
    ...tunnel.turned.map(([kind, asks]) => {
      const item = card(kind);
      item.classList.toggle("asking", asks > 0);
      if (asks) item.lastElementChild.append(" +1");
      return item;
    }),
  );
  box.querySelector("p").textContent = tunnel.demand;
};

const show = (step) => {
  const facts = steps[step];
  for (const [piece, spans] of pieces) {
    const isOn = spans.some(([from, to]) => from <= step && step < to);
    // A train arrives only where one walks on; a jump shows what is there.
    piece.classList.toggle("arriving", isOn && step === at + 1 && piece.classList.contains("off"));
    piece.classList.toggle("off", !isOn);
  }
  for (const place of root.querySelectorAll("[data-fact]")) {
    const row = place.closest("tr[data-seat]");
    const fact = row ? `${place.dataset.fact}-${row.dataset.seat}` : place.dataset.fact;
    place.textContent = facts[fact] ?? "";
  }
  find("turn").hidden = !facts.turn;
  find("no-turn").hidden = !!facts.turn;
  for (const row of root.querySelectorAll("tr[data-seat]")) {
    const deciding = facts.deciding.includes(Number(row.dataset.seat));
    row.classList.toggle("deciding", deciding);
    row.querySelector("[data-deciding]").hidden = !deciding;
  }
  find("row").replaceChildren(...facts.row.map((kind) => card(kind)));
  if (find("tunnel")) showTunnel(find("tunnel"), facts.tunnel);
  if (find("final")) find("final").hidden = step !== last;
  if (find("branch")) {
    find("branch").hidden = step === last;
    find("branch").querySelector("[name=at]").value = facts.seq;
  }
  for (const holder of root.querySelectorAll("[data-holder]")) {
    const key = holder.dataset.holder;
    const hand = facts[`hand-${key}`];
    const offer = facts[`offer-${key}`] ?? [];
    const piles = hand.flatMap((count, kind) => (count ? [card(kind, count)] : []));
    holder.querySelector("[data-cards]").replaceChildren(...piles);
    holder.querySelector("[data-empty]").hidden = piles.length > 0;
    holder.querySelector("[data-tickets]").replaceChildren(...facts[`held-${key}`].map(ticket));
    holder.querySelector("[data-offered]").replaceChildren(...offer.map(ticket));
    holder.querySelector("[data-offer]").hidden = !offer.length;
  }
  for (const item of root.querySelectorAll("[data-decider]")) {
    item.hidden = !facts.deciding.includes(Number(item.dataset.decider));
    const link = item.firstElementChild;
    link.href = `${link.dataset.url}&at=${facts.seq}`;
  }
  if (find("decisions")) {
    find("nobody").hidden = !!root.querySelector("[data-decider]:not([hidden])");
    find("decision").replaceChildren();
  }
  for (const mark of root.querySelectorAll(".chart-mark")) {
    mark.setAttribute("transform", `translate(${Number(mark.dataset.zero) + Number(mark.dataset.unit) * facts.turn} 0)`);
  }
  items[at].className = "";
  items[at].removeAttribute("aria-current");
  items[step].className = "new";
  items[step].setAttribute("aria-current", "step");
  lines.scrollTop = items[step].offsetTop - (lines.clientHeight - items[step].offsetHeight) / 2;
  const words = wordsOf(items[step]);
  find("line").textContent = words;
  slider.value = step;
  slider.setAttribute("aria-valuetext", words);
  at = step;
  for (const link of root.querySelectorAll("[data-step]")) {
    const to = targets[link.dataset.step]();
    if (to === at) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.href = `?at=${steps[to].seq}`;
      link.removeAttribute("aria-disabled");
    }
  }
  root.dispatchEvent(new CustomEvent("step", { detail: facts }));
};

// The address names the moment. A jump is an entry of the history; steps one by one are none, or the
// way back would be as long as the way there. Browsers bear a limited number of changes in a second.
let due = 0;
const address = () => `?at=${steps[at].seq}`;
const note = () => {
  clearTimeout(due);
  due = 0;
  history.replaceState(null, "", address());
};
const go = (step, { jump = false } = {}) => {
  if (step === null || step === at) return;
  if (jump) {
    if (due) note();
    show(step);
    history.pushState(null, "", address());
  } else {
    show(step);
    due ||= setTimeout(note, 300);
  }
};
addEventListener("pagehide", () => due && note());
addEventListener("popstate", () => {
  stop();
  show(stepOfAddress(location.href) ?? opened);
});

// Playing.
const play = find("play");
const speed = find("speed");
let timer = 0;
const stop = () => {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
  find("line").setAttribute("aria-live", "polite");
};
const tick = () => {
  if (at === last) return stop();
  go(at + 1);
  if (at === last) stop();
  else timer = setTimeout(tick, Number(speed.value));
};
const start = () => {
  if (at === last) go(0, { jump: true });
  play.setAttribute("aria-pressed", "true");
  find("line").setAttribute("aria-live", "off");
  timer = setTimeout(tick, Number(speed.value));
};
play.addEventListener("click", () => (timer ? stop() : start()));
speed.addEventListener("change", () => {
  if (!timer) return;
  clearTimeout(timer);
  timer = setTimeout(tick, Number(speed.value));
});

slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
root.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step], a[href^='?at=']");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  stop();
  if (link.dataset.step) go(targets[link.dataset.step](), { jump: /first|last/.test(link.dataset.step) });
  else go(stepOfAddress(link.href), { jump: true });
});

// What a seat knew and could do at a moment comes when it is asked for.
root.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-decider] a");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  stop();
  const asked = at;
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("past-decision");
    if (asked !== at) return;
    found.querySelector(".tunnel")?.remove(); // It is on this page already.
    find("decision").replaceChildren(found);
    found.focus();
  } catch {
    location.assign(link.href);
  }
});

const copy = find("copy");
copy.addEventListener("click", async () => {
  const url = new URL(address(), location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    const words = copy.textContent;
    if (words !== copy.dataset.done) {
      copy.textContent = copy.dataset.done;
      setTimeout(() => (copy.textContent = words), 2000);
    }
  } catch {
    find("link").hidden = false;
    find("link").value = url;
    find("link").select();
  }
});

// Keys; a field that is being filled in keeps its own, and so does a part that scrolls.
const keys = { ArrowLeft: "before", ArrowRight: "after", PageUp: "turn-before", PageDown: "turn-after", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { target } = event;
  if (target !== slider && target.closest("input, select, textarea, [role=region], [role=group]")) return;
  if (event.key === " ") {
    if (target.closest("button, a, summary")) return;
    event.preventDefault();
    play.click();
  } else if (event.key in keys) {
    event.preventDefault();
    stop();
    go(targets[keys[event.key]](), { jump: /Home|End/.test(event.key) });
  }
});

for (const part of root.querySelectorAll("[data-script]")) part.hidden = false;
const opened = at;
show(at);
