import type { Feature } from "../../feature.ts";

/** One file with all that the service has of an account. */
export const accountExport: Feature = {
  name: "account-export",
  async load() {
    const { accountExportEndpoints } = await import("./export-endpoint.ts");
    return { operations: accountExportEndpoints, after: "closeAccount" };
  },
};
