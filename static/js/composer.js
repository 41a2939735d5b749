/* A turn composed without leaving the page: taps, choices, numbers that follow, drafts that are kept. Works without. */
(() => {
  "use strict";
  const form = document.querySelector("form[data-live]");
  const newer = document.getElementById("newer");
  let dirty = false, local = false;

  // --- the parts of the page that follow a choice

  const swap = (html) => {
    const active = document.activeElement;
    const spot = active && { id: active.id, name: active.name, value: active.value };
    for (const part of [...new DOMParser().parseFromString(html, "text/html").body.children]) {
      const old = document.getElementById(part.id);
      if (old) old.replaceWith(document.adoptNode(part));
    }
    document.dispatchEvent(new Event("htmx:after:swap"));
    const gone = spot && !document.contains(active);
    if (gone) again(spot).focus({ preventScroll: true });
    const chance = document.querySelector("#outlook strong")?.textContent.match(/< (\d+)/);
    if (form.elements.expected) form.elements.expected.value = chance ? chance[1] : "";
  };

  // Focus never falls to <body>: the same control, else the same place on the board, else the heading.
  const again = ({ id, name, value }) =>
    (id && document.getElementById(id)) ||
    [...form.querySelectorAll("button,input,select")].find((e) => e.name === name && e.value === value && e.offsetParent) ||
    [...form.querySelectorAll(`.hit[value$="${CSS.escape(value.split(":")[1] || "?")}"]`)].find((e) => e.offsetParent) ||
    form.querySelector("[data-composer]") || form;

  // The server has kept what went along; the page need not ask whether to leave.
  const leave = (url) => {
    dirty = false;
    location.assign(url);
  };

  // A choice may come before the answer to the one before it, which is then given up: its taps go along again.
  let asking, answered, taps = [];
  const ask = (part, extra) => (answered = follow(part, extra));
  const follow = async (part, extra) => {
    asking?.abort();
    const mine = (asking = new AbortController());
    const body = new FormData(form);
    if (extra?.pick) taps.push(extra.pick);
    if (taps.length) part = "turn";
    for (const tap of taps) body.append("pick", tap);
    for (const name of ["do", "show"]) if (name in (extra || {})) body.set(name, extra[name]);
    const outlook = document.getElementById("outlook");
    const busy = setTimeout(() => outlook?.setAttribute("aria-busy", "true"), 300);
    outlook?.classList.add("stale");
    try {
      const answer = await fetch(form.action.split("#")[0], { method: "POST", body, headers: { "X-Part": part }, signal: mine.signal });
      if (answer.redirected) return leave(answer.url);
      if (!answer.ok) throw new Error(answer.status);
      const parts = await answer.text();
      taps = [];
      swap(parts);
    } catch (error) {
      if (error.name === "AbortError") return;
      taps = [];
      form.classList.remove("live");
      if (outlook) outlook.textContent = form.dataset.lost;
    } finally {
      clearTimeout(busy);
      if (asking === mine) {
        asking = null;
        const now = document.getElementById("outlook");
        now?.removeAttribute("aria-busy");
        now?.classList.remove("stale");
      }
    }
  };

  const compose = () => {
    form.classList.add("live");
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || button.form !== form) return;
      const quiet = ["pick", "show"].includes(button.name) || (button.name === "do" && ["less", "more", "stay"].includes(button.value));
      if (!quiet || event.ctrlKey) return;
      event.preventDefault();
      if (button.value === "less" || button.value === "more") {
        const field = form.elements.boost;
        const most = Number(field.dataset.max);
        field.value = Math.min(most, Math.max(0, (Number(field.value) || 0) + (button.value === "more" ? 1 : -1)));
        touched();
        return ask("outlook");
      }
      touched();
      ask("turn", { [button.name]: button.value });
    });
    form.addEventListener("change", (event) => {
      const name = event.target.name;
      if (!name || name === "text") return;
      touched();
      ask(name === "boost" || name === "reroll" ? "outlook" : "turn");
    });
    // What is sent holds the last tap, also when it was pressed before that tap's answer came.
    form.addEventListener("submit", async (event) => {
      if (!taps.length) return;
      event.preventDefault();
      while (taps.length) await answered;
      form.requestSubmit(event.submitter);
    });
    // Ctrl+Enter reviews; nothing on the keyboard rolls.
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      if (event.ctrlKey) return form.requestSubmit(form.querySelector("[formaction]"));
      if (event.target.matches("input[type=text]")) {
        event.preventDefault();
        event.target.dispatchEvent(new Event("change", { bubbles: true }));
      }
    });
  };

  // --- drafts: where the text is, always said

  const line = document.getElementById("saved");
  const store = form && form.dataset.key && `skald:${form.dataset.key}`;
  const say = (kind, word) => {
    if (line) line.textContent = line.dataset[kind].replace("{}", word || "");
  };
  const keep = () => {
    try {
      localStorage.setItem(store, JSON.stringify({ text: form.elements.text.value, revision: form.elements.revision.value }));
      return true;
    } catch {
      return false;
    }
  };
  const forget = () => {
    try {
      localStorage.removeItem(store);
    } catch { /* private browsing keeps nothing, so there is nothing to forget */ }
  };

  let later, since = 0, sending = null;
  const touched = () => {
    if (!form.dataset.draft) return;
    if (!dirty) since = Date.now();
    dirty = true;
    if (local) keep();
    clearTimeout(later);
    later = setTimeout(save, Date.now() - since > 10e3 ? 0 : 1500);
  };
  const save = async (leaving) => {
    if (!dirty || (sending && !leaving)) return;
    clearTimeout(later);
    dirty = false;
    const body = new FormData(form);
    if (!leaving) say("saving");
    sending = fetch(form.dataset.draft, { method: "POST", body, keepalive: Boolean(leaving) });
    try {
      const answer = await sending;
      const told = await answer.json();
      if (told.error) {
        dirty = true;
        return say("failed", told.error);
      }
      form.elements.fork.value = told.fork;
      form.elements.revision.value = told.revision;
      local = false;
      forget();
      say(told.conflict ? "conflict" : "saved", told.saved);
    } catch {
      dirty = true;
      local = keep();
      if (local) say("offline");
      later = setTimeout(save, 10e3);
    } finally {
      sending = null;
      if (dirty && !local) later = setTimeout(save, 1500);
    }
  };

  const drafts = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(store));
      if (kept && kept.text && kept.text !== form.elements.text.value) {
        // Kept on this device and never sent. Where the server's text has moved on since, it becomes a draft of its own.
        const moved = kept.revision !== form.elements.revision.value;
        form.elements.text.value = kept.text;
        form.elements.revision.value = kept.revision;
        dirty = true;
        if (!moved) say("found");
        save();
      } else forget();
    } catch { /* nothing was kept on this device */ }
    form.elements.text.addEventListener("input", touched);
    addEventListener("online", () => save());
    document.addEventListener("visibilitychange", () => document.hidden && save(true));
    addEventListener("pagehide", () => save(true));
    addEventListener("beforeunload", (event) => {
      if (dirty && !local && !form.dataset.sent && !keep()) event.preventDefault();
    });
    // Whatever leaves the page by a form of its own (the language switch) takes the draft along first.
    document.addEventListener("submit", (event) => {
      if (event.target !== form && dirty && !event.target.dataset.flushed) {
        event.preventDefault();
        event.target.dataset.flushed = "1";
        save().then(() => event.target.requestSubmit(event.submitter));
      } else if (event.target === form) {
        dirty = false;
        clearTimeout(later);
      }
    }, true);
  };

  // --- the board may change meanwhile: said, never swapped under the reader

  const watch = () => {
    const look = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(newer.dataset.url);
        if (answer.ok && (await answer.json()).version !== newer.dataset.version) newer.hidden = false;
      } catch { /* offline: the next look will tell */ }
    };
    setInterval(look, 60e3);
    document.addEventListener("visibilitychange", look);
  };

  if (form) compose();
  if (form && form.dataset.draft && form.elements.text) drafts();
  if (newer) watch();
})();
