import type { Feature } from "../../feature.ts";
import { footLinks } from "../../running/brand.ts";
import { termsEvents } from "./events.ts";
import { termsPermissions } from "./permissions.ts";
import { termsTables } from "./terms-schema.ts";

/** Terms of service and other agreements, in versions, and who accepted which. */
export const terms: Feature = {
  name: "terms",
  migrations: [termsTables],
  events: termsEvents,
  eventsAfter: "statement.ready",
  permissions: termsPermissions,
  permissionsAfter: "customers.change",
  async load() {
    const [{ termsEndpoints }, { Terms }, { termsMails }, { termsAccepted, termsPublished }] =
      await Promise.all([
        import("./terms-endpoints.ts"),
        import("./terms.ts"),
        import("./terms-mails.ts"),
        import("./stored-terms.ts"),
      ]);
    return {
      operations: termsEndpoints,
      after: "putBillingDetails",
      mails: termsMails,
      restoring: { kinds: [termsPublished, termsAccepted] },
      provides: [footLinks],
      open: (context) => new Terms(context),
    };
  },
};
