import type { Progress } from "../base/loading.ts";

/** Where progress is shown: a terminal or a file. */
interface Shown {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows how a load advances: one live line with its rate on a terminal, a line for each stage elsewhere. */
export function demoProgress(output: Shown) {
  const live = output.isTTY === true;
  const begun = performance.now();
  let stage = "";
  return {
    step(step: Progress & { readonly rows: number }): void {
      const { done, total, rows } = step;
      if (live) {
        const seconds = (performance.now() - begun) / 1000;
        const share = done / Math.max(total, 1);
        const rate = Math.round(rows / Math.max(seconds, 0.001)).toLocaleString("en");
        const left = share > 0.02 ? `, ${Math.ceil(seconds / share - seconds)} s left` : "";
        const told = `${rows.toLocaleString("en")} records, ${rate}/s${left}`;
        output.write(`\r\x1b[KDemo set: ${step.stage} … ${Math.floor(100 * share)} % (${told})`);
      } else if (step.stage !== stage) output.write(`Demo set: ${step.stage}\n`);
      stage = step.stage;
    },
    end(): void {
      if (live && stage !== "") output.write("\r\x1b[K");
    },
  };
}
