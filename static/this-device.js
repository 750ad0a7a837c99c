// Switches on the service worker and push messages of this browser, at a press and never before.
(() => {
  "use strict";
  const root = document.getElementById("this-device");
  if (!root) return;
  const show = (name) => {
    const found = root.querySelector(`[data-${name}]`);
    if (found) found.hidden = false;
  };
  if (!("serviceWorker" in navigator)) {
    show("without");
    return;
  }
  const register = () => navigator.serviceWorker.register(root.dataset.worker, { scope: "/" });
  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const offer = (form, work) => {
    if (!form) return;
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        if (await work(form)) form.submit();
      } catch {
        show("failed");
      }
    });
  };
  offer(root.querySelector("[data-app]"), async () => Boolean(await register()));
  if (!("PushManager" in window)) return;
  offer(root.querySelector("[data-push]"), async (form) => {
    if ((await Notification.requestPermission()) !== "granted") {
      show("refused");
      return false;
    }
    await register();
    const worker = await navigator.serviceWorker.ready;
    // One that was made with another key of the site is of no use.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(root.dataset.key) });
    form.elements.endpoint.value = made.endpoint;
    form.elements.key.value = text(made.getKey("p256dh"));
    form.elements.secret.value = text(made.getKey("auth"));
    return true;
  });
})();
