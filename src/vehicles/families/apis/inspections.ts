import { z } from "zod";
import { asListedWith, texts } from "../answer-schemas.ts";
import { digestOf, textIn } from "../event-values.ts";
import { exampleVin } from "../examples.ts";
import type { EventRecords } from "../record-family.ts";

/**
 * Periodic inspections of vehicles. No lookup answers them: reports have their odometer beside auctions and sales. A
 * column for each unit, so that no reading is without one.
 */
export const inspectionRecords: EventRecords = {
  name: "inspections",
  label: "Inspections",
  kind: "event",
  table: "inspection_record",
  record: z.object({
    ...texts({
      number: "Number of the inspection; the inspections of a VIN differ by it.",
      date: "The day of the inspection, YYYY-MM-DD.",
      odometer_km: "The odometer's reading in kilometers.",
      odometer_mi: "The odometer's reading in miles; reports take it before that in kilometers.",
      result: "The result, such as passed or failed.",
      station: "The station that inspected it.",
      place: "Where the station is.",
      note: "Remarks, such as a replaced odometer, which begins again.",
    }).shape,
    ...asListedWith({ date: "The source's date, if it cannot be read." }),
  }),
  values: {
    odometer_mi: { at: ["odometer_mi"], kind: "miles" },
    odometer_km: { at: ["odometer_km"], kind: "kilometers" },
  },
  eventOf: (record) => ({ id: textIn(record, "number") || digestOf(record), state: "" }),
  dateAt: ["date"],
  dateAs: "day",
  origin:
    "Your own inspections, or an inspection body's under contract. No lookup answers them: `odometer` of `/report` has their readings.",
  example: {
    vin: exampleVin,
    number: "2026-004711",
    date: "2026-06-02",
    odometer_km: "81300",
    odometer_mi: "",
    result: "passed",
    station: "Example Inspections",
    place: "Sacramento, CA",
    note: "",
  },
  demo: "none",
};
