import type { Feature } from "../../feature.ts";
import { brandSource } from "../../running/brand.ts";
import { brandTables } from "./brand-schema.ts";

/** The operator's name, logo, colors, contact, links and time zone, on pages, mails and papers. */
export const brand: Feature = {
  name: "brand",
  migrations: [brandTables],
  async load() {
    const [{ brandEndpoints }, { Brands }] = await Promise.all([
      import("./operations/brand-endpoints.ts"),
      import("./brands.ts"),
    ]);
    return {
      operations: brandEndpoints,
      after: "getIdentity",
      provides: [brandSource],
      open: (context) => new Brands(context),
    };
  },
};
