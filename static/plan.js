// The page of a plan or an order: a tap on a route or on two cities adds a line. Nothing here makes a move.
const form = document.querySelector("#plan");
const scroller = document.querySelector(".board-scroll");
const answers = document.querySelector(".candidates");
const mode = document.querySelector("#plan-mode");
const still = mode.textContent;
let from = null;

const press = (does, fields) => {
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  form.requestSubmit(form.querySelector(`button[name="do"][value="${does}"]`));
};
const keyOf = (name, select) => [...form.elements[select].options].find((option) => option.text === name)?.value;

const pick = (city) => {
  if (!form.elements.from) return;
  if (from && from !== city) return press("connect", { from: keyOf(from, "from"), to: keyOf(city, "to") });
  from = city;
  mode.textContent = `${city}. ${form.dataset.from}`;
};
const offer = (track) => {
  if (![...form.elements.track.options].some((option) => option.value === track)) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button-quiet";
  button.textContent = form.dataset.claim;
  button.addEventListener("click", () => press(form.dataset.press, { track, colour: "" }));
  answers.append(button);
  answers.hidden = false;
};
// After board.js, which has named what was tapped.
scroller.addEventListener("click", (event) => {
  const city = event.target.closest(".city");
  const space = event.target.closest("[data-track]");
  if (city) return pick(city.dataset.city);
  from = null;
  mode.textContent = still;
  if (space) offer(space.dataset.track);
});
