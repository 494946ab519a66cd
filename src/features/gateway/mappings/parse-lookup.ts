import type { RecordFamily } from "../../../vehicles/families/record-family.ts";
import { orList } from "../../../vehicles/imports/columns/forms.ts";
import {
  type Fail,
  isObject,
  type Members,
  type Path,
  requireKnown,
  textsOf,
} from "../../../vehicles/imports/columns/mapping-text.ts";
import type { ServedLookup } from "./family-of-lookup.ts";
import { parseColumns, selectionAt, type VendorColumns } from "./parse-columns.ts";
import { parseRequest } from "./parse-request.ts";
import type { RequestTemplate } from "./request-template.ts";
import type { Selection } from "./selection.ts";

/** How answers of one shape are read. */
export interface AnswerShape extends VendorColumns {
  readonly notFound: Condition;
  readonly failure: Condition;
  /** Where the records are. */
  readonly at: { readonly label: string; readonly selection: Selection; readonly isList: boolean };
  readonly ignore: readonly string[];
}

/** Statuses, and what an answer with status 200 is in addition. */
export interface Condition {
  readonly status: readonly number[];
  readonly when?: Selection;
}

/** A lookup that the vendor serves: its request, and its answer. */
export interface VendorLookup {
  readonly served: ServedLookup;
  readonly request: RequestTemplate;
  readonly answer: AnswerShape;
}

const members = ["requests", "not_found", "failure", "records", "record", "columns", "ignore"] as const;

/** Parses an entry of `lookups`: the lookups whose answers have one shape. */
export function parseLookup(
  given: unknown,
  lookups: ReadonlyMap<string, ServedLookup>,
  path: Path,
  fail: Fail,
): readonly VendorLookup[] {
  if (!isObject(given)) return fail(path, "must have requests, records or record, and columns");
  requireKnown(given, members, path, fail);
  const requests = requestsOf(given.requests, lookups, [...path, "requests"], fail);
  const [{ served }] = requests as [Requested];
  const other = requests.find((one) => one.served.records !== served.records);
  if (other)
    fail(
      [...path, "requests", other.served.operation.path],
      `has other records than ${served.operation.path}; write an entry of lookups for it`,
    );
  const answer = shapeOf(given, served.records, served.from.kind === "history", path, fail);
  return requests.map((one) => ({ ...one, answer }));
}

type Requested = Pick<VendorLookup, "served" | "request">;

function requestsOf(
  given: unknown,
  lookups: ReadonlyMap<string, ServedLookup>,
  path: Path,
  fail: Fail,
): readonly Requested[] {
  const paths = [...lookups.keys()];
  if (!isObject(given) || Object.keys(given).length === 0)
    return fail(path, `must name lookups, such as {${paths[0]}: {path: /v2/vehicles}}`);
  return Object.entries(given).map(([name, request]) => {
    const at = [...path, name];
    const served = lookups.get(name);
    if (!served) return fail(at, `is no lookup of this API; write ${orList(paths)}`);
    const params = served.names;
    // The caller can give the model year of a VIN.
    const { shape = {} } = (served.operation.query ?? {}) as { readonly shape?: object };
    const optional = "year" in shape ? ["year"] : [];
    return { served, request: parseRequest(request, { params, optional }, at, fail) };
  });
}

function shapeOf(
  given: Members,
  records: RecordFamily,
  isList: boolean,
  path: Path,
  fail: Fail,
): AnswerShape {
  const [name, other] = isList ? ["records", "record"] : ["record", "records"];
  if (given[other!] !== undefined)
    fail(
      [...path, other!],
      `is not for ${records.name}; write ${name}, where its ${name} ${isList ? "are" : "is"}`,
    );
  const selection = selectionAt(given, name!, path, fail);
  return {
    notFound: conditionOf(given.not_found, [404], [...path, "not_found"], fail),
    failure: conditionOf(given.failure, [], [...path, "failure"], fail),
    at: { label: `${name} (${selection.text})`, selection, isList },
    ...parseColumns(given.columns, records, [...path, "columns"], fail),
    ignore: textsOf(given.ignore, [...path, "ignore"], fail),
  };
}

function conditionOf(given: unknown, usual: readonly number[], path: Path, fail: Fail): Condition {
  if (given === undefined || given === null) return { status: usual };
  if (!isObject(given)) return fail(path, "must have status or when; write {status: [404]}");
  requireKnown(given, ["status", "when"], path, fail);
  const { status = usual, when } = given;
  const list: readonly unknown[] = Array.isArray(status) ? status : [status];
  const isStatus = (one: unknown) => Number.isInteger(one) && (one as number) > 200 && (one as number) < 600;
  if (!list.every(isStatus))
    fail([...path, "status"], "must be statuses from 201 to 599; write when for answers with status 200");
  return {
    status: list as readonly number[],
    ...(when !== undefined && { when: selectionAt(given, "when", path, fail) }),
  };
}
