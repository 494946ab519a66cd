import type { VehicleRow } from "../../src/vehicles/families/record-family.ts";
import { openInput } from "../../src/vehicles/imports/input/input.ts";
import { utf8Of } from "../../src/vehicles/imports/input/utf8.ts";
import { epaSource } from "../../src/vehicles/imports/sources/epa.ts";
import { EpaTable } from "../../src/vehicles/lookups/combinations/epa-table.ts";
import type { Decode } from "../../src/vin/answer/describe.ts";
import type { SourcedDecoder } from "../../src/vin/decoder.ts";
import { findSharedFile } from "../shared-data.ts";
import type { Recording } from "./agreement-recorded.ts";

/** EPA's published table, if available. */
export const epaFile = findSharedFile("data/epa/vehicles_2025-11.csv.zip");

/** EPA's whole table as the service imports it; undefined if the file is not available. */
export async function readEpaTable(): Promise<EpaTable | undefined> {
  if (epaFile === undefined) return undefined;
  await using input = await openInput(epaFile, {
    members: epaSource.members,
    bytesMax: 2 ** 30,
    folder: "/nowhere",
  });
  const table = new EpaTable("epa 2025-11");
  for await (const { rows } of epaSource.rows(utf8Of(input.read())))
    for (const row of rows as readonly VehicleRow[]) {
      const [make = "", model = "", trim = ""] = row.names;
      table.add({ year: row.year, make, model, trim, facts: JSON.stringify(row.facts ?? {}) });
    }
  return table;
}

/** How facts added from EPA's table for one field compare with the recorded ones. */
export interface AddedAgreement {
  readonly field: string;
  added: number;
  /** Decodes with a recorded value of vPIC itself, and those of them with an equal value. */
  recorded: number;
  equal: number;
  readonly differences: string[];
}

const driven = (text: string): string => (/front|fwd|rear|rwd|2-wheel|4x2|6x2/i.test(text) ? "two" : "all");

/** vPIC's "4x2" may mean either, and makers use its four-wheel and all-wheel values differently. */
const compared: readonly {
  readonly element: number;
  readonly names: readonly string[];
  same(ours: string, theirs: string): boolean;
}[] = [
  {
    element: 15,
    names: ["Drive Type", "DriveType"],
    same: (ours, theirs) =>
      driven(ours) === driven(theirs) &&
      !(/front/i.test(ours) && /rear/i.test(theirs)) &&
      !(/rear/i.test(ours) && /front/i.test(theirs)),
  },
  {
    element: 37,
    names: ["Transmission Style", "TransmissionStyle"],
    same: (ours, theirs) => ours === theirs,
  },
  {
    element: 13,
    names: ["Displacement (L)", "DisplacementL"],
    same: (ours, theirs) => Math.abs(Number(ours) - Number(theirs)) <= 0.06,
  },
];

/** Compares what a table adds with vPIC's recorded answers. */
export function compareAdded(decoder: SourcedDecoder, recording: Recording): readonly AddedAgreement[] {
  return compared.map(({ element, names, same }) => {
    const agreement: AddedAgreement = { field: "", added: 0, recorded: 0, equal: 0, differences: [] };
    for (const [vin, values] of Object.entries(recording)) {
      const fact = addedTo(decoder.decode(vin), element);
      if (!fact) continue;
      Object.assign(agreement, { field: fact.field });
      agreement.added += 1;
      const theirs = names.map((name) => values[name] ?? "").find((value) => value !== "");
      if (theirs === undefined || theirs === "Not Applicable") continue;
      agreement.recorded += 1;
      if (same(fact.value, theirs)) agreement.equal += 1;
      else agreement.differences.push(`${vin}: recorded ${theirs}, EPA ${fact.value}`);
    }
    return agreement;
  });
}

function addedTo(decode: Decode | string, element: number) {
  if (typeof decode === "string") return undefined;
  return decode.derived.find((fact) => fact.source !== undefined && fact.element === element);
}
