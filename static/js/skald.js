/* Small comforts; every page works without them. */
(() => {
  "use strict";
  const MINUTE = 60e3, HOUR = 3600e3, DAY = 86400e3;
  const body = document.body;
  // The reader's clock may be wrong by hours: count from the server's moment, which the page carries.
  const arrived = performance.getEntriesByType("navigation")[0]?.responseStart || 0;
  const drift = Date.parse(body.dataset.now) - (Date.now() - performance.now() + arrived) || 0;
  const now = () => Date.now() + drift;

  const span = (ms, moment) => {
    const minutes = Math.floor(Math.abs(ms) / MINUTE);
    const d = Math.floor(minutes / 1440), h = Math.floor(minutes / 60) % 24, m = minutes % 60;
    if (d) return h ? `${d} d ${h} h` : `${d} d`;
    if (h) return m ? `${h} h ${m} min` : `${h} h`;
    return m ? `${m} min` : moment;
  };

  const clock = (ms) => {
    const s = Math.floor(ms / 1e3);
    return s < 60 ? `${s} s` : `${Math.floor(s / 60)} min ${String(s % 60).padStart(2, "0")} s`;
  };

  const speak = (element, left, before) => {
    const line = document.getElementById("spoken");
    for (const mark of [DAY, HOUR, 10 * MINUTE]) {
      if (line && before > mark && left <= mark) line.textContent = `${element.dataset.speak}: ${element.textContent}`;
    }
  };

  const show = (element) => {
    const { until, left, overdue, moment } = element.dataset;
    const rest = Date.parse(until) - now();
    const length = rest > 0 && rest < 10 * MINUTE ? clock(rest) : span(rest, moment);
    const text = (rest > 0 ? left : overdue).replace("{}", length);
    if (element.textContent !== text) element.textContent = text;
    if (element.dataset.speak && element.before) speak(element, rest, element.before);
    element.before = rest;
    return rest;
  };

  let waiting;
  const tick = () => {
    clearTimeout(waiting);
    let soonest = DAY;
    for (const element of document.querySelectorAll("[data-until]")) {
      const rest = show(element);
      if (rest > 0) soonest = Math.min(soonest, rest);
    }
    if (!document.hidden) waiting = setTimeout(tick, soonest < 11 * MINUTE ? 1e3 : MINUTE);
  };
  document.addEventListener("visibilitychange", tick);
  document.addEventListener("htmx:after:swap", tick);
  tick();

  // One press, one request. The server holds the same promise by the form's key.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    const button = event.submitter;
    setTimeout(() => {
      if (!button) return;
      button.setAttribute("aria-disabled", "true");
      if (button.dataset.busy) button.textContent = button.dataset.busy;
    });
  });
  // Back from the next page: a form kept in the browser's memory must be usable again.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
    for (const button of document.querySelectorAll("button[aria-disabled]")) button.removeAttribute("aria-disabled");
  });

  document.querySelector("[data-focus]")?.focus();

  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  // Tell, never change: the device's zone beside the saved one, on the settings page.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const hint of document.querySelectorAll("[data-zone-hint]")) {
    const at = (timeZone) => new Date().toLocaleString("en", { timeZone });
    if (!zone || at(zone) === at(hint.dataset.zoneHint)) continue;
    hint.textContent = hint.dataset.text.replace("{}", zone);
    hint.hidden = false;
  }

  // A menu closes on Escape and on a press elsewhere.
  const menus = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
})();
