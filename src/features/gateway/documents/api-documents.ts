import { createHash } from "node:crypto";
import { type AuditContext, recordAudit } from "../../../access/audit.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { DocumentFault } from "./parse.ts";
import type { DocumentTexts } from "./read-document.ts";

/** The OpenAPI document of a registered API, as it was put. */
export interface ApiDocument {
  readonly media_type: string;
  readonly source: Uint8Array;
}

/** The media types of documents. */
export const documentTypes = [
  "application/json",
  "application/yaml",
  "application/openapi+json",
  "application/openapi+yaml",
] as const;

export const isYamlType = (type: string): boolean => type.endsWith("yaml");

export function findDocument(db: Queries, apiId: string): Promise<ApiDocument | undefined> {
  return db.get<ApiDocument>(sql`select media_type, source from api_document where api_id = ${apiId}`);
}

/** Writes a document that was read, and its audit entry. */
export async function saveDocument(
  tx: Queries,
  apiId: string,
  { media_type, source }: ApiDocument,
  { operations, contract }: DocumentTexts,
  audit: AuditContext,
): Promise<void> {
  const before = await summaryOf(tx, apiId);
  const version = createHash("sha256").update(media_type).update("\n").update(source).digest("base64url");
  await tx.run(sql`
    insert into api_document (api_id, version, media_type, source, operations, contract, updated_at)
    values (${apiId}, ${version}, ${media_type}, ${source}, ${operations}, ${contract}, ${audit.at})
    on conflict (api_id) do update set version = excluded.version, media_type = excluded.media_type,
      source = excluded.source, operations = excluded.operations, contract = excluded.contract,
      updated_at = excluded.updated_at`);
  const after = await summaryOf(tx, apiId);
  await recordAudit(tx, { ...audit, action: "api.update_document", object: `/apis/${apiId}`, before, after });
}

/** Removes a document; returns whether there was one. */
export async function removeDocument(tx: Queries, apiId: string, audit: AuditContext): Promise<boolean> {
  const before = await summaryOf(tx, apiId);
  if (!before) return false;
  await tx.run(sql`delete from api_document where api_id = ${apiId}`);
  await recordAudit(tx, { ...audit, action: "api.delete_document", object: `/apis/${apiId}`, before });
  return true;
}

/** The audit log's summary of a document. */
async function summaryOf(tx: Queries, apiId: string): Promise<object | undefined> {
  const row = await tx.get<{ version: string; media_type: string; size: number }>(sql`
    select version, media_type, length(source) as size from api_document where api_id = ${apiId}`);
  return (
    row && { document: { version: row.version.slice(0, 12), media_type: row.media_type, bytes: row.size } }
  );
}

/** A fault for people. */
export function faultText({ line, column, path, reason }: DocumentFault): string {
  const place = path.length === 0 ? "" : ` (${path.join(" > ")})`;
  return `line ${line}, column ${column}${place}: ${reason}`;
}
