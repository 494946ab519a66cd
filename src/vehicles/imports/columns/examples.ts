import { auctionRecords } from "../../families/apis/auction.ts";
import { headlightRecords } from "../../families/apis/headlight-assembly.ts";
import { lienRecords } from "../../families/apis/lien.ts";
import { partRecords } from "../../families/apis/oem-parts.ts";
import { buildSheets } from "../../families/apis/oem-vin-decode.ts";
import { oilRecords } from "../../families/apis/oil-lookup.ts";
import { recallCampaigns, recallCompletions } from "../../families/apis/open-recall.ts";
import { plateRecords } from "../../families/apis/plates.ts";
import { repairRecords } from "../../families/apis/repair-estimates.ts";
import { saleRecords } from "../../families/apis/saleshistory.ts";
import { imageRecords } from "../../families/apis/vehicle-images.ts";
import { windshieldRecords } from "../../families/apis/windshield.ts";
import { specificationRecords } from "../../families/apis/ymm-specs.ts";
import type { RecordFamily } from "../../families/record-family.ts";
import type { GivenRow } from "./record-rows.ts";

const vin = "5J6RW2H59JL990075";
const names = { year: "2018", make: "Honda", model: "CR-V" };

const sale = {
  post_date: "2026-08-14 15:20:00+00:00",
  data: {
    description: "One owner, serviced here.",
    phone: "202-555-0142",
    email: "sales@example.com",
    seller_type: "dealership",
    dealer_name: "Example Motors",
    listing_id: "EX-1001",
    sale_status: "sold",
    drivetrain: "AWD",
    transmission: "CVT",
    fuel: "Gasoline",
    odometer_mi: "51200",
    listing_price: { price: "19800", currency: "USD" },
    features: ["Heated seats", "Sunroof"],
    images: ["example/cr-v/1.jpg"],
    country: "US",
    state: "CA",
    city: "Sacramento",
    zip_code: "95814",
    newly_listed: true,
  },
};

const auction = {
  sale_index: "1",
  price: "$12,400",
  "sale status": "Sold",
  vname: "2018 HONDA CR-V EX",
  "lot-number": "40012345",
  "car-features": { Has_Keys: "yes", Runs_Drives: "yes", Engine_Starts: "yes" },
  "title-and-condition": {
    "Title Type": "CA - Clean",
    "Title Description": "Certificate of title",
    "Primary Damage": "Minor dents",
    VIN: vin,
    Common: "Run and drive",
  },
  "technical-specs": { Odometer: "51,200 mi", Color: "Black" },
  "sale-date-location": { "Seller Type": "Dealer", "Auction Date": "2026-08-14", Location: "Sacramento, CA" },
  "listing-history": { "2026-08-05": "Listed" },
  ...names,
  images: ["example/cr-v/1.jpg"],
  "market-value": { "Common Price": "$19,800" },
  vin,
};

/** One row of each family, as a line of NDJSON has it. */
const rows: readonly (readonly [RecordFamily, GivenRow])[] = [
  [
    headlightRecords,
    {
      ...names,
      headlights: [
        {
          position: "left",
          oem_numbers: ["33150-TLA-A01"],
          partslink: "HO2502180",
          bulb: { low_beam: "H11", high_beam: "9005" },
          technology: "halogen",
        },
      ],
    },
  ],
  [
    imageRecords,
    {
      ...names,
      trim: "EX",
      sub_trim: "AWD",
      images: [{ url: "example/cr-v/1.jpg", angle: "front", color: "Black", source: "own" }],
    },
  ],
  [
    windshieldRecords,
    {
      ...names,
      trim: "EX",
      windshields: [
        {
          nags_number: "FW04484",
          oem_numbers: ["73111-TLA-A12"],
          features: ["rain sensor", "camera"],
          calibrations: ["static"],
        },
      ],
    },
  ],
  [
    lienRecords,
    {
      vin,
      ...names,
      liens: [
        {
          lienholder: "Example Bank",
          state: "CA",
          filed_at: "2024-03-01",
          released_at: "",
          status: "active",
        },
      ],
      as_of: "2026-11-01",
    },
  ],
  [
    plateRecords,
    { license: "DEMO123", state: "CA", vin, ...names, trim: "EX", body_type: "Sport utility vehicle" },
  ],
  [
    specificationRecords,
    {
      ...names,
      trim: "EX",
      sub_trim: "AWD",
      facts: { series: "EX", displacement_l: 1.5, cylinders: 4 },
      specs: {
        engine: { displacement_l: "1.5", cylinders: "4" },
        mpg: { city: "27", highway: "33", combined: "29" },
        drive: { type: "AWD" },
        msrp: "27150",
      },
    },
  ],
  [
    partRecords,
    {
      ...names,
      trim: "EX",
      category: "Brakes",
      subcategory: "Front Brakes",
      parts: [
        {
          part_number: "45022-TLA-A01",
          name: "Pad set, front",
          quantity: "1",
          msrp: "81.30",
          diagram: "B-1",
        },
      ],
    },
  ],
  [buildSheets, { vin, built_on: "2018-02-11", exterior_color: "Crystal Black", paint_code: "NH731P" }],
  [
    recallCampaigns,
    {
      ...names,
      campaign: "20V123000",
      manufacturer: "Honda (American Honda Motor Co.)",
      component: "FUEL SYSTEM, GASOLINE",
      summary: "The fuel pump may fail.",
      consequence: "The engine may stall.",
      remedy: "Dealers replace the pump.",
      report_received_date: "2020-03-04",
      park_it: false,
    },
  ],
  [
    recallCompletions,
    { vin, nhtsa_campaign_number: "20V123000", recall_status: "completed", completed_at: "2021-05-06" },
  ],
  [
    oilRecords,
    {
      ...names,
      engine: "1.5L L4",
      facts: { displacement_l: 1.5, cylinders: 4 },
      oil_specs: [
        {
          viscosity: "0W-20",
          oil_type: "Full synthetic",
          capacity_with_filter: { liters: "3.5", us_quarts: "3.7" },
          capacity_without_filter: { liters: "3.2", us_quarts: "3.4" },
          temperature: "all",
        },
      ],
      filters: [{ brand: "Honda", part_number: "15400-PLM-A02" }],
      drain_bolt: { socket_size_mm: "17", torque_nm: "39" },
    },
  ],
  [
    repairRecords,
    {
      ...names,
      trim: "EX",
      repair: [
        {
          title: "Oil Change",
          description: "Oil and filter are replaced.",
          value: "oil-change",
          costs: [
            { name: "Parts", desc: "Oil and filter", high: 60, low: 35 },
            { name: "Labor", desc: "0.5 hours", high: 80, low: 45 },
          ],
        },
      ],
    },
  ],
  [auctionRecords, auction],
  [saleRecords, { vin, ...names, trim: "EX", ...sale }],
];

/** An example of a family's rows: documents and templates show it, and it imports as it is. */
export function exampleRow(family: RecordFamily): GivenRow {
  const found = rows.find(([one]) => one === family);
  if (!found) throw new TypeError(`${family.name} has no example`);
  return found[1];
}
