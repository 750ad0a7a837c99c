// Shows push messages, opens what they are about, and keeps static files and one page for the time
// without a connection. Pages of a person are never kept: nothing is put into the cache later.
"use strict";
const facts = {{ facts|safe }};

self.addEventListener("install", (event) => {
  const fresh = facts.kept.map((url) => new Request(url, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(facts.cache).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== facts.cache);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(facts.offline)));
  } else if (facts.kept.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request.url)));
  }
});

self.addEventListener("push", (event) => {
  let message = {};
  try { message = event.data.json(); } catch { /* shown without words: browsers want something shown */ }
  const { title = facts.name, body = "", path = "/", tag = "news" } = message;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: facts.icon, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path || "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const same = windows.find((one) => new URL(one.url).pathname === url.pathname);
    return same ? same.focus() : self.clients.openWindow(url.href);
  };
  event.waitUntil(open());
});
