// Changing one's own password.

import { post, reasonOf } from "./lib/api.js";
import { byId, valuesOf } from "./lib/dom.js";
import { announce } from "./lib/page.js";
import { sentence } from "./lib/text.js";

const problem = byId("problem");
const form = byId("change", HTMLFormElement);

/** @param {string} text */
function say(text) {
  problem.textContent = text;
  announce(text);
  byId("old").focus();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { old, new: fresh, again } = valuesOf(form);
  if (fresh !== again) {
    say("The two new passwords differ.");
    return;
  }
  try {
    await post("/api/password", { old, new: fresh });
    location.assign("/sign-in");
  } catch (error) {
    say(sentence(reasonOf(error)));
  }
});

byId("old").focus();
