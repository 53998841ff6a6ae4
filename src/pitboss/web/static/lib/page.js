// What every page has: header and navigation, who is signed in, display settings, and one place for announcements.

import { signInPath } from "./address.js";
import { get } from "./api.js";
import { inside, make, makeSvg } from "./dom.js";
import { keepSetting, readSetting } from "./storage.js";

const PAGES = [
  ["/", "Lobby"],
  ["/floor", "Floor"],
  ["/rounds", "Rounds"],
  ["/reports", "Reports"],
  ["/odds", "Odds"],
  ["/rules", "Rules"],
  ["/submission", "Submission"],
];
/** @type {Record<string, string>} */
const THEMES = { auto: "As the device", light: "Light", dark: "Dark", contrast: "High contrast" };

/** The colours that this browser chose; `auto` follows the device. */
function chosenTheme() {
  const theme = readSetting("theme") ?? "auto";
  return theme in THEMES ? theme : "auto";
}

function applySettings() {
  const { dataset } = document.documentElement;
  if (chosenTheme() === "auto") delete dataset.theme;
  else dataset.theme = chosenTheme();
  if (readSetting("deck") === "four") dataset.deck = "four";
  else delete dataset.deck;
}
applySettings();
addEventListener("storage", applySettings);

const voice = make("div", { class: "visually-hidden", "aria-live": "polite", role: "status", id: "voice" });

/**
 * Reads a text out to people who use a screen reader. The same text twice is read twice.
 *
 * @param {string} text
 */
export function announce(text) {
  voice.textContent = "";
  setTimeout(() => {
    voice.textContent = text;
  }, 60);
}

/** @type {Promise<Wire.PersonShown | null> | undefined} */
let asked;

/**
 * Who is signed in, or null. The house is asked once a page, or `again`.
 *
 * @param {boolean} [again]
 * @returns {Promise<Wire.PersonShown | null>}
 */
export function me(again = false) {
  if (!asked || again) {
    asked = get("/api/me")
      .catch(() => null)
      .then((found) => {
        showPerson(found);
        return found;
      });
  }
  return asked;
}

const name = make("span", { class: "top__who", id: "who" });
const signIn = make("a", { class: "button", href: "/sign-in", hidden: true }, "Sign in");
const signOut = make("button", { class: "button", type: "button", hidden: true, click: leave }, "Sign out");

/** @param {Wire.PersonShown | null} found */
function showPerson(found) {
  name.textContent = found ? found.name : "";
  name.title = found ? `${found.name}, ${found.role}` : "";
  const isSignInPage = location.pathname === "/sign-in";
  signIn.href = isSignInPage ? "/sign-in" : signInPath();
  signIn.hidden = Boolean(found) || isSignInPage;
  signOut.hidden = !found;
  signOut.setAttribute("aria-label", found ? `Sign out ${found.name}` : "Sign out");
  signOut.title = name.title;
  dispatchEvent(new CustomEvent("pitboss:who", { detail: found }));
}

async function leave() {
  await fetch("/api/sign-out", { method: "POST" }).catch(() => null);
  location.assign("/");
}

function brand() {
  const mark = makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  mark.innerHTML = `<g fill="none" stroke="currentColor"><circle cx="12" cy="12" r="10" stroke-width="3"
    stroke-dasharray="5.24 5.24"/><circle cx="12" cy="12" r="7.6" stroke-width="1.4"/></g>
    <path d="M12 7.6l3.4 4.4-3.4 4.4L8.6 12z" fill="currentColor"/>`;
  return make("a", { class: "top__brand", href: "/" }, mark, "pitboss");
}

function navigation() {
  const list = make("ul");
  for (const [href, label] of PAGES) {
    const here = href === "/" ? location.pathname === "/" : location.pathname.startsWith(href);
    list.append(make("li", {}, make("a", { href, "aria-current": here ? "page" : null }, label)));
  }
  return make("nav", { class: "top__nav", "aria-label": "Pages", id: "pages" }, list);
}

/** @param {HTMLElement} nav */
function menu(nav) {
  const button = make(
    "button",
    { class: "button top__menu", type: "button", "aria-expanded": "false", "aria-controls": "pages" },
    "Menu",
  );
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", String(nav.toggleAttribute("data-open")));
  });
  return button;
}

function display() {
  const theme = make("select", { id: "theme" });
  for (const [value, label] of Object.entries(THEMES)) theme.append(make("option", { value }, label));
  theme.value = chosenTheme();
  theme.addEventListener("change", () => {
    keepSetting("theme", theme.value);
    applySettings();
  });
  const four = make("input", { type: "checkbox", id: "four" });
  four.checked = readSetting("deck") === "four";
  four.addEventListener("change", () => {
    keepSetting("deck", four.checked ? "four" : "two");
    applySettings();
  });
  const box = make(
    "div",
    { class: "display__box" },
    make("div", { class: "field" }, make("label", { for: "theme" }, "Colours"), theme),
    make("label", { class: "row", for: "four" }, four, "Four-colour deck"),
  );
  const details = make("details", { class: "display" }, make("summary", {}, "Display"), box);
  addEventListener("click", (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    inside(details, "summary").focus();
    event.stopPropagation();
  });
  return details;
}

function build() {
  const main = document.querySelector("main");
  if (main) {
    main.id ||= "main";
    main.tabIndex = -1;
  }
  const nav = navigation();
  const end = make("div", { class: "top__end" }, name, signIn, signOut, display(), menu(nav));
  const skip = make("a", { class: "button button--main skip", href: `#${main ? main.id : ""}` }, "Skip to content");
  document.body.prepend(skip, make("header", { class: "top" }, brand(), nav, end));
  document.body.append(voice);
  if (!document.querySelector("link[rel='icon']")) {
    document.head.append(make("link", { rel: "icon", href: "/static/icon.svg", type: "image/svg+xml" }));
  }
  me();
}
build();
