// What every page has: header and navigation, who is signed in, how things look, and one place that speaks.

const PLACES = [
  ["/", "Lobby"], ["/floor", "Floor"], ["/rounds", "Rounds"], ["/reports", "Reports"],
  ["/odds", "Odds"], ["/rules", "Rules"], ["/submission", "Submission"],
];
const THEMES = { auto: "As the device", light: "Light", dark: "Dark", contrast: "High contrast" };
const root = document.documentElement;

/** Makes an element: `make("a", {class: "button", href: "/"}, "Lobby")`. Properties that are functions listen. */
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Keeps a choice in this browser, where it lets us. */
function kept(name) {
  try { return localStorage.getItem(`pitboss.${name}`); } catch { return null; }
}
function keep(name, value) {
  try { localStorage.setItem(`pitboss.${name}`, value); } catch { /* a private window forgets, and that is fine */ }
}

function look() {
  const theme = kept("theme");
  if (theme && theme !== "auto" && theme in THEMES) root.dataset.theme = theme;
  else delete root.dataset.theme;
  if (kept("deck") === "four") root.dataset.deck = "four";
  else delete root.dataset.deck;
}
look();
addEventListener("storage", look);

const voice = make("div", { class: "visually-hidden", "aria-live": "polite", role: "status", id: "voice" });

/** Says something to those who hear the page. The same text twice is said twice. */
export function announce(text) {
  voice.textContent = "";
  setTimeout(() => { voice.textContent = text; }, 60);
}

let asked;

/** Who is signed in: {name, role, tables}, or null. Asked of the house once a page, or `again`. */
export function me(again = false) {
  if (!asked || again) {
    asked = fetch("/api/me", { headers: { accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((found) => (found && found.name ? found : null))
      .catch(() => null)
      .then((found) => { show(found); return found; });
  }
  return asked;
}

const name = make("span", { class: "top__who", id: "who" });
const door = make("a", { class: "button", href: "/sign-in", hidden: true }, "Sign in");
const out = make("button", { class: "button", type: "button", hidden: true, click: signOut }, "Sign out");

function show(found) {
  name.textContent = found ? found.name : "";
  name.title = found ? `${found.name}, ${found.role}` : "";
  const here = location.pathname + location.search;
  door.href = location.pathname === "/sign-in" ? "/sign-in" : `/sign-in?to=${encodeURIComponent(here)}`;
  door.hidden = Boolean(found) || location.pathname === "/sign-in";
  out.hidden = !found;
  out.setAttribute("aria-label", found ? `Sign out ${found.name}` : "Sign out");
  out.title = name.title;
  dispatchEvent(new CustomEvent("pitboss:who", { detail: found }));
}

async function signOut() {
  await fetch("/api/sign-out", { method: "POST" }).catch(() => null);
  location.assign("/");
}

function brand() {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  mark.setAttribute("viewBox", "0 0 24 24");
  mark.setAttribute("aria-hidden", "true");
  const draw = (tag, attributes) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    mark.append(shape);
  };
  draw("circle", { cx: 12, cy: 12, r: 10, fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-dasharray": "5.24 5.24" });
  draw("circle", { cx: 12, cy: 12, r: 7.6, fill: "none", stroke: "currentColor", "stroke-width": 1.4 });
  draw("path", { d: "M12 7.6l3.4 4.4-3.4 4.4L8.6 12z", fill: "currentColor" });
  return make("a", { class: "top__brand", href: "/" }, mark, "pitboss");
}

function navigation() {
  const list = make("ul");
  for (const [href, label] of PLACES) {
    const here = href === "/" ? location.pathname === "/" : location.pathname.startsWith(href);
    list.append(make("li", {}, make("a", { href, "aria-current": here ? "page" : null }, label)));
  }
  return make("nav", { class: "top__nav", "aria-label": "Pages", id: "pages" }, list);
}

function menu(nav) {
  const button = make("button", { class: "button top__menu", type: "button", "aria-expanded": "false", "aria-controls": "pages" }, "Menu");
  button.addEventListener("click", () => {
    const open = nav.toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(open));
  });
  return button;
}

function display() {
  const theme = make("select", { id: "theme" });
  for (const [value, label] of Object.entries(THEMES)) theme.append(make("option", { value }, label));
  theme.value = kept("theme") in THEMES ? kept("theme") : "auto";
  theme.addEventListener("change", () => { keep("theme", theme.value); look(); });
  const four = make("input", { type: "checkbox", id: "four" });
  four.checked = kept("deck") === "four";
  four.addEventListener("change", () => { keep("deck", four.checked ? "four" : "two"); look(); });
  const box = make("div", { class: "display__box" },
    make("div", { class: "field" }, make("label", { for: "theme" }, "Colours"), theme),
    make("label", { class: "row", for: "four" }, four, "Four-colour deck"));
  const details = make("details", { class: "display" }, make("summary", {}, "Display"), box);
  const close = () => { details.open = false; };
  addEventListener("click", (event) => { if (!details.contains(event.target)) close(); });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    close();
    details.querySelector("summary").focus();
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
  const end = make("div", { class: "top__end" }, name, door, out, display(), menu(nav));
  const skip = make("a", { class: "button button--main skip", href: `#${main ? main.id : ""}` }, "Skip to content");
  document.body.prepend(skip, make("header", { class: "top" }, brand(), nav, end));
  document.body.append(voice);
  if (!document.querySelector("link[rel='icon']")) {
    document.head.append(make("link", { rel: "icon", href: "/static/icon.svg", type: "image/svg+xml" }));
  }
  me();
}
build();
