import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type FamilyService, startFamilies } from "../../../../../test/gateway/family-upstreams.ts";
import { type Account, kinds } from "../../../../../test/harness.ts";
import { loadRecords } from "../../../../../test/vehicles/load-records.ts";
import { auctionRecords } from "../../../../vehicles/families/apis/auction.ts";
import { lienRecords } from "../../../../vehicles/families/apis/lien.ts";
import { plateRecords } from "../../../../vehicles/families/apis/plates.ts";
import { saleRecords } from "../../../../vehicles/families/apis/saleshistory.ts";
import { windshieldRecords } from "../../../../vehicles/families/apis/windshield.ts";
import type { RecordFamily, RecordRow } from "../../../../vehicles/families/record-family.ts";
import { parseMapping } from "../../../../vehicles/imports/columns/mapping.ts";
import { recordsSource } from "../../../../vehicles/imports/sources/own-records.ts";
import { forgetDatasets } from "../../../../vehicles/lookups/records/datasets.ts";
import { parseVendorMapping } from "../../mappings/parse-vendor-mapping.ts";
import { clocks, vin } from "./mapping-of.ts";

/** Records of a vendor, the mapping of an import of them, and the lookup that both answer. */
interface Same {
  readonly api: string;
  readonly family: RecordFamily;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, object>>;
  /** What the request names; an import reads it from the file. */
  readonly keys: Readonly<Record<string, object>>;
  readonly records: readonly object[];
}

const byVin = { vin };
const same: readonly Same[] = [
  {
    api: "auction",
    family: auctionRecords,
    path: "/auction/{vin}",
    params: byVin,
    keys: { vin: { value: vin } },
    columns: {
      "lot-number": { from: "lot" },
      price: { from: "price" },
      "sale status": { from: "state", values: { S: "Sold" } },
      "sale-date-location.Auction Date": { from: "day", form: "month_first" },
      "technical-specs.Odometer": { from: "odo", unit: "km" },
      "title-and-condition.Primary Damage": { from: "damage" },
      make: { value: "Honda" },
    },
    records: [
      { lot: 2, price: "$1,200", state: "s", day: "02/03/2024", odo: "82,400", damage: "N/A" },
      { lot: 1, price: 900.5, state: null, day: "2024-05-06", odo: null },
      { lot: 3, day: "02/03/2024" },
    ],
  },
  {
    api: "saleshistory",
    family: saleRecords,
    path: "/saleshistory/{vin}",
    params: byVin,
    keys: { vin: { value: vin } },
    columns: {
      year: { from: "registered", form: "year" },
      make: { from: "make" },
      model: { from: "model" },
      trim: { from: "trim" },
      post_date: { from: "at", zone: "America/New_York" },
      "data.listing_id": { from: "id" },
      "data.listing_price.price": { from: "price", unit: "USD" },
      "data.odometer_mi": { from: "km", unit: "km" },
      "data.sale_date": { from: "sold", form: "day_first" },
      "data.features": { from: "features" },
      "data.airbags": { from: "airbags" },
    },
    records: [
      {
        registered: "03/2003",
        make: "Honda",
        model: "Accord",
        trim: "EX",
        at: "2024-01-02T10:00:00",
        id: "a",
      },
      {
        registered: "2003",
        make: "HONDA",
        model: "Accord",
        at: 1_717_000_000,
        id: "b",
        price: "19.800",
        km: 82_400,
        sold: "02/03/2024",
        features: ["Sunroof", "n/a"],
        airbags: "yes",
      },
    ],
  },
  {
    api: "lien",
    family: lienRecords,
    path: "/lien/{vin}",
    params: byVin,
    keys: { vin: { value: vin } },
    columns: {
      year: { from: "year" },
      "liens.1.lienholder": { from: "holder" },
      "liens.1.filed_at": { from: "filed", form: "day_first" },
      as_of: { from: "as_of" },
    },
    records: [{ year: 2003, holder: "Bank", filed: "02/03/2024", as_of: "2026-11-01T08:00:00Z" }],
  },
  {
    api: "us-plate-decode",
    family: plateRecords,
    path: "/us-plate-decode/{license_plate}/{state}",
    params: { license_plate: "ABC123", state: "CA" },
    keys: { license: { value: "ABC123" }, state: { value: "CA" } },
    columns: {
      vin: { from: "vin" },
      year: { from: "year" },
      make: { from: "make" },
      color: { from: "paint" },
    },
    records: [{ vin: vin.toLowerCase(), year: 2003, make: "Honda", paint: { code: "R-81", name: null } }],
  },
  {
    api: "windshield",
    family: windshieldRecords,
    path: "/windshield-api/{year}/{make}/{model}",
    params: { year: "2003", make: "Honda", model: "Accord" },
    keys: { year: { value: "2003" }, make: { value: "Honda" }, model: { value: "Accord" } },
    columns: { windshields: { from: "glass" } },
    records: [{ glass: [{ nags_number: "FW1", features: ["camera"] }, { nags_number: "FW2" }] }],
  },
];

/** The members `from` of an import as expressions. */
const expressions = (columns: Same["columns"]) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { from, ...rest }]: [string, { from?: string }]) => [
      name,
      { ...(from !== undefined && { path: from }), ...rest },
    ]),
  );

async function imported({ family, columns, keys, records }: Same): Promise<RecordRow[]> {
  const mapping = parseMapping(JSON.stringify({ columns: { ...columns, ...keys } }), "m.yaml", family);
  const utf8 = async function* () {
    yield Buffer.from(records.map((one) => JSON.stringify(one)).join("\n"));
  };
  const source = recordsSource(family, { mapping: () => mapping, format: "ndjson", yearMax: 2028 });
  const all: RecordRow[] = [];
  for await (const { rows } of source.rows(utf8())) all.push(...(rows as Iterable<RecordRow>));
  return all;
}

for (const kind of kinds.slice(0, 1)) {
  describe(`a mapped answer on ${kind.dialect}`, () => {
    let service: FamilyService;
    let who: Account;
    beforeAll(async () => {
      service = await startFamilies(kind);
      who = await service.customer();
    });
    afterAll(() => service.end());

    for (const one of same)
      test(`of ${one.api} is byte for byte that of an import of its records`, async () => {
        const { database, clock } = service.app;
        const dataset = { name: "own", version: "1", source: "", licence: "" };
        await loadRecords(database, one.family, await imported(one), { dataset, now: clock() });
        forgetDatasets(database);
        const path = one.path.replace(/\{(\w+)\}/g, (_, name: string) => one.params[name]!);
        const got = await service.lookUp(who, path);
        expect(got.status).toBe(200);
        const isHistory = one.family.kind === "event";
        const entry = {
          requests: { [one.path]: { path: "/v2" } },
          ...(isHistory ? { records: "data" } : { record: "data" }),
          columns: expressions(one.columns),
        };
        const api = one.path.split("/")[1]!;
        const mapping = parseVendorMapping(JSON.stringify({ api, lookups: [entry] }), "m.yaml", clocks);
        const body = Buffer.from(JSON.stringify({ data: isHistory ? one.records : one.records[0] }));
        const read = mapping.read({ status: 200, body }, { path: one.path, params: one.params });
        expect(Buffer.from(read!).toString()).toBe(got.text);
      });
  });
}
