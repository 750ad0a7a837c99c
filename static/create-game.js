// Offers only what the chosen board allows: its numbers of players, as many bots as leave a seat free, teams where it has them.
const boards = JSON.parse(document.getElementById("boards").textContent);
const form = document.querySelector("form [name=board]").form;
const { seats, bots } = form.elements;

const offer = (select, numbers) => {
  const wanted = Number(select.value);
  const nearest = numbers.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
  select.replaceChildren(...numbers.map((one) => new Option(one, one, false, one === nearest)));
};
const offerBots = () => offer(bots, [...Array(Number(seats.value)).keys()]);
const offerBoard = () => {
  const board = boards[form.elements.board.value];
  if (!board) return;
  offer(seats, board.seats);
  offerBots();
  for (const part of form.querySelectorAll("[data-teams]")) part.hidden = !board.teams;
};
for (const choice of form.elements.board) choice.addEventListener("change", offerBoard);
seats.addEventListener("change", offerBots);
form.querySelector("[data-choose-board]").hidden = true;
offerBoard();
