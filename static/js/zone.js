// Chooses the browser's own time zone beforehand, where the form offers it and nobody has chosen yet. A browser may know
// the zone under an older name (Asia/Calcutta) than the form does; the one it makes of each of ours tells.
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = (zone) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "";
  }
};
for (const field of document.querySelectorAll("select[data-own-zone]")) {
  const zones = [...field.options].map((option) => option.value);
  const zone = zones.includes(own) ? own : zones.find((one) => known(one) === own);
  if (zone && field.value === "UTC") field.value = zone;
}
