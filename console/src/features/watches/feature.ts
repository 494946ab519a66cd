import type { ConsoleFeature } from "../../parts/console-feature.ts";

/** The page of watched VINs. */
export const watches: ConsoleFeature = {
  before: "/plans",
  pages: [
    {
      path: "/watches",
      title: "Watches",
      words: "monitor alerts",
      access: "user",
      permission: "events.view",
      customer: "Account",
      load: () => import("./watches.tsx").then((code) => code.Watches),
    },
  ],
};
