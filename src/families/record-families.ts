import type {
  EventRecords,
  PlateRecords,
  RecordFamily,
  VehicleRecords,
  VinRecords,
} from "./record-family.ts";
import { contactPlan } from "./sale-contacts.ts";

const vehicle = ["make", "model"] as const;
const trimmed = ["make", "model", "trim"] as const;

export const headlightRecords: VehicleRecords = {
  name: "headlight-assembly",
  kind: "vehicle",
  table: "headlight_record",
  levels: vehicle,
  required: 2,
  heading: ["year", "make", "model"],
};

export const imageRecords: VehicleRecords = {
  name: "vehicle-images",
  kind: "vehicle",
  table: "image_record",
  levels: [...trimmed, "sub_trim"],
  required: 3,
  heading: ["year", "make", "model", "trim"],
  slots: { images: [{ url: "image" }] },
};

export const windshieldRecords: VehicleRecords = {
  name: "windshield",
  kind: "vehicle",
  table: "windshield_record",
  levels: trimmed,
  required: 2,
  heading: ["vin", "year", "make", "model"],
};

export const oilRecords: VehicleRecords = {
  name: "oil-lookup",
  kind: "vehicle",
  table: "oil_record",
  levels: [...vehicle, "engine"],
  required: 2,
  heading: ["year", "make", "model", "engine"],
};

export const specificationRecords: VehicleRecords = {
  name: "ymm-specs",
  kind: "vehicle",
  table: "specification_record",
  levels: [...trimmed, "sub_trim"],
  required: 3,
  heading: ["year", "make", "model", "trim"],
  flat: true,
};

export const partRecords: VehicleRecords = {
  name: "oem-parts",
  kind: "vehicle",
  table: "part_record",
  levels: [...trimmed, "category", "subcategory"],
  required: 5,
  heading: ["year", "make", "model", "trim", "category", "subcategory"],
};

export const repairRecords: VehicleRecords = {
  name: "repair-estimates",
  kind: "vehicle",
  table: "repair_record",
  levels: trimmed,
  required: 3,
  heading: [],
};

export const recallCampaigns: VehicleRecords = {
  name: "recall-campaign",
  kind: "vehicle",
  table: "recall_campaign",
  levels: [...vehicle, "campaign"],
  required: 3,
  heading: [],
};

export const recallCompletions: VinRecords = {
  name: "recall-completion",
  kind: "vin",
  table: "recall_completion",
  heading: [],
  several: true,
};

export const lienRecords: VinRecords = {
  name: "lien",
  kind: "vin",
  table: "lien_record",
  heading: ["vin", "year", "make", "model"],
};

export const buildSheets: VinRecords = {
  name: "build-sheet",
  kind: "vin",
  table: "build_sheet",
  heading: [],
};

export const plateRecords: PlateRecords = { name: "plate", kind: "plate", table: "plate_record" };

export const auctionRecords: EventRecords = {
  name: "auction",
  kind: "event",
  table: "auction_record",
  slots: { images: ["image"] },
};

export const saleRecords: EventRecords = {
  name: "saleshistory",
  kind: "event",
  table: "sale_record",
  slots: contactPlan,
  vehicles: "sale_vehicle",
};

/** Every family of records that is kept. */
export const recordFamilies: readonly RecordFamily[] = [
  headlightRecords,
  imageRecords,
  windshieldRecords,
  oilRecords,
  specificationRecords,
  partRecords,
  repairRecords,
  recallCampaigns,
  recallCompletions,
  lienRecords,
  buildSheets,
  plateRecords,
  auctionRecords,
  saleRecords,
];

/** The family that imports and datasets call so. */
export function findRecordFamily(name: string): RecordFamily | undefined {
  return recordFamilies.find((family) => family.name === name);
}
