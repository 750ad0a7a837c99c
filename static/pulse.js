// While the page of a game is looked at, it asks now and then whether anything has happened; while
// bots are to move, it is loaded again in a moment, unless somebody is writing on it.
const pulse = document.getElementById("pulse");
const beat = () => {
  if (document.visibilityState === "visible") pulse.dispatchEvent(new Event("pulse"));
};
const look = () => {
  const written = [...document.querySelectorAll("textarea, input:not([type=hidden])")].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  );
  if (!written && document.visibilityState === "visible") location.reload();
};
if (pulse) {
  setInterval(beat, 45000);
  document.addEventListener("visibilitychange", beat);
  addEventListener("load", beat);
  if ("bots" in pulse.dataset) setInterval(look, 1500);
}
