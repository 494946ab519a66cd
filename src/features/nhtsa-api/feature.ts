import type { Feature } from "../../feature.ts";

/** The operations of NHTSA's vPIC API, for its clients. */
export const nhtsaApi: Feature = {
  name: "nhtsa-api",
  async load() {
    const [{ decodeEndpoints }, { batchEndpoints }, { listEndpoints }, { routeEndpoints }] =
      await Promise.all([
        import("./decodes.ts"),
        import("./batch-endpoint.ts"),
        import("./list-endpoints.ts"),
        import("./routes.ts"),
      ]);
    return {
      operations: [...decodeEndpoints, ...batchEndpoints, ...listEndpoints, ...routeEndpoints],
      after: "getPlateCoverage",
    };
  },
};
