import type { Mutant } from "./mutant.ts";

/** Bugs in whose recalls are listed, and for which vehicles. */
export const recallsMutants: readonly Mutant[] = [
  {
    bug: "a market lists the campaigns of the U.S.",
    file: "src/vehicles/lookups/computed/recalls/market-recalls.ts",
    find: 'market === "US" ? recallCampaigns : campaignsAbroad[market];',
    replace: 'market !== "EU" ? recallCampaigns : campaignsAbroad[market];',
    test: "test/vehicles/computed/recall-markets.test.ts",
    named: "a campaign of one market is not shown in another",
  },
  {
    bug: "a vehicle is excluded by one of several ranges",
    file: "src/vehicles/lookups/computed/recalls/recalled-ranges.ts",
    find: "ranges.every((range) => isOutside(range, vehicle))",
    replace: "ranges.some((range) => isOutside(range, vehicle))",
    test: "test/vehicles/imports/recalls-abroad.test.ts",
    named: "ranges exclude vehicles by production and VIN",
  },
  {
    bug: "campaigns of unknown years are found in no year",
    file: "src/vehicles/lookups/computed/recalls/filed-names.ts",
    find: "undatedYear}) and make_key",
    replace: "year}) and make_key",
    test: "test/vehicles/computed/recall-markets.test.ts",
    named: "models that only another market has are found in it",
  },
];
