// Plots as SVG: bars that are compared, and lines over days with a band. The table beside a plot says the same in numbers.

const SPACE = "http://www.w3.org/2000/svg";

function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function figure(label, width, height, ...children) {
  return draw("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...children);
}

/** A bar for a share between 0 and `most`; where it is negative it goes the other way and says so by its pattern. */
export function bar(share, most, { chosen = false } = {}) {
  const width = Math.min(100, (100 * Math.abs(share)) / (most || 1));
  const kind = ["bar", chosen && "bar--chosen", share < 0 && "bar--against"].filter(Boolean).join(" ");
  return draw("svg", { class: "bars", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "bar__ground", x: 0, y: 0, width: 100, height: 10 }),
    draw("rect", { class: kind, x: 0, y: 0, width, height: 10 }));
}

/** Round steps that go through 0, for an axis from `low` to `high`. */
export function steps(low, high, wanted = 5) {
  const span = high - low || 1;
  const raw = span / wanted;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * size).find((one) => one >= raw);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return found;
}

/**
 * Lines over the same places, and at most one band: {label, places: [text], lines: [{name, values, kind}],
 * band: {name, low, high}, say: value → text}. A value that is null leaves a gap.
 */
export function lines({ label, places, lines: given, band = null, say, width = 640, height = 260 }) {
  const left = 76, right = 12, top = 12, bottom = 34;
  const values = [...given.flatMap((line) => line.values), ...(band ? [...band.low, ...band.high] : []), 0].filter((value) => value !== null);
  const least = Math.min(...values), most = Math.max(...values);
  const room = (most - least || 1) * 0.06;
  const low = least - (least < 0 ? room : 0), high = most + room;
  const x = (place) => left + (places.length > 1 ? (place * (width - left - right)) / (places.length - 1) : (width - left - right) / 2);
  const y = (value) => top + ((high - value) * (height - top - bottom)) / (high - low || 1);
  const parts = [];
  for (const at of steps(low, high)) {
    parts.push(draw("line", { class: at === 0 ? "axis" : "rule", x1: left, x2: width - right, y1: y(at), y2: y(at) }),
      draw("text", { class: "tick", x: left - 8, y: y(at) + 4, "text-anchor": "end" }, say(at)));
  }
  const every = Math.ceil(places.length / Math.max(2, Math.floor((width - left) / 84)));
  places.forEach((text, place) => {
    const last = place === places.length - 1 && places.length > 1;
    if (place % every === 0) parts.push(draw("text", { class: "tick", x: x(place) + (last ? right : 0), y: height - 12, "text-anchor": last ? "end" : "middle" }, text));
  });
  if (band && places.length > 1) parts.push(draw("path", { class: "band", d: area(band, x, y) }));
  if (band && places.length === 1) parts.push(draw("line", { class: "band-line", x1: x(0), x2: x(0), y1: y(band.low[0]), y2: y(band.high[0]) }));
  for (const line of given) {
    parts.push(draw("path", { class: `line line--${line.kind}`, d: path(line.values, x, y) }));
    line.values.forEach((value, place) => {
      if (value !== null) parts.push(mark(line.kind, x(place), y(value), `${line.name}, ${places[place]}: ${say(value)}`));
    });
  }
  return figure(label, width, height, ...parts);
}

/** The shapes tell the lines apart, not only their colours. */
function mark(kind, x, y, text) {
  const shape = kind === "theory"
    ? draw("rect", { class: "mark mark--theory", x: x - 3, y: y - 3, width: 6, height: 6, transform: `rotate(45 ${x} ${y})` })
    : draw("circle", { class: `mark mark--${kind}`, cx: x, cy: y, r: 3.5 });
  shape.append(draw("title", {}, text));
  return shape;
}

function path(values, x, y) {
  let pen = "M";
  return values.map((value, place) => {
    if (value === null) {
      pen = "M";
      return "";
    }
    const part = `${pen}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
    return part;
  }).join("");
}

function area({ low, high }, x, y) {
  const there = high.map((value, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(value).toFixed(1)}`);
  const back = low.map((value, place) => `L${x(place).toFixed(1)} ${y(value).toFixed(1)}`).reverse();
  return `${there.join("")}${back.join("")}Z`;
}

/** What the lines and the band of a plot are, as a list. */
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
