import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import { headlightRecords } from "../../../src/vehicles/families/apis/headlight-assembly.ts";
import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { partRecords } from "../../../src/vehicles/families/apis/oem-parts.ts";
import { buildSheets } from "../../../src/vehicles/families/apis/oem-vin-decode.ts";
import { oilRecords } from "../../../src/vehicles/families/apis/oil-lookup.ts";
import { plateRecords } from "../../../src/vehicles/families/apis/plates.ts";
import { saleRecords } from "../../../src/vehicles/families/apis/saleshistory.ts";
import { imageRecords } from "../../../src/vehicles/families/apis/vehicle-images.ts";
import { windshieldRecords } from "../../../src/vehicles/families/apis/windshield.ts";
import { specificationRecords } from "../../../src/vehicles/families/apis/ymm-specs.ts";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import type {
  EventRow,
  RecordFamily,
  RecordRow,
  VehicleRow,
} from "../../../src/vehicles/families/record-family.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import type { TestService } from "../../harness.ts";
import { loadRecords } from "../load-records.ts";

/** A 2003 Honda Accord EX-V6 by vPIC, and one event record of each kind about it. */
export const accordVin = "1HGCM82633A004352";
export const oldVin = "S1972B";

export const auctionEvent = (
  vin: string,
  lot: string,
  images: readonly string[],
  more: object = {},
): object => ({
  sale_index: "sold-1",
  price: "$4,200",
  "sale status": "Sold",
  vname: "2003 HONDA ACCORD",
  "lot-number": lot,
  "car-features": { Has_Keys: "yes", Runs_Drives: "no", Engine_Starts: "yes" },
  "title-and-condition": {
    "Title Type": "Salvage",
    "Title Description": "Salvage certificate",
    "Primary Damage": "Front end",
    VIN: vin,
    Common: "Collision",
  },
  "technical-specs": { Odometer: "151,000 mi", "Body Style": "Coupe" },
  "sale-date-location": { "Seller Type": "Insurance", "Auction Date": "2024-05-01", Location: "TX - Dallas" },
  "listing-history": { "2024-05-01": "Sold" },
  year: "2003",
  make: "HONDA",
  model: "Accord",
  images,
  "market-value": {},
  vin,
  ...more,
});

export const saleData = (sellerType: string, images: readonly string[]): object => ({
  description: 'One owner, "clean" — Größe',
  phone: "+1 202-555-0142",
  email: "seller@example.com",
  seller_type: sellerType,
  ...Object.fromEntries(
    "dealer_name listing_id report_url sale_status sale_date sale_document accident_records title_record owner_record keys vehicle_type manufactured_in drivetrain transmission fuel cylinders engine fuel_capacity doors primary_damage secondary_damage condition exterior_color interior_color interior_condition exterior_condition"
      .split(" ")
      .map((name) => [name, ""]),
  ),
  odometer_km: "193,121",
  odometer_mi: "120,000",
  listing_price: { price: "6500", retail_value: "", repair_cost: "", currency: "USD" },
  fair_market_value: { min: "", max: "" },
  zip_code: "20001",
  country: "US",
  state: "DC",
  city: "Washington",
  address: "1 Main St",
  features: [],
  interior_features: [],
  exterior_features: [],
  safety: [],
  technology: [],
  other: [],
  mechanical: [],
  vhr_preview: [],
  images,
  airbags: false,
  reduced_price: false,
  is_hot: false,
  money_back_guarantee: false,
  monster_ad: false,
  special_offer: false,
  newly_listed: true,
  last_updated: "2024-05-01 10:00:00.000000+00:00",
});

const accord = { year: 2003, make: "HONDA", model: "Accord" };
const specs = (note: string) => ({ specs: { engine: { cylinders: "6", note }, msrp: "22,000" } });
const vehicle = (names: readonly string[], record: object, more: Partial<VehicleRow> = {}): VehicleRow => ({
  year: 2003,
  names,
  record,
  ...more,
});
const event = (
  vin: string,
  at: string,
  id: string,
  record: object,
  more: Partial<EventRow> = {},
): EventRow => ({
  vin,
  at: Date.parse(at),
  id,
  ...accord,
  trim: "EX",
  price: 6500,
  odometer: 120_000,
  state: "DC",
  record,
  ...more,
});

const photos = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `demo/${folder}/${index + 1}.svg`);

interface Sample {
  readonly family: RecordFamily;
  readonly rows: readonly RecordRow[];
}

function sample<F extends RecordFamily>(family: F, rows: readonly RecordRow<F>[]): Sample {
  return { family, rows };
}

