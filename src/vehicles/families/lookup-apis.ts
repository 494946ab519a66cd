import { auction } from "./apis/auction.ts";
import { headlightAssembly } from "./apis/headlight-assembly.ts";
import { knownProblems } from "./apis/known-problems.ts";
import { lien } from "./apis/lien.ts";
import { marketValuation } from "./apis/market-valuation.ts";
import { motorcycleDecode } from "./apis/motorcycle-decode.ts";
import { oemParts } from "./apis/oem-parts.ts";
import { oemVinDecode } from "./apis/oem-vin-decode.ts";
import { oilLookup } from "./apis/oil-lookup.ts";
import { openRecall } from "./apis/open-recall.ts";
import { licenseDecoder, usPlateDecode } from "./apis/plates.ts";
import { recalls } from "./apis/recalls.ts";
import { repairEstimates } from "./apis/repair-estimates.ts";
import { safetyRatingsApi } from "./apis/safety-ratings.ts";
import { salesHistory } from "./apis/saleshistory.ts";
import { vehicleImages } from "./apis/vehicle-images.ts";
import { vehicleTypes } from "./apis/vehicle-types.ts";
import { vinDecoder } from "./apis/vin-decoder.ts";
import { windshieldLookups, windshieldOfVin } from "./apis/windshield.ts";
import { ymmSpecs } from "./apis/ymm-specs.ts";
import type { LookupApi } from "./family.ts";

/** Every API of lookups, in the specification's order (4.3 to 4.6). */
export const lookupApis: readonly LookupApi[] = [
  headlightAssembly,
  vehicleImages,
  marketValuation,
  windshieldLookups,
  windshieldOfVin,
  lien,
  usPlateDecode,
  licenseDecoder,
  ymmSpecs,
  oemParts,
  oemVinDecode,
  openRecall,
  oilLookup,
  vinDecoder,
  motorcycleDecode,
  repairEstimates,
  auction,
  salesHistory,
  recalls,
  vehicleTypes,
  safetyRatingsApi,
  knownProblems,
];
