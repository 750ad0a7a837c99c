// Chooses the time zone of the browser where the list has it; people elsewhere choose theirs.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const list of document.querySelectorAll("select[data-own-zone]")) {
  const own = [...list.options].find((option) => option.value === zone);
  if (own && list.value === list.dataset.ownZone) own.selected = true;
}
