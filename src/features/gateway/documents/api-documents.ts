import { createHash } from "node:crypto";
import { type AuditContext, recordAudit } from "../../../access/audit.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { bytes, integer, text } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";
import type { DocumentFault } from "./parse.ts";
import type { DocumentTexts } from "./read-document.ts";

const documents = new Table({
  name: "api_document",
  as: "d",
  key: ["apiId"],
  members: {
    apiId: text,
    version: text,
    mediaType: text,
    source: bytes,
    operations: text,
    contract: text,
    updatedAt: integer,
  },
});

/** The OpenAPI document of a registered API, as it was put. */
export type ApiDocument = Pick<Row<typeof documents>, "mediaType" | "source">;

/** The media types of documents. */
export const documentTypes = [
  "application/json",
  "application/yaml",
  "application/openapi+json",
  "application/openapi+yaml",
] as const;

export const isYamlType = (type: string): boolean => type.endsWith("yaml");

export const findDocument = (db: Queries, apiId: string): Promise<ApiDocument | undefined> =>
  documents.find(db, apiId);

/** Writes a document that was read, and its audit entry. */
export async function saveDocument(
  tx: Queries,
  apiId: string,
  document: ApiDocument,
  { operations, contract }: DocumentTexts,
  audit: AuditContext,
): Promise<void> {
  const before = await summaryOf(tx, apiId);
  const { mediaType, source } = document;
  const version = createHash("sha256").update(mediaType).update("\n").update(source).digest("base64url");
  await documents.put(tx, [{ apiId, version, mediaType, source, operations, contract, updatedAt: audit.at }]);
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
