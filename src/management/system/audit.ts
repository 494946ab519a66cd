import { z } from "zod";
import { type AuditRow, auditKeptDays, auditLog } from "../../access/audit.ts";
import { isoTime } from "../../base/clock.ts";
import { type Context, endpoint } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { QueryCall } from "../../http/endpoint.ts";
import { PageQuery, pageAnswer } from "../../http/lists.ts";
import { filter, moment } from "../reports/reports-query.ts";
import { type Named, namedPath, namesOf } from "./audit-names.ts";

const AuditQuery = z.object({
  actor: filter.describe("Only changes by this actor: `/users/{id}`, or `operator` for the operator token."),
  action: filter.describe("Only changes of this kind: resource and verb, for example `user.update`."),
  object: filter.describe("Only changes of this object: its path, for example `/users/{id}`."),
  timestamp_ge: moment,
  timestamp_le: moment,
  ...PageQuery.shape,
});

/** Who did what; values before and after contain no secrets. */
export const AuditRecord = z
  .object({
    id: z.string(),
    timestamp: z.iso.datetime(),
    actor: z.string(),
    actor_name: z
      .string()
      .nullable()
      .describe("The name of the user; null for others and for deleted users."),
    action: z.string(),
    object: z.string(),
    object_name: z
      .string()
      .nullable()
      .describe(
        "The name of the user, product or API, or of the subscription with its owner; null if it has none any more.",
      ),
    object_owner: z.string().nullable().describe("The owner of the subscription: `/users/{id}`."),
    ip_address: z.string(),
    request_id: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: "AuditRecord" });

export type AuditEntryRecord = z.output<typeof AuditRecord>;

export const auditEndpoints = [
  endpoint({
    id: "listAudit",
    method: "GET",
    path: "/audit",
    tag: "Audit",
    summary: "List changes and who made them, newest first",
    description: `Entries are kept for ${auditKeptDays} days and never contain secrets.`,
    audience: "operator",
    permission: "audit.view",
    query: AuditQuery,
    response: z.array(AuditRecord),
    extension: true,
    handle: listAudit,
  }),
];

function listAudit({ database }: Context, { query }: QueryCall<typeof AuditQuery>) {
  return pageAnswer(database, query, {
    rows: auditLog,
    path: "/audit",
    order: sql`at desc, id desc`,
    filters: {
      actor: (actor) => sql`actor = ${actor}`,
      action: (action) => sql`action = ${action}`,
      object: (object) => sql`object = ${object}`,
      timestamp_ge: (from) => sql`at >= ${Date.parse(from)}`,
      timestamp_le: (to) => sql`at <= ${Date.parse(to)}`,
    },
    shown: (rows) => shownEntries(database, rows),
  });
}

/** The public forms of rows, with the names that their objects have now. */
export async function shownEntries(db: Queries, rows: readonly AuditRow[]): Promise<AuditEntryRecord[]> {
  const names = await namesOf(
    db,
    rows.flatMap((row) => [row.actor, row.object]),
  );
  return rows.map((row) => publicEntry(row, names));
}

function publicEntry(row: AuditRow, names: ReadonlyMap<string, Named>): AuditEntryRecord {
  const object = names.get(namedPath(row.object));
  return {
    id: row.id,
    timestamp: isoTime(row.at),
    actor: row.actor,
    actor_name: names.get(row.actor)?.name ?? null,
    action: row.action,
    object: row.object,
    object_name: object?.name ?? null,
    object_owner: object?.owner ?? null,
    ip_address: row.ipAddress,
    request_id: row.requestId,
    before: parsed(row.before),
    after: parsed(row.after),
  };
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
