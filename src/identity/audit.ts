import { dayMs } from "../base/durations.ts";
import { uuidv7 } from "../base/ids.ts";
import { redactCredentials } from "../base/redaction.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import type { Caller } from "../http/caller.ts";
import { noteChange } from "./keys/changes.ts";

/** Who makes a change, from where, when, and in which request. */
export interface AuditContext {
  readonly at: number;
  readonly actor: Caller;
  readonly address: string;
  readonly requestId: string;
}

/** What was done to which object; `before` and `after` are the object's public forms. */
export interface AuditEntry extends AuditContext {
  /** Resource and verb, such as `user.update`. */
  readonly action: string;
  /** The object's path, such as `/users/abc`. */
  readonly object: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const keptDays = 400;
const textMax = 1000;
const membersMax = 100;
const depthMax = 8;
const bytesMax = 32_768;

/** Members that never enter the log under any object; of `auth` only its `value` is secret. */
const secretNames: ReadonlySet<string> = new Set([
  "authorization",
  "client_token",
  "current_password",
  "digest",
  "key",
  "keys",
  "new_password",
  "operator_token",
  "password",
  "password_hash",
  "primary_key",
  "reset_link",
  "reset_token",
  "sealed",
  "secondary_key",
  "secret",
  "token",
]);

/**
 * Writes one entry within the transaction that makes the change, as one of its last statements: both are kept,
 * or neither. Every node hears of the change too.
 */
export async function recordAudit(tx: Queries, entry: AuditEntry): Promise<void> {
  await tx.run(sql`
    insert into audit_log (id, at, actor, action, object, ip_address, request_id, before, after)
    values (${uuidv7(entry.at)}, ${entry.at}, ${actorName(entry.actor)}, ${entry.action}, ${entry.object},
      ${entry.address}, ${entry.requestId}, ${auditText(entry.before)}, ${auditText(entry.after)})`);
  await noteChange(tx, entry.object);
}

/** How the log names a caller: by path where it has one, so that no id can pass for `operator`. */
export function actorName(caller: Caller): string {
  if (caller.kind === "user") return `/users/${caller.userId}`;
  if (caller.kind === "subscription") return `/subscriptions/${caller.subscriptionId}`;
  return caller.kind;
}

/** Removes entries older than 400 days; resolves to their number. */
export function purgeAudit(db: Queries, now: number): Promise<number> {
  return db.run(sql`delete from audit_log where at < ${now - keptDays * dayMs}`);
}

/** An object as JSON without its secrets and of bounded size, or null where there is none. */
export function auditText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = redactCredentials(JSON.stringify(withoutSecrets(value, 0)));
  const bytes = Buffer.byteLength(text);
  return bytes > bytesMax ? JSON.stringify({ omitted: `${bytes} bytes` }) : text;
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > textMax ? `${value.slice(0, textMax)}…` : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return "[redacted]";
  if (depth === depthMax) return "…";
  if (Array.isArray(value)) return value.slice(0, membersMax).map((item) => withoutSecrets(item, depth + 1));
  const members = Object.entries(value).slice(0, membersMax);
  // From entries, because assigning a member called __proto__ would lose it.
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (secretNames.has(name.toLowerCase())) return [name, "[redacted]"];
      if (name === "auth" && typeof member === "object" && member !== null)
        return [name, withoutSecrets({ ...member, value: "[redacted]" }, depth + 1)];
      return [name, withoutSecrets(member, depth + 1)];
    }),
  );
}
