// The board: larger by pinch, double tap and buttons; a tap on routes and cities is answered; tickets
// light.
const scroller = document.querySelector(".board-frame > .board-scroll");
const picture = scroller.querySelector("svg");
const candidates = document.querySelector(".candidates");
const LARGEST = 4;
let zoom = 1;

// The point under (x, y) of the window stays where it is.
const zoomTo = (wanted, x, y) => {
  const next = Math.min(LARGEST, Math.max(1, wanted));
  const box = scroller.getBoundingClientRect();
  const left = (x ?? box.left + box.width / 2) - box.left;
  const top = (y ?? box.top + box.height / 2) - box.top;
  const grown = next / zoom;
  const to = [(scroller.scrollLeft + left) * grown - left, (scroller.scrollTop + top) * grown - top];
  scroller.style.height = next > 1 ? `${box.height}px` : "";
  picture.style.width = next > 1 ? `${next * 100}%` : "";
  picture.classList.toggle("zoomed", next > 1);
  zoom = next;
  scroller.scrollTo(...to);
};

const buttons = document.querySelector(".zoom");
buttons.hidden = false;
buttons.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  offer([]);
  if (button) zoomTo(button.dataset.zoom === "in" ? zoom * 1.6 : zoom / 1.6);
});

// Two fingers: the picture is stretched while they move and drawn again when they leave.
const fingers = new Map();
let pinch = null;
const spread = () => {
  const [a, b] = [...fingers.values()];
  return { apart: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
};
scroller.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "touch") return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size === 2) {
    const box = picture.getBoundingClientRect();
    const now = spread();
    pinch = { ...now, by: 1 };
    picture.style.transformOrigin = `${now.x - box.left}px ${now.y - box.top}px`;
  }
});
scroller.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (!pinch || fingers.size !== 2) return;
  pinch.by = Math.min(LARGEST / zoom, Math.max(1 / zoom, spread().apart / pinch.apart));
  picture.style.transform = `scale(${pinch.by})`;
});
const lift = (event) => {
  fingers.delete(event.pointerId);
  if (!pinch || fingers.size > 1) return;
  picture.style.transform = "";
  zoomTo(zoom * pinch.by, pinch.x, pinch.y);
  pinch = null;
};
scroller.addEventListener("pointerup", lift);
scroller.addEventListener("pointercancel", lift);

// A tap: the routes within reach of a thumb, nearest first. One alone is taken as meant.
const REACH = 24;
const near = (x, y) => {
  const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
  const at = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM().inverse());
  const found = [];
  for (const link of picture.querySelectorAll("a.claim")) {
    const line = link.querySelector(".target");
    const numbers = line.getAttribute("d").match(/-?[\d.]+(?:e-?\d+)?/g).map(Number);
    let apart = Infinity;
    for (let n = 0; n + 3 < numbers.length; n += 2) {
      const [ax, ay, bx, by] = numbers.slice(n, n + 4);
      const long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
      const part = Math.min(1, Math.max(0, ((at.x - ax) * (bx - ax) + (at.y - ay) * (by - ay)) / long));
      apart = Math.min(apart, Math.hypot(ax + part * (bx - ax) - at.x, ay + part * (by - ay) - at.y));
    }
    if (apart * scale <= REACH) found.push([apart, link]);
  }
  const named = new Set();
  const links = found.sort((a, b) => a[0] - b[0]).map(([, link]) => link);
  // Two tracks side by side that cost the same are one choice.
  return links.filter((link) => !named.has(link.getAttribute("aria-label")) && named.add(link.getAttribute("aria-label"))).slice(0, 3);
};
const asButton = (href, words) => {
  const copy = document.createElement("a");
  copy.className = "button-quiet";
  copy.href = href;
  copy.textContent = words;
  return copy;
};
const show = (...answers) => {
  candidates.replaceChildren(...answers);
  candidates.hidden = !answers.length;
};
const offer = (links) => {
  for (const link of picture.querySelectorAll("a.claim")) link.classList.toggle("pointed", links.includes(link));
  show(...links.map((link) => asButton(link.getAttribute("href"), link.getAttribute("aria-label"))));
};
const asLine = (kind, words) => {
  const line = document.createElement(kind);
  line.textContent = words;
  return line;
};

