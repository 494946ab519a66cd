import { createHash } from "node:crypto";
import { type AuditContext, recordAudit } from "../../../access/audit.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text, word } from "../../../entities/stored.ts";
import { Table } from "../../../entities/table.ts";
import type { ApiRow } from "../../../management/apis/apis-record.ts";
import { forgetReceived } from "../../../vehicles/lookups/records/received-records.ts";
import { forgetMisfits, sourceName } from "../misfits/stored-misfits.ts";

const mappings = new Table({
  name: "api_mapping",
  as: "m",
  key: ["apiId", "source"],
  members: {
    apiId: text,
    source: word("first", "other"),
    text,
    sha256: text,
    updatedAt: integer,
  },
});

/** Which source of a built-in API a mapping is for: its upstream or its fallback. */
export type MappedSource = "first" | "other";

export const mappingBytesMax = 256 * 1024;

/** A mapping as it was put. */
export interface PutMapping {
  readonly text: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Milliseconds UTC. */
  readonly updatedAt: number;
}

/** The mapping of a source; undefined without one. */
export const findPutMapping = (
  db: Queries,
  apiId: string,
  source: MappedSource,
): Promise<PutMapping | undefined> => mappings.find(db, apiId, source);

/** The SHA-256 of a source's mapping; undefined without one. */
export async function findMappingVersion(
  db: Queries,
  apiId: string,
  source: MappedSource,
): Promise<string | undefined> {
  const row = await db.get<{ sha256: string }>(
    sql`select sha256 from api_mapping where api_id = ${apiId} and source = ${source}`,
  );
  return row?.sha256;
}

/** The text of a mapping as it was put; undefined without one. */
export async function findMapping(
  db: Queries,
  apiId: string,
  source: MappedSource,
): Promise<string | undefined> {
  return (await findPutMapping(db, apiId, source))?.text;
}

/**
 * Writes a mapping that was checked, and its audit entry. What the stored one has read stays if the new one reads the
 * same (`readsAs`).
 */
export async function saveMapping(
  tx: Queries,
  row: ApiRow,
  source: MappedSource,
  given: string,
  readsAs: (stored: PutMapping) => boolean,
  audit: AuditContext,
): Promise<void> {
  const apiId = row.id;
  const stored = await findPutMapping(tx, apiId, source);
  const before = stored && summaryOf(source, stored);
  const sha256 = createHash("sha256").update(given).digest("hex");
  const put = { text: given, sha256, updatedAt: audit.at };
  await mappings.put(tx, [{ apiId, source, ...put }]);
  const after = summaryOf(source, put);
  await recordAudit(tx, { ...audit, action: "api.update_mapping", object: `/apis/${apiId}`, before, after });
  if (!stored || !(stored.sha256 === sha256 || readsAs(stored))) await forgetRead(tx, row, source);
}

/** Deletes a mapping; returns whether there was one. */
export async function deleteMapping(
  tx: Queries,
  row: ApiRow,
  source: MappedSource,
  audit: AuditContext,
): Promise<boolean> {
  const apiId = row.id;
  const stored = await findPutMapping(tx, apiId, source);
  if (!stored) return false;
  const before = summaryOf(source, stored);
  await tx.run(sql`delete from api_mapping where api_id = ${apiId} and source = ${source}`);
  await recordAudit(tx, { ...audit, action: "api.delete_mapping", object: `/apis/${apiId}`, before });
  await forgetRead(tx, row, source);
  return true;
}

/** Deletes what the former mapping of a source has read: it can be wrong, and its misfits show nothing of the new one. */
async function forgetRead(tx: Queries, row: ApiRow, source: MappedSource): Promise<void> {
  await forgetMisfits(tx, row, source);
  await forgetReceived(tx, row.id, sourceName(row, source === "first" ? "other" : "first"));
}

/** The audit log's summary of a mapping. */
const summaryOf = (source: MappedSource, { sha256, text: own }: PutMapping) => ({
  mapping: { source, sha256: sha256.slice(0, 12), bytes: Buffer.byteLength(own) },
});

/** A mapping's place and its version. */
export interface MappingVersion {
  readonly apiId: string;
  readonly source: MappedSource;
  readonly sha256: string;
}

/** The versions of all mappings. */
export const mappingVersions = (db: Queries): Promise<MappingVersion[]> =>
  db.all<MappingVersion>(
    sql`select api_id as "apiId", source, sha256 from api_mapping order by api_id, source`,
  );
