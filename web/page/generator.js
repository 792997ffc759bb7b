// The generator in a worker, which answers one question after the other.

// Milliseconds that a question which nobody waits for any more may go on: to begin anew takes about as long.
const PATIENCE = 300;

export class Generator {
  #worker;
  #isReady = false;
  #asked;
  #queue = [];

  // Asks for a task of `Core`, for the core of flags. A question that is forgotten has no answer.
  ask(task, flags) {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, flags, resolve, reject });
      this.#next();
    });
  }

  // Forgets all questions.
  forget() {
    this.#queue = [];
    if (!this.#asked) return;
    this.#asked.resolve = this.#asked.reject = () => {};
    clearTimeout(this.#asked.limit);
    const left = this.#asked.since + PATIENCE - performance.now();
    this.#asked.limit = setTimeout(() => {
      this.#end();
      this.#next();
    }, Math.max(0, left));
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => {
      if (data.failed) this.#fail(data.failed);
      else if (data.ready) this.#isReady = true;
      else this.#answered(data);
      this.#next();
    });
    this.#worker.addEventListener("error", (event) => this.#fail(event.message ?? "a file is missing"));
  }

  #end() {
    this.#worker.terminate();
    this.#worker = this.#asked = undefined;
    this.#isReady = false;
  }

  // Ends a worker that does not work, and all questions with it. The next one begins anew.
  #fail(why) {
    const all = [this.#asked, ...this.#queue].filter(Boolean);
    this.#queue = [];
    this.#end();
    all.forEach(({ reject }) => reject(new Error(`the generator cannot be loaded: ${why}`)));
  }

  #next() {
    if (this.#asked || !this.#queue.length) return;
    if (!this.#worker) this.#start();
    if (!this.#isReady) return;
    this.#asked = { ...this.#queue.shift(), since: performance.now() };
    const { task, flags } = this.#asked;
    this.#worker.postMessage({ task, flags });
  }

  #answered({ answer, error, panic }) {
    const { resolve, reject, limit } = this.#asked;
    clearTimeout(limit);
    this.#asked = undefined;
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
    if (panic) this.#end();
  }
}
