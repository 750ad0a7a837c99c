// What pages that follow a game or a list share.

// A phone that changes its network leaves requests without an answer, for minutes: better ask again.
const PATIENCE = 20000;
const ask = (url, options = {}) => {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE);
  return fetch(url, { cache: "no-store", ...options, signal: patience.signal });
};

// What is under a finger stays until it is lifted, for three seconds: a press on what has gone is none.
const whenReleased = async () => {
  for (let n = 0; n < 60 && document.querySelector("main :active"); n++) await new Promise((done) => setTimeout(done, 50));
};

// Title, number and icon of the games that wait for the reader, as a page that has come later says.
const showWaiting = (parsed) => {
  document.title = parsed.title;
  const icon = parsed.querySelector("link[rel=icon]");
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon.getAttribute("href"));
  for (const place of document.querySelectorAll("[data-count]")) place.replaceWith(parsed.querySelector("[data-count]").cloneNode(true));
};

// Whether somebody is filling in a part of the page.
const isWritten = (part) =>
  [...part.querySelectorAll("textarea, input:not([type=hidden]), select")].some(
    (field) =>
      (field.tagName !== "SELECT" && field.value !== field.defaultValue) ||
      (field.checked ?? false) !== (field.defaultChecked ?? false) ||
      field === document.activeElement,
  );
