import { auditContext, recordAudit } from "../../access/audit.ts";
import { pause } from "../../base/pause.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Call } from "../../http/endpoint.ts";
import { json } from "../../http/endpoint.ts";
import { type Follow, FollowQuery, type ServerEvent } from "../../http/event-text.ts";
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
    summary:
      "Read the state of the service: nodes, journals, reserved credits, consistency check, disk, versions, settings",
    description:
      "Every node reports its state every five seconds. Secrets are never shown, only whether they are set.",
    audience: "operator",
    permission: "service.view",
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
      "Server-sent events, one every two seconds: `system` with the body of `GET /system`, without `versions` and `settings`. The first event is sent immediately.",
    audience: "operator",
    permission: "service.view",
    query: FollowQuery,
    extension: true,
    answers: "events",
    handle: (context) => (follow) => followSystem(context, follow),
  }),
  endpoint({
    id: "checkLedger",
    whileHeld: true,
    method: "POST",
    path: "/system/ledgerCheck",
    tag: "System",
    summary:
      "Run a consistency check of ledger, balances, reserved credits, reports, request log and journals",
    description:
      "Runs `vingate doctor --ledger` on the responding node while it serves calls. Returns immediately; `ledger_check` of `GET /system` shows the result. Only one check runs at a time.",
    audience: "operator",
    permission: "service.change",
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
