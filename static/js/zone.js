// Chooses the browser's own time zone beforehand, where the form offers it and nobody has chosen yet.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("select[data-own-zone]")) {
  const offered = [...field.options].some((option) => option.value === zone);
  if (offered && field.value === "UTC") field.value = zone;
}
