import type { Migration } from "../migration.ts";
import { eventTable, vehicleTable, vinTable } from "../record-tables.ts";

const vehicle = ["make", "model"];
const trimmed = [...vehicle, "trim"];

/** The records that lookups answer with. A family's rows belong to a dataset; one dataset of each is current. */
export const records: Migration = {
  id: "0006-records",
  statements: (types) => {
    const { integer, text, blob, identity, strict } = types;
    return [
      `create table dataset (
        id ${identity}, family ${text} not null, state ${text} not null, name ${text} not null,
        version ${text} not null, source ${text} not null, licence ${text} not null,
        record_count ${integer} not null, checksum ${text} not null, loaded_at ${integer} not null) ${strict}`,
      "create unique index dataset_current on dataset (family) where state = 'current'",
      vehicleTable(types, "headlight_record", vehicle),
      vehicleTable(types, "image_record", [...trimmed, "sub_trim"]),
      vehicleTable(types, "windshield_record", trimmed),
      vehicleTable(types, "oil_record", [...vehicle, "engine"]),
      vehicleTable(types, "specification_record", [...trimmed, "sub_trim"], ["body", "flat"]),
      vehicleTable(types, "part_record", [...trimmed, "category", "subcategory"]),
      vehicleTable(types, "repair_record", trimmed),
      vehicleTable(types, "recall_campaign", [...vehicle, "campaign"]),
      vinTable(types, "recall_completion"),
      vinTable(types, "lien_record"),
      vinTable(types, "build_sheet"),
      `create table plate_record (
        dataset ${integer} not null, state ${text} not null, plate ${text} not null, vin ${text} not null,
        body ${blob} not null, primary key (dataset, state, plate)) ${strict}`,
      ...eventTable(types, "auction_record"),
      ...eventTable(types, "sale_record"),
      // Holds all that a valuation reads, so that its hundreds of comparables cost no visit to their rows.
      `create index sale_record_vehicle on sale_record
        (dataset, make_key, model_key, year, at, price, odometer, trim_key, trim)`,
      // What the selectors of market values offer, counted once when a dataset is loaded.
      `create table sale_vehicle (
        dataset ${integer} not null, year ${integer} not null, make_key ${text} not null, make ${text} not null,
        model_key ${text} not null, model ${text} not null, latest_at ${integer} not null,
        primary key (dataset, year, make_key, model_key)) ${strict}`,
    ];
  },
};
