import type { EventRow, RecordRow } from "../../../vehicles/families/record-family.ts";
import { flatSpecs } from "../../../vehicles/families/specs.ts";
import { ColumnRefused } from "../../../vehicles/imports/columns/column-refusal.ts";
import { orList } from "../../../vehicles/imports/columns/forms.ts";
import { keyColumnsOf } from "../../../vehicles/imports/columns/key-columns.ts";
import { valueNameOf } from "../../../vehicles/imports/columns/mapped-column.ts";
import { type GivenRow, rowConverter } from "../../../vehicles/imports/columns/record-rows.ts";
import { ColumnValues } from "../../../vehicles/imports/columns/row-values.ts";
import { RecordError } from "../../../vehicles/imports/input/import-error.ts";
import { answeredRecord, vinKey } from "../../../vehicles/imports/staging/record-columns.ts";
import { historyHead } from "../../../vehicles/lookups/answers/answer-history.ts";
import type { ServedLookup } from "./family-of-lookup.ts";
import { Outside } from "./outside.ts";
import type { VendorColumns } from "./parse-columns.ts";
import { type Values, valuesOf } from "./request-template.ts";
import type { VendorColumn } from "./vendor-column.ts";
import type { MappedLookup } from "./vendor-mapping.ts";

/** The `data` of an answer, and the rows that it is made of, in the vendor's order. */
export interface MappedAnswer {
  readonly data: unknown;
  readonly rows: readonly RecordRow[];
}

const lineOf = (index: number): number => index + 1;

/** Makes the answer that lookups would give if the rows had been imported. Throws `Outside`. */
export function mappedAnswer(
  served: ServedLookup,
  { columns, forms }: VendorColumns,
  given: readonly Record<string, unknown>[],
  lookup: MappedLookup,
  yearMax: number,
): MappedAnswer {
  const { records } = served;
  try {
    fillKeys(served, columns, given, lookup);
    // Each answer alone: what others have shown of a column decides nothing here.
    const values = new ColumnValues(records, { strict: true, until: `${yearMax}-12-31`, columns: forms });
    if (values.areRead) {
      values.observe({ rows: given, faults: new Map(), lineOf });
      values.requireDecided();
    }
    const convert = rowConverter(records, { yearMax, columns: values });
    const rows = given.map((row: GivenRow, index) => convert(row, () => lineOf(index)));
    return { data: dataOf(served, rows, lookup), rows };
  } catch (error) {
    throw outside(error, columns);
  }
}

/** The fault of a row or a column as one of the answer, without its values. */
export function outside(error: unknown, columns: readonly VendorColumn[]): unknown {
  if (error instanceof RecordError) return new Outside(placeOf(error.column, columns), withoutValue(error));
  if (error instanceof ColumnRefused) {
    const { as, reason, readings } = error.question;
    return new Outside(
      placeOf(as, columns),
      `${reason}; write form: ${orList([...new Set(readings.map(({ form }) => form))])}`,
    );
  }
  return error;
}

function withoutValue({ reason, value }: RecordError): string {
  // The only reason that repeats what a record has.
  if (/^is in \S+, and /.test(reason)) return "is in another currency than its record names";
  return value.length > 2 && reason.includes(value) ? "has a value that it cannot have" : reason;
}

/** The column of the mapping that a row's fault is about, or in which it is. */
function placeOf(name: string, columns: readonly VendorColumn[]): string {
  const all = columns.flatMap(function within(column): readonly VendorColumn[] {
    return [column, ...(column.items ?? []).flatMap(within)];
  });
  for (let at = valueNameOf(name); at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = all.find((column) => valueNameOf(column.name) === at);
    if (found) return found.label;
  }
  return name === "" ? "the record" : `columns.${name}`;
}

/** The keys of a request that their columns have in other names. */
const requested: Readonly<Record<string, readonly string[]>> = {
  license: ["license_plate", "license"],
  sub_trim: ["extra_trim"],
};

/** Keys that the mapping does not name are those of the request, or of the vehicle that its VIN decodes to. */
function fillKeys(
  { records }: ServedLookup,
  columns: readonly VendorColumn[],
  rows: readonly Record<string, unknown>[],
  lookup: MappedLookup,
): void {
  const values: Values = { ...lookup.vehicle, ...valuesOf(lookup) };
  for (const { name } of keyColumnsOf(records)) {
    const value = (requested[name] ?? [name]).map((one) => values[one]).find((one) => one !== undefined);
    if (value !== undefined && value !== "" && !columns.some((column) => column.name === name))
      for (const row of rows) row[name] = value;
  }
}

function dataOf(served: ServedLookup, rows: readonly RecordRow[], { params }: MappedLookup): unknown {
  const { from, records } = served;
  if (from.kind === "history") return historyOf(from.within, rows as readonly EventRow[], served, params.vin);
  const data = answeredRecord(records, rows[0]!) as Readonly<Record<string, unknown>>;
  if (from.kind === "plate") return data;
  // Records by names are stored without a VIN: answers have the requested one.
  const named = data.vin === "" && params.vin !== undefined ? { ...data, vin: params.vin } : data;
  return from.body === "flat" ? flatSpecs(named) : named;
}

/** The events as a dataset would have them: each once, the newest first. */
function historyOf(
  within: string | undefined,
  rows: readonly EventRow[],
  { records }: ServedLookup,
  requestedVin: string | undefined,
): unknown {
  const events = new Map<string, EventRow>();
  for (const row of rows) {
    const vin = vinKey(row.vin);
    if (vin !== requestedVin) throw new RecordError("vin", row.vin, "is of another vehicle");
    const key = `${row.at} ${row.id}`;
    if (!events.has(key)) events.set(key, { ...row, vin });
  }
  const newestFirst = [...events.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const history = newestFirst.map((row) => answeredRecord(records, row));
  if (within === undefined) return history;
  const [{ vin, year, make, model, trim = "" }] = newestFirst as [EventRow];
  return { ...historyHead({ vin, year, make, model, trim }), [within]: history };
}
