// The page: what is asked of the generator, and where its answers are shown.

import { html, one, pairs } from "./elements.js";
import { figures } from "./figures.js";
import { draw, family } from "./front.js";
import { Generator } from "./generator.js";
import { fill, flags, hash, restore, showPart } from "./state.js";

// Milliseconds after a key in which the next one may come, and after which a plan takes long.
const PAUSE = 40;
const LONG = 1000;
const MOST_KEPT = 4;
const ACTIONS = ["download", "report", "verify", "keep", "copy"].map(one);

const generator = new Generator();
// Families and the kept cores of an address are planned beside the form, which need not wait for them.
const designer = new Generator();
const keeper = new Generator();

let kept = [];
// The core that is shown, with its flags.
let shown;
// Number of the last change. Answers to questions before it are late.
let sequence = 0;

// Asks about the core of the form, and never answers if the form has changed meanwhile.
async function ask(task, asked) {
  const turn = sequence;
  const late = new Promise(() => {});
  try {
    const answer = await generator.ask(task, asked);
    return turn === sequence ? answer : late;
  } catch (error) {
    if (turn === sequence) throw error;
    return late;
  }
}

function remember() {
  history.replaceState(null, "", hash(kept.map((core) => core.flags)));
}

// Plans the core of the form and shows it: its figures first, and then what takes longer.
async function plan(since = performance.now()) {
  sequence++;
  generator.forget();
  remember();
  const asked = flags();
  one("core").setAttribute("aria-busy", "true");
  one("core").dataset.is = "old";
  one("status").textContent = "";
  ACTIONS.forEach((button) => { button.disabled = true; });
  clearTimeout(plan.long);
  plan.long = setTimeout(() => { one("status").textContent = "Planning…"; }, LONG);
  try {
    shown = { ...JSON.parse(await ask("describe", asked)), flags: asked };
    showCore(shown);
    one("core").dataset.milliseconds = Math.round(performance.now() - since);
    ACTIONS.forEach((button) => { button.disabled = false; });
    showPicture(await ask("picture", asked));
    showPlan(JSON.parse(await ask("explain", asked)));
  } catch (error) {
    ended(error.message);
    if (!shown) one("title").textContent = "No core";
  }
}

// Says that a plan has come to its end, and what was wrong with it.
function ended(error) {
  clearTimeout(plan.long);
  one("status").textContent = "";
  one("core").setAttribute("aria-busy", "false");
  one("error").textContent = error;
}

function showCore(core) {
  ended("");
  one("core").dataset.is = "new";
  one("core").dataset.name = core.name;
  one("title").textContent = core.title;
  one("figures").replaceChildren(...pairs(figures(core)));
  one("command").textContent = core.command;
  const properties = Object.entries(core.properties);
  const found = core.requirements?.requirements.map(({ name, asked, found }) => [name, `asked ${asked}, found ${found}`]) ?? [];
  one("properties").replaceChildren(...pairs([...found, ...properties]));
}

function showPicture(picture) {
  const image = one("picture");
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  image.alt = `Parts of ${shown.name} in the order in which frames pass them, and two frames in time`;
}

// Where there is no forecast, the noise of a core is that of its model, which its plan has.
function learnNoise(core, plan) {
  core.snr_db ??= plan.noise?.snr_db ?? null;
}

function showPlan(plan) {
  learnNoise(shown, plan);
  one("figures").replaceChildren(...pairs(figures(shown)));
  // Folded cores have a front in place of plans, and some kinds of cores have neither.
  const plans = (plan.plans ?? plan.front ?? []).slice(0, 8).map((entry) => ({ ...entry, ...entry.cost }));
  const cells = (plan) => [plan.lut, plan.dsp, plan.core_latency_cycles, plan.memory_words, plan.plan];
  const row = (plan) => html("tr", {}, ...cells(plan).map((cell) => html("td", {}, cell?.toLocaleString("en") ?? "–")));
  const head = html("tr", {}, ...["LUTs", "DSPs", "latency", "words of memory", "plan"].map((name) => html("th", { scope: "col" }, name)));
  one("plans").replaceChildren(...(plans.length ? [head, ...plans.map(row)] : [html("tr", {}, html("td", {}, "none"))]));
}

// Does with a core of the form what takes a while, and says what became of it.
async function act(what, deed) {
  one("status").textContent = what;
  try {
    one("status").textContent = await deed();
  } catch (error) {
    one("status").textContent = error.message;
  }
}

