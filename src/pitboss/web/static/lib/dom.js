// Building and updating elements in place.

/** @typedef {string | Node | null | undefined} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: Event) => void)} Property */

/**
 * Makes an element: `make("a", {class: "button", href: "/"}, "Lobby")`. A function listens for the event of that name;
 * false, null and undefined leave the attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Property>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * The element of this page with an id.
 *
 * @overload
 * @param {string} id
 * @returns {HTMLElement}
 */
/**
 * The element of this page with an id, of a known class: `byId("stake", HTMLInputElement)`.
 *
 * @template {HTMLElement} Kind
 * @overload
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
/**
 * @param {string} id
 * @param {new () => HTMLElement} [kind]
 */
export function byId(id, kind = HTMLElement) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`#${id} of this page is not a ${kind.name}`);
  return found;
}

/**
 * The first element inside a node that a selector matches.
 *
 * @param {ParentNode} node
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function inside(node, selector) {
  const found = node.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new TypeError(`nothing here matches ${selector}`);
  return found;
}

/**
 * All elements inside a node that a selector matches.
 *
 * @param {ParentNode} node
 * @param {string} selector
 */
export const allInside = (node, selector) =>
  [...node.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

/**
 * Sets a text only if it differs, so that a screen reader does not read it again.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of a node show some items. A child is kept by its key and updated, so focus and selection survive.
 *
 * @template Item
 * @template {HTMLElement} Row
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => string | number} keyOf
 * @param {(item: Item) => Row} create
 * @param {(row: Row, item: Item) => void} [update]
 */
export function syncChildren(list, items, keyOf, create, update = () => {}) {
  const rows = /** @type {Row[]} */ ([...list.children]);
  const known = new Map(rows.map((row) => [row.dataset.key, row]));
  const keys = items.map((item, index) => String(keyOf(item, index)));
  const wanted = new Set(keys);
  // Old rows go first: a row that need not move keeps the focus.
  for (const [key, row] of known) if (!wanted.has(key ?? "")) row.remove();
  /** @type {Element | null} */
  let before = null;
  items.forEach((item, index) => {
    const row = known.get(keys[index]) ?? create(item);
    row.dataset.key = keys[index];
    update(row, item);
    const next = before ? before.nextElementSibling : list.firstElementChild;
    if (next !== row) list.insertBefore(row, next);
    before = row;
  });
}

/**
 * Makes an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...(string | Node)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

/**
 * What was entered into a form, by the name of each field.
 *
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export const valuesOf = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
