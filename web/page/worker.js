// Makes cores, and holds the last one, which most questions are about.

import init, { Core, last_panic } from "./fftgen_web.js";

let held;

function core(flags) {
  const key = JSON.stringify(flags);
  if (held?.key !== key) {
    held?.core.free();
    held = undefined;
    held = { key, core: new Core(key) };
  }
  return held.core;
}

addEventListener("message", ({ data: { task, flags } }) => {
  try {
    postMessage({ answer: core(flags)[task]() });
  } catch (error) {
    // What is thrown by a panic is no error of the generator, and its instance is of no use any more.
    const panic = error instanceof WebAssembly.RuntimeError;
    postMessage({ error: panic ? `the generator failed: ${last_panic() ?? error.message}` : error.message, panic });
  }
});

init().then(() => postMessage({ ready: true }), (error) => postMessage({ failed: error.message }));
