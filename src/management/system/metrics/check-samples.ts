import type { Context } from "../../../calls/context.ts";
import type { FindingState } from "../../../running/check.ts";
import { label, type Sample } from "../../../telemetry/metrics/families.ts";
import { checkService } from "../checks/check-service.ts";

/**
 * Checks read files and connect to other machines: a scrape gets the last results, and begins the next ones if they
 * are old.
 */
const everyMs = 60_000;

const values: Readonly<Record<FindingState, number>> = { ok: 0, warning: 1, fault: 2 };

interface Checked {
  begunAt: number;
  samples: readonly Sample[];
}

const known = new WeakMap<object, Checked>();

/** What the doctor found within the last minute or so; nothing before the first run has ended. */
export function checkSamples(context: Context): readonly Sample[] {
  const now = performance.now();
  const last = known.get(context.process) ?? { begunAt: Number.NEGATIVE_INFINITY, samples: [] };
  if (now - last.begunAt >= everyMs) {
    last.begunAt = now;
    known.set(context.process, last);
    void checkService(context).then((checks) => {
      last.samples = checks.map(
        ({ name, state }): Sample => ["vingate_check_state", label("check", name), values[state]],
      );
    });
  }
  return last.samples;
}
