import type { Clock } from "../base/clock.ts";
import type { Queries } from "../database/database.ts";
import { type Answer, type Call, json } from "../http/endpoint.ts";
import { type AuditContext, auditContext, recordAudit } from "./audit.ts";

/** The forms of an object that its audit entry shows. The answer is that after the change, if there is no other. */
interface Audited {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly answer?: Answer;
}

/**
 * The change of one object in a call, with its audit entry. `action` is a resource and a verb, such as `user.update`,
 * and `object` a path. Work that resolves to an answer alone has changed nothing, and has no entry.
 */
export function auditedChange(
  context: { readonly clock: Clock },
  call: Call,
  action: string,
  object: string,
  work: (tx: Queries, audit: AuditContext) => Promise<Audited | Answer>,
): Promise<Answer> {
  const audit = auditContext(context, call);
  return call.change(async (tx) => {
    const done = await work(tx, audit);
    if ("body" in done) return done;
    const { before, after, answer = json(after) } = done;
    await recordAudit(tx, { ...audit, action, object, before, after });
    return answer;
  });
}
