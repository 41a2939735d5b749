/* The director's units one after the other: each a request of its own, the stop between two of them. */
(() => {
  "use strict";
  // Reviewed turns go to the page that plays them one by one; without this they are played in one request.
  for (const button of document.querySelectorAll("[data-stepwise]")) button.value = "begin";

  const form = document.getElementById("go-on");
  if (!form) return;
  const run = () => document.getElementById("run");
  const button = form.querySelector("[data-run]");
  const stop = form.querySelector("[data-stop]");
  let going = false, stopping = false;

  const show = (html) => {
    const part = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    run().replaceWith(document.adoptNode(part));
    form.elements.number.value = run().dataset.number;
    document.title = document.title.replace(/\d+\/\d+/, `${run().dataset.number}/${run().querySelector("progress").max}`);
    const line = document.getElementById("spoken");
    if (line) line.textContent = document.getElementById("run-title").textContent;
  };

  const one = async (what) => {
    const body = new FormData(form);
    body.set("do", what);
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "run" } });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    show(await answer.text());
  };

  const leave = () => location.reload();

  const play = async (first) => {
    if (going) return;
    going = true;
    for (const other of form.querySelectorAll("button")) other.hidden = other !== button && other !== stop;
    button.setAttribute("aria-disabled", "true");
    button.textContent = button.dataset.busy;
    stop?.focus();
    try {
      await one(first);
      while (!stopping && run().dataset.state === "going") await one("next");
    } catch {
      // The server knows how far it came, whatever the line has swallowed: its page says so.
      return leave();
    }
    if (stopping && run().dataset.state === "going") return form.requestSubmit(stop);
    leave();
  };

  form.addEventListener("submit", (event) => {
    const what = event.submitter;
    if (going && what === stop && !stopping) {
      event.preventDefault();
      stopping = true;
      stop.textContent = stop.dataset.wait;
    } else if (going && !(stopping && what === stop)) {
      event.preventDefault();
    } else if (!going && what === button) {
      event.preventDefault();
      play(what.value === "rest" ? "next" : "again");
    }
  }, true);

  // Only what was confirmed a moment ago starts by itself; a page opened or loaded again waits for its button.
  if (location.hash === "#go") {
    history.replaceState(null, "", location.pathname);
    if (run().dataset.state === "going") play("next");
  }
})();
