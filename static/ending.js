// The end of a game: tickets turned over one by one by those who ask for it, and the board in view
// when a player is chosen. The scores are there from the beginning.
const root = document.documentElement;
const LONGEST = 9000;
let timer = 0;
let rest = [];

const part = () => document.getElementById("all-tickets");
const buttons = (running) => {
  for (const button of part().querySelectorAll("[data-reveal]")) {
    button.hidden = (button.dataset.reveal === "start") === running;
  }
};
const say = (ticket) => {
  const total = ticket.closest("[data-side]").querySelector(".running");
  total.textContent = ticket.dataset.running.replace("-", "\u2212");
};
const turn = () => {
  const ticket = rest.shift();
  if (!ticket) return finish();
  ticket.classList.replace("face-down", "turned-over");
  say(ticket);
  timer = setTimeout(turn, pace);
};
let pace = 900;
const start = () => {
  clearTimeout(timer);
  const tickets = [...part().querySelectorAll("[data-step]")];
  rest = tickets.sort((a, b) => a.dataset.step - b.dataset.step);
  pace = Math.max(200, Math.min(900, LONGEST / (rest.length || 1)));
  for (const ticket of rest) {
    ticket.classList.remove("turned-over");
    ticket.classList.add("face-down");
  }
  for (const total of part().querySelectorAll(".running")) {
    total.hidden = false;
    total.textContent = total.dataset.routes;
  }
  root.classList.add("revealing");
  buttons(true);
  part().querySelector("[data-reveal=skip]").focus({ preventScroll: true });
  part().scrollIntoView({ block: "nearest" });
  timer = setTimeout(turn, pace);
};
const finish = () => {
  clearTimeout(timer);
  rest = [];
  if (!part() || !root.classList.contains("revealing")) return;
  for (const ticket of part().querySelectorAll(".face-down")) ticket.classList.remove("face-down");
  for (const total of part().querySelectorAll(".running")) total.textContent = total.dataset.total.replace("-", "\u2212");
  root.classList.remove("revealing");
  const hadFocus = document.activeElement?.dataset.reveal;
  buttons(false);
  if (hadFocus) part().querySelector("[data-reveal=start]").focus({ preventScroll: true });
  document.getElementById("final").scrollIntoView({ block: "nearest" });
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-reveal]");
  if (button) return button.dataset.reveal === "start" ? start() : finish();
  const link = event.target.closest(".path-link");
  if (!link) return;
  // board.js has lit or put out the path by now.
  const lit = link.getAttribute("aria-current") === "true" ? link.dataset.light : "";
  for (const side of document.querySelectorAll("[data-side]")) side.classList.toggle("chosen", side.dataset.side === lit);
  const board = document.querySelector("#board .board-frame");
  if (lit && board.getBoundingClientRect().top > innerHeight * 0.5) board.scrollIntoView({ block: "start" });
});
document.addEventListener("keydown", (event) => event.key === "Escape" && finish());

root.classList.add("scripted");
