import type { Progress } from "../base/loading.ts";

const STAGES: Readonly<Record<string, string>> = {
  unpack: "Unpacking the vPIC data",
  patterns: "Reading patterns",
  order: "Ordering patterns",
  schemas: "Building schemas",
  manufacturers: "Linking manufacturers",
  write: "Writing the pack",
};

/** Shows compile progress on stderr: one live line on a terminal, otherwise a line per stage. */
export function compileProgress(): { step(step: Progress): void; end(): void } {
  const live = process.stderr.isTTY === true;
  let stage = "";
  return {
    step({ stage: name, done, total }) {
      const label = STAGES[name] ?? name;
      if (live) process.stderr.write(`\r\x1b[K${label} … ${Math.floor((100 * done) / Math.max(total, 1))} %`);
      else if (name !== stage) process.stderr.write(`${label}\n`);
      stage = name;
    },
    end() {
      if (live && stage !== "") process.stderr.write("\r\x1b[K");
    },
  };
}
