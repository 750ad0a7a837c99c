// A tap on a route marks it or removes the mark, without leaving the page. It never makes a move.
const candidates = document.querySelector(".candidates");
const CHANGED = ["messages", "sketch-marks", "sketch-links", "sketch-side"];

// "?track=KEY#add" marks, "#route-KEY" removes: without scripts both lead to the forms.
const mark = async ({ hash, searchParams }) => {
  const form = document.getElementById("add");
  const body = new FormData(form);
  body.set("track", hash === "#add" ? searchParams.get("track") : "");
  if (hash !== "#add") body.set("remove", hash.replace("#route-", ""));
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !page.getElementById("sketch-marks")) return location.reload();
  for (const id of CHANGED) document.getElementById(id).replaceWith(page.getElementById(id));
  // Only the text of a live region is read out, not a new region.
  document.getElementById("sketch-status").textContent = page.getElementById("sketch-status").textContent;
};

// One after the other, so that an earlier answer does not replace a later one.
let last = Promise.resolve();
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.claim, .candidates a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  candidates.hidden = true;
  const address = new URL(link.getAttribute("href"), location.href);
  last = last.then(() => mark(address)).catch(() => location.reload());
});
