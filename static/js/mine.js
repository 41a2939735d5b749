/* My turns kept true while it is looked at: what is new or gone is told, and put in when the reader asks for it. */
(() => {
  "use strict";
  const told = document.getElementById("changes");
  const words = told.querySelector("[role=status]");
  const show = told.querySelector("a");
  const marks = (text) => new Map(text.split(" ").filter(Boolean).map((mark) => mark.split(":")));
  let looking;

  // A line that reads otherwise is one change, and so is one that came or went.
  const changes = (now) => {
    const before = marks(document.getElementById("mine").dataset.marks);
    const gone = [...before.keys()].filter((what) => !now.has(what));
    return gone.length + [...now].filter(([what, how]) => before.get(what) !== how).length;
  };

  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(told.dataset.url);
      if (answer.redirected || !answer.ok) return;
      const count = changes(marks((await answer.json()).marks));
      const text = count === 1 ? told.dataset.one : told.dataset.many.replace("{}", count);
      if (count && words.textContent !== text) words.textContent = text;
      told.classList.toggle("unseen", !count);
    } catch { /* offline: the next look will tell */ }
  };

  const put = (html) => {
    const others = document.querySelector("details.others")?.open;
    for (const part of [...new DOMParser().parseFromString(html, "text/html").body.children]) {
      document.getElementById(part.id).replaceWith(document.adoptNode(part));
    }
    const { title, count } = document.getElementById("mine").dataset;
    document.title = title;
    const link = document.querySelector(".site-header [aria-current]");
    link.querySelector(".count")?.remove();
    if (Number(count)) link.insertAdjacentHTML("beforeend", '<span class="count"></span>');
    if (Number(count)) link.lastChild.textContent = count;
    if (others) document.querySelector("details.others")?.setAttribute("open", "");
    told.classList.add("unseen");
    document.dispatchEvent(new Event("htmx:after:swap"));
    document.getElementById("g-yours").focus({ preventScroll: true });
  };

  show.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(show.href, { headers: { "X-Part": "lists" } });
      if (answer.redirected || !answer.ok) throw new Error(answer.status);
      put(await answer.text());
    } catch {
      location.assign(show.href);
    }
  });

  const again = () => {
    clearInterval(looking);
    looking = setInterval(look, 60e3);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return clearInterval(looking);
    look();
    again();
  });
  again();
})();
