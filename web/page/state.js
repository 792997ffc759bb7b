// What the form says, as the flags of a core and as the part of the address after #.

const START = { size: "1024", width: "4", precision: "fixed16" };
// Requirements of those who have named none yet.
const NEEDS = { clock: "250MHz", rate: "100MSPS", snr: "60dB" };
const PARTS = ["settings", "requirements"];

const form = document.getElementById("form");
const isList = (text) => /,|\.\./.test(text);

// Shows and reads only the fields of what describes the core.
export function showPart() {
  for (const part of PARTS) {
    const fields = document.getElementById(part);
    fields.hidden = fields.disabled = form.elements.by.value !== part;
  }
  const needs = [...document.querySelectorAll("#requirements input")];
  if (form.elements.by.value === "requirements" && needs.every((field) => field.value === "")) {
    for (const field of needs) field.value = NEEDS[field.name] ?? "";
  }
}

// Flags of the form, a list of pairs. Several sizes have a flag of their own.
export function flags() {
  const given = [...new FormData(form)].map(([name, text]) => [name, text.trim()]);
  return given.filter(([name, text]) => name !== "by" && text !== "")
    .map(([name, text]) => [name === "size" && isList(text) ? "sizes" : name, text]);
}

// Fills the form with flags.
export function fill(flags) {
  const fields = { ...Object.fromEntries(flags) };
  fields.size ??= fields.sizes ?? "";
  form.elements.by.value = fields.by ?? "settings";
  for (const field of form.querySelectorAll("input:not([type=radio]), select")) field.value = fields[field.name] ?? "";
  showPart();
}

// The address after # of what is shown and kept.
export function hash(kept) {
  const state = new URLSearchParams(flags());
  if (form.elements.by.value === PARTS[1]) state.set("by", PARTS[1]);
  for (const other of kept) state.append("keep", new URLSearchParams(other).toString());
  return `#${state}`;
}

// Fills the form from the address, and returns the flags of the kept cores.
export function restore() {
  const state = [...new URLSearchParams(location.hash.slice(1))];
  const shown = state.filter(([name]) => name !== "keep");
  fill(shown.length ? shown : Object.entries(START));
  return state.filter(([name]) => name === "keep").map(([, text]) => [...new URLSearchParams(text)]);
}
