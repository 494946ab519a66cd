import { z } from "zod";
import { listOf, text } from "../../vehicles/families/answer-schemas.ts";
import { lookupApis } from "../../vehicles/families/lookup-apis.ts";
import { type FamilyLookup, familyLookups } from "../../vehicles/lookups/family-lookups.ts";
import { Odometer } from "./odometer.ts";
import { type Typed, typedOf, type UnreadText } from "./typed.ts";

/** A family of lookups as a report has it. */
export interface ReportFamily {
  readonly id: string;
  /** Whether it is an older name of another one, which reports have only if it is named. */
  readonly isOlder: boolean;
  /** Whether another family has the same answers by VIN: reports of a VIN have this one only if it is named. */
  readonly isOtherByVin: boolean;
  /** Its lookups, of one form of answer. */
  readonly lookups: readonly FamilyLookup[];
  /** The typed form of its answers. */
  readonly schema: z.ZodType;
  /** What a body of a lookup is in typed form, with the texts that could not be read, and as it was answered. */
  read(body: string): {
    readonly data: unknown;
    readonly unread: readonly UnreadText[];
    readonly answered: unknown;
  };
}

/** The families of reports by their API's ID, in the order of the reference. */
export const reportFamilies: ReadonlyMap<string, ReportFamily> = new Map(
  lookupApis.flatMap((api) => {
    const first = familyLookups.find((lookup) => lookup.api === api);
    if (!first?.family.response) return [];
    const lookups = familyLookups.filter(({ family }) => family === first.family);
    const { schema, isWithin, typed } = answerOf(first.family.response);
    const read = (body: string) => {
      const { data } = JSON.parse(body) as { data: unknown };
      const unread: UnreadText[] = [];
      const inner = isWithin ? (data as { data: unknown }).data : data;
      return { data: typed.convert(inner, { path: "", unread }), unread, answered: inner };
    };
    const kind = { isOlder: api.group === undefined, isOtherByVin: api.byVin !== undefined };
    return [[api.id, { id: api.id, ...kind, lookups, schema, read }] as const];
  }),
);

/** The typed `data` of an answer; one with a single member of that name again is that member. */
function answerOf(response: z.ZodType): { schema: z.ZodType; isWithin: boolean; typed: Typed } {
  const { data } = (response as z.ZodObject).shape as { data: z.ZodType };
  const shape = data instanceof z.ZodObject ? (data.shape as Record<string, z.ZodType>) : {};
  const isWithin = Object.keys(shape).join() === "data";
  const typed = typedOf(isWithin ? shape.data! : data);
  return { schema: typed.schema, isWithin, typed };
}

const credits = z.int().min(0);

const partMembers = {
  status: z.int().describe("The status that the lookup alone would have had."),
  operation: text.nullable().describe("The lookup's operation; null if the vehicle fits none of the family."),
  source: text
    .nullable()
    .describe("Where the data are from, with their version, as `x-data-source`; null without an answer."),
  as_of: z
    .string()
    .nullable()
    .describe(
      "The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset.",
    ),
  synthetic: z.boolean().describe("Whether the answer is made of synthetic records of the demo set."),
  match: z
    .enum(["exact", "close", "model"])
    .nullable()
    .describe(
      "How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched.",
    ),
  credits_charged: credits.describe("What the part cost."),
  error: z
    .object({
      code: text.describe("The code of the lookup's error; `validation_error` if it was not called."),
      detail: text.describe("What happened and what to do."),
      retry_after_s: z
        .int()
        .nullable()
        .describe("The seconds to wait before another try; null if none helps."),
    })
    .meta({ id: "ReportPartError" })
    .nullable()
    .describe("Why there is no answer; null with one."),
  unread: listOf(
    "Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid.",
    z
      .object({
        member: text.describe("The names that lead to the member, with points between them."),
        text: text.describe("The text as it was recorded."),
      })
      .meta({ id: "UnreadText" }),
  ),
};

const parts = z.object(
  Object.fromEntries(
    [...reportFamilies].map(([id, { schema }]) => [
      id,
      z
        .object({
          ...partMembers,
          data: schema.describe(
            "The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer.",
          ),
        })
        .optional()
        .describe(`The part \`${id}\`, if it was requested.`),
    ]),
  ),
);

/** The members of one part. */
export type ReportPart = z.output<z.ZodObject<typeof partMembers>> & { readonly data: unknown };

const names = {
  year: z.int().nullable().describe("The model year."),
  make: text.nullable().describe("The make."),
  model: text.nullable().describe("The model."),
  trim: text.nullable().describe("The trim; null if the VIN does not decide on one."),
};

export const Report = z.object({
  vin: text.nullable().describe("The VIN that was named; null without one."),
  vehicle: z
    .object(names)
    .nullable()
    .describe(
      "What the VIN was resolved to, once, for the families that take names; null if none of them has an answer.",
    ),
  parts: parts.describe("The parts by their family, in the order of the reference."),
  odometer: Odometer.nullable().describe(
    "The odometer's readings in `auction` and `saleshistory`, in inspections if one of these was called, and a register's judgment in `license-decoder`. Null if there is none, or inspections cannot be read.",
  ),
  credits_charged: credits.describe("The sum of what the parts cost."),
  credits_remaining: credits
    .nullable()
    .describe("The subscription's credits after the report; null if unlimited."),
  request_id: text.describe("The ID of all its calls in the request log."),
});

/** What a report would cost. */
export const ReportPrice = z.object({
  parts: z
    .record(
      z.string(),
      z.object({
        operation: text.nullable().describe("The lookup's operation; null if the vehicle fits none."),
        credits: credits.describe(
          "The credits of an answer under the key's plan; 0 if the plan lacks the lookup or the vehicle does not fit.",
        ),
      }),
    )
    .describe("The parts by their family."),
  credits_max: credits.describe(
    "The most that the report can cost: what has no answer usually costs nothing.",
  ),
  credits_remaining: credits.nullable().describe("The subscription's credits; null if unlimited."),
});
