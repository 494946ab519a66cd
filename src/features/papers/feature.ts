import type { Feature } from "../../feature.ts";
import { numberGaps } from "./number-gaps-schema.ts";
import { correctionList, paperOrders, paperSearch, paperTables } from "./papers-schema.ts";
import { paperPermissions } from "./permissions.ts";
import { paperSettings } from "./settings.ts";
import { taxIdTables } from "./tax-ids-schema.ts";

/** Invoices and credit notes, and what is printed on them. */
export const papers: Feature = {
  name: "papers",
  comparisons: "src/features/papers/comparisons-script.ts",
  migrations: [paperTables, taxIdTables, numberGaps, paperSearch, correctionList, paperOrders],
  settings: paperSettings,
  permissions: paperPermissions,
  permissionsAfter: "papers.view",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
