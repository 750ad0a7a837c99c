// Shortcut keys of the page of a game. A key leads to a button or a field, or opens a page: none of
// them makes a move. One can switch them off, which this browser remembers (WCAG 2.1.4).
const offer = document.getElementById("keys-offer");
const list = document.getElementById("keys");
const use = list.querySelector("input");
// A browser may refuse to keep anything: then they are on until the page is left.
const kept = (work) => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};
use.checked = kept((store) => store.getItem("shortcut-keys")) !== "off";
use.addEventListener("change", () => kept((store) => store.setItem("shortcut-keys", use.checked ? "on" : "off")));
offer.hidden = false;
offer.firstElementChild.addEventListener("click", () => list.showModal());
list.querySelector("button").addEventListener("click", () => list.close());

document.addEventListener("keydown", (event) => {
  if (!use.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (event.target.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const found = event.key === "?" ? list : document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!found) return;
  event.preventDefault();
  if (found === list) list.showModal();
  else if (found.matches("a")) found.click();
  else found.focus();
});
