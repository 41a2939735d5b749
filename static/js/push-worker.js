/* Shows the messages that the site sends to this browser, and opens the page they speak of. It keeps nothing. */
"use strict";

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data.json();
  } catch (_error) {
    return;
  }
  event.waitUntil(self.registration.showNotification(String(said.title || "Skald"), {
    body: said.body, tag: said.tag, lang: said.lang, renotify: Boolean(said.tag), data: { url: said.url },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data?.url || "/", self.location.origin);
  if (page.origin === self.location.origin) event.waitUntil(self.clients.openWindow(page.href));
});
