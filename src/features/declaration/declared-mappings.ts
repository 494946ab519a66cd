import type { AuditContext } from "../../access/audit.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { ApiRow } from "../../management/apis/apis-record.ts";
import type { SampleResult } from "../gateway/mappings/vendor-sample.ts";
import {
  deleteMapping,
  findMapping,
  type MappedSource,
  saveMapping,
} from "../gateway/stored-mappings/api-mappings.ts";
import { readsTheSame } from "../gateway/stored-mappings/compact-mapping.ts";
import { type MappingFault, readMapping } from "../gateway/stored-mappings/read-mapping.ts";

/** The mapping of a vendor's API, which is a file beside the declaration. */
export interface DeclaredMapping {
  /** The built-in API. */
  readonly api: string;
  readonly file: string;
  readonly text: string;
  readonly samples: readonly SampleResult[];
}

/** The name of a mapping among those of a declaration. */
export const mappingName = (api: string, source: MappedSource): string => `${api} ${source}`;

/** Reads a mapping's file and its samples. Throws an `OperatorError` with the places of the faults. */
export function parseMappingFile(text: string, file: string, api: string): DeclaredMapping {
  const reading = readMapping(text);
  const faults = reading.faults.map((fault) => faultIn(file, fault));
  if (faults.length > 0 || !("api" in reading)) throw new OperatorError(faults.join("\n"));
  if (reading.api !== api)
    throw new OperatorError(`${file}: is a mapping for ${reading.api}, and the upstream is of ${api}`);
  return { api, file, text, samples: reading.samples };
}

function faultIn(file: string, { line, sample, path, reason }: MappingFault): string {
  const words = [...(sample === null ? [] : [`sample ${sample}`]), ...(path === "" ? [] : [path]), reason];
  return `${file}${line === null ? "" : `, line ${line}`}: ${words.join(": ")}`;
}

/** Makes a stored mapping equal to the declared one; an undeclared one stays. Returns whether it changed. */
export async function applyMapping(
  tx: Queries,
  row: ApiRow,
  source: MappedSource,
  declared: string | null | undefined,
  mappings: ReadonlyMap<string, DeclaredMapping>,
  audit: AuditContext,
): Promise<boolean> {
  if (declared === null) return deleteMapping(tx, row, source, audit);
  const mapping = mappings.get(mappingName(row.id, source));
  if (!mapping || (await findMapping(tx, row.id, source)) === mapping.text) return false;
  const readsAs = (stored: { readonly text: string }) => readsTheSame(mapping.text, stored.text);
  await saveMapping(tx, row, source, mapping.text, readsAs, audit);
  return true;
}

/** A stored mapping, and the source that it is for. */
export interface StoredMapping {
  readonly api: string;
  readonly source: MappedSource;
  readonly text: string;
}

/** The mappings of all upstreams and fallbacks. */
export const readMappings = (db: Queries): Promise<StoredMapping[]> =>
  db.all<StoredMapping>(sql`
    select m.api_id as api, m.source, m.text from api_mapping m join api on api.id = m.api_id
    where api.service_url is not null and (m.source = 'first' or api.fallback is not null)
    order by m.api_id, m.source`);

/** A line for each sample of a mapping. With `whole`, the vendor's answer and the data that it became follow. */
export function sampleLines({ file, samples }: DeclaredMapping, whole: boolean): string {
  return samples
    .map(({ lookup, outcome, original, data }, at) => {
      const line = `${file}: sample ${at + 1}: ${lookup}: ${outcome}\n`;
      return whole ? `${line}${indented("from", original)}${indented("to", data)}` : line;
    })
    .join("");
}

function indented(word: string, value: unknown): string {
  return `  ${word}: ${JSON.stringify(value, null, 2).replaceAll("\n", "\n  ")}\n`;
}
