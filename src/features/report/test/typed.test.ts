import { expect, test } from "bun:test";
import { z } from "zod";
import { auctionRecords } from "../../../vehicles/families/apis/auction.ts";
import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import { typedMembers } from "../../../vehicles/families/typed-members.ts";
import { reportFamilies } from "../families.ts";
import { typedOf, typedValue, type UnreadText } from "../typed.ts";

test.each([
  ["integer", "2018", 2018],
  ["integer", "4.5", undefined],
  ["integer", "V6", undefined],
  ["number", "44,292 mi", 44_292],
  ["number", "44,292 miles", undefined],
  ["number", "44292", 44_292],
  ["number", "4,42", undefined],
  ["number", "-3.5", -3.5],
  ["number", "0x10", undefined],
  ["number", "1e3", undefined],
  ["number", ".5", 0.5],
  ["number", "17.550,00", undefined],
  ["number", "97,303 km", undefined],
  ["dollars", "$12,400", 12_400],
  ["dollars", "-$12.50", -12.5],
  ["dollars", "€12.400", undefined],
  ["dollars", "$ 81.30", 81.3],
  ["dollars", "12400", undefined],
  ["dollars", "C$12,400", undefined],
  ["dollars", "N/A", undefined],
  ["dollars", "$4,950 - $6,050", undefined],
  ["day", "2026-08-14", "2026-08-14"],
  ["day", "2026-08-14 10:56", "2026-08-14"],
  ["day", "Aug 26, 2021", "2021-08-26"],
  ["day", "2026-02-30", undefined],
  ["day", "08/14/2026", undefined],
  ["day", "202612", undefined],
  ["day", "Feb 30, 2026", undefined],
  ["day", "2026-08-14 23:30:00-05:00", "2026-08-14"],
  ["moment", "2026-08-14 15:20:00+00:00", "2026-08-14T15:20:00.000Z"],
  ["moment", "2026-08-14 15:20:00.064000-0500", "2026-08-14T20:20:00.064Z"],
  ["moment", "2026-08-14", undefined],
  ["moment", "Oct 18, 2026 3:05 PM", "2026-10-18T15:05:00.000Z"],
  ["moment", "2026-02-30 15:20:00", undefined],
] as const)("as %s %p is %p", (kind, text, expected) => {
  const units = kind === "number" ? ["mi"] : [];
  expect(typedValue({ kind, units }, text)).toBe(expected as never);
});

const convert = (schema: z.ZodType, value: unknown) => {
  const typed = typedOf(schema);
  const unread: UnreadText[] = [];
  const data = typed.convert(value, { path: "", unread });
  expect(typed.schema.safeParse(data).error).toBeUndefined();
  return { data, unread };
};

test("an auction has numbers, days, conditions and units", () => {
  const { example } = auctionRecords;
  const images = ["https://images.example/1.jpg"];
  const record = { ...example, images, "market-value": { "Common Price": "on request" } };
  const { data, unread } = convert(z.array(auctionRecords.record), [record]);
  expect(data).toMatchObject([
    {
      price_usd: 12_400,
      sale_status: "Sold",
      car_features: { has_keys: true, runs_drives: true, engine_starts: true },
      title_and_condition: { primary_damage: "Minor dents", secondary_damage: null },
      technical_specs: { odometer_mi: 51_200, color: "Black", city_mpg: null, curb_weight_lb: null },
      sale_date_location: { auction_date: "2026-08-14", auction_type: null },
      year: 2018,
      market_value: { common_price_usd: null, average_price_usd: null },
    },
  ]);
  expect(unread).toEqual([{ member: "0.market_value.common_price_usd", text: "on request" }]);
});

test("what is unknown is null, and what no schema declares stays", () => {
  const schema = z.looseObject({
    name: z.string(),
    doors: z.string().optional(),
    status: z.enum(["open", "unknown"]),
    codes: z.union([z.array(z.int()), z.literal("unknown")]),
    lists: z.array(z.string()),
    build_sheet: z.looseObject({}).optional(),
  });
  const given = {
    name: "",
    doors: "many",
    status: "unknown",
    codes: "unknown",
    lists: ["a", "", "b"],
    "Paint Code": "NH-731P",
    Options: [{ code: "007", note: "" }],
  };
  expect(convert(schema, given)).toEqual({
    data: {
      name: null,
      doors: null,
      status: null,
      codes: null,
      lists: ["a", "b"],
      build_sheet: null,
      paint_code: "NH-731P",
      options: [{ code: "007", note: null }],
    },
    unread: [{ member: "doors", text: "many" }],
  });
});

test("specifications have numbers, and texts that only look like some", () => {
  const schema = z.object({ specs: z.record(z.string(), z.unknown()) });
  const specs = { engine: { displacement_l: "1.5", code: "007", note: "" }, msrp: "27150", doors: 4 };
  const read = { engine: { displacement_l: 1.5, code: "007", note: null }, msrp: 27_150, doors: 4 };
  expect(convert(schema, { specs })).toEqual({ data: { specs: read }, unread: [] });
});

/** The members of a schema, as `typedMembers` names them. */
function membersIn(schema: z.ZodType, name = ""): string[] {
  const {
    innerType,
    element,
    options = [],
  } = schema.def as unknown as {
    innerType?: z.ZodType;
    element?: z.ZodType;
    options?: z.ZodType[];
  };
  const shape =
    schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : [];
  return [
    ...shape.flatMap(([own, part]) => [own, `${name}.${own}`, ...membersIn(part, own)]),
    ...[innerType, element, ...options].flatMap((one) => (one ? membersIn(one, name) : [])),
  ];
}

test("every typed member is in an answer", () => {
  const members = new Set(
    lookupApis.flatMap(({ families }) =>
      families.flatMap(({ response }) => (response ? membersIn(response) : [])),
    ),
  );
  expect(Object.keys(typedMembers).filter((name) => !members.has(name))).toEqual([]);
});

test("every family of lookups has a typed form", () => {
  expect([...reportFamilies.keys()]).toEqual(lookupApis.map(({ id }) => id));
});
