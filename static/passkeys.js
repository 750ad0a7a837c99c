// Shows what passkeys need where the browser has them, and says when one did not work.
(() => {
  "use strict";
  if (!window.PublicKeyCredential) return;
  for (const button of document.querySelectorAll("[data-passkey]")) {
    const { passkey, credential, alone } = button.dataset;
    const ids = { [passkey]: button.id, credential, passwordless: alone, data: "js_data" };
    window.allauth.webauthn.forms[`${passkey}Form`]({ ids });
    button.hidden = false;
  }
  const failed = document.querySelector("[data-passkey-failed]");
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    if (failed) failed.hidden = false;
  });
})();
