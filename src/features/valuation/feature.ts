import type { Feature } from "../../feature.ts";

/** Market values: what `/market-valuation` computes, and what an import of sales fits. */
export const valuation: Feature = {
  name: "valuation",
  commands: [
    {
      name: "valuation",
      summary: "Measure market values against your own sales.",
      load: async () => (await import("./command.ts")).valuationCommand,
    },
  ],
  commandsAfter: "datasets",
  datasetFit: "src/features/valuation/fit-script.ts",
  async load() {
    const { service } = await import("./service.ts");
    return service;
  },
};
