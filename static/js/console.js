/* The director's queue: a row looked at beside it without leaving the page, single keys, all boxes at once. */
(() => {
  "use strict";
  const rows = [...document.querySelectorAll("[data-row]")];
  const wide = matchMedia("(min-width: 80rem)");
  const current = () => rows.find((row) => row.hasAttribute("aria-current"));
  const pane = () => document.getElementById("detail");

  let asking;
  const look = async (row) => {
    const address = `?row=${encodeURIComponent(row.dataset.row)}`;
    asking?.abort();
    const mine = (asking = new AbortController());
    const busy = setTimeout(() => pane().setAttribute("aria-busy", "true"), 300);
    try {
      const answer = await fetch(address, { headers: { "X-Part": "detail" }, signal: mine.signal });
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      const part = new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
      pane().replaceWith(document.adoptNode(part));
      history.replaceState(null, "", address);
      document.dispatchEvent(new Event("htmx:after:swap"));
    } catch (error) {
      if (error.name !== "AbortError") location.assign(`${address}#detail`);
    } finally {
      clearTimeout(busy);
    }
  };

  const choose = (row) => {
    current()?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    row.querySelector(".q-title").focus();
    if (wide.matches && pane().dataset.shows !== row.dataset.row) look(row);
  };

  document.addEventListener("click", (event) => {
    const title = event.target.closest(".q-title");
    if (title && wide.matches && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      choose(title.closest("[data-row]"));
    }
    const all = event.target.closest("[data-all]");
    if (!all) return;
    event.preventDefault();
    const boxes = [...document.querySelectorAll("[form=bulk][name=rows]")];
    const marked = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !marked;
    all.dataset.mark ||= all.textContent;
    all.textContent = marked ? all.dataset.mark : all.dataset.none;
  });

  // --- single keys: only here, never while something is typed, and switched off in the settings

  const keys = document.querySelector("[data-keys]");
  const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  const move = (by) => {
    const at = rows.indexOf(current());
    choose(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]);
  };
  const press = (what) => current()?.querySelector(what)?.click();
  const sendBack = () => {
    const word = pane().dataset.shows === current()?.dataset.row && pane().querySelector("#word");
    if (word && word.offsetParent) word.focus();
    else press("[data-no]");
  };
  const list = () => {
    keys.open = !keys.open;
    keys.querySelector("summary").focus();
  };
  const acts = {
    j: () => move(1),
    k: () => move(-1),
    a: () => press("[data-yes]"),
    e: () => press("[data-adapt]"),
    r: sendBack,
    "?": list,
  };
  if (keys) {
    document.addEventListener("keydown", (event) => {
      const act = Object.hasOwn(acts, event.key) && acts[event.key];
      if (!act || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || typing(event.target)) return;
      if (event.repeat && !"jk".includes(event.key)) return;
      event.preventDefault();
      act();
    });
  }
})();