// A city: its routes, from the tables below.
const listRoutes = (city) => {
  const lines = [];
  for (const row of document.querySelectorAll(".routes tbody tr")) {
    const [link, length, colour, , owner] = row.children;
    const name = link.querySelector(".route-name")?.textContent ?? link.textContent;
    if (!name.split(" – ").includes(city)) continue;
    const words = [`${name}: ${length.textContent}`, colour.lastChild.textContent, owner?.textContent].filter(Boolean).join(" · ");
    const claim = link.querySelector("a");
    lines.push(claim ? asButton(claim.getAttribute("href"), words) : asLine("span", words));
  }
  show(asLine("strong", city), ...lines);
};
// A route: what it lacks to be claimed in one's turn, or else its name.
const askAbout = (space) => {
  const move = document.querySelector(".decision .command");
  if (move && document.querySelector(".draws")) {
    const link = asButton(`${move.getAttribute("action")}?do=claim&track=${space.dataset.track}`, "");
    link.hidden = true;
    document.querySelector("main").append(link);
    link.click();
    link.remove();
  } else show(asLine("span", space.querySelector("title").textContent));
};
const answer = (target) => {
  const city = target.closest(".city");
  if (city) return listRoutes(city.dataset.city);
  const space = target.closest("[data-track]");
  return space ? askAbout(space) : offer([]);
};
let last = { at: 0, x: 0, y: 0 };
let pointer = "mouse";
scroller.addEventListener("pointerup", (event) => (pointer = event.pointerType));
scroller.addEventListener("click", (event) => {
  // A press on a city where a station can be built prepares that, and lists the routes too.
  const station = event.target.closest("a.station");
  if (pointer !== "touch" || !event.detail) {
    if (station) listRoutes(station.dataset.city);
    else if (!event.target.closest("a")) answer(event.target);
    return;
  }
  const twice = event.timeStamp - last.at < 320 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 30;
  last = { at: twice ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
  const isCity = !twice && event.target.closest(".city");
  const links = twice || isCity ? [] : near(event.clientX, event.clientY);
  if (links.length !== 1 || twice) event.preventDefault();
  if (links.length === 1 && !event.target.closest("a.claim")) links[0].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  if (links.length === 1 && links[0].dataset.city) listRoutes(links[0].dataset.city);
  else if (links.length) offer(links.length > 1 ? links : []);
  else if (!twice) answer(event.target);
  else offer([]);
  if (twice) zoomTo(zoom > 1 ? 1 : 2.5, event.clientX, event.clientY);
});

document.addEventListener("keydown", (event) => event.key === "Escape" && offer([]));

// A ticket that is pressed lights its cities, what connects them already and what is missing.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-light]");
  if (!link) return;
  event.preventDefault();
  const lit = link.getAttribute("aria-current") === "true";
  for (const other of document.querySelectorAll("a[data-light]")) light(other, other === link && !lit);
  if (!lit && scroller.getBoundingClientRect().top < 0) scroller.scrollIntoView({ block: "start" });
});
// "Show me" scrolls to what a lesson points at, also where the address names it already.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-show]");
  const place = link && document.getElementById(link.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
});
const light = (link, on) => {
  if (on) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
  document.getElementById(`light-${link.dataset.light}`)?.classList.toggle("on", on);
};
document.addEventListener("change", (event) => {
  if (event.target.id !== "claim") return;
  for (const link of picture.querySelectorAll("a.claim")) {
    link.classList.toggle("pointed", link.getAttribute("href").endsWith(`track=${event.target.value}`));
  }
});
