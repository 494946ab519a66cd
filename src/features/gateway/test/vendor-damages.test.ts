import { expect, test } from "bun:test";
import { type Place, renamed, requiredMembers, valueAt, withValue } from "./vendor-damages.ts";
import { type VendorFile, vendorFiles } from "./vendor-files.ts";

/** What the mapping makes of a changed answer: the outcome, and the columns that are named. */
function read({ mapping }: VendorFile, body: unknown) {
  const [sample] = mapping.samples;
  const { outcome, data, faults } = mapping.explain({ ...sample!, body });
  return { outcome, data, columns: faults.map(({ path }) => path) };
}

const outside = (column: string): ReturnType<typeof read> => ({
  outcome: "outside",
  data: null,
  columns: [expect.stringMatching(new RegExp(`^columns\\.${RegExp.escape(column)}( |\\.columns\\.|$)`))],
});

for (const file of vendorFiles) {
  const body = file.mapping.samples[0]!.body;
  const members = requiredMembers(file, body);

  test(`${file.name} requires members, and its first sample has them`, () => {
    expect(members.length).toBeGreaterThan(0);
    for (const { at } of members) expect(valueAt(body, at)).toBeDefined();
    expect(read(file, body).outcome).toBe("record");
  });

  for (const { column, at } of members) {
    if (typeof at.at(-1) === "string")
      test(`${file.name} refuses an answer whose ${at.join(".")} has another name`, () => {
        expect(read(file, renamed(body, at))).toEqual(outside(column));
      });

    test(`${file.name} refuses an answer whose ${at.join(".")} has another type`, () => {
      const value = valueAt(body, at);
      const other = Array.isArray(value) ? { "0": value[0] } : { value };
      expect(read(file, withValue(body, at, other))).toEqual(outside(column));
    });

    const parent = at.slice(0, -1);
    // A listing of Auto.dev that is a list has no `vdp`, so it counts as none.
    if (typeof parent.at(-1) === "string" && parent.at(-1) !== "retailListing")
      test(`${file.name} refuses an answer with a list in place of the object of ${at.join(".")}`, () => {
        const changed = withValue(body, parent, [valueAt(body, parent)]);
        expect(read(file, changed)).toMatchObject({ outcome: "outside", data: null });
      });
  }
}

test("autodev-images.yaml requires its addresses, and carsxe-images.yaml too", () => {
  const columns = ["autodev-images.yaml", "carsxe-images.yaml"].map((name) => {
    const file = vendorFiles.find((one) => one.name === name)!;
    return requiredMembers(file, file.mapping.samples[0]!.body).map(({ column }) => column);
  });
  expect(columns).toEqual([
    ["make", "images.columns.url"],
    ["images", "images.columns.url"],
  ]);
});

/** Changes of one member that its form, unit or words do not have. */
const changes: readonly (readonly [file: string, at: Place, value: unknown, column: string])[] = [
  [
    "vehicledatabases-auction.yaml",
    ["data", 0, "sale-date-location", "Auction Date"],
    "15/09/2026",
    "sale-date-location.Auction Date",
  ],
  ["vehicledatabases-auction.yaml", ["data", 0, "price"], "2.150,00 €", "price"],
  [
    "vehicledatabases-auction.yaml",
    ["data", 0, "car-features", "Has_Keys"],
    "Maybe",
    "car-features.Has_Keys",
  ],
  ["carsxe-lien.yaml", ["events", 0, "date"], "15.03.2024", "liens.columns.filed_at"],
  ["marketcheck-saleshistory.yaml", ["listings", 0, "first_seen_at_date"], "14/08/2026 15:20", "post_date"],
  ["marketcheck-saleshistory.yaml", ["listings", 0, "price"], "€4,950", "data.listing_price.price"],
  ["marketcheck-saleshistory.yaml", ["listings", 0, "miles"], "142.310 km", "data.odometer_mi"],
  ["marketcheck-saleshistory.yaml", ["listings", 0, "seller_type"], "broker", "data.seller_type"],
  ["marketcheck-auction.yaml", ["listings", 0, "price"], "2.150,00", "price"],
  ["vinaudit-auction.yaml", ["salvage", 0, "date"], "09/15/2026", "sale-date-location.Auction Date"],
  ["example-headlight-assembly.yaml", ["result", "lamps", 0, "side"], "LEFT", "headlights.columns.position"],
  [
    "example-oem-parts.yaml",
    ["catalog", "parts", 0, "number"],
    ["45022-SDN-X01"],
    "parts.columns.part_number",
  ],
];

for (const [name, at, value, column] of changes)
  test(`${name} refuses ${JSON.stringify(value)} as ${at.join(".")}`, () => {
    const file = vendorFiles.find((one) => one.name === name)!;
    expect(read(file, withValue(file.mapping.samples[0]!.body, at, value))).toEqual(outside(column));
  });
