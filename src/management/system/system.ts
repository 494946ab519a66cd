import { recordAudit } from "../../access/audit.ts";
import { pause } from "../../base/pause.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Call } from "../../http/endpoint.ts";
import { json } from "../../http/endpoint.ts";
import { type Follow, FollowQuery, type ServerEvent } from "../../http/event-text.ts";
import { auditContext } from "../common/audit-context.ts";
import { claimLedgerCheck, lastLedgerCheck, runLedgerCheck } from "./consistency-check.ts";
import { CheckStarted, System } from "./system-record.ts";
import { readSystem, readSystemState } from "./system-state.ts";

const everyMs = 2000;

export const systemEndpoints = [
  endpoint({
    id: "getSystem",
    method: "GET",
    path: "/system",
    tag: "System",
    summary: "Read the state of the service: nodes, journal, leases, ledger check, disk, versions, settings",
    description:
      "Every node enters every five seconds how it is. Of settings that are secrets it is shown only whether they are set.",
    audience: "operator",
    response: System,
    extension: true,
    handle: async (context) => json(await readSystem(context)),
  }),
  endpoint({
    id: "followSystem",
    method: "GET",
    path: "/system/events",
    tag: "System",
    summary: "Follow the state of the service",
    description:
      "Server-sent events, one every two seconds: `system` with what `GET /system` answers, but for `versions` and `settings`. The first comes at once.",
    audience: "operator",
    query: FollowQuery,
    extension: true,
    answers: "events",
    handle: (context) => (follow) => followSystem(context, follow),
  }),
  endpoint({
    id: "checkLedger",
    method: "POST",
    path: "/system/ledgerCheck",
    tag: "System",
    summary: "Compare all books: ledger, balances, leases, reports, request log and journals",
    description:
      "What `vingate doctor --ledger` does, beside the calls, on the node that answers. The answer comes at once; `ledger_check` of `GET /system` shows what comes of it. While a check runs, no other one is started.",
    audience: "operator",
    response: CheckStarted,
    extension: true,
    handle: checkLedger,
  }),
];

async function* followSystem(context: Context, { signal }: Follow): AsyncGenerator<ServerEvent> {
  while (!signal.aborted) {
    yield { event: "system", data: await readSystemState(context) };
    await pause(everyMs, signal);
  }
}

async function checkLedger(context: Context, call: Call) {
  const audit = auditContext(context, call);
  let started = false;
  const answer = await call.change(async (tx) => {
    started = await claimLedgerCheck(tx, context, audit.at);
    if (started) await recordAudit(tx, { ...audit, action: "ledger.check", object: "/system" });
    return json({ ledger_check: await lastLedgerCheck(tx, audit.at) });
  });
  if (started) void runLedgerCheck(context, audit.at);
  return answer;
}
