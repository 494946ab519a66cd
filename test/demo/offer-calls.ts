const fleet = () => ({ id: "fleet" });
const firstPage = () => ({ page: 1, page_size: 2 });

const offer = {
  currency: "EUR",
  price_minor: 9900,
  price_every: "month",
  credits: 15_000,
  credits_every: "month",
  carry_over: 1,
  overage_minor: 800,
  overage_per: 1000,
  overage_cap_max: 62_500,
  packages: [{ id: "credits-1000", credits: 1000, price_minor: 1200, months: 12 }],
};

/** The offer of the product Fleet. */
export const offerCalls = [
  { operation: "putProductOffer", params: fleet, json: () => offer },
  { operation: "getProductOffer", params: fleet },
  { operation: "listProductOffers", params: fleet, query: firstPage },
  { operation: "listOffers", query: firstPage },
  {
    operation: "previewProductOffer",
    params: fleet,
    json: () => ({
      offer,
      starts_on: "2026-11-30",
      time_zone: "Europe/Prague",
      credits_used: 12_000,
    }),
  },
] as const;
