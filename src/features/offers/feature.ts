import type { Feature } from "../../feature.ts";
import { assistantCredits } from "../../running/subscription-ports.ts";
import { productOffers, whoPays } from "./offers-schema.ts";
import { offerPermissions } from "./permissions.ts";

/** Prices and credits of products, in versions that never change. */
export const offers: Feature = {
  name: "offers",
  comparisons: "src/features/offers/comparisons-script.ts",
  migrations: [productOffers, whoPays],
  permissions: offerPermissions,
  permissionsAfter: "plans.change",
  async load() {
    const [{ offerEndpoints }, { previewEndpoint }, { pricingEndpoint }, { Offers }, { offersPublished }] =
      await Promise.all([
        import("./operations/offer-endpoints.ts"),
        import("./operations/preview-endpoint.ts"),
        import("./operations/pricing-endpoint.ts"),
        import("./offers.ts"),
        import("./stored-offers.ts"),
      ]);
    return {
      operations: [...offerEndpoints, previewEndpoint, pricingEndpoint],
      after: "previewProductPolicy",
      restoring: { kinds: [offersPublished] },
      provides: [assistantCredits],
      open: (context) => new Offers(context),
    };
  },
};
