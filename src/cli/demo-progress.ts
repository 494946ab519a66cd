import type { Progress } from "../base/loading.ts";

/** A terminal or a file. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows load progress: one live line with its rate on a terminal, otherwise a line per stage. */
export function demoProgress(output: Output) {
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
        const detail = `${rows.toLocaleString("en")} records, ${rate}/s${left}`;
        output.write(`\r\x1b[KDemo set: ${step.stage} … ${Math.floor(100 * share)} % (${detail})`);
      } else if (step.stage !== stage) output.write(`Demo set: ${step.stage}\n`);
      stage = step.stage;
    },
    end(): void {
      if (live && stage !== "") output.write("\r\x1b[K");
    },
  };
}
