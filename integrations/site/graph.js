// The graph around a state, drawn from the two lists of its neighbours.

import { element, svgElement } from "./dom.js";

/** More neighbours on a side are left to the lists. */
const MOST = 14;
const ROW = 30;
const CHARACTER = 7.1;
const BOX = 22;

/** Draws the graph when the lists around a state are opened. */
export function drawWhenOpened(details) {
  details.addEventListener("toggle", () => {
    if (details.open && details.querySelector("svg") === null) {
      details.querySelector("summary").after(graph(details));
    }
  });
}

function graph(details) {
  const title = details.closest("section").querySelector("h2");
  const name = [...title.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent).join("").trim();
  const neighbours = (list) => [...details.querySelectorAll(`.${list} > li`)].map(neighbour);
  const from = shown(neighbours("from"));
  const to = shown(neighbours("to"));
  const drawing = draw(name.replace(/ state$/, ""), from, to, details.clientWidth - 2);
  return element("div", { class: "graph", tabindex: 0, role: "group", "aria-label": `Graph around the ${name}` }, drawing);
}

function neighbour(item) {
  const link = item.querySelector("a");
  return {
    name: link?.textContent ?? item.firstChild.textContent.trim(),
    address: link?.getAttribute("href") ?? null,
    label: item.querySelector("span")?.textContent ?? "",
  };
}

function shown(all) {
  if (all.length <= MOST) {
    return all;
  }
  const rest = all.length - MOST + 1;
  return [...all.slice(0, MOST - 1), { name: `${rest} more below`, address: null, label: "" }];
}

function width(name) {
  const capitals = name.replace(/[^A-Z]/g, "").length;
  return Math.round(name.length * CHARACTER + capitals * 2.4) + 16;
}

/** The label of an edge, cut to what fits. */
function short(label) {
  return label.length > 20 ? `${label.slice(0, 19)}…` : label;
}

function draw(name, from, to, available) {
  const widest = (side) => Math.max(0, ...side.map(({ name }) => width(name)));
  const gap = (side) => (side.some(({ label }) => label !== "") ? 190 : 60);
  const height = Math.max(from.length, to.length, 1) * ROW + 10;
  const left = widest(from);
  const middle = left + (from.length > 0 ? gap(from) : 0);
  const right = middle + width(name) + (to.length > 0 ? gap(to) : 0);
  const total = right + widest(to) + 2;
  if (total + 2 > available) {
    return drawNarrow(name, from, to, available);
  }
  const drawing = svgElement("svg", {
    width: total + 2, height, viewBox: `-1 0 ${total + 2} ${height}`, role: "group",
    "aria-label": `${from.length} before, ${to.length} after`,
  });
  const centre = height / 2;
  const y = (index, count) => centre + (index - (count - 1) / 2) * ROW;
  from.forEach((one, index) => {
    const at = y(index, from.length);
    const arrow = edge([left, at], [middle, centre], one.label, false);
    drawing.append(arrow, box(one, left - width(one.name), at, false));
  });
  to.forEach((one, index) => {
    const at = y(index, to.length);
    const arrow = edge([middle + width(name), centre], [right, at], one.label, true);
    drawing.append(arrow, box(one, right, at, false));
  });
  drawing.append(box({ name, address: null }, middle, centre, true));
  return drawing;
}

/** How far the neighbours are from the left, if they are above and below. */
const INDENT = 26;

/** Those before above the state, and those after below it, without the labels of the edges, which the lists have. */
function drawNarrow(name, from, to, available) {
  const height = (from.length + to.length + 1) * ROW + 10;
  const fitting = (one, left) => {
    const most = Math.floor((available - left - 20) / (CHARACTER + .6));
    return one.name.length > most ? { ...one, name: `${one.name.slice(0, most - 1)}…`, whole: one.name } : one;
  };
  const drawing = svgElement("svg", {
    width: available, height, viewBox: `-1 0 ${available} ${height}`, role: "group",
    "aria-label": `${from.length} before, ${to.length} after`,
  });
  const y = (index) => index * ROW + 20;
  const middle = y(from.length);
  from.forEach((one, index) => {
    drawing.append(svgElement("path", { d: `M${INDENT} ${y(index)}H10V${middle - BOX / 2 - 6}`, class: "edge" }), box(fitting(one, INDENT), INDENT, y(index), false));
  });
  if (from.length > 0) {
    drawing.append(svgElement("path", { d: `M6 ${middle - BOX / 2 - 7}L10 ${middle - BOX / 2}L14 ${middle - BOX / 2 - 7}z`, class: "head" }));
  }
  to.forEach((one, index) => {
    const at = y(from.length + 1 + index);
    drawing.append(
      svgElement("path", { d: `M10 ${middle + BOX / 2}V${at}H${INDENT - 6}`, class: "edge" }),
      svgElement("path", { d: `M${INDENT - 7} ${at - 4}L${INDENT} ${at}L${INDENT - 7} ${at + 4}z`, class: "head" }),
      box(fitting(one, INDENT), INDENT, at, false));
  });
  drawing.append(box(fitting({ name, address: null }, 0), 0, middle, true));
  return drawing;
}

/** An edge. Its label is at the end of the neighbour, where the edges are apart. */
function edge([x1, y1], [x2, y2], label, isLeaving) {
  const near = (x2 - x1) * 0.3;
  const [first, second] = isLeaving ? [near, 3 * near] : [3 * near, near];
  const curve = `M${x1} ${y1}C${x1 + first} ${y1} ${x2 - second} ${y2} ${x2 - 6} ${y2}`;
  const parts = [
    svgElement("path", { d: curve, class: "edge" }),
    svgElement("path", { d: `M${x2 - 7} ${y2 - 4}L${x2} ${y2}L${x2 - 7} ${y2 + 4}z`, class: "head" }),
  ];
  if (label !== "") {
    const place = isLeaving
      ? { x: x2 - 10, y: y2 - 4, "text-anchor": "end" }
      : { x: x1 + 4, y: y1 - 4, "text-anchor": "start" };
    parts.push(svgElement("title", {}, label), svgElement("text", { ...place, class: "label" }, short(label)));
  }
  return svgElement("g", {}, ...parts);
}

function box({ name, address, whole }, x, centre, isCurrent) {
  const parts = [
    ...(whole === undefined ? [] : [svgElement("title", {}, whole)]),
    svgElement("rect", { x, y: centre - BOX / 2, width: width(name), height: BOX, rx: 4 }),
    svgElement("text", { x: x + width(name) / 2, y: centre + 4, "text-anchor": "middle" }, name),
  ];
  const kind = isCurrent ? "node current" : "node";
  return address === null
    ? svgElement("g", { class: kind }, ...parts)
    : svgElement("a", { class: kind, href: address }, ...parts);
}
