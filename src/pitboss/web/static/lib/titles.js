// The names of wagers and awards, as the house sends them.

import { words } from "./text.js";

/**
 * A function that names wagers and awards.
 *
 * @param {readonly ({ name: string, title: string } | { id: string, title: string })[]} items
 * @returns {(item: string) => string}
 */
export function titlesOf(items) {
  const titles = new Map(items.map((item) => ["id" in item ? item.id : item.name, item.title]));
  return (item) => titles.get(item) ?? words(item);
}
