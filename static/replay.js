// The keys that each step names walk through a game; a field that is being filled in keeps them.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [role=region], [role=group]")) return;
  const step = document.querySelector(`a[aria-keyshortcuts="${event.key}"]`);
  if (step) {
    event.preventDefault();
    step.click();
  }
});
