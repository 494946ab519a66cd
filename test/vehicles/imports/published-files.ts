import { readFileSync } from "node:fs";
import { join } from "node:path";
import { epaSource } from "../../../src/vehicles/imports/sources/epa.ts";
import { bulletinsSource } from "../../../src/vehicles/imports/sources/nhtsa/bulletins.ts";
import { complaintsSource } from "../../../src/vehicles/imports/sources/nhtsa/complaints.ts";
import { investigationsSource } from "../../../src/vehicles/imports/sources/nhtsa/investigations.ts";
import { recallsSource } from "../../../src/vehicles/imports/sources/nhtsa/recalls.ts";
import { safetyRatingsSource } from "../../../src/vehicles/imports/sources/nhtsa/safety-ratings.ts";
import { vpicAddress } from "../../../src/vehicles/imports/vpic/vpic-dump.ts";
import { writeDump } from "./dump-file.ts";
import { epaRow, epaTableOf } from "./epa-rows.ts";
import { flatRow } from "./flat-row.ts";
import { zipOf } from "./liens.ts";
import { bulletinRow, complaintRow, investigationRow, ratingRow, ratingTable } from "./nhtsa-files.ts";

/** The publishers' files with two vehicles; this month's dump is not published yet. */
export async function publishedFiles(folder: string, now: Date) {
  const dump = join(folder, "vPICList_lite.plain");
  await writeDump(dump, ["5J6", "1HG"]);
  const crv = epaRow({
    year: "2018",
    make: "Honda",
    model: "CR-V AWD",
    baseModel: "CR-V",
    drive: "All-Wheel Drive",
  });
  const recalls = [
    flatRow("CR-V", "FUEL SYSTEM, GASOLINE", { 2: "20V314000", 5: "2018" }),
    flatRow("ACCORD", "AIR BAGS"),
  ];
  return new Map([
    [vpicAddress(now, 1), zipOf("vPICList_lite.plain", readFileSync(dump))],
    [recallsSource.address!, zipOf("FLAT_RCL_POST_2010.txt", Buffer.from(recalls.join("")))],
    [epaSource.address!, zipOf("vehicles.csv", Buffer.from(epaTableOf(crv)))],
  ] as const);
}

/** NHTSA's other files, with one vehicle. */
export function otherFiles(): ReadonlyMap<string, Buffer> {
  const zipped = (name: string, row: string) => zipOf(name, Buffer.from(row));
  return new Map([
    [safetyRatingsSource.address!, Buffer.from(ratingTable(ratingRow()))],
    [complaintsSource.address!, zipped("FLAT_CMPL.txt", complaintRow(11300001, "ENGINE"))],
    [investigationsSource.address!, zipped("FLAT_INV.txt", investigationRow("PE14016", "AIR BAGS"))],
    [bulletinsSource.address!, zipped("TSBS_RECEIVED.txt", bulletinRow(10180001, "ENGINE"))],
  ]);
}
