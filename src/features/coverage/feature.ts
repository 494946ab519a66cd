import type { Feature } from "../../feature.ts";

/** `GET /coverage/…`: what each lookup would answer about a vehicle, and what it would cost. */
export const coverage: Feature = {
  name: "coverage",
  async load() {
    const { coverageEndpoints } = await import("./endpoints.ts");
    return { operations: coverageEndpoints, after: "decodeVins" };
  },
};
