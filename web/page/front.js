// Designs of one transform by what they take and how fast they are, as a picture.

import { svg } from "./elements.js";
import { samples } from "./figures.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 340, 70, 44];
const WIDTHS = [1, 2, 4, 8];
const VARIETIES = {
  // Times that a frame without gaps takes.
  cycles: [1, 2, 4, 16],
  precision: ["fixed12", "fixed16", "fixed24", "fp32"],
};

// Lists the flags of the designs around those of a core.
export function family(flags, variety) {
  const given = Object.fromEntries(flags);
  const points = (given.size ?? "").split("x").reduce((product, length) => product * length, 1);
  // Designs are compared by settings of their own.
  const base = flags.filter(([name]) => !["width", "cycles", "rate", "snr", "latency", variety].includes(name));
  const rest = base.some(([name]) => name === "precision") || variety === "precision" ? base : [...base, ["precision", "fixed16"]];
  return WIDTHS.flatMap((width) => VARIETIES[variety].map((value) => {
    const beats = Math.ceil(points / width);
    const own = variety === "cycles" ? (value > 1 ? [["cycles", String(value * beats)]] : []) : [["precision", value]];
    return [...rest, ["width", String(width)], ...own];
  }));
}

// Designs that no other one equals in rate for less, from the slowest on.
function best(designs) {
  const beats = (other, design) => other.rate >= design.rate && other.price <= design.price
    && (other.rate > design.rate || other.price < design.price);
  return designs.filter((design) => !designs.some((other) => beats(other, design))).sort((a, b) => a.rate - b.rate);
}

// Places of numbers on a logarithmic axis, with ticks at 1, 2 and 5 times powers of ten.
function scale(numbers, [from, to]) {
  const [least, most] = [Math.min(...numbers) / 1.2, Math.max(...numbers) * 1.2];
  const place = (number) => from + Math.log(number / least) / Math.log(most / least) * (to - from);
  const decades = Array.from({ length: 16 }, (_, power) => 10 ** power);
  const within = (list) => list.filter((tick) => least <= tick && tick <= most);
  const fine = within(decades.flatMap((decade) => [decade, 2 * decade, 5 * decade]));
  return { place, ticks: fine.length > 9 ? within(decades) : fine };
}

// Draws designs, each with a rate, a price, a name and its flags. `choose` is called with the flags of one.
export function draw(designs, choose) {
  const x = scale(designs.map((design) => design.rate), [LEFT, WIDTH - 20]);
  const y = scale(designs.map((design) => design.price), [HEIGHT - BOTTOM, 24]);
  const front = best(designs);
  const line = (points) => svg("polyline", { class: "best", points: points.map((d) => `${x.place(d.rate)},${y.place(d.price)}`).join(" ") });
  const text = (x, y, anchor, text) => svg("text", { x, y, "text-anchor": anchor }, text);
  const grid = (x1, y1, x2, y2) => svg("line", { class: "grid", x1, y1, x2, y2 });
  const point = (design) => svg("a", {
    href: "#", class: front.includes(design) ? "best-point" : "other", "data-name": design.name,
    "aria-label": `${design.name}: ${samples(design.rate)}, ${design.price} LUTs`,
    onclick: (event) => {
      event.preventDefault();
      choose(design.flags);
    },
  }, svg("title", {}, `${design.name}\n${samples(design.rate)}, ${design.price.toLocaleString("en")} LUTs with the worth of DSPs and memory`),
  svg("circle", { cx: x.place(design.rate), cy: y.place(design.price), r: 6 }));
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "Area against rate" },
    ...x.ticks.flatMap((tick) => [grid(x.place(tick), 24, x.place(tick), HEIGHT - BOTTOM), text(x.place(tick), HEIGHT - BOTTOM + 16, "middle", samples(tick))]),
    ...y.ticks.flatMap((tick) => [grid(LEFT, y.place(tick), WIDTH - 20, y.place(tick)), text(LEFT - 8, y.place(tick) + 4, "end", tick.toLocaleString("en"))]),
    text(LEFT, 14, "start", "LUTs, with the worth of DSP blocks and memory"),
    text(WIDTH - 20, HEIGHT - 6, "end", "samples a second"),
    line(front), ...designs.map(point));
}
