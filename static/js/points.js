// Says how many points are left while a character's figures are chosen. The server judges; without this nothing is lost.
"use strict";
for (const line of document.querySelectorAll("[data-sum]")) {
  const inputs = line.dataset.sum.split(" ").map((name) => document.getElementsByName(name)[0]).filter(Boolean);
  const say = () => {
    const spent = inputs.reduce((sum, input) => sum + (Number(input.value) || 0) - Number(line.dataset.from), 0);
    const left = Number(line.dataset.most) - spent;
    line.toggleAttribute("data-over", left < 0);
    line.textContent = (left < 0 ? line.dataset.overBy : line.dataset.left).replace("{n}", Math.abs(left));
  };
  inputs.forEach((input) => input.addEventListener("input", say));
  say();
}
