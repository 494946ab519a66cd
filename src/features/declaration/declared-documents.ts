import type { AuditContext } from "../../access/audit.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import {
  type ApiDocument,
  faultText,
  findDocument,
  isYamlType,
  removeDocument,
  saveDocument,
} from "../gateway/documents/api-documents.ts";
import { type DocumentTexts, readSource } from "../gateway/documents/read-document.ts";
import type { DeclaredApi } from "./declaration.ts";

/** The OpenAPI document of a declared API, which is a file beside the declaration. */
export interface DeclaredDocument extends ApiDocument {
  /** The document's content. Reading takes seconds for a large one. */
  readonly reading: DocumentTexts;
}

/** Reads the bytes of a document. Throws an `OperatorError` with the places of its faults. */
export function parseDocumentFile(source: Uint8Array, file: string): DeclaredDocument {
  const mediaType = file.endsWith(".json") ? "application/openapi+json" : "application/openapi+yaml";
  const reading = readSource(source, isYamlType(mediaType));
  if ("faults" in reading)
    throw new OperatorError(reading.faults.map((fault) => `${file}: ${faultText(fault)}`).join("\n"));
  return { mediaType, source, reading };
}

/** Makes an API's document equal to the declared one; an undeclared one stays. Returns whether it changed. */
export async function applyDocument(
  tx: Queries,
  apiId: string,
  declared: DeclaredApi["document"],
  document: DeclaredDocument | undefined,
  audit: AuditContext,
): Promise<boolean> {
  if (declared === null) return removeDocument(tx, apiId, audit);
  if (!document) return false;
  const before = await findDocument(tx, apiId);
  const isSame =
    before &&
    isYamlType(before.mediaType) === isYamlType(document.mediaType) &&
    Buffer.compare(before.source, document.source) === 0;
  if (isSame) return false;
  await saveDocument(tx, apiId, document, document.reading, audit);
  return true;
}

/** The documents of registered APIs, by the APIs' names. */
export async function readDocuments(db: Queries): Promise<ReadonlyMap<string, ApiDocument>> {
  const rows = await db.all<ApiDocument & { name: string }>(sql`
    select api.name, d.media_type as "mediaType", d.source from api join api_document d on d.api_id = api.id where api.builtin = 0`);
  return new Map(rows.map((row) => [row.name, row]));
}
