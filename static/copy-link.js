// Copies a link, or hands it to the programs of the device, where the browser can. Without it the link itself is there to be copied.
const showLinkTools = () => {
  for (const copy of document.querySelectorAll("[data-link-tools] [data-copy]")) copy.hidden = !navigator.clipboard;
  for (const share of document.querySelectorAll("[data-link-tools] [data-share]")) share.hidden = !navigator.share;
};
// Also for the tools of lists that have been renewed since.
document.addEventListener("click", async (event) => {
  const box = event.target.closest("[data-link-tools]");
  if (!box) return;
  const url = new URL(box.dataset.linkTools, location.href).href;
  if (event.target.closest("[data-copy]")) {
    const status = box.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(url);
      status.textContent = box.dataset.copied;
    } catch {
      status.textContent = box.dataset.failed;
    }
  } else if (event.target.closest("[data-share]")) {
    try {
      await navigator.share({ title: box.dataset.title, url });
    } catch {
      // Closed again without a choice.
    }
  }
});
showLinkTools();
