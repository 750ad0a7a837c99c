// Lists of games take in what has changed. They ask ever more seldom, and not while nobody looks.
const LONGEST = 30000;
const state = () => document.getElementById("lists").dataset;
let wait = 2000;
let timer = 0;

const isWriting = () => document.activeElement?.closest("main form") || document.querySelector("dialog[open]");
const take = async () => {
  const answer = await ask(location.href);
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  await whenReleased();
  if (!answer.ok || isWriting() || !parsed.getElementById("lists")) return;
  const focused = document.activeElement?.getAttribute("href");
  const messages = document.getElementById("messages");
  if (!parsed.getElementById("messages").children.length) parsed.getElementById("messages").replaceWith(messages);
  for (const folded of document.querySelectorAll("main details[id]")) {
    const same = parsed.getElementById(folded.id);
    if (same) same.open = folded.open;
  }
  for (const form of document.querySelectorAll("main form")) {
    const same = isWritten(form) && parsed.querySelector(`main form[action="${CSS.escape(form.getAttribute("action"))}"]`);
    if (same) same.replaceWith(form);
  }
  document.querySelector("main > .page").replaceWith(parsed.querySelector("main > .page"));
  showLinkTools();
  if (focused) document.querySelector(`main a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  showWaiting(parsed);
};
const again = () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible") timer = setTimeout(look, wait);
};
const look = async () => {
  try {
    const { url, mark } = state();
    const answer = await ask(`${url}known=${mark}`);
    wait = answer.status === 205 ? 2000 : Math.min(wait * 1.4, LONGEST);
    if (answer.status === 205) await take();
  } catch {
    wait = Math.min(wait * 2, LONGEST);
  }
  again();
};
document.addEventListener("visibilitychange", () => {
  wait = 2000;
  clearTimeout(timer);
  if (document.visibilityState === "visible") look();
});
again();
