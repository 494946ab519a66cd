import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseVendorMapping } from "../mappings/parse-vendor-mapping.ts";
import type { SampledMapping } from "../mappings/vendor-sample.ts";

const folder = join(import.meta.dir, "..", "vendors");

/** A mapping of a vendor that comes with the service. */
export interface VendorFile {
  /** The file's name: `carsxe-lien.yaml`. */
  readonly name: string;
  readonly text: string;
  readonly mapping: SampledMapping;
}

/** All of them, by their names. */
export const vendorFiles: readonly VendorFile[] = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .sort()
  .map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    // A busy machine must not make a good answer late.
    const clocks = { elapsed: () => 0, spent: () => 0, yearMax: () => 2028 };
    return { name, text, mapping: parseVendorMapping(text, name, clocks) };
  });

/** The built-in APIs of the eight families that the files have. */
export const mappedApis = [
  "auction",
  "headlight-assembly",
  "lien",
  "oem-parts",
  "saleshistory",
  "us-plate-decode",
  "vehicle-images",
  "windshield-api",
] as const;
