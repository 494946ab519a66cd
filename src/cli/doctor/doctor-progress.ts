import type { Progress } from "../../base/loading.ts";

/** A terminal or a file. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const liveMs = 100;
const linesMs = 5000;

/** Shows the progress of the consistency check: one live line on a terminal, otherwise a line every 5 s. */
export function doctorProgress(output: Output, monotonic: () => number) {
  const live = output.isTTY === true;
  const everyMs = live ? liveMs : linesMs;
  let shown = false;
  let shownAt = monotonic();
  return {
    step({ stage, done, total }: Progress): void {
      const now = monotonic();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      shown = true;
      const percent = `${Math.floor((100 * done) / Math.max(total, 1))} %`;
      output.write(live ? `\r\x1b[K${stage} … ${percent}` : `${stage} … ${percent}\n`);
    },
    end(): void {
      if (live && shown) output.write("\r\x1b[K");
    },
  };
}
