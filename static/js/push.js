/* The button that subscribes this browser to messages. Without this file the section says what it needs. */
(() => {
  "use strict";
  const form = document.getElementById("push");
  if (!form) return;
  const state = document.getElementById("push-state"), button = form.querySelector("button");
  const say = (name) => { state.textContent = state.dataset[name] || ""; };
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able || !window.isSecureContext) return say("unable");
  if (Notification.permission === "denied") return say("denied");
  form.hidden = false;
  say("ready");

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const subscribe = async () => {
    const worker = await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
    await navigator.serviceWorker.ready;
    const known = await worker.pushManager.getSubscription();
    const own = known && text(known.options.applicationServerKey || new ArrayBuffer(0)) === form.dataset.key;
    if (known && !own) await known.unsubscribe();
    return own ? known : worker.pushManager.subscribe({
      userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key),
    });
  };

  form.addEventListener("submit", async (event) => {
    if (form.elements.endpoint.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say("asking");
    try {
      const made = await subscribe();
      form.elements.endpoint.value = made.endpoint;
      form.elements.p256dh.value = text(made.getKey("p256dh"));
      form.elements.auth.value = text(made.getKey("auth"));
      form.requestSubmit(button);
    } catch (_refusal) {
      say(Notification.permission === "denied" ? "denied" : "failed");
    }
  });
})();
