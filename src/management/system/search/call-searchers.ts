import { isoTime } from "../../../base/clock.ts";
import { dayMs, hourMs } from "../../../base/durations.ts";
import { uuidTime } from "../../../base/ids.ts";
import type { Context } from "../../../calls/context.ts";
import { callIdText } from "../../../metering/requests/call-id.ts";
import type { LoggedCall } from "../../../metering/requests/chunk-codec.ts";
import type { TimeRange } from "../../../metering/requests/chunk-filter.ts";
import { type Hit, hitsMost, type Searcher, type TextForms } from "../../../running/searches.ts";
import { loggedPart } from "../../reports/reports-calls.ts";

/** How far back IDs that callers made are searched for; those of this service have their time in them. */
const searchedMs = 7 * dayMs;

/** Finds single calls by call ID and request ID, and leads to the calls about a VIN. */
export const callSearcher = ({ database, requestLog, clock }: Context): Searcher => ({
  group: "calls",
  permission: "calls.view",
  async find({ forms, account }) {
    if (forms.vin) return [callsAbout(forms.vin, account)];
    const { call: id, requestId } = forms;
    if (id === undefined && requestId === undefined) return [];
    const scope = { userIds: account === undefined ? [] : [account] };
    const { from, to } = rangeOf(forms, clock());
    const { window } = await loggedPart(database, { ge: from, le: to });
    if (window.from >= window.to) return [];
    const filter = id === undefined ? { requestId } : { id };
    const { calls } = await requestLog.search(scope, filter, window, 0, hitsMost);
    return calls.map((one) => hitOf(one, account));
  },
});

/** A call ID has an index of its own. */
function rangeOf({ call, requestId = "" }: TextForms, now: number): TimeRange {
  if (call) return { from: 0, to: now };
  const at = uuidTime(requestId);
  return at === undefined ? { from: now - searchedMs, to: now } : { from: at - hourMs, to: at + hourMs };
}

const ofAccount = (account: string | undefined) =>
  account === undefined ? "" : `&user_id=${encodeURIComponent(account)}`;

const callsAbout = (vin: string, account: string | undefined): Hit => ({
  kind: "calls",
  label: vin,
  detail: "Calls about this VIN",
  object: `/reports/byRequest?url=${vin}${ofAccount(account)}`,
});

function hitOf(
  { at, journalId, seq, caller, requestId, labels }: LoggedCall,
  account: string | undefined,
): Hit {
  const id = callIdText({ journalId, seq });
  const { status, operation } = labels;
  return {
    kind: "call",
    label: id,
    detail: `${status} ${operation}, ${isoTime(at)}`,
    values: { status, operation, at, request_id: requestId },
    object: `/reports/byRequest?call=${id}&timestamp_ge=${isoTime(at)}&timestamp_le=${isoTime(at)}${ofAccount(account)}`,
    account: caller.userId,
    isExact: true,
  };
}
