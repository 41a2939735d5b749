/* A link to a line of the file goes to that line in the text itself, where it can be mended. */
(() => {
  "use strict";
  const text = document.getElementById("id_source");
  if (!text) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-line]");
    if (!link) return;
    event.preventDefault();
    const lines = text.value.split("\n");
    const before = lines.slice(0, Number(link.dataset.line) - 1);
    const start = before.reduce((sum, line) => sum + line.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[before.length] || "").length);
    text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, before.length - 3);
  });
})();
