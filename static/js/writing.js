/* A post written without fear: kept while it is typed, pictures put in where the cursor is. Works without. */
(() => {
  "use strict";
  const form = document.querySelector("form[data-writing]");
  const newer = document.getElementById("newer");

  // New posts are announced, never put in under the reader.
  if (newer) {
    const look = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(newer.dataset.url);
        const { new: count } = await answer.json();
        document.getElementById("newer-words").textContent = count === 1 ? newer.dataset.one : newer.dataset.many.replace("{}", count);
        newer.hidden = !count;
      } catch { /* offline: the next look will tell */ }
    };
    setInterval(look, 60e3);
    document.addEventListener("visibilitychange", look);
  }
  if (!form) return;

  const { body, note, fork, revision, key, version } = form.elements;
  const line = document.getElementById("saved");
  const readers = document.getElementById("read-by");
  const store = `skald:scene:${form.dataset.store}`;
  let dirty = false, local = false, gone = false, later, last = Date.now(), sending = null;

  const say = (kind, word) => {
    const text = line.dataset[kind].replace("{}", word || "");
    if (line.textContent !== text) line.textContent = text;
  };
  // As whom and for whom: words that come back without it might be published to others.
  const CHOICES = new Set(["voice", "npc", "hide_author", "to", "readers", "reply_to"]);
  const choices = () => [...new FormData(form)].filter(([name]) => CHOICES.has(name));
  const choose = (chosen) => {
    for (const field of [...form.elements].filter(({ name }) => CHOICES.has(name))) {
      const values = chosen.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "checkbox" || field.type === "radio") field.checked = values.includes(field.value);
      else if (values.length) [field.value] = values;
    }
  };
  const keep = (sent) => {
    try {
      const kept = { text: body.value, note: note.value, choices: choices(), fork: fork.value, revision: revision.value };
      localStorage.setItem(store, JSON.stringify({ ...kept, key: key.value, version: version?.value, sent: sent === true }));
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

  const save = async (leaving) => {
    if (!dirty || (sending && !leaving)) return;
    clearTimeout(later);
    dirty = false;
    last = Date.now();
    const data = new FormData(form);
    data.delete("picture");
    if (!leaving) say("saving");
    sending = fetch(form.dataset.draft, { method: "POST", body: data, keepalive: Boolean(leaving) });
    try {
      const answer = await sending;
      if (answer.status === 404) {
        dirty = true;
        local = keep();
        return say("gone");
      }
      const told = await answer.json();
      if (told.error) {
        dirty = true;
        local = keep();
        return say("failed", told.error);
      }
      fork.value = told.fork;
      revision.value = told.revision;
      local = false;
      if (!gone) forget();
      if (readers && told.readers) readers.textContent = told.readers;
      if (told.conflict) document.getElementById("both").hidden = false;
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
  // The save that is on its way, one more for what was typed meanwhile, and out of this event: a form that is being
  // submitted cannot be submitted again.
  const flush = async () => {
    await sending?.catch(() => null);
    await save(true);
    await new Promise((done) => setTimeout(done));
  };
  const touched = () => {
    dirty = true;
    clearTimeout(later);
    later = setTimeout(save, Date.now() - last > 10e3 ? 0 : 1500);
  };

  // What was sent may never have arrived: then the page that stands here now knows nothing of it.
  const arrived = async (kept) => {
    if (!kept.sent) return false;
    if (version) return version.value !== kept.version;
    try {
      return (await (await fetch(`${form.dataset.pulse}?sent=${encodeURIComponent(kept.key)}`)).json()).sent;
    } catch {
      return false; // better here twice than nowhere
    }
  };
  const putBack = async () => {
    const kept = JSON.parse(localStorage.getItem(store));
    if (!kept) return;
    const known = kept.text === body.value && (kept.note || "") === note.value;
    if (known || !(kept.text || kept.note) || (await arrived(kept))) return forget();
    const typed = dirty ? body.value : ""; // somebody types already
    // With the number it was written under: if the server's draft has moved on meanwhile, both stay.
    body.value = [kept.text, typed].filter(Boolean).join("\n\n");
    note.value = kept.note || "";
    fork.value = kept.fork;
    revision.value = kept.revision;
    if (kept.key) key.value = kept.key;
    if (kept.choices) choose(kept.choices);
    if (note.value) note.closest("details").open = true;
    dirty = true;
    grow();
    say("found");
    save();
  };
  form.addEventListener("input", (event) => event.target.type !== "file" && touched());
  addEventListener("online", () => save());
  document.addEventListener("visibilitychange", () => document.hidden && save(true));
  addEventListener("pagehide", () => save(true));
  addEventListener("beforeunload", (event) => {
    if (dirty && !local && !form.dataset.sent && !keep()) event.preventDefault();
  });
  // Whatever leaves the page by a form of its own (the language switch) takes the draft along first.
  document.addEventListener("submit", (event) => {
    if (event.target === form) {
      dirty = false;
      gone = true;
      clearTimeout(later);
      keep(true);
    } else if (dirty && event.target.method === "post" && !event.target.dataset.flushed) {
      event.preventDefault();
      event.target.dataset.flushed = "1";
      flush().then(() => event.target.requestSubmit(event.submitter));
    }
  }, true);

  // What is pasted from a word processor or a page keeps what Markdown can say: bold, italic, headings, lists, links.
  const BLOCKS = new Set(["p", "div", "ul", "ol", "blockquote", "table", "section", "article", "pre"]);
  const SKIPPED = new Set(["head", "style", "script", "title", "meta"]);
  const around = (text, mark) => text.trim() && text.replace(/^(\s*)([^]*?)(\s*)$/, `$1${mark}$2${mark}$3`);
  const markdown = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ");
    const name = node.localName || "";
    if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(name)) return "";
    let text = [...node.childNodes].map(markdown).join("");
    const { bold, light, slanted } = node.dataset;
    if (bold || (!light && (name === "b" || name === "strong"))) text = around(text, "**") || text;
    if (slanted || name === "i" || name === "em") text = around(text, "*") || text;
    if (name === "a" && /^https?:/.test(node.getAttribute("href") || "") && text.trim()) return `[${text.trim()}](${node.href})`;
    if (name === "br") return "\n";
    if (name === "li") return `\n${node.parentNode.localName === "ol" ? "1." : "-"} ${text.trim()}`;
    if (/^h[1-6]$/.test(name)) return `\n\n${"#".repeat(name[1])} ${text.trim()}\n\n`;
    if (name === "tr") return `\n${text.trim()}`;
    if (name === "p") text = text.trim().replace(/^[·•§o]\s+/, "- ");
    return BLOCKS.has(name) ? `\n\n${text.trim()}\n\n` : text;
  };
  // Styles become marks first: the page's policy lets no style of others in, and says so on the console.
  const unstyled = (html) => html.replace(/<style[^]*?<\/style>/gi, "").replace(/\sstyle=("[^"]*"|'[^']*')/gi, (_all, style) => (/font-weight:\s*(bold|[6-9]00)/i.test(style) ? " data-bold=1" : "")
    + (/font-weight:\s*(normal|400)/i.test(style) ? " data-light=1" : "")
    + (/font-style:\s*italic/i.test(style) ? " data-slanted=1" : ""));
  form.addEventListener("paste", (event) => {
    const html = event.target.localName === "textarea" && event.clipboardData ? event.clipboardData.getData("text/html") : "";
    if (!html) return;
    const text = markdown(new DOMParser().parseFromString(unstyled(html), "text/html").body)
      .replace(/[ \u00a0]*\n[ \u00a0]*/g, "\n").replace(/\n{3,}/g, "\n\n").replace(/^\n+|\n+$/g, "");
    // This way of putting it in is the one that can be undone with Ctrl+Z.
    if (text && document.execCommand("insertText", false, text)) event.preventDefault();
  });

  // The text grows with what is written.
  const grow = () => {
    if (body.scrollHeight > body.clientHeight + 8 && body.rows < 40) body.rows += 4;
  };
  body.addEventListener("input", grow);
  grow();
  putBack().catch(() => null); // nothing was kept on this device

  // A picture is put where the cursor is, without leaving the page.
  form.addEventListener("click", async (event) => {
    const button = event.target.closest("button[value=picture]");
    const file = form.elements.picture?.files[0];
    if (!button || !file) return;
    event.preventDefault();
    const data = new FormData(form);
    data.delete("body");
    data.delete("note");
    button.setAttribute("aria-disabled", "true");
    try {
      const told = await (await fetch(form.dataset.pictures, { method: "POST", body: data })).json();
      if (told.error) return say("failed", told.error);
      body.setRangeText(`\n\n${told.markup}\n\n`, body.selectionStart, body.selectionEnd, "end");
      form.elements.picture.value = "";
      form.elements.alt.value = "";
      body.focus();
      touched();
    } catch {
      say("failed", "");
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
})();
