// Shows how far an animation, a file of records or a review has come: asks for the page again, ever more seldom up to ten seconds, and
// not while it is hidden. Without scripts the page loads itself. What is read aloud is replaced only where it says something new.
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
    for (const piece of found ? ["[role=status]", "[data-result]"] : []) {
      const fresh = found.querySelector(piece);
      const shown = part().querySelector(piece);
      if (!fresh || fresh.textContent === shown.textContent) continue;
      shown.className = fresh.className;
      shown.replaceChildren(...fresh.childNodes);
    }
    if (found) part().dataset.status = found.dataset.status;
  } catch {
    wait = Math.min(wait * 2, LONGEST);
  }
  again();
};
document.addEventListener("visibilitychange", again);
again();
