import { readOutbox } from "../../../outbox/delivery/outbox-state.ts";
import { type Check, fault, ok, requireDatabase, warning } from "./check.ts";

/** An address may take 15 s, and a node that dies four. */
const lateMaxMs = 60_000;

/** Whether events are delivered, and to whom they are not. */
export const webhooksCheck: Check = {
  name: "webhooks",
  async run(inspected) {
    const { lateMs, active, disabled, disabledOwn } = await readOutbox(
      requireDatabase(inspected),
      inspected.clock(),
    );
    const found = `${active} active, ${disabled} disabled`;
    if (lateMs > lateMaxMs)
      return fault(
        `${found}. The oldest event has been due for ${Math.round(lateMs / 1000)} s`,
        "Events are delivered by the service's processes: check that one runs, and its log for cannot deliver webhooks.",
      );
    if (disabledOwn > 0)
      return warning(
        `${found}, ${disabledOwn} of them of operators`,
        "Repair their addresses, enable them under Webhooks, and replay what failed.",
      );
    return ok(found);
  },
};
