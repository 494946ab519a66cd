import type { Progress } from "../../../base/loading.ts";

/** A terminal or a file. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const liveMs = 100;
const linesMs = 5000;

/** Shows bytes done, the rate and the time left: one live line on a terminal, otherwise a line every 5 s. */
export function bytesProgress(output: Output, monotonic: () => number) {
  const live = output.isTTY === true;
  const begun = monotonic();
  let shownAt = begun;
  let shown = false;
  return {
    step({ stage, done, total }: Progress): void {
      const now = monotonic();
      if (now - shownAt < (live ? liveMs : linesMs)) return;
      shownAt = now;
      shown = true;
      const perSecond = done / ((now - begun) / 1000);
      const left = perSecond > 0 ? `, ${Math.ceil((total - done) / perSecond)} s left` : "";
      const text = `${stage} … ${megabytes(done)} of ${megabytes(total)} MB, ${megabytes(perSecond)} MB/s${left}`;
      output.write(live ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end(): void {
      if (live && shown) output.write("\r\x1b[K");
    },
  };
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