/** Records of every family about the Accord, and some about others. */
const samples: readonly Sample[] = [
  sample(headlightRecords, [
    vehicle(["HONDA", "Accord"], {
      headlights: [
        {
          position: "left",
          oem_numbers: ["33151-SDA-A01"],
          partslink: "HO2502120",
          bulb: { low_beam: "H1", high_beam: "9005" },
          technology: "halogen",
        },
      ],
    }),
  ]),
  sample(imageRecords, [
    vehicle(["HONDA", "Accord", "LX", ""], {
      images: [{ url: "demo/accord/lx.svg", angle: "front", color: "", source: "" }],
    }),
    vehicle(
      ["HONDA", "Accord", "EX", "Coupe"],
      { images: [{ url: "demo/accord/ex.svg", angle: "front", color: "", source: "" }] },
      { facts: { cylinders: 6, body: "Coupe" } },
    ),
    vehicle(["HONDA", "Accord", "EX", "Sedan"], {
      images: [{ url: "demo/accord/ex4.svg", angle: "front", color: "", source: "" }],
    }),
  ]),
  sample(windshieldRecords, [
    vehicle(["HONDA", "Accord", ""], {
      windshields: [{ nags_number: "FW02264", oem_numbers: [], features: ["rain sensor"], calibrations: [] }],
    }),
  ]),
  sample(oilRecords, [
    vehicle(
      ["HONDA", "Accord", "2.4L L4"],
      { oil_specs: [], filters: [], drain_bolt: { socket_size_mm: "17", torque_nm: "39" } },
      { facts: { cylinders: 4, displacement_l: 2.4 } },
    ),
    vehicle(
      ["HONDA", "Accord", "3.0L V6"],
      { oil_specs: [], filters: [], drain_bolt: { socket_size_mm: "17", torque_nm: "40" } },
      { facts: { cylinders: 6, displacement_l: 3 } },
    ),
  ]),
  sample(specificationRecords, [
    vehicle(["HONDA", "Accord", "EX", ""], specs("plain")),
    vehicle(["HONDA", "Accord", "EX", "Coupe"], specs("coupe")),
    vehicle(["HONDA", "Accord", "EX/V6", ""], specs("divided")),
  ]),
  sample(partRecords, [
    vehicle(["HONDA", "Accord", "EX", "Brakes", "Brake Pads"], {
      parts: [
        {
          part_number: "45022-SDA-A00",
          name: "Pad set",
          description: "",
          quantity: "1",
          msrp: "81.30",
          superseded_by: "",
          diagram: "",
          notes: "",
        },
      ],
    }),
    vehicle(["HONDA", "Accord", "EX", "Engine", "Oil Filter"], { parts: [] }),
  ]),
  sample(lienRecords, [
    {
      vin: accordVin,
      ...accord,
      record: {
        liens: [
          {
            lienholder: "Example Bank",
            state: "CA",
            filed_at: "2020-01-02",
            released_at: "",
            status: "active",
          },
        ],
        as_of: "2026-11-01",
      },
    },
  ]),
  sample(buildSheets, [
    {
      vin: accordVin,
      ...accord,
      record: { built_on: "2002-11-05", exterior_color: 'Satin "Silver"', options: ["Größere Räder"] },
    },
  ]),
  sample(plateRecords, [
    {
      license: "DEMO 123",
      state: "CA",
      vin: accordVin,
      record: { year: "2003", make: "HONDA", model: "Accord", trim: "EX", body_type: "Coupe" },
    },
  ]),
  sample(auctionRecords, [
    event(accordVin, "2024-05-01", "lot-1", auctionEvent(accordVin, "1", photos("auction-1", 12))),
    event(accordVin, "2025-06-01", "lot-2", auctionEvent(accordVin, "2", [], { model: "" })),
    event(oldVin, "2024-05-01", "lot-3", auctionEvent(oldVin, "3", []), { year: 1972 }),
  ]),
  sample(saleRecords, [
    event(accordVin, "2024-01-01", "a", {
      post_date: "2024-01-01 10:00:00+00:00",
      data: saleData("classified", photos("sale", 3)),
    }),
    event(accordVin, "2025-01-01", "b", { post_date: "", data: saleData("dealership", []) }),
  ]),
];

/** Loads the samples instead of a family's records, as an import does. */
export async function loadSamples(
  service: TestService,
  families: readonly RecordFamily[] = recordFamilies,
): Promise<void> {
  const dataset = { name: "samples", version: "1", source: "test", licence: "none" };
  for (const { family, rows } of samples)
    if (families.includes(family))
      await loadRecords(service.app.database, family, rows, {
        dataset,
        now: service.app.clock(),
        graceMs: 0,
      });
  forgetDatasets(service.app.database);
}
