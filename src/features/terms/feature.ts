import type { Feature } from "../../feature.ts";
import { termsTables } from "./terms-schema.ts";

/** Terms of service and other agreements, in versions, and who accepted which. */
export const terms: Feature = {
  name: "terms",
  migrations: [termsTables],
  async load() {
    const [{ termsEndpoints }, { Terms }, { termsMails }] = await Promise.all([
      import("./terms-endpoints.ts"),
      import("./terms.ts"),
      import("./terms-mails.ts"),
    ]);
    return {
      operations: termsEndpoints,
      after: "putBillingDetails",
      mails: termsMails,
      open: (context) => new Terms(context),
    };
  },
};
