import { addressWritten } from "../../../outbox/address-events.ts";
import { writeEvents } from "../../../outbox/write-events.ts";
import type { WriteChanges } from "./compare-swap.ts";

const type = "watch.changed";

/**
 * Writes one `watch.changed` per change, with its deliveries: a swap can make a million, and the deliverer would
 * address them on a thread that answers calls.
 */
export const writeChanges: WriteChanges = async (tx, now, changes) => {
  const subscriptionIds = changes.map(({ subscription_id }) => subscription_id);
  const events = changes.map(
    (data) => ({ type, owner: { subscriptionId: data.subscription_id }, data }) as const,
  );
  const ids = await writeEvents(tx, now, events, { addressed: true });
  await addressWritten(tx, now, { type, ids, subscriptionIds });
};
