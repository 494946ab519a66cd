import { run, vingate } from "../common/child.ts";
import type { Kind } from "../common/databases.ts";
import { type Figure, figure, p99 } from "../common/figure.ts";
import { elapsed } from "../common/measure.ts";
import { secondsOr } from "../common/settings.ts";
import { withImportService } from "./service.ts";

const pauseMs = 2;

/** Milliseconds of one lookup after another, until a promise settles. */
async function lookupTimes(url: string, key: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let ended = false;
  const settled = until.finally(() => {
    ended = true;
  });
  while (!ended) {
    const time = await elapsed(async () => {
      const response = await fetch(`${url}/lien/5J6RW2H59JL990075`, { headers: { "x-AuthKey": key } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`a lookup returned ${response.status}`);
    });
    times.push(time);
    await Bun.sleep(pauseMs);
  }
  await settled;
  return times;
}

/** Latency of a service's lookups, alone and while the command line imports into the same table. */
export function duringImport(kind: Kind, file: string): Promise<Figure[]> {
  return withImportService(kind, { VINGATE_DEMO: "on" }, async ({ url, firstRun, env }) => {
    const key = firstRun.demo_key!;
    const times = (until: Promise<unknown>) => lookupTimes(url, key, until);
    const pause = () => Bun.sleep(secondsOr(6) * 1000);
    await times(pause());
    const alone = await times(pause());
    // A dry run does not replace the demo record that is looked up.
    const during = await times(run(vingate(["import", "records", "lien", file, "--dry-run"]), { env }));
    const ratio = (p99(during) / p99(alone)).toFixed(2);
    const note = `${ratio} × alone, ${during.length} of them; target ≤ 2 ×`;
    return [
      figure(`lookups' p99, ${kind.dialect}`, p99(alone), "ms", `one after another, ${alone.length} of them`),
      figure(`lookups' p99 during an import, ${kind.dialect}`, p99(during), "ms", note),
    ];
  });
}
