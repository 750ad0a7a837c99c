// Copies a link, or hands it to the programs of the device, where the browser can. Without it the link itself is there to be copied.
for (const box of document.querySelectorAll("[data-link-tools]")) {
  const url = new URL(box.dataset.linkTools, location.href).href;
  const copy = box.querySelector("[data-copy]");
  const share = box.querySelector("[data-share]");
  const status = box.querySelector("[role=status]");
  copy.hidden = !navigator.clipboard;
  share.hidden = !navigator.share;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(url);
      status.textContent = box.dataset.copied;
    } catch {
      status.textContent = box.dataset.failed;
    }
  });
  share.addEventListener("click", async () => {
    try {
      await navigator.share({ title: box.dataset.title, url });
    } catch {
      // Closed again without a choice.
    }
  });
}
