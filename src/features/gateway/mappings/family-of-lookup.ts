import { nearest } from "../../../base/edit-distance.ts";
import { plateRecords } from "../../../vehicles/families/apis/plates.ts";
import type { AnswerSource, Family } from "../../../vehicles/families/family.ts";
import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import type { RecordFamily } from "../../../vehicles/families/record-family.ts";
import { orList } from "../../../vehicles/imports/columns/forms.ts";
import type { Fail } from "../../../vehicles/imports/columns/mapping-text.ts";
import { type FamilyLookup, familyLookups } from "../../../vehicles/lookups/family-lookups.ts";

/** What a mapping's answer is made of: records of a family, in the form of its lookups. */
export type Answered = Extract<AnswerSource, { kind: "record" | "history" | "plate" }>;

/** A lookup that a mapping can serve. */
export interface ServedLookup extends FamilyLookup {
  readonly from: Answered;
  readonly records: RecordFamily;
}

/** The lookups of an API by their paths. Fails for an API without records. */
export function lookupsOf(api: unknown, fail: Fail): ReadonlyMap<string, ServedLookup> {
  const known = lookupApis.filter(({ families }) => families.some(isServed)).map(({ id }) => id);
  if (typeof api !== "string" || !lookupApis.some(({ id }) => id === api)) {
    const near = typeof api === "string" ? nearest(api, known) : undefined;
    return fail(
      ["api"],
      `must be a built-in API${near ? `; is "${near}" meant?` : `: write ${orList(known)}`}`,
    );
  }
  if (!known.includes(api))
    return fail(["api"], `is ${api}, whose answers the service computes itself; write ${orList(known)}`);
  return new Map(
    familyLookups.flatMap((lookup): [string, ServedLookup][] => {
      const { from } = lookup;
      if (lookup.api.id !== api || !isAnswered(from)) return [];
      return [[lookup.operation.path, { ...lookup, from, records: recordsOf(from) }]];
    }),
  );
}

const isAnswered = (from: AnswerSource): from is Answered =>
  from.kind === "record" || from.kind === "history" || from.kind === "plate";

const isServed = ({ from }: Family): boolean => from !== undefined && isAnswered(from);

const recordsOf = (from: Answered): RecordFamily => (from.kind === "plate" ? plateRecords : from.records);
