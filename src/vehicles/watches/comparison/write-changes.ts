import { writeEvents } from "../../../outbox/write-events.ts";
import type { WriteChanges } from "./compare-swap.ts";

/** Writes one `watch.changed` per change. */
export const writeChanges: WriteChanges = (tx, now, changes) =>
  writeEvents(
    tx,
    now,
    changes.map((data) => ({
      type: "watch.changed",
      owner: { subscriptionId: data.subscription_id },
      data,
    })),
  );
