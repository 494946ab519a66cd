import type { AuditContext } from "../../access/audit.ts";
import type { Context } from "../../calls/context.ts";
import type { Call } from "../../http/endpoint.ts";

/** The caller's part of a call's audit entries. */
export function auditContext(context: Context, call: Call): AuditContext {
  return { at: context.clock(), actor: call.caller, address: call.address, requestId: call.requestId };
}

/** The audit context of a decision that is made again after a restore. */
export const replayAudit = (at: number): AuditContext => ({
  at,
  actor: { kind: "operator" },
  address: "",
  requestId: "replay",
});
