/* The board as one tab stop: arrows go to the next button that way, skipping blanks; a unit of four cells is one stop. */
(() => {
  "use strict";
  const place = (button) => {
    const number = (letter) => Number(button.className.match(new RegExp(`(?:^|\\s)${letter}(\\d+)`))?.[1] || 0);
    const top = number("r"), left = number("c");
    const tall = button.classList.contains("rs2"), wide = button.classList.contains("cs2");
    return { top, left, bottom: top + (tall ? 1 : 0), right: left + (wide ? 1 : 0) };
  };
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const gap = (value, low, high) => Math.abs(value - clamp(value, low, high));

  // `line` is the row (or column) the reader walks along; crossing a big unit does not change it.
  const step = (spots, from, key, line) => {
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const forward = key === "ArrowRight" || key === "ArrowDown";
    const [start, end, low, high] = across ? ["left", "right", "top", "bottom"] : ["top", "bottom", "left", "right"];
    let best = null, cost = Infinity;
    for (const spot of spots) {
      const ahead = forward ? spot[start] - from[end] : from[start] - spot[end];
      if (ahead <= 0) continue;
      const aside = gap(line, spot[low], spot[high]);
      const price = ahead + aside * 100;
      if (price < cost) [best, cost] = [spot, price];
    }
    return best;
  };

  const edge = (spots, from, key, whole) => {
    const row = whole ? spots : spots.filter((spot) => spot.top <= from.bottom && spot.bottom >= from.top);
    const order = [...row].sort((a, b) => (whole ? a.top - b.top : 0) || a.left - b.left);
    return key === "Home" ? order[0] : order[order.length - 1];
  };

  const prepare = (board) => {
    const buttons = [...board.querySelectorAll(".hit")];
    if (!buttons.length || board.dataset.ready) return;
    board.dataset.ready = "1";
    const spots = buttons.map((button) => ({ button, ...place(button) }));
    const spotOf = (button) => spots.find((spot) => spot.button === button);
    const hold = (button) => buttons.forEach((other) => { other.tabIndex = other === button ? 0 : -1; });
    let row = 0, column = 0;
    const stand = (spot) => {
      row = clamp(row, spot.top, spot.bottom);
      column = clamp(column, spot.left, spot.right);
    };
    hold(buttons.find((button) => button.getAttribute("aria-pressed") === "true") || buttons[0]);

    board.addEventListener("focusin", (event) => {
      const spot = spotOf(event.target);
      if (!spot) return;
      hold(spot.button);
      stand(spot);
    });

    board.addEventListener("keydown", (event) => {
      const from = spotOf(event.target);
      if (!from || event.altKey || event.metaKey) return;
      if (event.key === "Escape") return document.querySelector(board.dataset.exit || "[data-composer]")?.focus();
      let to = null;
      if (event.key.startsWith("Arrow") && !event.ctrlKey) {
        to = step(spots, from, event.key, event.key === "ArrowLeft" || event.key === "ArrowRight" ? row : column);
      } else if (event.key === "Home" || event.key === "End") {
        to = edge(spots, from, event.key, event.ctrlKey);
      } else {
        return;
      }
      event.preventDefault();
      to?.button.focus();
    });
  };

  const prepareAll = () => document.querySelectorAll("[data-board]").forEach(prepare);
  document.addEventListener("htmx:after:swap", prepareAll);
  prepareAll();
})();
