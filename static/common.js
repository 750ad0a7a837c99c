// What pages that follow a game or a list share.

// A phone that changes its network leaves requests without an answer, for minutes: better ask again.
const PATIENCE = 20000;
const ask = (url, options = {}) => {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE);
  return fetch(url, { cache: "no-store", ...options, signal: patience.signal });
};

// Title, number and icon of the games that wait for the reader, as a page that has come later says.
const showWaiting = (parsed) => {
  document.title = parsed.title;
  const icon = parsed.querySelector("link[rel=icon]");
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon.getAttribute("href"));
  for (const place of document.querySelectorAll("[data-count]")) place.replaceWith(parsed.querySelector("[data-count]").cloneNode(true));
};
