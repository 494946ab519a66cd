import type { Feature } from "../../feature.ts";
import { reportEvents } from "./events.ts";

/** `GET /report/…`: several lookups of one vehicle as one typed answer, its price, and reports of many VINs. */
export const report: Feature = {
  name: "report",
  events: reportEvents,
  eventsAfter: "watch.changed",
  async load() {
    const { reportEndpoints } = await import("./endpoints.ts");
    return { operations: reportEndpoints, after: "decodeVins" };
  },
};
