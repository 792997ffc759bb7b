// Figures of cores as texts.

const digits = (number, most = 1) => number.toLocaleString("en", { maximumFractionDigits: most });
const count = (number) => (number === null || number === undefined ? "–" : digits(number));

export const samples = (rate) => {
  if (!rate) return "–";
  const [unit, size] = rate >= 1e9 ? ["GS/s", 1e9] : rate >= 1e6 ? ["MS/s", 1e6] : ["kS/s", 1e3];
  return `${digits(rate / size, 2)} ${unit}`;
};

// Name and text of each figure of a core.
export const figures = (core) => [
  ["Latency, cycles", count(core.latency_cycles)],
  ["Cycles a frame", count(core.interval_cycles)],
  [`Samples at ${digits(core.clock_mhz)} MHz`, samples(core.samples_per_second)],
  ["LUTs, estimated", count(core.estimated.lut)],
  ["DSP blocks", count(core.estimated.dsp)],
  ["Block RAMs", count(core.estimated.bram)],
  ["Memory, kbit", digits(core.memory_bits / 1024)],
  ["Signal to noise", typeof core.snr_db === "number" ? `${core.snr_db.toFixed(1)} dB` : "–"],
];
