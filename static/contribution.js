// Proposes a random contribution to the shuffles; type over it for another one.
for (const field of document.querySelectorAll("[data-propose]")) {
  if (!field.value) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
