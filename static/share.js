// Shows how far an animation or a file of records has come: asks for the page again, ever more seldom up to ten seconds, and not while
// it is hidden. Without scripts the page loads itself.
const LONGEST = 10000;
let wait = 1000;
let timer = 0;
const PART = "[data-status]";
const part = () => document.querySelector(PART);
const again = () => {
  clearTimeout(timer);
  if (part()?.dataset.status === "pending" && document.visibilityState === "visible") timer = setTimeout(look, wait);
};
const look = async () => {
  wait = Math.min(wait * 1.3, LONGEST);
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const found = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(PART);
    if (found && found.textContent !== part().textContent) {
      const status = found.querySelector("[role=status]");
      part().querySelector("[role=status]").replaceChildren(...status.childNodes);
      part().dataset.status = found.dataset.status;
    }
  } catch {
    wait = Math.min(wait * 2, LONGEST);
  }
  again();
};
document.addEventListener("visibilitychange", again);
again();
