import type { Vault } from "../../access/vault.ts";
import { minuteMs } from "../../base/durations.ts";
import { pause } from "../../base/pause.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { QueryCall } from "../../http/endpoint.ts";
import { type Follow, FollowQuery, LastEventId, type ServerEvent } from "../../http/event-text.ts";
import type { TailCursor } from "../../metering/requests/request-tail.ts";
import { filter, scopeOf } from "./reports-query.ts";
import { requestRecord } from "./reports-records.ts";

const everyMs = 1000;
/** A longer interruption is not caught up: the report shows those calls. */
const resumedMs = 10 * minuteMs;

const Query = FollowQuery.extend({ user_id: filter, subscription_id: filter });

export const requestEventEndpoints = [
  endpoint({
    id: "followRequests",
    method: "GET",
    path: "/reports/byRequest/events",
    tag: "Reports",
    summary: "Follow single calls live",
    description: [
      "Server-sent events of all nodes, about one per second while there are calls: `calls` with `items`, newest",
      "first, as in `GET /reports/byRequest`, and `skipped`, the number of calls above the 200 per event. The first",
      "event is sent immediately. A `gap` event instead means that the interruption was too long or its ID is",
      "unknown: read the report. Customers see only their own calls.",
    ].join(" "),
    audience: "customer",
    permission: "calls.view",
    query: Query,
    headers: LastEventId,
    extension: true,
    answers: "events",
    handle: (context, call) => (follow) => followRequests(context, call, follow),
  }),
];

async function* followRequests(
  context: Context,
  call: QueryCall<typeof Query>,
  { signal, lastEventId }: Follow,
): AsyncGenerator<ServerEvent> {
  const { requestLog, clock, identity } = context;
  const { user_id: userId, subscription_id: subscriptionId } = call.query;
  const scope = scopeOf(call.caller, { userId, subscriptionId });
  const requested = lastEventId === undefined ? undefined : openCursor(identity.vault, lastEventId);
  const resumed = requested && clock() - requested.at < resumedMs ? requested : undefined;
  let cursor = resumed ?? (await requestLog.tailEnd(clock()));
  if (lastEventId !== undefined && !resumed)
    yield { event: "gap", id: sealCursor(identity.vault, cursor), data: {} };
  for (let first = true; !signal.aborted; first = false) {
    const tail = await requestLog.readTail(scope, cursor, clock());
    cursor = tail.cursor;
    if (first || tail.calls.length > 0)
      yield {
        event: "calls",
        id: sealCursor(identity.vault, cursor),
        data: { items: tail.calls.map(requestRecord), skipped: tail.skipped },
      };
    await pause(everyMs, signal);
  }
}

const sealedFor = "request-tail";

/** Sealed, because the cursor reveals how many calls each node has answered for all customers. */
function sealCursor(vault: Vault, cursor: TailCursor): string {
  return Buffer.from(vault.seal(JSON.stringify(cursor), sealedFor)).toString("base64url");
}

function openCursor(vault: Vault, id: string): TailCursor | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(id, "base64url"), sealedFor)) as TailCursor;
  } catch {
    return undefined;
  }
}
