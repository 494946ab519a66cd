import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeStatement } from "../../test/verify/made-statement.ts";
import { filesOf } from "../../test/verify/model.ts";
import { type Ended, run, vingate } from "../common/child.ts";
import { count, type Figure, figure, median, medianOf } from "../common/figure.ts";
import { inFolder } from "../common/folder.ts";
import { roundsOr, scaled } from "../common/settings.ts";

const days = 31;
const calls = scaled(1_000_000, 1000);

/** Checks a statement of a month on the command line, with its calls, and with four of five receipts. */
export function benchVerify(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const made = makeStatement(1, { subscriptions: 1, days, callsPerDay: Math.round(calls / days) });
    const path = (name: string) => join(folder, name);
    for (const [name, bytes] of Object.entries(filesOf(made))) writeFileSync(path(name), bytes);
    const figures: Figure[] = [];
    for (const [what, options] of [
      ["calls", []],
      ["calls and receipts", ["--receipts", path("receipts")]],
    ] as const) {
      const program = vingate(["verify", path("statement"), "--calls", path("calls"), ...options]);
      const [bun, ...words] = program;
      const command = [bun!, "--preload", join(import.meta.dir, "../decode/preload-peak.ts"), ...words];
      const [runs, peaks]: [Ended[], number[]] = [[], []];
      for (let round = 0; round < roundsOr(3); round++) {
        runs.push(await run(command, { env: { PEAK_FILE: path("peak") } }));
        peaks.push(Number(await Bun.file(path("peak")).text()));
      }
      const cpu = medianOf(runs, ({ cpuSeconds }) => cpuSeconds);
      figures.push(
        figure(`${what}, CPU`, cpu, "s", `${count(made.calls.length)} calls`),
        figure(`${what}, most memory`, median(peaks), "MiB"),
      );
    }
    return figures;
  });
}