function download() {
  const { name, flags } = shown;
  act("Writing the files…", async () => {
    const url = URL.createObjectURL(new Blob([await ask("zip", flags)], { type: "application/zip" }));
    html("a", { href: url, download: `${name}.zip` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return `${name}.zip is written.`;
  });
}

function report() {
  // Opened at once, since browsers let only a click open a page.
  const page = open("", "_blank");
  const { name, flags } = shown;
  act("Simulating and drawing…", async () => {
    const url = URL.createObjectURL(new Blob([await ask("report", flags)], { type: "text/html" }));
    if (page) page.location = url;
    else html("a", { href: url, download: `${name}.html` }).click();
    return "The report is written.";
  });
}

function verify() {
  const { flags } = shown;
  act("Simulating the netlist beside the model…", () => ask("verify", flags));
}

async function copy() {
  await navigator.clipboard.writeText(one("command").textContent);
  one("status").textContent = "The command is copied.";
}

function keep() {
  if (kept.some((core) => core.name === shown.name)) {
    one("status").textContent = "This core is kept already.";
  } else if (kept.length === MOST_KEPT) {
    one("status").textContent = `${MOST_KEPT} cores are kept; remove one first.`;
  } else {
    kept.push(shown);
    showKept();
  }
}

// Shows the kept cores, a column each.
function showKept() {
  remember();
  const known = kept.filter((core) => core.name);
  one("comparison").hidden = known.length === 0;
  const remove = (core) => {
    kept = kept.filter((other) => other !== core);
    showKept();
  };
  const head = known.map((core) => html("th", { scope: "col" }, core.name));
  const columns = known.map(figures);
  // Clocks may differ.
  const name = (index) => columns[0][index][0].replace(/ at .*/, " a second");
  const row = (_, index) => html("tr", {}, html("th", { scope: "row" }, name(index)),
    ...columns.map((column) => html("td", {}, column[index][1])));
  const buttons = known.map((core) => html("td", {},
    html("button", { type: "button", onclick: () => choose(core.flags), "aria-label": `choose ${core.name}` }, "choose"), " ",
    html("button", { type: "button", onclick: () => remove(core), "aria-label": `remove ${core.name}` }, "remove")));
  one("kept").replaceChildren(html("tr", {}, html("td"), ...head), ...(columns[0] ?? []).map(row), html("tr", {}, html("td"), ...buttons));
}

function choose(chosen) {
  fill(chosen);
  plan();
}

// Plans the family of the form's core one by one, and draws what is known of it.
async function drawFront() {
  designer.forget();
  const drawing = Symbol();
  drawFront.last = drawing;
  const all = family(flags(), one("variety").value);
  const designs = new Map();
  let failed = 0;
  const draws = (text) => { one("drawn").textContent = text; };
  for (const [index, flags] of all.entries()) {
    draws(`planning ${index + 1} of ${all.length}`);
    try {
      const { name, price, samples_per_second: rate } = JSON.parse(await designer.ask("describe", flags));
      if (rate) designs.set(name, { name, price, rate, flags });
    } catch (error) {
      failed++;
      one("drawn").title = error.message;
    }
    if (drawFront.last !== drawing) return;
    if (designs.size) one("front").replaceChildren(draw([...designs.values()], choose));
  }
  draws(`${designs.size} designs${failed ? `, and ${failed} that cannot be built: ${one("drawn").title}` : ""}`);
}

// Shows what the address says. Kept cores are named there until they are planned.
function begin() {
  kept = restore().slice(0, MOST_KEPT).map((flags) => ({ flags }));
  plan();
  kept.forEach(async (core) => {
    try {
      Object.assign(core, JSON.parse(await keeper.ask("describe", core.flags)));
      if (core.snr_db === null) learnNoise(core, JSON.parse(await keeper.ask("explain", core.flags)));
    } catch (error) {
      kept = kept.filter((other) => other !== core);
      one("status").textContent = error.message;
    }
    showKept();
  });
}

let pause;
one("form").addEventListener("input", () => {
  showPart();
  clearTimeout(pause);
  pause = setTimeout(plan, PAUSE, performance.now());
});
one("form").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", begin);
Object.entries({ download, report, verify, copy, keep, draw: drawFront })
  .forEach(([id, deed]) => one(id).addEventListener("click", deed));
begin();
