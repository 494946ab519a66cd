import { z } from "zod";
import type { Context } from "../../../calls/context.ts";
import type { Answer, Call } from "../../../http/endpoint.ts";
import { InvalidRequest } from "../../../http/errors.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import { mappingMax } from "../columns/mapping.ts";
import { ImportError } from "../input/import-error.ts";
import { encodingExamples, findEncoding } from "../input/utf8.ts";
import { parseRejectLimit } from "../jobs/rejects.ts";
import { uploadRejects, uploadsFolder } from "../jobs/uploads.ts";
import { mappingFrom, mappingOfMap } from "../mappings/mappings.ts";
import { sources } from "../sources/sources.ts";
import { familyAt } from "./family-at.ts";
import { compressionDeclared, formatOf } from "./receive.ts";
import { receiveImport, startedImport } from "./receive-import.ts";

const metaText = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes("\0"), "a NUL character is not allowed")
  .optional();

export const PutDatasetQuery = z.object({
  mode: z
    .enum(["replace", "merge"])
    .default("replace")
    .describe("`merge` keeps records whose keys are not in the file."),
  dry_run: z.boolean().default(false).describe("Verify everything and change nothing."),
  max_rejects: z
    .string()
    .max(20)
    .default("1%")
    .describe("Max. rejected rows, as a number or a share. With more, nothing changes."),
  source: z
    .string()
    .default("records")
    .describe("`records` for the documented columns, or a public source of the family, for example `epa`."),
  map: z
    .string()
    .optional()
    .describe(
      'JSON: documented name → the file\'s column, or {"value": "…"} for every row. The short form of `mapping`.',
    ),
  mapping: z
    .string()
    .max(mappingMax)
    .optional()
    .describe(
      "A mapping file's text in YAML or JSON, or the name of a ready-made mapping, for example `salvage-auction`: which of the file's columns are used, how they are written, and what their words mean. Excludes `map`. Without either, a dry run proposes one. A request's address and headers have at most 16 KiB together, else the answer is 431: a longer mapping is for the command line.",
    ),
  encoding: z
    .string()
    .max(40)
    .optional()
    .describe("The file's encoding, for example `shift_jis`. If omitted, it is found."),
  sheet: z
    .string()
    .max(200)
    .optional()
    .describe(
      "The sheet of a workbook, by name or by number from 1. If omitted, the first that is not hidden.",
    ),
  names: z
    .enum(["vin", "file"])
    .default("vin")
    .describe(
      "`vin`: records of a VIN that decodes cleanly get its year, make, model and trim; what the file has instead is kept in `as_listed`. `file`: those of the file.",
    ),
  dates: z
    .enum(["month_first", "day_first", "year_first"])
    .optional()
    .describe(
      "How dates such as 3/2/2024 are read; `year_first` is for years of two digits, such as 24/3/2. If omitted, as their column shows; else the file is refused.",
    ),
  decimals: z
    .enum(["point", "comma"])
    .optional()
    .describe("The decimal sign of amounts and distances. If omitted, as in their column."),
  name: metaText.describe("The dataset's name in responses. Default for records: `own`."),
  version: metaText.describe("The dataset's version in responses. Default: that of the data, else the day."),
  licence: metaText.describe("License of the data."),
});

type Query = z.output<typeof PutDatasetQuery>;

/** Receives a file for a family and starts its import. Throws 400, 404, 409, 413, 415, 422 or 503. */
export async function putDataset(context: Context, call: Call<{ family: string }, Query>): Promise<Answer> {
  const { query } = call;
  const family = familyAt(call.params.family);
  const job = jobOf(family, query);
  const [format, compression] = [formatOf(call.upload!), compressionDeclared(call.upload!)];
  const { id, file } = await receiveImport(context, call, {
    family: family.name,
    mode: query.mode,
    dryRun: query.dry_run,
    source: query.source === "records" ? `records ${family.name}` : query.source,
    compression,
  });
  const { config, imports } = context;
  imports.start({
    ...job,
    id,
    file,
    rejectFile: uploadRejects(uploadsFolder(config.dataDir), id),
    bytesMax: config.importMax,
    ...(format && { format }),
  });
  return startedImport(context, id);
}

/** The import that a query describes. Throws 422. */
function jobOf(family: RecordFamily, query: Query) {
  const { mode, dry_run, source, map, mapping, encoding, sheet, names, dates, decimals } = query;
  const { max_rejects, name, version, licence } = query;
  const rejectLimit = parseRejectLimit(max_rejects);
  if (!rejectLimit)
    throw new InvalidRequest(["query", "max_rejects"], "must be a number or a share such as 1%", max_rejects);
  const fitting = sources.filter((one) => one.family === family).map((one) => one.name);
  const fits = ["records", ...fitting];
  if (!fits.includes(source))
    throw new InvalidRequest(["query", "source"], `must be one of ${fits.join(", ")}`, source);
  if (map !== undefined) requireMapping("map", map, source, () => mappingOfMap(map, "it"));
  if (map !== undefined && mapping !== undefined)
    throw new InvalidRequest(["query", "mapping"], "excludes map: send one of them", mapping);
  if (mapping !== undefined)
    requireMapping("mapping", mapping, source, () => mappingFrom(mapping, "it", family));
  if (encoding !== undefined && findEncoding(encoding) === undefined)
    throw new InvalidRequest(
      ["query", "encoding"],
      `must be auto or a name such as ${encodingExamples}`,
      encoding,
    );
  return {
    family: family.name,
    source,
    mode,
    dryRun: dry_run,
    rejectLimit,
    names,
    ...(dates && { dates }),
    ...(decimals && { decimals }),
    ...(map !== undefined && { map }),
    ...(mapping !== undefined && { mapping }),
    ...(encoding !== undefined && { encoding: findEncoding(encoding)! }),
    ...(sheet !== undefined && { sheet }),
    metadata: { ...(name && { name }), ...(version && { version }), ...(licence && { licence }) },
  };
}

function requireMapping(member: "map" | "mapping", text: string, source: string, parse: () => unknown): void {
  const invalid = (fault: string) => new InvalidRequest(["query", member], fault, text);
  if (source !== "records") throw invalid(`is for records only: ${source} has fixed columns`);
  try {
    parse();
  } catch (error) {
    throw error instanceof ImportError ? invalid(error.message) : error;
  }
}
