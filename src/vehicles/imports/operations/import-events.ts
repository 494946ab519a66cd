import { pause } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import type { Call } from "../../../http/endpoint.ts";
import type { Follow, ServerEvent } from "../../../http/event-text.ts";
import { findRun } from "../jobs/runs.ts";
import { shownImport, shownProgress } from "./shown-import.ts";

const pollMs = 250;
const endId = "end";

/**
 * Import progress from any node: `progress` events, then `end` with the whole import. A request with an
 * event's ID receives only newer events.
 */
export async function* importEvents(
  { database, clock }: Context,
  { params }: Call<{ id: string }>,
  { signal, lastEventId }: Follow,
): AsyncGenerator<ServerEvent> {
  let seen = lastEventId === undefined ? Number.NaN : Number(lastEventId);
  while (!signal.aborted) {
    const run = await findRun(database, params.id, clock());
    if (!run) return;
    if (run.state !== "running") {
      yield { event: "end", id: endId, data: shownImport(run) };
      return;
    }
    const progress = shownProgress(run);
    if (progress && !(run.renewedAt <= seen)) {
      seen = run.renewedAt;
      yield { event: "progress", id: String(seen), data: progress };
    }
    await pause(pollMs, signal);
  }
}
