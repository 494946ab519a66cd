import type { Feature } from "../../feature.ts";

/** Products, policies and registered APIs as a file: export and apply. */
export const declaration: Feature = {
  name: "declaration",
  commands: [
    {
      name: "export",
      summary: "Print products, policies and registered APIs as a file.",
      load: async () => (await import("./commands/export.ts")).exportCommand,
    },
    {
      name: "apply",
      summary: "Make products and registered APIs equal to a file.",
      load: async () => (await import("./commands/apply.ts")).applyCommand,
    },
  ],
  commandsAfter: "datasets",
};
