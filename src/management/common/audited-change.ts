import { type AuditContext, recordAudit } from "../../access/audit.ts";
import type { Context } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { type Answer, type Call, json } from "../../http/endpoint.ts";
import { auditContext } from "./audit-context.ts";

/** The forms of an object that its audit entry shows. The answer is that after the change, if there is no other. */
export interface Audited {
  readonly before?: object;
  readonly after?: object;
  readonly answer?: Answer;
}

/** The change of one object in a call, with its audit entry. */
export function auditedChange(
  context: Context,
  call: Call,
  { action, object }: { readonly action: string; readonly object: string },
  work: (tx: Queries, audit: AuditContext) => Promise<Audited>,
): Promise<Answer> {
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const { before, after, answer = json(after) } = await work(tx, audit);
    await recordAudit(tx, { ...audit, action, object, before, after });
    return answer;
  });
}
