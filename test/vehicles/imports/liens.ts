import { lienRecords } from "../../../src/vehicles/families/apis/lien.ts";
import { recordsSource } from "../../../src/vehicles/imports/sources/own-records.ts";

/** Liens as tests import them. */
export const liens = recordsSource(lienRecords, { yearMax: 2028 });
export const lienHeader = "vin,liens.1.lienholder,liens.1.status,as_of\n";
export const vins = ["1HGCM82633A004352", "1M8GDM9AXKP042788", "5J6RW2H59JL990075"] as const;
export const lienRow = (vin: string, holder: string): string => `${vin},${holder},active,2026-11-01\n`;

/** The record that such a row makes. */
export const lienOf = (vin: string, lienholder: string) => ({
  vin,
  year: "",
  make: "",
  model: "",
  liens: [{ lienholder, state: "", filed_at: "", released_at: "", status: "active" }],
  as_of: "2026-11-01",
});

/** An archive of one stored member; no library here writes archives. */
export function zipOf(member: string, bytes: Buffer): Buffer {
  const file = Buffer.from(member);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(Bun.hash.crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, file, bytes]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, Buffer.alloc(14), file]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
