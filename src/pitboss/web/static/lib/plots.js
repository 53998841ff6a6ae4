// Plots as SVG: bars to compare, and lines over days with a band. The table beside a plot has the same numbers.

import { makeSvg as draw } from "./dom.js";

/**
 * @param {string} label
 * @param {number} width
 * @param {number} height
 * @param {...Node} children
 */
function figure(label, width, height, ...children) {
  return draw(
    "svg",
    { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    ...children,
  );
}

/**
 * A bar for a share between 0 and `most`; a negative share has a pattern of its own.
 *
 * @param {number} share
 * @param {number} most
 * @param {{ chosen?: boolean }} [options]
 */
export function bar(share, most, { chosen = false } = {}) {
  const width = Math.min(100, (100 * Math.abs(share)) / (most || 1));
  const kind = ["bar", chosen && "bar--chosen", share < 0 && "bar--against"].filter(Boolean).join(" ");
  return draw(
    "svg",
    { class: "bars", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "bar__ground", x: 0, y: 0, width: 100, height: 10 }),
    draw("rect", { class: kind, x: 0, y: 0, width, height: 10 }),
  );
}

/**
 * Round steps that go through 0, for an axis from `low` to `high`.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} [wanted]
 */
export function steps(low, high, wanted = 5) {
  const span = high - low || 1;
  const raw = span / wanted;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * size).find((one) => one >= raw) ?? raw;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step)
    found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return found;
}

/** @typedef {"actual" | "theory"} LineKind */
/** @typedef {{ name: string, values: (number | null)[], kind: LineKind }} Line */
/** @typedef {{ low: number[], high: number[] }} Band */
/** @typedef {(value: number) => number} Scale */

/**
 * Lines over the same places, and at most one band. A value that is null leaves a gap.
 *
 * @param {object} given
 * @param {string} given.label
 * @param {string[]} given.places
 * @param {Line[]} given.lines
 * @param {Band | null} [given.band]
 * @param {(value: number) => string} given.say
 * @param {number} [given.width]
 * @param {number} [given.height]
 */
export function lines({ label, places, lines: given, band = null, say, width = 640, height = 260 }) {
  const [left, right, top, bottom] = [76, 12, 12, 34];
  const values = [...given.flatMap((line) => line.values), ...(band ? [...band.low, ...band.high] : []), 0].filter(
    (value) => value !== null,
  );
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || 1) * 0.06;
  const [low, high] = [least - (least < 0 ? room : 0), most + room];
  /** @param {number} place */
  const x = (place) =>
    left + (places.length > 1 ? (place * (width - left - right)) / (places.length - 1) : (width - left - right) / 2);
  /** @param {number} value */
  const y = (value) => top + ((high - value) * (height - top - bottom)) / (high - low || 1);
  /** @type {SVGElement[]} */
  const parts = [];
  for (const at of steps(low, high)) {
    parts.push(
      draw("line", { class: at === 0 ? "axis" : "rule", x1: left, x2: width - right, y1: y(at), y2: y(at) }),
      draw("text", { class: "tick", x: left - 8, y: y(at) + 4, "text-anchor": "end" }, say(at)),
    );
  }
  const every = Math.ceil(places.length / Math.max(2, Math.floor((width - left) / 84)));
  places.forEach((text, place) => {
    const last = place === places.length - 1 && places.length > 1;
    if (place % every === 0)
      parts.push(
        draw(
          "text",
          { class: "tick", x: x(place) + (last ? right : 0), y: height - 12, "text-anchor": last ? "end" : "middle" },
          text,
        ),
      );
  });
  if (band && places.length > 1) parts.push(draw("path", { class: "band", d: area(band, x, y) }));
  if (band && places.length === 1)
    parts.push(draw("line", { class: "band-line", x1: x(0), x2: x(0), y1: y(band.low[0]), y2: y(band.high[0]) }));
  for (const line of given) {
    parts.push(draw("path", { class: `line line--${line.kind}`, d: path(line.values, x, y) }));
    line.values.forEach((value, place) => {
      if (value !== null)
        parts.push(mark(line.kind, x(place), y(value), `${line.name}, ${places[place]}: ${say(value)}`));
    });
  }
  return figure(label, width, height, ...parts);
}

/**
 * The shapes tell the lines apart, not only their colours.
 *
 * @param {LineKind} kind
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function mark(kind, x, y, text) {
  const shape =
    kind === "theory"
      ? draw("rect", {
          class: "mark mark--theory",
          x: x - 3,
          y: y - 3,
          width: 6,
          height: 6,
          transform: `rotate(45 ${x} ${y})`,
        })
      : draw("circle", { class: `mark mark--${kind}`, cx: x, cy: y, r: 3.5 });
  shape.append(draw("title", {}, text));
  return shape;
}

/**
 * @param {(number | null)[]} values
 * @param {Scale} x
 * @param {Scale} y
 */
function path(values, x, y) {
  let stroke = "M";
  return values
    .map((value, place) => {
      if (value === null) {
        stroke = "M";
        return "";
      }
      const part = `${stroke}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
      stroke = "L";
      return part;
    })
    .join("");
}

/**
 * @param {Band} band
 * @param {Scale} x
 * @param {Scale} y
 */
function area({ low, high }, x, y) {
  const there = high.map((value, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`);
  const back = low.map((value, place) => `L${x(place).toFixed(1)} ${y(value).toFixed(1)}`).reverse();
  return `${there.join("")}${back.join("")}Z`;
}

/**
 * A list that explains the lines and the band of a plot.
 *
 * @param {[kind: LineKind | "band", text: string][]} items
 */
export function legend(items) {
  const list = document.createElement("ul");
  list.className = "legend";
  for (const [kind, text] of items) {
    const item = document.createElement("li");
    const sample = draw("svg", { viewBox: "0 0 28 12", "aria-hidden": "true" });
    if (kind === "band") sample.append(draw("rect", { class: "band", x: 0, y: 1, width: 28, height: 10 }));
    else sample.append(draw("path", { class: `line line--${kind}`, d: "M0 6H28" }), mark(kind, 14, 6, text));
    item.append(sample, text);
    list.append(item);
  }
  return list;
}
