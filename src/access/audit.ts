import type { Clock } from "../base/clock.ts";
import { dayMs } from "../base/durations.ts";
import { uuidv7 } from "../base/ids.ts";
import { redactCredentials } from "../base/redaction.ts";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { integer, orNull, text } from "../entities/stored.ts";
import { type Row, Table } from "../entities/table.ts";
import type { Actor } from "../http/caller.ts";
import type { Call } from "../http/endpoint.ts";
import { noteChange } from "./keys/changes.ts";

/** Who makes a change, from which address, when, and in which request. */
export interface AuditContext {
  readonly at: number;
  readonly actor: Actor;
  readonly address: string;
  readonly requestId: string;
}

/** The caller's part of a call's audit entries. */
export function auditContext({ clock }: { readonly clock: Clock }, call: Call): AuditContext {
  return { at: clock(), actor: call.caller, address: call.address, requestId: call.requestId };
}

/** That of a change which no call makes, but a command or the service itself. */
export const serviceAudit = (at: number, requestId: string): AuditContext => ({
  at,
  actor: { kind: "operator" },
  address: "",
  requestId,
});

/** That of a decision which is made again after a restore. */
export const replayAudit = (at: number): AuditContext => serviceAudit(at, "replay");

/** One change of one object. `before` and `after` are its public forms; of two, only differing members are kept. */
export interface AuditEntry extends AuditContext {
  /** Resource and verb, such as `user.update`. */
  readonly action: string;
  /** The object's path, such as `/users/abc`. */
  readonly object: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The log. Its `before` and `after` are JSON, perhaps cut. */
export const auditLog = new Table({
  name: "audit_log",
  as: "a",
  key: ["id"],
  members: {
    id: text,
    at: integer,
    actor: text,
    action: text,
    object: text,
    ipAddress: text,
    requestId: text,
    before: orNull(text),
    after: orNull(text),
  },
});

export type AuditRow = Row<typeof auditLog>;

export const auditKeptDays = 400;
/** Bytes of each side of a change as JSON: 4 KiB together. */
const sideBytesMax = 2048;
const depthMax = 8;

/** Limits of texts and members; the first cut that fits the bytes applies. */
const cuts: readonly Cut[] = [
  { textMax: 1000, membersMax: 100 },
  { textMax: 200, membersMax: 40 },
  { textMax: 40, membersMax: 20 },
];

interface Cut {
  readonly textMax: number;
  readonly membersMax: number;
}

/** Members that the log never contains; of `auth` only its `value` is secret. */
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
  "test_key",
  "secret",
  "token",
]);

/**
 * Writes one entry in the transaction that makes the change, as one of its last statements. The change is also
 * published to all nodes.
 */
export async function recordAudit(tx: Queries, entry: AuditEntry): Promise<void> {
  const [before, after] = changedMembers(entry.before, entry.after);
  const { at, action, object, address, requestId } = entry;
  const [id, actor] = [uuidv7(at), actorName(entry.actor)];
  const sides = { before: auditText(before), after: auditText(after) };
  await auditLog.insert(tx, { id, at, actor, action, object, ipAddress: address, requestId, ...sides });
  await noteChange(tx, object);
}

/** A caller's name in the log: its path if it has one, so that no ID can pass for `operator`. */
export function actorName(caller: Actor): string {
  if (caller.kind === "user") return `/users/${caller.personId}`;
  if (caller.kind === "subscription") return `/subscriptions/${caller.subscriptionId}`;
  return caller.kind;
}

/** The moment before which entries are old enough to be removed, milliseconds UTC. */
export const auditKeptFrom = (now: number): number => now - auditKeptDays * dayMs;

/** Removes entries that are old enough, but none from `keepFrom` on. Resolves to their number. */
export function purgeAudit(db: Queries, now: number, keepFrom = Number.POSITIVE_INFINITY): Promise<number> {
  return db.run(sql`delete from audit_log where at < ${Math.min(auditKeptFrom(now), keepFrom)}`);
}

/** The members that differ between two forms, at any depth, without `updated_at`. One form alone is kept whole. */
function changedMembers(before: unknown, after: unknown): [before: unknown, after: unknown] {
  if (!isObject(before) || !isObject(after)) return [before, after];
  const sides: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (name === "updated_at" || JSON.stringify(was) === JSON.stringify(is)) continue;
    const nested = changedMembers(was, is);
    // Defined, because assigning a member called __proto__ would lose it.
    for (const [index, side] of sides.entries())
      if (nested[index] !== undefined)
        Object.defineProperty(side, name, { value: nested[index], enumerable: true });
  }
  return sides;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

/** A value as JSON without its secrets, cut to 2 KiB; null if there is no value. */
export function auditText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const sizes: number[] = [];
  for (const cut of cuts) {
    const text = redactCredentials(JSON.stringify(shown(value, cut, 0)));
    sizes.push(Buffer.byteLength(text));
    if (sizes.at(-1)! <= sideBytesMax) return text;
  }
  return JSON.stringify({ omitted: `${sizes[0]} bytes` });
}

function shown(value: unknown, cut: Cut, depth: number): unknown {
  if (typeof value === "string")
    return value.length > cut.textMax ? `${value.slice(0, cut.textMax)}…` : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return "[redacted]";
  if (depth === depthMax) return "…";
  if (Array.isArray(value)) return value.slice(0, cut.membersMax).map((item) => shown(item, cut, depth + 1));
  const members = Object.entries(value).slice(0, cut.membersMax);
  // From entries, because assigning a member called __proto__ would lose it.
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (secretNames.has(name.toLowerCase())) return [name, "[redacted]"];
      if (name === "auth") return [name, shown(withHiddenValues(member), cut, depth + 1)];
      return [name, shown(member, cut, depth + 1)];
    }),
  );
}

/** Credentials of an upstream: one, a list, or none. */
function withHiddenValues(auth: unknown): unknown {
  if (Array.isArray(auth)) return auth.map(withHiddenValues);
  return typeof auth === "object" && auth !== null ? { ...auth, value: "[redacted]" } : auth;
}
