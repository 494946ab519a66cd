import { paceOf } from "../../vehicles/imports/jobs/pace.ts";
import type { ImportProgress } from "../../vehicles/imports/jobs/runs.ts";

/** A terminal or a file. */
interface Shown {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const stages: Readonly<Record<ImportProgress["stage"], string>> = {
  receive: "Receiving",
  wait: "Waiting for two other imports",
  read: "Reading and verifying",
  compile: "Compiling the data",
  keep: "Merging records",
  verify: "Counting",
  compare: "Comparing with the current dataset",
  fit: "Fitting prices to the sales",
  swap: "Activating",
};

const refreshMs = 100;

/** Shows import progress: one live line with its rate on a terminal, otherwise a line per stage. */
export function importProgress(output: Shown) {
  const live = output.isTTY === true;
  let stage = "";
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (name: string, detail: () => string): void => {
    const now = performance.now();
    if (live && (name !== stage || now - shownAt > refreshMs)) {
      output.write(`\r\x1b[K${name} … ${detail()}`);
      shownAt = now;
    } else if (!live && name !== stage) output.write(`${name}\n`);
    stage = name;
  };
  return {
    step(step: ImportProgress): void {
      const { stage: name, done, total, rows, rejected } = step;
      show(stages[name], () => {
        const { rowsPerSecond, secondsLeft } = paceOf(step);
        const left = secondsLeft === undefined ? "" : `, ${secondsLeft} s left`;
        const percent = total ? `${Math.floor((100 * done) / total)} %, ` : "";
        const rate = rowsPerSecond.toLocaleString("en");
        return `${percent}${rows.toLocaleString("en")} rows, ${rate}/s${left}, ${rejected} rejected`;
      });
    },
    downloading(done: number, total: number | undefined): void {
      const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
      show("Downloading", () => (total ? `${mega(done)} of ${mega(total)} MB` : `${mega(done)} MB`));
    },
    end(): void {
      if (live && stage !== "") output.write("\r\x1b[K");
    },
  };
}
