import { dayMs } from "../base/durations.ts";
import { uuidTime } from "../base/ids.ts";
import { InvalidRequest } from "../http/errors.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { recordedUrl, urlMax } from "./recorded-url.ts";

/** Names an earlier call by its request ID: the same lookup is answered again without a charge. */
export const repeatHeader = "x-repeat-of";

const repeatableMs = dayMs;
/** How far the time in a request ID and the time of its call can differ. */
const aroundMs = 10_000;

/**
 * Checks that the user was charged for the same path and query in the last 24 hours, in the call with this ID. The
 * request log is the receipt, and the time in the ID says where the call is in it. A caller's own ID can have that, too.
 * Throws `InvalidRequest`.
 */
export async function requireCharged(metered: MeteredRequest, requestId: string): Promise<void> {
  const { context, access, route, routed, at } = metered;
  const url = recordedUrl(routed.path, routed.search, route.parameters);
  const made = uuidTime(requestId);
  const comparable = routed.request.method === "GET" && url.length < urlMax;
  if (made !== undefined && comparable && at - made < repeatableMs + aroundMs) {
    // The call may be one of this second.
    if (at - made < aroundMs) await context.metering.flush();
    const range = { from: Math.max(made - aroundMs, at - repeatableMs + 1), to: made + aroundMs };
    const scope = { userIds: [access.caller.userId] };
    const { calls } = await context.requestLog.search(scope, { requestId }, range, 0, 100);
    const paid = calls.some(({ url: earlier, labels }) => earlier === url && labels.credits > 0);
    if (paid) return;
  }
  throw new InvalidRequest(
    ["header", repeatHeader],
    "no call of yours with this ID and this path was charged in the last 24 hours",
    requestId,
  );
}
