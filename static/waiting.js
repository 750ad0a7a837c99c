// Title, number and icon of the games that wait for the reader, as a page that has come later says.
const showWaiting = (parsed) => {
  document.title = parsed.title;
  const icon = parsed.querySelector("link[rel=icon]");
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon.getAttribute("href"));
  for (const place of document.querySelectorAll("[data-count]")) place.replaceWith(parsed.querySelector("[data-count]").cloneNode(true));
};
