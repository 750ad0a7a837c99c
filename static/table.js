// The page of a game stays as it is and takes in what has changed: after a move of one's own, and when
// the game says that something has happened. It asks a second after the last news, then ever more
// seldom, and not at all while nobody looks. In an evening it asks more often, and counts the minutes.
const LONGEST = 30000;
const LONGEST_OF_EVENING = 4000;
const MINUTE = 60000;
const PRESENT = 45000;
const state = () => document.getElementById("pulse").dataset;
let here = location.href;
let wait = 1000;
let timer = 0;
let present = 0;
let taken = performance.now();
let busy = null; // what a press has asked for and the page waits for
let asked = 0;

const marks = () =>
  [...document.querySelectorAll("[data-mark]")].map((part) => `${part.id.slice(5)}:${part.dataset.mark}`);

// Puts the parts of an answer in their places; False where the page has no place for one of them.
const put = (text, { forced }) => {
  const parsed = new DOMParser().parseFromString(text, "text/html");
  const parts = [...parsed.querySelectorAll("[data-mark]")];
  if (!parsed.getElementById("messages") || parts.some((part) => part.innerHTML && !document.getElementById(part.id))) return false;
  showWaiting(parsed);
  const messages = parsed.getElementById("messages");
  if (messages.children.length) document.getElementById("messages").replaceWith(messages);
  const lit = document.querySelector("a[data-light][aria-current]")?.dataset.light;
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (!old || (!forced && isWritten(old))) continue;
    for (const folded of old.querySelectorAll("details[id]")) {
      const same = part.querySelector(`#${CSS.escape(folded.id)}`);
      if (same) same.open = folded.open;
    }
    old.replaceWith(part);
  }
  if (lit) {
    document.querySelector(`a[data-light="${CSS.escape(lit)}"]`)?.setAttribute("aria-current", "true");
    document.getElementById(`light-${lit}`)?.classList.add("on");
  }
  return true;
};

const take = async (url, options = {}, { forced = false } = {}) => {
  const turn = ++asked;
  const headers = { "X-Parts": [state().seq, ...marks()].join(" ") };
  const answer = await ask(url, { ...options, headers });
  if (!answer.headers.has("X-Parts")) {
    location.assign(answer.redirected || !options.method ? answer.url : state().page);
    return null;
  }
  const text = await answer.text();
  if (!forced) await whenReleased();
  // An answer that another one has overtaken tells of the past.
  if (turn !== asked) return null;
  if (!put(text, { forced })) {
    location.assign(answer.url);
    return null;
  }
  here = answer.url;
  taken = performance.now();
  return answer;
};

const again = () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible" && !("over" in state())) timer = setTimeout(look, wait);
};
const look = async () => {
  if (busy) return again();
  const { url, seq, said, waiting, seated, bots, hint, evening } = state();
  const isOld = evening !== undefined && performance.now() - taken > MINUTE;
  const isDue = seated !== undefined && performance.now() - present > PRESENT;
  try {
    const options = {};
    if (isDue || !present) {
      present = performance.now() || 1;
      if (seated !== undefined) {
        options.method = "POST";
        options.body = new FormData(document.getElementById("pulse-form"));
      }
    }
    const answer = await ask(`${url}?seen=${seq}&said=${said}&waiting=${waiting}${hint === undefined ? "" : "&hint=1"}`, options);
    if (busy) return again();
    if (answer.status === 205 || isOld) {
      await take(here);
      wait = 1000;
    } else {
      wait = Math.min(wait * (bots === undefined ? 1.4 : 1), evening === undefined ? LONGEST : LONGEST_OF_EVENING);
    }
  } catch {
    wait = Math.min(wait * 2, LONGEST);
  }
  again();
};
document.addEventListener("visibilitychange", () => {
  wait = 1000;
  clearTimeout(timer);
  if (document.visibilityState === "visible") look();
});
addEventListener("pageshow", (event) => event.persisted && look());

// The address without the place in the page: a link to a place asks for nothing.
const address = () => location.href.split("#")[0];
let shown = address();
const turnTo = (url) => {
  history.pushState(null, "", url);
  shown = address();
};

// Moves: prepared and made without leaving the page. Whatever else happens, the browser does it.
const act = async (pressed, url, options, focus) => {
  const mine = (busy = { sends: options.method === "POST" });
  clearTimeout(timer);
  pressed?.setAttribute("aria-busy", "true");
  try {
    const answer = await take(url, options, { forced: true });
    if (!answer) return;
    const isPreview = "preview" in state();
    if (isPreview && !options.method) turnTo(answer.url);
    else if (location.pathname !== new URL(state().page, location.href).pathname) turnTo(state().page);
    document.querySelector(".candidates").hidden = true;
    const target = isPreview ? "your-move" : focus;
    const found = document.getElementById(document.getElementById("error") ? "your-move" : target);
    if (found) {
      found.tabIndex = -1;
      found.focus({ preventScroll: true });
      const box = found.getBoundingClientRect();
      if (box.top < 0 || box.top > innerHeight * 0.7) found.scrollIntoView({ block: "nearest" });
    }
  } catch {
    if (busy === mine) location.assign(state().page);
  } finally {
    pressed?.removeAttribute("aria-busy");
    if (busy === mine) {
      busy = null;
      wait = 1000;
      again();
    }
  }
};
const path = (url) => new URL(url, location.href).pathname;
const isMove = (to) => to.startsWith(state().page) && ["move/", "act/", "seen/", "held/withdraw/", "hint/"].includes(to.slice(state().page.length));
document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const href = link.getAttribute("href");
  if (href.startsWith("#")) return;
  const to = path(href);
  const isBack = to === state().page && "preview" in state();
  if (!isMove(to) && !isBack) return;
  event.preventDefault();
  act(link, new URL(href, location.href).href, {}, "your-move");
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  const to = path(form.getAttribute("action")); // form.action may be a field of that name
  if (!isMove(to) || event.defaultPrevented) return;
  event.preventDefault();
  // What is being changed is not sent as it was, and nothing is sent twice.
  if (busy && (busy.sends || "preview" in state())) return;
  const fields = new FormData(form, event.submitter);
  if (form.method === "post") act(event.submitter, to, { method: "POST", body: fields }, to.endsWith("/hint/") ? "hint" : "results");
  else act(event.submitter, `${to}?${new URLSearchParams(fields)}`, {}, "your-move");
});
addEventListener("popstate", () => {
  if (address() === shown) return;
  shown = address();
  act(null, location.href, { method: "GET" }, "your-move");
});

look();
