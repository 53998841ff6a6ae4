// QR codes as images.

import { makeSvg } from "./dom.js";
import { modules } from "./qr.js";

/**
 * The code as an SVG element, dark on light in every theme, with its quiet zone.
 *
 * @param {string} text
 * @param {string} [label]
 */
export function draw(text, label = `QR code of ${text}`) {
  const rows = modules(text);
  const side = rows.length + 8;
  const svg = makeSvg("svg", {
    viewBox: `0 0 ${side} ${side}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  });
  const dark = rows.flatMap((row, r) => row.map((cell, c) => (cell ? `M${c + 4} ${r + 4}h1v1h-1z` : ""))).join("");
  svg.append(makeSvg("rect", { width: side, height: side, fill: "#fff" }), makeSvg("path", { d: dark, fill: "#000" }));
  return svg;
}
