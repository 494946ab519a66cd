// Made by `npm run sdk` from the OpenAPI document. Do not edit.
import type { Answer } from "./answer.ts";
import type { Upload } from "./upload.ts";

/** A part of a path or query. */
export type Value = string | number;

/** The codes of errors; a later version of the service can have more. */
export type ErrorCode =
  | "api_not_in_product"
  | "bad_request"
  | "client_left"
  | "conflict"
  | "content_too_large"
  | "credits_exhausted"
  | "forbidden"
  | "held"
  | "insufficient_scope"
  | "internal"
  | "invalid_credential"
  | "ip_not_allowed"
  | "loop_detected"
  | "membership_ended"
  | "method_not_allowed"
  | "not_authenticated"
  | "not_found"
  | "precondition_failed"
  | "quota_exceeded"
  | "rate_limited"
  | "record_not_found"
  | "request_timeout"
  | "second_factor_required"
  | "step_up_required"
  | "subscription_inactive"
  | "unavailable"
  | "unsupported_media_type"
  | "upgrade_refused"
  | "upstream_failed"
  | "upstream_timeout"
  | "upstream_unavailable"
  | "vehicle_not_found";

/** The operations for the key: the parameters of the path in their order, the body, and those of the query with options of the call. */
export interface Methods<Options> {
  /** Report the calls, credits, bytes and times of each API for a key's subscription. Free. The API with the most calls is first; calls of test keys are not included. Calls are counted per minute, and per hour for times whose minutes are no longer kept. The time range is widened to whole minutes or hours; the response's timestamps give the result. */
  reportOfKey(options?: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
  } & Options): Answer<MetricsResponse>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listHeadlightAssemblyYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listHeadlightAssemblyMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listHeadlightAssemblyModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** Headlight assemblies by year, make and model. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getHeadlightAssemblyByModel(year: Value, make: Value, model: Value, options?: Options): Answer<HeadlightAssembly>;
  /** Headlight assemblies by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getHeadlightAssembly(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<HeadlightAssembly>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listVehicleImagesYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listVehicleImagesMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listVehicleImagesModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** List the trims of a model and year. A selector: lists what the next step accepts. It costs no credit. */
  listVehicleImagesTrims(year: Value, make: Value, model: Value, options?: Options): Answer<Choices>;
  /** Images by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getVehicleImages(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<VehicleImages>;
  /** Images by year, make, model and trim. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getVehicleImagesByTrim(year: Value, make: Value, model: Value, trim: Value, options?: Options): Answer<VehicleImages>;
  /** Images by year, make, model, trim and variant. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getVehicleImagesByExtraTrim(year: Value, make: Value, model: Value, trim: Value, extraTrim: Value, options?: Options): Answer<VehicleImages>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listMarketValuationYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listMarketValuationMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listMarketValuationModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** Market value by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getMarketValuation(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
    /** Miles on the odometer. */
    mileage?: Value | undefined;
  } & Options): Answer<MarketValuation>;
  /** Market value by year, make and model. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getMarketValuationByModel(year: Value, make: Value, model: Value, options?: {
    /** Miles on the odometer. */
    mileage?: Value | undefined;
  } & Options): Answer<MarketValuation>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listWindshieldYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listWindshieldMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listWindshieldModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** Windshields by year, make and model. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getWindshieldByModel(year: Value, make: Value, model: Value, options?: Options): Answer<Windshield>;
  /** Windshields by license plate and state. The plate is resolved to its VIN, and the VIN to its vehicle. */
  getWindshieldByPlate(licensePlate: Value, state: Value, options?: Options): Answer<Windshield>;
  /** Windshields by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getWindshield(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<Windshield>;
  /** Windshields by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getWindshieldOfVin(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<Windshield>;
  /** Liens by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getLiens(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<LienLookup>;
  /** Vehicle by license plate and state. The plate is resolved to its VIN, and the VIN to its vehicle. */
  getPlateDecodeByPlate(licensePlate: Value, state: Value, options?: Options): Answer<PlateDecode>;
  /** Vehicle by license plate and state. Plates of the Netherlands, Denmark and Israel are those of their registers, once imported; a register without VINs is answered with an empty `vin`. The plate is resolved to its VIN, and the VIN to its vehicle. */
  getLicenseDecodeByPlate(licensePlate: Value, state: Value, options?: Options): Answer<LicenseDecode>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV3Years(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV3Makes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV3Models(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** List the trims of a model and year. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV3Trims(year: Value, make: Value, model: Value, options?: Options): Answer<Choices>;
  /** Grouped specifications by year, make, model and trim. Specifications in groups. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getSpecificationsV3ByTrim(year: Value, make: Value, model: Value, trim: Value, options?: Options): Answer<GroupedSpecifications>;
  /** Grouped specifications by year, make, model, trim and variant. Specifications in groups. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getSpecificationsV3ByExtraTrim(year: Value, make: Value, model: Value, trim: Value, extraTrim: Value, options?: Options): Answer<GroupedSpecifications>;
  /** Flat specifications by year, make, model and trim. Specifications as one flat object. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getSpecificationsByTrim(year: Value, make: Value, model: Value, trim: Value, options?: Options): Answer<Specifications>;
  /** Flat specifications by year, make, model, trim and variant. Specifications as one flat object. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getSpecificationsByExtraTrim(year: Value, make: Value, model: Value, trim: Value, extraTrim: Value, options?: Options): Answer<Specifications>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV2Years(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV2Makes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV2Models(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** List the trims of a model and year. A selector: lists what the next step accepts. It costs no credit. */
  listSpecificationsV2Trims(year: Value, make: Value, model: Value, options?: Options): Answer<Choices>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listOemPartsYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listOemPartsMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listOemPartsModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** List the trims of a model and year. A selector: lists what the next step accepts. It costs no credit. */
  listOemPartsTrims(year: Value, make: Value, model: Value, options?: Options): Answer<Choices>;
  /** List the part categories of a vehicle. A selector: lists what the next step accepts. It costs no credit. */
  listOemPartsCategories(year: Value, make: Value, model: Value, trim: Value, options?: Options): Answer<Choices>;
  /** List the part subcategories of a category. A selector: lists what the next step accepts. It costs no credit. */
  listOemPartsSubcategories(year: Value, make: Value, model: Value, trim: Value, category: Value, options?: Options): Answer<Choices>;
  /** Manufacturer's parts by vehicle, category and subcategory. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getOemParts(year: Value, make: Value, model: Value, trim: Value, category: Value, subcategory: Value, options?: Options): Answer<OemParts>;
  /** Full decode by VIN. Every element of vPIC with the pattern that decided it, every position of the VIN explained, and the build sheet if one was imported. */
  getOemVinDecode(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
    /** Whether the response explains each element: the deciding pattern, the discarded values, and the meaning of each position. Extension. */
    explain?: boolean | undefined;
  } & Options): Answer<OemVinDecode>;
  /** Recall campaigns by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getOpenRecalls(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
    /** The market whose campaigns are listed: US (NHTSA, the default), CA (Transport Canada), GB (DVSA) or EU (Safety Gate). Extension. */
    market?: Value | undefined;
  } & Options): Answer<OpenRecalls>;
  /** Engine oil by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getEngineOil(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<OilLookup>;
  /** Engine oil by license plate and state. The plate is resolved to its VIN, and the VIN to its vehicle. */
  getEngineOilByPlate(license: Value, state: Value, options?: Options): Answer<OilLookup>;
  /** Basic decode by VIN. Make, model, year and other facts that the manufacturer registered with NHTSA. A wrong check digit adds a warning. */
  decodeVin(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
    /** Whether the response explains each element: the deciding pattern, the discarded values, and the meaning of each position. Extension. */
    explain?: boolean | undefined;
  } & Options): Answer<VinDecode>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listMotorcycleYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listMotorcycleMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listMotorcycleModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** Motorcycle by VIN. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getMotorcycle(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<MotorcycleDecode>;
  /** Motorcycle by year, make and model. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getMotorcycleByModel(year: Value, make: Value, model: Value, options?: Options): Answer<MotorcycleDecode>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listRepairEstimatesYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listRepairEstimatesMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listRepairEstimatesModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** List the trims of a model and year. A selector: lists what the next step accepts. It costs no credit. */
  listRepairEstimatesTrims(year: Value, make: Value, model: Value, options?: Options): Answer<Choices>;
  /** Repair costs by VIN. Low and high cost of parts and labor for each repair: U.S. vehicles of model years 1991 to 2026, mechanical work only, without tax. A VIN is resolved to its trim and has the costs of the trim, as the form by names has; if it fits several, each has its own group. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getRepairEstimates(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
    /** Whether the response also has `narrowed`: the costs by what the VIN itself says, such as its engine. Extension. */
    narrow?: boolean | undefined;
  } & Options): Answer<RepairEstimates>;
  /** Repair costs by year, make, model and trim. Low and high cost of parts and labor for each repair: U.S. vehicles of model years 1991 to 2026, mechanical work only, without tax. A VIN is resolved to its trim and has the costs of the trim, as the form by names has; if it fits several, each has its own group. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getRepairEstimatesByTrim(year: Value, make: Value, model: Value, trim: Value, options?: Options): Answer<RepairEstimates>;
  /** Auction history by VIN. VINs of vehicles built before 1981 have 5 to 14 characters and are not decoded. */
  getAuctionHistory(vin: Value, options?: Options): Answer<AuctionHistory>;
  /** Sales history by VIN. VINs of vehicles built before 1981 have 5 to 14 characters and are not decoded. */
  getSalesHistory(vin: Value, options?: Options): Answer<SalesHistory>;
  /** List the model years. A selector: lists what the next step accepts. It costs no credit. */
  listRecallsYears(options?: Options): Answer<Choices>;
  /** List the makes of a year. A selector: lists what the next step accepts. It costs no credit. */
  listRecallsMakes(year: Value, options?: Options): Answer<Choices>;
  /** List the models of a make and year. A selector: lists what the next step accepts. It costs no credit. */
  listRecallsModels(year: Value, make: Value, options?: Options): Answer<Choices>;
  /** Recall campaigns by year, make and model. The name is found among those of the authority's file: `exact`, or `model` if a campaign may concern another line of the model. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getRecallsByModel(year: Value, make: Value, model: Value, options?: {
    /** The market whose campaigns are listed: US (NHTSA, the default), CA (Transport Canada), GB (DVSA) or EU (Safety Gate). Extension. */
    market?: Value | undefined;
  } & Options): Answer<Recalls>;
  /** Vehicle types by VIN. Candidates of makes, models and engines from type approvals and registers, by patterns of VINs. They are never merged into a decode. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getVehicleTypes(vin: Value, options?: Options): Answer<VehicleTypes>;
  /** Safety ratings by VIN. By body and drive. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getSafetyRatings(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<SafetyRatings>;
  /** Safety ratings by year, make and model. By body and drive. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getSafetyRatingsByModel(year: Value, make: Value, model: Value, options?: Options): Answer<SafetyRatings>;
  /** Known problems by VIN. Of the vehicle's line, not of the one vehicle. The VIN is decoded to its vehicle; `x-match` says how well the record matches it. */
  getKnownProblems(vin: Value, options?: {
    /** The model year, where it is known: it decides between the two, 30 years apart, that a VIN can mean. Extension. */
    year?: Value | undefined;
  } & Options): Answer<KnownProblems>;
  /** Known problems by year, make and model. Of the vehicle's line, not of the one vehicle. Names are compared without case, accents, spaces and punctuation; the usual short names of makes are accepted. */
  getKnownProblemsByModel(year: Value, make: Value, model: Value, options?: Options): Answer<KnownProblems>;
  /** Several lookups of a VIN as one typed answer. The VIN is resolved once to year, make, model and trim for the families that take names. Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report. A part that fails has its error, and costs what its lookup would have cost. With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key. */
  getReport(vin: Value, options?: {
    /** The parts, by their API, with commas between them: headlight-assembly, vehicle-images, market-valuation, windshield-api, windshield, lien, us-plate-decode, license-decoder, ymm-specs, oem-parts, oem-vin-decode, open-recall, oil-lookup, vin-decoder, motorcycle-decode, repair-estimates, auction, saleshistory, recalls, vehicle-types, safety-ratings, known-problems. By default all that the plan includes and the vehicle fits, without older names of others. */
    families?: Value | undefined;
    /** Miles on the odometer. */
    mileage?: Value | undefined;
    /** The model year, where it is known. */
    year?: Value | undefined;
    /** The trim, in place of the one that the VIN decides on. */
    trim?: Value | undefined;
    /** A category of parts, for `oem-parts`. */
    category?: Value | undefined;
    /** A subcategory of parts, for `oem-parts`. */
    subcategory?: Value | undefined;
  } & Options): Answer<VehicleReport>;
  /** What a report of a VIN can cost at most. Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer. */
  getReportPrice(vin: Value, options?: {
    /** The parts, by their API, with commas between them: headlight-assembly, vehicle-images, market-valuation, windshield-api, windshield, lien, us-plate-decode, license-decoder, ymm-specs, oem-parts, oem-vin-decode, open-recall, oil-lookup, vin-decoder, motorcycle-decode, repair-estimates, auction, saleshistory, recalls, vehicle-types, safety-ratings, known-problems. By default all that the plan includes and the vehicle fits, without older names of others. */
    families?: Value | undefined;
    /** Miles on the odometer. */
    mileage?: Value | undefined;
    /** The model year, where it is known. */
    year?: Value | undefined;
    /** The trim, in place of the one that the VIN decides on. */
    trim?: Value | undefined;
    /** A category of parts, for `oem-parts`. */
    category?: Value | undefined;
    /** A subcategory of parts, for `oem-parts`. */
    subcategory?: Value | undefined;
  } & Options): Answer<VehicleReportPrice>;
  /** Several lookups of a year, make and model as one typed answer. Families that take VINs alone are no parts. Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report. A part that fails has its error, and costs what its lookup would have cost. With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key. */
  getVehicleReport(options: {
    /** The parts, by their API, with commas between them: headlight-assembly, vehicle-images, market-valuation, windshield-api, windshield, lien, us-plate-decode, license-decoder, ymm-specs, oem-parts, oem-vin-decode, open-recall, oil-lookup, vin-decoder, motorcycle-decode, repair-estimates, auction, saleshistory, recalls, vehicle-types, safety-ratings, known-problems. By default all that the plan includes and the vehicle fits, without older names of others. */
    families?: Value | undefined;
    /** Miles on the odometer. */
    mileage?: Value | undefined;
    /** The model year. */
    year: Value;
    /** The make. */
    make: Value;
    /** The model. */
    model: Value;
    /** The trim: adds the families that take one. */
    trim?: Value | undefined;
    /** A category of parts, for `oem-parts`. */
    category?: Value | undefined;
    /** A subcategory of parts, for `oem-parts`. */
    subcategory?: Value | undefined;
  } & Options): Answer<VehicleReport>;
  /** What a report of a year, make and model can cost at most. Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer. */
  getVehicleReportPrice(options: {
    /** The parts, by their API, with commas between them: headlight-assembly, vehicle-images, market-valuation, windshield-api, windshield, lien, us-plate-decode, license-decoder, ymm-specs, oem-parts, oem-vin-decode, open-recall, oil-lookup, vin-decoder, motorcycle-decode, repair-estimates, auction, saleshistory, recalls, vehicle-types, safety-ratings, known-problems. By default all that the plan includes and the vehicle fits, without older names of others. */
    families?: Value | undefined;
    /** Miles on the odometer. */
    mileage?: Value | undefined;
    /** The model year. */
    year: Value;
    /** The make. */
    make: Value;
    /** The model. */
    model: Value;
    /** The trim: adds the families that take one. */
    trim?: Value | undefined;
    /** A category of parts, for `oem-parts`. */
    category?: Value | undefined;
    /** A subcategory of parts, for `oem-parts`. */
    subcategory?: Value | undefined;
  } & Options): Answer<VehicleReportPrice>;
  /** Several lookups of a license plate as one typed answer. Families that take plates are parts. Each part is a call of its lookup: it is charged, limited and recorded as if it were called alone, under the ID of the report. A part that fails has its error, and costs what its lookup would have cost. With an `Idempotency-Key` a repeated report is free for the parts that were charged under the key. */
  getPlateReport(state: Value, plate: Value, options?: {
    /** The parts, by their API, with commas between them: headlight-assembly, vehicle-images, market-valuation, windshield-api, windshield, lien, us-plate-decode, license-decoder, ymm-specs, oem-parts, oem-vin-decode, open-recall, oil-lookup, vin-decoder, motorcycle-decode, repair-estimates, auction, saleshistory, recalls, vehicle-types, safety-ratings, known-problems. By default all that the plan includes and the vehicle fits, without older names of others. */
    families?: Value | undefined;
  } & Options): Answer<VehicleReport>;
  /** What a report of a license plate can cost at most. Takes what the report takes, and calls no lookup. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the rate limit. `/coverage` says which lookups have an answer. */
  getPlateReportPrice(state: Value, plate: Value, options?: {
    /** The parts, by their API, with commas between them: headlight-assembly, vehicle-images, market-valuation, windshield-api, windshield, lien, us-plate-decode, license-decoder, ymm-specs, oem-parts, oem-vin-decode, open-recall, oil-lookup, vin-decoder, motorcycle-decode, repair-estimates, auction, saleshistory, recalls, vehicle-types, safety-ratings, known-problems. By default all that the plan includes and the vehicle fits, without older names of others. */
    families?: Value | undefined;
  } & Options): Answer<VehicleReportPrice>;
  /** Reports of many VINs. Takes up to 1000 VINs. The response is lines of JSON in their order, sent while others are made: `status: success` with `line` and the `data` of the VIN's report, or `status: error` with `line`, `vin` and `error`. Each part of a report is charged, recorded and counted by the quota as a separate call. The rate limit counts one call, and one for each refused part. A subscription can have 2 batches at a time on a node. If credits, quota or access end, the batch ends with one error, whose `from_line` is the first line without a report, counted from 1. Send an `Idempotency-Key` to repeat the same body after a cut without paying twice. At its end the webhooks of the subscription's owner get an event `batch.done`. */
  reportVehicles(body: VehicleReportBatch, options?: Options): Answer<string>;
  /** What is known of a VIN, from which data, and what each lookup would cost. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. Each lookup is tried by its own code; the operator's upstreams are not asked. */
  getCoverage(vin: Value, options?: {
    /** The model year, where it is known. */
    year?: Value | undefined;
  } & Options): Answer<Coverage>;
  /** What is known of a year, make and model, from which data, and what each lookup would cost. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. Each lookup is tried by its own code; the operator's upstreams are not asked. Lookups that need a trim or a category are listed if these are given. */
  getVehicleCoverage(options: {
    /** The model year. */
    year: Value;
    /** The make. */
    make: Value;
    /** The model. */
    model: Value;
    /** The trim: adds the lookups that take one. */
    trim?: Value | undefined;
    /** A variant of the trim. */
    extra_trim?: Value | undefined;
    /** A category of parts. */
    category?: Value | undefined;
    /** A subcategory of parts. */
    subcategory?: Value | undefined;
  } & Options): Answer<Coverage>;
  /** What is known of a license plate, from which data, and what each lookup would cost. Free: it costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. Each lookup is tried by its own code; the operator's upstreams are not asked. */
  getPlateCoverage(state: Value, plate: Value, options?: Options): Answer<Coverage>;
  /** Decode a VIN into a list of variables. As vPIC's DecodeVin: every variable with its value, `null` where there is none. */
  vpicDecodeVin(vin: Value, options?: {
    /** The model year, if known. A value other than four digits is ignored. */
    modelyear?: Value | undefined;
  } & Options): Answer<VpicVariables>;
  /** Decode a VIN into one flat object. As vPIC's DecodeVinValues: one object with a member for each variable, `""` where there is no value. */
  vpicDecodeVinValues(vin: Value, options?: {
    /** The model year, if known. A value other than four digits is ignored. */
    modelyear?: Value | undefined;
  } & Options): Answer<VpicValues>;
  /** Decode a VIN into a list of variables (extended). As vPIC's DecodeVinExtended: every variable with its value, `null` where there is none. At vPIC the Extended form adds variables of other NHTSA programs. They are not published, so both forms return the same. */
  vpicDecodeVinExtended(vin: Value, options?: {
    /** The model year, if known. A value other than four digits is ignored. */
    modelyear?: Value | undefined;
  } & Options): Answer<VpicVariables>;
  /** Decode a VIN into one flat object (extended). As vPIC's DecodeVinValuesExtended: one object with a member for each variable, `""` where there is no value. At vPIC the Extended form adds variables of other NHTSA programs. They are not published, so both forms return the same. */
  vpicDecodeVinValuesExtended(vin: Value, options?: {
    /** The model year, if known. A value other than four digits is ignored. */
    modelyear?: Value | undefined;
  } & Options): Answer<VpicValues>;
  /** Decode many VINs into flat objects. As vPIC's DecodeVINValuesBatch: a form with the VINs in `DATA`; results are in their order. Each VIN is charged, recorded and counted by the quota as a call of its own. The rate counts one call, and one for each refused VIN. When credits or the quota end, the other VINs of a group of up to 256 have the status in `ErrorCode`, for example 402. Then the batch ends with one result whose `ErrorText` says from which VIN on. */
  vpicDecodeVINValuesBatch(body: VpicBatch, options?: Options): Answer<VpicValues>;
  /** Decode a manufacturer code. As vPIC's DecodeWMI. One result for each make that the code is registered for. */
  vpicDecodeWMI(wmi: Value, options?: Options): Answer<VpicDecodeWMI>;
  /** List the codes of a manufacturer. As vPIC's GetWMIsForManufacturer.  It costs no credit. */
  vpicGetWMIsForManufacturer(manufacturer: Value, options?: {
    /** A vehicle type's number, or a part of its name. */
    vehicletype?: Value | undefined;
  } & Options): Answer<VpicGetWMIsForManufacturer>;
  /** List the codes of a vehicle type. As vPIC's GetWMIsForManufacturer.  It costs no credit. */
  vpicGetWMIsForManufacturers(options?: {
    /** A vehicle type's number, or a part of its name. */
    vehicletype?: Value | undefined;
  } & Options): Answer<VpicGetWMIsForManufacturers>;
  /** List all makes. As vPIC's GetAllMakes.  It costs no credit. */
  vpicGetAllMakes(options?: Options): Answer<VpicGetAllMakes>;
  /** List the makes of a manufacturer. As vPIC's GetMakeForManufacturer.  It costs no credit. */
  vpicGetMakeForManufacturer(manufacturer: Value, options?: Options): Answer<VpicGetMakeForManufacturer>;
  /** List the makes of a manufacturer in a year. As vPIC's GetMakesForManufacturerAndYear. A make counts in a year in which patterns of the manufacturer's own codes name a model of it. It costs no credit. */
  vpicGetMakesForManufacturerAndYear(manufacturer: Value, options?: {
    /** The model year, four digits; without one the list is empty. */
    year?: Value | undefined;
  } & Options): Answer<VpicGetMakesForManufacturerAndYear>;
  /** List the makes of a vehicle type. As vPIC's GetMakesForVehicleType.  It costs no credit. */
  vpicGetMakesForVehicleType(vehicleType: Value, options?: Options): Answer<VpicGetMakesForVehicleType>;
  /** List the vehicle types of makes by name. As vPIC's GetVehicleTypesForMake.  It costs no credit. */
  vpicGetVehicleTypesForMake(make: Value, options?: Options): Answer<VpicGetVehicleTypesForMake>;
  /** List the vehicle types of a make by number. As vPIC's GetVehicleTypesForMakeId.  It costs no credit. */
  vpicGetVehicleTypesForMakeId(makeId: Value, options?: Options): Answer<VpicGetVehicleTypesForMakeId>;
  /** List the models of makes by name. As vPIC's GetModelsForMake.  It costs no credit. */
  vpicGetModelsForMake(make: Value, options?: Options): Answer<VpicGetModelsForMake>;
  /** List the models of a make by number. As vPIC's GetModelsForMakeId.  It costs no credit. */
  vpicGetModelsForMakeId(makeId: Value, options?: Options): Answer<VpicGetModelsForMakeId>;
  /** List the models of makes by name, year. As vPIC's GetModelsForMakeYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit. */
  vpicGetModelsForMakeYear(make: Value, modelyear: Value, options?: Options): Answer<VpicGetModelsForMakeYear>;
  /** List the models of a make by number, year. As vPIC's GetModelsForMakeIdYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit. */
  vpicGetModelsForMakeIdYear(makeId: Value, modelyear: Value, options?: Options): Answer<VpicGetModelsForMakeIdYear>;
  /** List the models of makes by name, vehicle type. As vPIC's GetModelsForMakeYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit. */
  vpicGetModelsForMakeYearType(make: Value, vehicleType: Value, options?: Options): Answer<VpicGetModelsForMakeYearType>;
  /** List the models of a make by number, vehicle type. As vPIC's GetModelsForMakeIdYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit. */
  vpicGetModelsForMakeIdYearType(makeId: Value, vehicleType: Value, options?: Options): Answer<VpicGetModelsForMakeIdYearType>;
  /** List the models of makes by name, year and vehicle type. As vPIC's GetModelsForMakeYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit. */
  vpicGetModelsForMakeYearAndType(make: Value, modelyear: Value, vehicleType: Value, options?: Options): Answer<VpicGetModelsForMakeYearAndType>;
  /** List the models of a make by number, year and vehicle type. As vPIC's GetModelsForMakeIdYear. A model counts in a year, and for a type, for which a manufacturer's patterns name it. It costs no credit. */
  vpicGetModelsForMakeIdYearAndType(makeId: Value, modelyear: Value, vehicleType: Value, options?: Options): Answer<VpicGetModelsForMakeIdYearAndType>;
  /** List all manufacturers, by pages. As vPIC's GetAllManufacturers. NHTSA does not publish their types: ManufacturerType is ignored. It costs no credit. */
  vpicGetAllManufacturers(options?: {
    /** The page of 100 manufacturers, from 1. Any value other than a number is 1. */
    page?: Value | undefined;
  } & Options): Answer<VpicGetAllManufacturers>;
  /** Show manufacturers, by pages. As vPIC's GetManufacturerDetails. NHTSA publishes no filings of manufacturers beyond their codes. It costs no credit. */
  vpicGetManufacturerDetails(manufacturer: Value, options?: {
    /** The page of 100 manufacturers, from 1. Any value other than a number is 1. */
    page?: Value | undefined;
  } & Options): Answer<VpicGetManufacturerDetails>;
  /** List the variables that are decoded. As vPIC's GetVehicleVariableList.  It costs no credit. */
  vpicGetVehicleVariableList(options?: Options): Answer<VpicGetVehicleVariableList>;
  /** List the values that a variable can have. As vPIC's GetVehicleVariableValuesList. Only variables of the data type `lookup` have any. It costs no credit. */
  vpicGetVehicleVariableValuesList(variable: Value, options?: Options): Answer<VpicGetVehicleVariableValuesList>;
  /** List manufacturers' letters to NHTSA (always empty). As vPIC's GetParts. NHTSA does not publish these data: the list is always empty, and `Message` says so. It costs no credit. */
  vpicGetParts(options?: {
    /** The part of the regulation: 565 or 566. */
    type?: Value | undefined;
    /** The first day of the letters. */
    fromdate?: Value | undefined;
    /** The last day of the letters. */
    todate?: Value | undefined;
    /** The manufacturer's number, or a part of its name. */
    manufacturer?: Value | undefined;
    /** The page of results. */
    page?: Value | undefined;
  } & Options): Answer<VpicGetParts>;
  /** List the codes of equipment plants (always empty). As vPIC's GetEquipmentPlantCodes. NHTSA does not publish these data: the list is always empty, and `Message` says so. It costs no credit. */
  vpicGetEquipmentPlantCodes(options?: {
    /** The year, four digits. */
    year?: Value | undefined;
    /** 1 for tires, 3 for brake hoses, 13 for glazing, 16 for retreads. */
    equipmenttype?: Value | undefined;
    /** `New`, `Updated`, `Closed` or `All`. */
    reporttype?: Value | undefined;
  } & Options): Answer<VpicGetEquipmentPlantCodes>;
  /** List Canadian vehicle specifications (always empty). As vPIC's GetCanadianVehicleSpecifications. NHTSA does not publish these data: the list is always empty, and `Message` says so. It costs no credit. */
  vpicGetCanadianVehicleSpecifications(options?: {
    /** The year, four digits. */
    year?: Value | undefined;
    /** The make's name. */
    make?: Value | undefined;
    /** The model's name. */
    model?: Value | undefined;
    /** `Metric` or `US`. */
    units?: Value | undefined;
  } & Options): Answer<VpicGetCanadianVehicleSpecifications>;
  /** List the watched VINs of a subscription. */
  listWatches(options?: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only VINs after this one: `next` of the page before. Faster than a high `page`. */
    after?: Value | undefined;
  } & Options): Answer<WatchPage>;
  /** Watch many VINs, or end their watches. The body is lines, read while it arrives: each a VIN, `VIN,families` with spaces between several, or a JSON object with `vin` and `families`. Without families all lookups of the plan are watched. A header `vin` is skipped. A line that is no VIN is refused and changes nothing else. If the plan allows no more, the upload ends with 409: the VINs before are watched. */
  putWatches(body: Upload, options?: {
    /** `merge` watches the VINs besides those that are watched; `remove` ends their watches. */
    mode?: "merge" | "remove" | undefined;
  } & Options): Answer<PlacedWatches>;
  /** Read what is watched of a VIN. */
  getWatch(vin: Value, options?: Options): Answer<Watch>;
  /** Watch a VIN. When an operator imports other data, each watched VIN whose records differ makes one event `watch.changed` for the webhooks of the subscription's owner: which records were added, removed or changed, and in which members. `open-recall` has the campaigns for the vehicle's model too. It contains no values: a lookup has them. Watching is free. */
  putWatch(vin: Value, body: WatchBody, options?: Options): Answer<Watch>;
  /** End the watch of a VIN. */
  deleteWatch(vin: Value, options?: Options): Answer<{
      /** `success`. */
      status: "success";
    }>;
  /** Find the VINs of a text. Finds the VINs of a text of up to 100000 characters, reads them as lookups do, and proposes VINs in place of damaged ones. A VIN in several parts is found if its check digit is right. Free: it says nothing of a vehicle but whether its manufacturer is known. It costs no credit, takes no place in the quota and is not recorded. It counts once towards the plan's rate limit. */
  readVins(body: TextWithVins, options?: Options): Answer<VinsInText>;
  /** Get the salt of the digests in receipts. Free. With it a program can compute the leaf of its own call. */
  getReceiptSalt(options?: Options): Answer<ReceiptSalt>;
}

/** The operations for tokens or for no credential, and lists, by method and path. */
export interface Operations {
  /** Check whether the service is healthy */
  "GET /health": {
    params: {};
    body: undefined;
    answer: {
      /** `ok` if every check is `ok`. */
      status: "ok";
      /** The state of each part of the service. */
      checks: Record<string, string>;
      /** For operators: the versions of the VIN decoder's data and of each family's dataset, as in `x-data-source`. */
      versions?: Record<string, string> | undefined;
      /** Calls that wait for ClickHouse; null if the database keeps single calls. */
      single_calls?: {
        /** Calls in the data folder that are charged and not yet in ClickHouse. */
        waiting_calls: number;
        /** Their size in the journals. */
        waiting_bytes: number;
        /** The size above which calls are refused. */
        waiting_bytes_max: number;
        /** The time of the oldest; null if it is unknown or there is none. */
        waiting_since: string | null;
      } | null | undefined;
    };
  };
  /** Check whether the process runs; no other part can make it fail */
  "GET /livez": {
    params: {};
    body: undefined;
    answer: {
      /** `success`. */
      status: string;
    };
  };
  /** Check whether this process can serve lookups; returns 503 with the reason if not */
  "GET /readyz": {
    params: {};
    body: undefined;
    answer: {
      /** `success`. */
      status: string;
    };
  };
  /** Respond to an ACME HTTP-01 challenge */
  "GET /.well-known/acme-challenge/{token}": {
    params: {
    /** The challenge's token, as the certificate authority requests it. */
    token: Value;
    };
    body: undefined;
    answer: string;
  };
  /** List the methods of any path; responds to CORS preflights */
  "OPTIONS /{path}": {
    params: {
    /** Any path. */
    path: Value;
    };
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** Read the subscription of a key and its remaining credits; free of charge */
  "GET /": {
    params: {};
    body: undefined;
    answer: {
      /** `vingate`. */
      service: string;
      /** The version of this interface. */
      version: string;
      /** The subscription's ID. */
      subscription_id: string;
      /** The credits. */
      credits: {
        /** The credits granted so far. */
        granted: number;
        /** The credits charged so far. */
        used: number;
        /** Null if credits are unlimited. */
        remaining: number | null;
        /** Whether credits are unlimited; `remaining` is then null. */
        unlimited: boolean;
      };
      /** Links to the documentation and the console. */
      links: Record<string, string>;
    };
  };
  /** Identify this service, and get the public client token for sign-up and sign-in */
  "GET /identity": {
    params: {};
    body: undefined;
    answer: {
      /** `vingate`. */
      service: string;
      /** The version of this interface. */
      version: string;
      /** The version of the program. */
      build: string;
      /** The node that responded; each start has its own ID. */
      instance: string;
      /** The service's clock. */
      time: string;
      /** Whether new users can sign up: `open` or `closed`. */
      sign_up: "open" | "closed";
      /** The public token with which new customers sign up and sign in. */
      client_token: string;
      /** Whether the service sends mail, such as links for forgotten passwords. */
      mail: boolean;
      /** Who operates the service, as far as the brand and the settings say; null if they say nothing. */
      operator: {
        /** The name. */
        name: string | null;
        /** The email address, unique among users. Case is ignored. */
        email: string | null;
        /** A help page, or a mailbox as a mailto URL. */
        url: string | null;
      } | null;
      /** Links to the documentation and the console. */
      links: Record<string, string>;
    };
  };
  /** Read how the operator presents the service: name, logo, colors, contact and links */
  "GET /brand": {
    params: {};
    body: undefined;
    answer: Brand;
  };
  /** Change how the operator presents the service */
  "PUT /brand": {
    params: {};
    body: BrandRequest;
    answer: Brand;
  };
  /** Get a logo of the operator */
  "GET /brand/logo": {
    params: {
    /** The SHA-256 of a stored logo; without it, the current one. */
    v?: Value | undefined;
    };
    body: undefined;
    answer: unknown;
  };
  /** Sign in with email and password */
  "POST /auth/signin": {
    params: {};
    body: SignInRequest;
    answer: {
      /** The token, shown once; send it in `Authorization`. */
      token: string;
      /** When it ends; null if it does not end. */
      expires_at: string;
      /** The user. */
      user: User;
    };
  };
  /** Create an account with trial credits */
  "POST /auth/signup": {
    params: {};
    body: SignUpRequest;
    answer: {
      /** The user. */
      user: User;
      /** The trial subscription. */
      subscription: Subscription;
      /** The subscription's keys. Send one in `x-AuthKey`; the test key is never charged. */
      keys: {
        /** The first key. */
        primary_key: string;
        /** The second key. */
        secondary_key: string;
        /** The key for tests: answered from the demo set, never charged. */
        test_key: string;
      };
    };
  };
  /** Log out: end the session or access token of this call */
  "POST /auth/logout": {
    params: {};
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Check whether an email address is available for a new account */
  "GET /auth/check-email": {
    params: {
    /** The email address, unique among users. Case is ignored. */
    email: Value;
    };
    body: undefined;
    answer: {
      /** The email address, unique among users. Case is ignored. */
      email: string;
      /** Whether no user has this address. */
      available: boolean;
    };
  };
  /** Take a changed email address back with the token that was mailed to it, and choose a new password */
  "POST /auth/take-back": {
    params: {};
    body: {
      /** What follows the # of the link. */
      return_token: string;
      /** The password: at least 10 characters, not a common one. */
      password: string;
    };
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Create a one-time password reset link; it is valid for 24 hours */
  "POST /users/{id}/resetLink": {
    params: {
    /** The user's ID. */
    id: Value;
    };
    body: undefined;
    answer: {
      /** The address where the user chooses a new password. */
      reset_link: string;
      /** The token of the link, for `POST /auth/reset`. */
      reset_token: string;
      /** When it ends; null if it does not end. */
      expires_at: string;
    };
  };
  /** Choose a new password with the token of a reset link */
  "POST /auth/reset": {
    params: {};
    body: {
      /** The token of the link, for `POST /auth/reset`. */
      reset_token: string;
      /** The password: at least 10 characters, not a common one. */
      password: string;
    };
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Choose a new password with the token that `vingate enter` printed, and sign in */
  "POST /auth/enter": {
    params: {};
    body: {
      /** The token of the link that `vingate enter` printed, after its #. */
      entry_token: string;
      /** The password: at least 10 characters, not a common one. */
      password: string;
    };
    answer: {
      /** The token, shown once; send it in `Authorization`. */
      token: string;
      /** When it ends; null if it does not end. */
      expires_at: string;
      /** The user. */
      user: User;
    };
  };
  /** Mail a link for a new password to an account's address */
  "POST /auth/forgot": {
    params: {};
    body: ForgotRequest;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Confirm an email address with the token of a mailed link */
  "POST /auth/confirm": {
    params: {};
    body: ConfirmRequest;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Send the link that confirms the email address again */
  "POST /auth/confirm/send": {
    params: {};
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** List the accounts that the signed-in user can act for, its own first */
  "GET /auth/accounts": {
    params: {};
    body: undefined;
    answer: Account[];
  };
  /** Choose the account that this session acts for */
  "PUT /auth/account": {
    params: {};
    body: ChooseAccountRequest;
    answer: Account[];
  };
  /** Prove once more who you are, for the next 15 minutes of this session */
  "POST /auth/step-up": {
    params: {};
    body: StepUpRequest;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Read whether a user's sign-in needs codes of an app */
  "GET /users/{id}/second-factor": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SecondFactor;
  };
  /** Create the secret of an authenticator app */
  "POST /users/{id}/second-factor": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: {
      /** In base 32, to type into the app. */
      secret: string;
      /** `otpauth://…`, as the QR code of the app contains it. */
      uri: string;
    };
  };
  /** Turn app codes on with a code of the app, and receive ten recovery codes */
  "PUT /users/{id}/second-factor": {
    params: {
    /** The id. */
    id: Value;
    };
    body: SecondFactorRequest;
    answer: RecoveryCodes;
  };
  /** Turn app codes off */
  "DELETE /users/{id}/second-factor": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SecondFactor;
  };
  /** Replace the recovery codes by ten new ones */
  "POST /users/{id}/second-factor/recovery-codes": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: RecoveryCodes;
  };
  /** List a user's passkeys, the oldest first */
  "GET /users/{id}/passkeys": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Passkey[];
  };
  /** Add the passkey that a browser made */
  "POST /users/{id}/passkeys": {
    params: {
    /** The id. */
    id: Value;
    };
    body: PasskeyRequest;
    answer: AddedPasskey;
  };
  /** Create the options with which a browser makes a passkey */
  "POST /users/{id}/passkeys/options": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** Rename a passkey */
  "PATCH /users/{id}/passkeys/{passkey_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The passkey's ID. */
    passkey_id: Value;
    };
    body: PasskeyPatch;
    answer: Passkey;
  };
  /** Remove a passkey */
  "DELETE /users/{id}/passkeys/{passkey_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The passkey's ID. */
    passkey_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** Create the options with which a browser proves who its user is */
  "POST /auth/passkey/options": {
    params: {};
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** Sign in with a passkey */
  "POST /auth/passkey": {
    params: {};
    body: PasskeyProofRequest;
    answer: {
      /** The token, shown once; send it in `Authorization`. */
      token: string;
      /** When it ends; null if it does not end. */
      expires_at: string;
      /** The user. */
      user: User;
      /** If the user had none: each works once, with the password, in place of the passkey. They are shown only now. */
      recovery_codes?: string[] | undefined;
    };
  };
  /** Prove with a passkey who you are, for the next 15 minutes of this session */
  "POST /auth/step-up/passkey": {
    params: {};
    body: PasskeyProofRequest;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** List a user's sessions, the last active first */
  "GET /users/{id}/sessions": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Session[];
  };
  /** End a user's sessions, except that of this call */
  "DELETE /users/{id}/sessions": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: {
      /** How many sessions were ended. */
      ended: number;
    };
  };
  /** List the providers of single sign-on */
  "GET /auth/sign-on": {
    params: {};
    body: undefined;
    answer: SignOnProvider[];
  };
  /** Begin a sign-in by single sign-on */
  "POST /auth/sign-on/start": {
    params: {};
    body: SignOnStartRequest;
    answer: SignOnStart;
  };
  /** Finish a sign-in by single sign-on */
  "POST /auth/sign-on/finish": {
    params: {};
    body: SignOnFinishRequest;
    answer: {
      /** The token, shown once; send it in `Authorization`. */
      token: string;
      /** When it ends; null if it does not end. */
      expires_at: string;
      /** The user. */
      user: User;
    };
  };
  /** Begin to prove by single sign-on who you are */
  "POST /auth/step-up/sign-on/start": {
    params: {};
    body: undefined;
    answer: SignOnStart;
  };
  /** Prove by single sign-on who you are, for the next 15 minutes of this session */
  "POST /auth/step-up/sign-on": {
    params: {};
    body: SignOnFinishRequest;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** List the identities of single sign-on that are linked with a user */
  "GET /users/{id}/identities": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Identity[];
  };
  /** Link an identity of single sign-on, with what the provider answered */
  "POST /users/{id}/identities": {
    params: {
    /** The id. */
    id: Value;
    };
    body: SignOnFinishRequest;
    answer: Identity;
  };
  /** Begin to link an identity of single sign-on */
  "POST /users/{id}/identities/start": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SignOnStart;
  };
  /** Unlink an identity of single sign-on */
  "DELETE /users/{id}/identities/{identity_id}": {
    params: {
    /** The id. */
    id: Value;
    /** As `GET /users/{id}/identities` lists it. */
    identity_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** End one session of a user */
  "DELETE /users/{id}/sessions/{session_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The session's ID. */
    session_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** Read what closing an account ends and keeps */
  "GET /users/{id}/closing": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: AccountClosing;
  };
  /** Close an account: its subscriptions and keys end, its personal data is removed */
  "POST /users/{id}/closing": {
    params: {
    /** The id. */
    id: Value;
    };
    body: {
      /** The account's own, so that no other account is closed. */
      email: string;
    };
    answer: {
      /** The id. */
      id: string;
      /** What stays although the account is closed. */
      kept: {
        /** What the service keeps, in words. */
        what: string;
        /** How long, in words: `10 years`. */
        period: string;
      }[];
    };
  };
  /** Download all that the service has of an account, as a ZIP file */
  "GET /users/{id}/export": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Create an account for a customer, with a trial subscription and its keys */
  "POST /users/signup": {
    params: {};
    body: UsersSignUpRequest;
    answer: {
      /** The user. */
      user: User;
      /** The trial subscription. */
      subscription: Subscription;
      /** The subscription's keys. Send one in `x-AuthKey`; the test key is never charged. */
      keys: {
        /** The first key. */
        primary_key: string;
        /** The second key. */
        secondary_key: string;
        /** The key for tests: answered from the demo set, never charged. */
        test_key: string;
      };
      /** The generated password, shown once; absent if one was sent. */
      password?: string | undefined;
    };
  };
  /** List users, newest first */
  "GET /users/": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only the user with this email address. */
    email?: Value | undefined;
    /** Only users with this role. */
    role?: "operator" | "customer" | undefined;
    /** Only the users with these IDs, deleted ones too: at most 100, separated by commas. */
    ids?: Value | undefined;
    /** Only users whose names or email contain, for each word of this text, a word that starts with it. Case and accents are ignored. */
    text?: Value | undefined;
    /** If omitted, users in every state but `deleted`. */
    state?: "active" | "blocked" | "pending" | "deleted" | undefined;
    };
    body: undefined;
    answer: User[];
  };
  /** Read a user; customers can read only themselves */
  "GET /users/{user_id}": {
    params: {
    /** The user's ID. */
    user_id: Value;
    };
    body: undefined;
    answer: User;
  };
  /** Change the given members; unknown members are kept in `attributes` */
  "PATCH /users/{user_id}": {
    params: {
    /** The user's ID. */
    user_id: Value;
    };
    body: {
      /** The email address, unique among users. Case is ignored. */
      email?: string | undefined;
      /** The first name, 1 to 100 characters. */
      first_name?: string | undefined;
      /** The last name, 1 to 100 characters. */
      last_name?: string | undefined;
      /** The password: at least 10 characters, not a common one. */
      password?: string | undefined;
      /** Required with a new `password` or `email`, except when an operator changes another user. */
      current_password?: string | undefined;
      /** Replaces all attributes. */
      attributes?: Record<string, unknown> | undefined;
      /** An `operator` can do what its `operator_role` permits; a `customer` can only use its own data. */
      role?: "operator" | "customer" | undefined;
      /** What an operator may do. If omitted, the first operator is `owner`, others keep their role or are `support`. */
      operator_role?: "owner" | "support" | "billing" | "data" | null | undefined;
      /** Only an `active` user can sign in and make calls. */
      state?: "active" | "blocked" | "pending" | undefined;
      /** Of the account's mails and invoices. */
      language?: "en" | "de" | "es" | undefined;
      /** A note that only operators see. */
      note?: string | null | undefined;
      /** The id. */
      id?: string | undefined;
      /** Cannot be changed. */
      kind?: unknown | undefined;
      /** The credits. */
      credits?: unknown | undefined;
      /** Cannot be changed. */
      email_confirmed?: unknown | undefined;
      /** When the user was created. */
      registered_at?: unknown | undefined;
      /** When it was last changed. */
      updated_at?: unknown | undefined;
      [name: string]: unknown;
    };
    answer: User;
  };
  /** Delete a user and its personal data; ledgers and reports are kept */
  "DELETE /users/{user_id}": {
    params: {
    /** The user's ID. */
    user_id: Value;
    };
    body: undefined;
    answer: User;
  };
  /** Create a user with an ID of your choice, without a subscription */
  "POST /users/{user_id}": {
    params: {
    /** The id. */
    user_id: Value;
    };
    body: UserRequest;
    answer: User;
  };
  /** Create or replace a user; attributes are kept, and so is the password unless one is sent */
  "PUT /users/{user_id}": {
    params: {
    /** The id. */
    user_id: Value;
    };
    body: UserRequest;
    answer: User;
  };
  /** Create an organization; the caller becomes its owner */
  "POST /organizations": {
    params: {};
    body: OrganizationRequest;
    answer: Organization;
  };
  /** Read an organization */
  "GET /organizations/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Organization;
  };
  /** Change the name or the contact address of an organization */
  "PATCH /organizations/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: OrganizationPatch;
    answer: Organization;
  };
  /** List the members of an organization, the oldest first */
  "GET /organizations/{id}/members": {
    params: {
    /** The id. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: OrganizationMember[];
  };
  /** Change the role of a member */
  "PUT /organizations/{id}/members/{user_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The user's ID. */
    user_id: Value;
    };
    body: OrganizationMemberRequest;
    answer: {
      /** The user's ID. */
      user_id: string;
      /** What the member may do, as `GET /roles` lists it. */
      role: "owner" | "developer" | "billing";
    };
  };
  /** Remove a member, or leave an organization */
  "DELETE /organizations/{id}/members/{user_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The user's ID. */
    user_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The user's ID. */
      user_id: string;
    };
  };
  /** List the open invitations of an organization, newest first */
  "GET /organizations/{id}/invitations": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: OrganizationInvitation[];
  };
  /** Invite a person to an organization */
  "POST /organizations/{id}/invitations": {
    params: {
    /** The id. */
    id: Value;
    };
    body: OrganizationInvitationRequest;
    answer: NewOrganizationInvitation;
  };
  /** Replace the token of an invitation; it is valid for 7 days from now */
  "POST /organizations/{id}/invitations/{invitation_id}/renew": {
    params: {
    /** The id. */
    id: Value;
    /** The invitation's ID. */
    invitation_id: Value;
    };
    body: undefined;
    answer: NewOrganizationInvitation;
  };
  /** Withdraw an invitation */
  "DELETE /organizations/{id}/invitations/{invitation_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The invitation's ID. */
    invitation_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** Accept an invitation to an organization */
  "POST /invitations/accept": {
    params: {};
    body: AcceptInvitationRequest;
    answer: {
      /** The organization of the new member. */
      organization_id: string;
      /** Of the organization. */
      name: string;
      /** What the member may do, as `GET /roles` lists it. */
      role: "owner" | "developer" | "billing";
    };
  };
  /** Move a subscription to another account of the caller */
  "POST /subscriptions/{id}/transfer": {
    params: {
    /** The id. */
    id: Value;
    };
    body: SubscriptionTransfer;
    answer: Subscription;
  };
  /** List the operators' notes on a user, newest first */
  "GET /users/{id}/notes": {
    params: {
    /** The user's ID. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: UserNote[];
  };
  /** Add a note on a user */
  "POST /users/{id}/notes": {
    params: {
    /** The user's ID. */
    id: Value;
    };
    body: UserNoteRequest;
    answer: UserNote;
  };
  /** Delete a note on a user */
  "DELETE /users/{id}/notes/{note_id}": {
    params: {
    /** The user's ID. */
    id: Value;
    /** The note's ID. */
    note_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** Create an access token for a user; it is shown once and is valid for 30 days */
  "POST /users/{id}/token": {
    params: {
    /** The user's ID. */
    id: Value;
    /** What the token is for, as shown in the list of tokens. */
    name?: Value | undefined;
    /** What the token is made for, separated by commas: `read` (always), `change`, `show` (keys), `money`, `secrets` (replaces keys, secrets of webhooks and credentials of APIs). All that the session proves, if omitted. */
    for?: Value | undefined;
    };
    body: undefined;
    answer: {
      /** The token, shown once; send it in `Authorization`. */
      token: string;
      /** When it ends; null if it does not end. */
      expires_at: string;
    };
  };
  /** List a user's access tokens, newest first */
  "GET /users/{id}/tokens": {
    params: {
    /** The user's ID. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: AccessToken[];
  };
  /** Revoke an access token */
  "DELETE /users/{id}/tokens/{token_id}": {
    params: {
    /** The user's ID. */
    id: Value;
    /** The token's ID, as in the list of tokens. */
    token_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The user's ID. */
      id: string;
    };
  };
  /** List what can still enter an account, or call for it, although an event might have been expected to end it */
  "GET /users/{id}/remaining-credentials": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: RemainingCredential[];
  };
  /** Empty the list of what can still enter an account: all of it is known, and stays */
  "DELETE /users/{id}/remaining-credentials": {
    params: {
    /** The id. */
    id: Value;
    /** The newest `event_at` of the list that was looked at. */
    until: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** List what operators did to an account, newest first */
  "GET /users/{id}/operator-access": {
    params: {
    /** The id. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: OperatorAccess[];
  };
  /** List operators with their roles and second factors, the oldest first */
  "GET /operators": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: Operator[];
  };
  /** List what each role can do, by permission and by operation */
  "GET /roles": {
    params: {};
    body: undefined;
    answer: RoleMatrix;
  };
  /** List a user's subscriptions, newest first */
  "GET /users/{id}/subscriptions": {
    params: {
    /** The user's ID. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: Subscription[];
  };
  /** List subscriptions, newest first; customers see their own */
  "GET /subscriptions": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only subscriptions of this user. */
    user_id?: Value | undefined;
    /** Only subscriptions in this state. */
    state?: "active" | "suspended" | "submitted" | "rejected" | "cancelled" | "expired" | undefined;
    /** Only subscriptions that have used up their credits; active ones unless `state` is set. */
    credits?: "none" | undefined;
    /** Only subscriptions to this plan. */
    product_id?: Value | undefined;
    /** Only subscriptions of users whose names or email contain, for each word of this text, a word that starts with it. Case and accents are ignored. For operators. */
    text?: Value | undefined;
    };
    body: undefined;
    answer: Subscription[];
  };
  /** Read a subscription and its credits, without its keys */
  "GET /subscriptions/{subscription_id}": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    };
    body: undefined;
    answer: Subscription;
  };
  /** Delete a subscription and its keys; its ledger and reports are kept */
  "DELETE /subscriptions/{subscription_id}": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** Subscribe to a product, with an ID of your choice */
  "POST /subscriptions/{subscription_id}": {
    params: {
    /** The id. */
    subscription_id: Value;
    };
    body: SubscriptionRequest;
    answer: Subscription;
  };
  /** Create or replace a subscription; omitted owner, name, state and keys do not change */
  "PUT /subscriptions/{subscription_id}": {
    params: {
    /** The id. */
    subscription_id: Value;
    };
    body: SubscriptionRequest;
    answer: Subscription;
  };
  /** Change a subscription: approve, suspend, cancel, rename or renew it */
  "PATCH /subscriptions/{subscription_id}": {
    params: {
    /** The id. */
    subscription_id: Value;
    };
    body: {
      /** `/products/{id}`; operators may also use `/apis/{id}` and `/apis`. */
      scope?: string | undefined;
      /** Default: the caller. */
      owner_id?: string | undefined;
      /** Default: the name of the product. */
      display_name?: string | undefined;
      /** Only `active` subscriptions can make calls. */
      state?: "active" | "suspended" | "submitted" | "rejected" | "cancelled" | "expired" | undefined;
      /** The reason for its state, shown to its owner. */
      state_comment?: string | null | undefined;
      /** When it ends; null if it does not end. */
      expires_at?: string | null | undefined;
      /** The first key. */
      primary_key?: string | undefined;
      /** The second key. */
      secondary_key?: string | undefined;
    };
    answer: Subscription;
  };
  /** Grant a subscription more credits */
  "PUT /subscriptions/sandbox-bump": {
    params: {};
    body: SandboxBumpRequest;
    answer: {
      /** The ID of the ledger entry. */
      id: string;
      /** The subscription's ID. */
      subscription_id: string;
      /** The number of credits granted. */
      credits: number;
      /** The remaining credits right after the grant. */
      remaining: number;
      /** The reason, for the ledger. */
      reason: string | null;
      /** Repeated calls with the same key have one effect. */
      idempotency_key: string | null;
      /** When it was created. */
      created_at: string;
    };
  };
  /** Add, remove or set a subscription's credits */
  "POST /subscriptions/{id}/credits": {
    params: {
    /** The id. */
    id: Value;
    };
    body: CreditsRequest;
    answer: {
      /** The ID of the ledger entry. */
      id: string;
      /** The subscription's ID. */
      subscription_id: string;
      /** The credits added; negative if credits were removed. */
      change: number;
      /** The remaining credits right after the change. */
      remaining: number;
      /** The reason, for the ledger. */
      reason: string | null;
      /** Repeated calls with the same key have one effect. */
      idempotency_key: string | null;
      /** When it was created. */
      created_at: string;
    };
  };
  /** List a subscription's grants, charges and adjustments, newest first */
  "GET /subscriptions/{subscription_id}/ledger": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: LedgerEntry[];
  };
  /** List a subscription's grants in the order in which they are spent */
  "GET /subscriptions/{id}/grants": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Grant[];
  };
  /** Grant credits to a subscription, which can expire */
  "POST /subscriptions/{id}/grants": {
    params: {
    /** The id. */
    id: Value;
    };
    body: GrantRequest;
    answer: Grant;
  };
  /** Remove what is left of a grant */
  "DELETE /subscriptions/{id}/grants/{grant_id}": {
    params: {
    /** The id. */
    id: Value;
    /** As the list of grants has it. */
    grant_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The credits that were removed. */
      removed: number;
    };
  };
  /** Read a subscription's plan, its next renewal, and what each change costs */
  "GET /subscriptions/{id}/plan": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SubscriptionPlan;
  };
  /** Change a subscription's plan, or end its renewals */
  "POST /subscriptions/{id}/plan": {
    params: {
    /** The id. */
    id: Value;
    };
    body: PlanRequest;
    answer: SubscriptionPlan;
  };
  /** Withdraw a scheduled change of plan or end of renewals */
  "DELETE /subscriptions/{id}/plan/change": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SubscriptionPlan;
  };
  /** Set the credits beyond the plan's that a period can use at most */
  "PUT /subscriptions/{id}/overage": {
    params: {
    /** The id. */
    id: Value;
    };
    body: OverageRequest;
    answer: SubscriptionPlan;
  };
  /** Set the time zone in which a plan's periods begin */
  "PUT /subscriptions/{id}/time-zone": {
    params: {
    /** The id. */
    id: Value;
    };
    body: TimeZoneRequest;
    answer: SubscriptionPlan;
  };
  /** Pause a plan: no further period starts until it is resumed */
  "POST /subscriptions/{id}/pause": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SubscriptionPlan;
  };
  /** Resume a plan that is paused or has lapsed */
  "POST /subscriptions/{id}/resume": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: SubscriptionPlan;
  };
  /** List the periods of a subscription, newest first */
  "GET /subscriptions/{id}/periods": {
    params: {
    /** The id. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: BillingPeriod[];
  };
  /** List the periods of all subscriptions, by their start */
  "GET /periods": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only periods in this state. */
    state?: "due" | "unpaid" | "paid" | "lapsed" | undefined;
    };
    body: undefined;
    answer: BillingPeriod[];
  };
  /** Record that a period is paid */
  "POST /subscriptions/{id}/periods/{number}/paid": {
    params: {
    /** The id. */
    id: Value;
    /** The period's number. */
    number: number;
    };
    body: undefined;
    answer: BillingPeriod;
  };
  /** Let an unpaid period lapse */
  "POST /subscriptions/{id}/periods/{number}/lapse": {
    params: {
    /** The id. */
    id: Value;
    /** The period's number. */
    number: number;
    };
    body: undefined;
    answer: BillingPeriod;
  };
  /** Give an unpaid prepaid period more days until it lapses */
  "POST /subscriptions/{id}/periods/{number}/extend": {
    params: {
    /** The id. */
    id: Value;
    /** The period's number. */
    number: number;
    };
    body: ExtendRequest;
    answer: BillingPeriod;
  };
  /** List the numbers that no paper has, and why */
  "GET /papers/gaps": {
    params: {};
    body: undefined;
    answer: NumberGap[];
  };
  /** List the letters of a text that papers cannot show */
  "GET /papers/letters": {
    params: {
    /** What papers are to print. */
    text: Value;
    };
    body: undefined;
    answer: MissingLetters;
  };
  /** Download a month for the bookkeeper as CSV */
  "GET /papers/months/{month}/csv": {
    params: {
    /** In UTC, by the day of issue; of money, by the day on which it moved. */
    month: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Download a month as a file of DATEV */
  "GET /papers/months/{month}/datev": {
    params: {
    /** In UTC, by the day of issue; of money, by the day on which it moved. */
    month: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Download the invoices and credit notes of a month as one ZIP file */
  "GET /papers/months/{month}/zip": {
    params: {
    /** In UTC, by the day of issue; of money, by the day on which it moved. */
    month: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Sum the revenue of months, and what is deferred */
  "GET /papers/revenue": {
    params: {
    /** The first month; if absent, eleven before the last one. */
    from?: Value | undefined;
    /** The last month; if absent, eleven after the first one, or this one. */
    to?: Value | undefined;
    };
    body: undefined;
    answer: MonthRevenue[];
  };
  /** List invoices and credit notes, newest first */
  "GET /papers": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only papers of this account. Customers see their own. */
    account?: Value | undefined;
    /** Only papers of this kind. */
    kind?: "invoice" | "credit_note" | "statement" | undefined;
    /** Only papers of this month. */
    month?: Value | undefined;
    /** A number, an ID, an amount with tax, the buyer's order, or the reference of the payment. Operators also find the start of words of a customer or company. */
    q?: Value | undefined;
    };
    body: undefined;
    answer: Paper[];
  };
  /** Get the data of an invoice or a credit note */
  "GET /papers/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Download an invoice or a credit note as PDF */
  "GET /papers/{id}/pdf": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Download an invoice or a credit note as an e-invoice */
  "GET /papers/{id}/xml": {
    params: {
    /** The id. */
    id: Value;
    /** In which form. */
    form: "en16931_cii" | "xrechnung_cii" | "xrechnung_ubl" | "peppol";
    };
    body: undefined;
    answer: string;
  };
  /** List the forms of an e-invoice, and what a paper lacks of each */
  "GET /papers/{id}/forms": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: PaperForm[];
  };
  /** Get what papers print of the seller */
  "GET /papers/seller": {
    params: {};
    body: undefined;
    answer: Seller;
  };
  /** Change what papers print of the seller */
  "PUT /papers/seller": {
    params: {};
    body: Seller;
    answer: Seller;
  };
  /** Get which tax buyers pay */
  "GET /papers/taxes": {
    params: {};
    body: undefined;
    answer: Taxes;
  };
  /** Change which tax buyers pay */
  "PUT /papers/taxes": {
    params: {};
    body: Taxes;
    answer: Taxes;
  };
  /** Get the accounts that a month is posted to */
  "GET /papers/accounts": {
    params: {};
    body: undefined;
    answer: BookkeepingAccounts;
  };
  /** Change the accounts that a month is posted to */
  "PUT /papers/accounts": {
    params: {};
    body: BookkeepingAccounts;
    answer: BookkeepingAccounts;
  };
  /** Get what papers print of a buyer */
  "GET /users/{id}/billing-details": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: BillingDetails;
  };
  /** Change what papers print of a buyer */
  "PUT /users/{id}/billing-details": {
    params: {
    /** The id. */
    id: Value;
    };
    body: BillingDetailsRequest;
    answer: BillingDetails;
  };
  /** Publish the next version of terms */
  "PUT /terms/{kind}": {
    params: {
    /** Terms of service, privacy, processing of data, or license of data. */
    kind: "terms" | "privacy" | "dpa" | "data_license";
    };
    body: TermsRequest;
    answer: TermsText;
  };
  /** List the current versions of terms */
  "GET /terms": {
    params: {};
    body: undefined;
    answer: Terms[];
  };
  /** Read a version of terms */
  "GET /terms/{kind}/{version}": {
    params: {
    /** Terms of service, privacy, processing of data, or license of data. */
    kind: "terms" | "privacy" | "dpa" | "data_license";
    /** The version of this interface. */
    version: number;
    };
    body: undefined;
    answer: TermsText;
  };
  /** List the terms that the caller has not accepted */
  "GET /terms/open": {
    params: {};
    body: undefined;
    answer: Terms[];
  };
  /** Accept the current version of terms */
  "POST /terms/acceptances": {
    params: {};
    body: AcceptanceRequest;
    answer: Acceptance;
  };
  /** List the terms that a user has accepted, newest first */
  "GET /users/{id}/acceptances": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Acceptance[];
  };
  /** List the VAT IDs that VIES was asked about */
  "GET /papers/tax-ids": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only those in this state. */
    state?: "unconfirmed" | "valid" | "invalid" | "accepted" | "refused" | undefined;
    };
    body: undefined;
    answer: TaxIdCheck[];
  };
  /** Decide about a VAT ID that VIES did not confirm */
  "POST /papers/tax-ids/{id}/decision": {
    params: {
    /** The id. */
    id: Value;
    };
    body: TaxIdDecision;
    answer: TaxIdCheck;
  };
  /** Show the keys of a user's subscription */
  "POST /users/{id}/subscriptions/{subscription_id}/listSecrets": {
    params: {
    /** The user's ID. */
    id: Value;
    /** The subscription's ID. */
    subscription_id: Value;
    };
    body: undefined;
    answer: {
      /** The first key. */
      primary_key: string;
      /** The second key. */
      secondary_key: string;
      /** The key for tests: answered from the demo set, never charged. */
      test_key: string;
    };
  };
  /** Show the keys of a subscription */
  "POST /subscriptions/{subscription_id}/listSecrets": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    };
    body: undefined;
    answer: {
      /** The first key. */
      primary_key: string;
      /** The second key. */
      secondary_key: string;
      /** The key for tests: answered from the demo set, never charged. */
      test_key: string;
    };
  };
  /** List a subscription's keys with creation, expiry and last use, but not the keys themselves */
  "GET /subscriptions/{subscription_id}/keys": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    };
    body: undefined;
    answer: KeyInUse[];
  };
  /** Replace the primary key with a new one */
  "POST /subscriptions/{id}/regeneratePrimaryKey": {
    params: {
    /** The subscription's ID. */
    id: Value;
    };
    body: {
      /** The number of seconds for which the old key still works. */
      grace_seconds?: number | undefined;
    };
    answer: {
      /** The first key. */
      primary_key: string;
      /** The second key. */
      secondary_key: string;
      /** The key for tests: answered from the demo set, never charged. */
      test_key: string;
    };
  };
  /** Replace the secondary key with a new one */
  "POST /subscriptions/{id}/regenerateSecondaryKey": {
    params: {
    /** The subscription's ID. */
    id: Value;
    };
    body: {
      /** The number of seconds for which the old key still works. */
      grace_seconds?: number | undefined;
    };
    answer: {
      /** The first key. */
      primary_key: string;
      /** The second key. */
      secondary_key: string;
      /** The key for tests: answered from the demo set, never charged. */
      test_key: string;
    };
  };
  /** Replace the test key with a new one */
  "POST /subscriptions/{id}/regenerateTestKey": {
    params: {
    /** The id. */
    id: Value;
    };
    body: {
      /** The number of seconds for which the old key still works. */
      grace_seconds?: number | undefined;
    };
    answer: {
      /** The first key. */
      primary_key: string;
      /** The second key. */
      secondary_key: string;
      /** The key for tests: answered from the demo set, never charged. */
      test_key: string;
    };
  };
  /** Find subscriptions by the beginning of a key */
  "POST /keys/find": {
    params: {};
    body: {
      /** A key, its beginning of at least 8 characters, or its masked form, for example `vgk_F8wV…M49Un`. */
      key: string;
    };
    answer: FoundKey[];
  };
  /** List products, newest first */
  "GET /products": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only the product with this ID. */
    id?: Value | undefined;
    };
    body: undefined;
    answer: Product[];
  };
  /** Read a product */
  "GET /products/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Product;
  };
  /** Create a product */
  "POST /products/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: ProductRequest;
    answer: Product;
  };
  /** Create or replace a product */
  "PUT /products/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: ProductRequest;
    answer: {
      /** The id. */
      id: string;
      /** The display name. */
      display_name: string;
      /** A description for readers. */
      description: string;
      /** The terms of use, as text. */
      terms: string;
      /** This member is stored but has no effect: every lookup needs a key. */
      subscription_required: boolean;
      /** Whether new subscriptions need an operator's approval. */
      approval_required: boolean;
      /** How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted. */
      subscriptions_limit: number | null;
      /** Customers see and subscribe to published products only. Existing subscriptions are not affected. */
      state: "published" | "not_published";
      /** Credits granted to each new subscription; null for unlimited credits. */
      credits_granted: number | null;
      /** Only operators see its `ip_filter`. */
      policy: Policy;
      /** When it was created. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** Members that were reset to their defaults because the request omitted them. */
      reset: string[];
    };
  };
  /** Delete a product without active subscriptions */
  "DELETE /products/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** List the APIs of a product */
  "GET /products/{id}/apis": {
    params: {
    /** The id. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: APIOutput[];
  };
  /** Add an API to a product */
  "PUT /products/{id}/apis/{api_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: APIOutput;
  };
  /** Remove an API from a product */
  "DELETE /products/{id}/apis/{api_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Read a product's policy */
  "GET /products/{id}/policies/policy": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: {
      /** The product's ID; null for a subscription without a product. */
      product_id: string;
      /** The rules for calls of the product's subscriptions. */
      policy: Policy;
    };
  };
  /** Replace a product's policy */
  "PUT /products/{id}/policies/policy": {
    params: {
    /** The id. */
    id: Value;
    };
    body: ProductRequest;
    answer: {
      /** The product's ID; null for a subscription without a product. */
      product_id: string;
      /** The rules for calls of the product's subscriptions. */
      policy: Policy;
    };
  };
  /** Replay the calls of the last 24 hours under another policy; nothing changes */
  "POST /products/{id}/policies/preview": {
    params: {
    /** The id. */
    id: Value;
    };
    body: PolicyPreviewRequest;
    answer: PolicyPreview;
  };
  /** Read a product's offer: its price, credits and packages */
  "GET /products/{id}/offer": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Offer;
  };
  /** Publish the next version of a product's offer */
  "PUT /products/{id}/offer": {
    params: {
    /** The id. */
    id: Value;
    };
    body: OfferRequest;
    answer: Offer;
  };
  /** List all versions of a product's offer, newest first */
  "GET /products/{id}/offers": {
    params: {
    /** The id. */
    id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: Offer[];
  };
  /** List the newest version of every product's offer, by the products' IDs */
  "GET /offers": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: Offer[];
  };
  /** Show the next 12 periods of a subscription under an offer; nothing changes */
  "POST /products/{id}/offer/preview": {
    params: {
    /** The id. */
    id: Value;
    };
    body: OfferPreviewRequest;
    answer: OfferPreview;
  };
  /** Read the plans on sale: prices, credits, packages and the prices of lookups */
  "GET /pricing": {
    params: {};
    body: undefined;
    answer: Pricing;
  };
  /** List APIs, newest first */
  "GET /apis": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only APIs whose name or display name contains this text. Case is ignored. */
    name?: Value | undefined;
    };
    body: undefined;
    answer: APIOutput[];
  };
  /** Register an API */
  "POST /apis": {
    params: {};
    body: APIInput;
    answer: APIOutput;
  };
  /** Read an API */
  "GET /apis/{api_id}": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: APIOutput;
  };
  /** Change an API */
  "PATCH /apis/{api_id}": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: APIUpdate;
    answer: APIOutput;
  };
  /** Delete a registered API and remove it from all products */
  "DELETE /apis/{api_id}": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Read the OpenAPI document of a registered API, as it was put */
  "GET /apis/{api_id}/document": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Put the OpenAPI document of a registered API */
  "PUT /apis/{api_id}/document": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: string | Upload;
    answer: ApiDocument;
  };
  /** Delete the OpenAPI document of a registered API */
  "DELETE /apis/{api_id}/document": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Read the mapping of a vendor's API, as it was put */
  "GET /apis/{api_id}/mapping": {
    params: {
    /** The API's ID. */
    api_id: Value;
    /** Whether the mapping is for the upstream, or for the other one, the fallback. */
    source?: "first" | "other" | undefined;
    };
    body: undefined;
    answer: string;
  };
  /** Put the mapping of a vendor's API, which makes it an upstream of a built-in API */
  "PUT /apis/{api_id}/mapping": {
    params: {
    /** The API's ID. */
    api_id: Value;
    /** Whether the mapping is for the upstream, or for the other one, the fallback. */
    source?: "first" | "other" | undefined;
    };
    body: Upload;
    answer: VendorMapping;
  };
  /** Delete the mapping of a vendor's API */
  "DELETE /apis/{api_id}/mapping": {
    params: {
    /** The API's ID. */
    api_id: Value;
    /** Whether the mapping is for the upstream, or for the other one, the fallback. */
    source?: "first" | "other" | undefined;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** Read the samples of a mapping without storing it */
  "POST /apis/{api_id}/mapping/preview": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: Upload;
    answer: VendorMapping;
  };
  /** Send one request to a backend, before or after its API is registered */
  "POST /apis/test": {
    params: {};
    body: APITest;
    answer: {
      /** The URL that was requested, without credentials. */
      url: string;
      /** Whether credentials were sent. */
      auth_sent: boolean;
      /** The backend's status; null without a response. */
      response_code: number | null;
      /** The media type of the response; null if it names none. */
      content_type: string | null;
      /** Milliseconds until the response's headers came, or until the failure. */
      time: number;
      /** The first 2,000 characters of the response, without the credential; null if it is not text. */
      body: string | null;
      /** Whether the body is longer. */
      truncated: boolean;
      /** The code that a caller of the API would get; null with a response. */
      error_code: string | null;
      /** Why there is no response, and what to do. */
      reason: string | null;
    };
  };
  /** Read calls, errors and response times of an API in the last hour */
  "GET /apis/{api_id}/health": {
    params: {
    /** The API's ID. */
    api_id: Value;
    };
    body: undefined;
    answer: APIHealth;
  };
  /** Report the calls, credits, bytes and times of each API */
  "GET /reports/byApi": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** Only calls of this API. */
    api_id?: Value | undefined;
    };
    body: undefined;
    answer: MetricsResponse;
  };
  /** Report the calls, credits, bytes and times of each API for a key's subscription */
  "GET /usage": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: MetricsResponse;
  };
  /** Report the calls, credits, bytes and times of each subscription */
  "GET /reports/bySubscription": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** Only calls of this API. */
    api_id?: Value | undefined;
    };
    body: undefined;
    answer: {
      /** The entries of this page. */
      items: {
        /** The subscription's ID. */
        subscription_id: string;
        /** The display name of the subscription. */
        subscription_name: string;
        /** Calls with status 2xx or 304. */
        call_count_success: number;
        /** Calls with status 401, 402, 403 or 429. */
        call_count_blocked: number;
        /** Calls with status 400, 422 or 5xx. */
        call_count_failed: number;
        /** Calls with status 404 or any other. */
        call_count_other: number;
        /** The number of calls. */
        call_count_total: number;
        /** The credits. */
        credits: number;
        /** The size of the response bodies before they are compressed, in bytes. */
        bandwidth: number;
        /** Calls that repeated a charged one, free. */
        cache_hit_count: number;
        /** Always 0. */
        cache_miss_count: number;
        /** Milliseconds. */
        api_time_avg: number;
        /** Milliseconds. */
        api_time_min: number;
        /** Milliseconds. */
        api_time_max: number;
        /** Milliseconds. */
        service_time_avg: number;
        /** Milliseconds. */
        service_time_min: number;
        /** Milliseconds. */
        service_time_max: number;
        /** The failed calls with a 5xx status. Older calls, from before this was recorded, are not included. */
        call_count_fault: number;
      }[];
      /** The number of this page. */
      page: number;
      /** Entries per page, 1 to 1000. */
      page_size: number;
      /** The number of entries on all pages. */
      total: number;
      /** The start of the time range, inclusive. */
      timestamp_ge: string;
      /** The end of the time range, inclusive. */
      timestamp_le: string;
    };
  };
  /** Report the calls, credits, bytes and times of each user */
  "GET /reports/byUser": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** Only calls of this API. */
    api_id?: Value | undefined;
    };
    body: undefined;
    answer: {
      /** The entries of this page. */
      items: {
        /** The user's ID. */
        user_id: string;
        /** Empty for a deleted user. */
        user_email: string;
        /** Calls with status 2xx or 304. */
        call_count_success: number;
        /** Calls with status 401, 402, 403 or 429. */
        call_count_blocked: number;
        /** Calls with status 400, 422 or 5xx. */
        call_count_failed: number;
        /** Calls with status 404 or any other. */
        call_count_other: number;
        /** The number of calls. */
        call_count_total: number;
        /** The credits. */
        credits: number;
        /** The size of the response bodies before they are compressed, in bytes. */
        bandwidth: number;
        /** Calls that repeated a charged one, free. */
        cache_hit_count: number;
        /** Always 0. */
        cache_miss_count: number;
        /** Milliseconds. */
        api_time_avg: number;
        /** Milliseconds. */
        api_time_min: number;
        /** Milliseconds. */
        api_time_max: number;
        /** Milliseconds. */
        service_time_avg: number;
        /** Milliseconds. */
        service_time_min: number;
        /** Milliseconds. */
        service_time_max: number;
        /** The failed calls with a 5xx status. Older calls, from before this was recorded, are not included. */
        call_count_fault: number;
      }[];
      /** The number of this page. */
      page: number;
      /** Entries per page, 1 to 1000. */
      page_size: number;
      /** The number of entries on all pages. */
      total: number;
      /** The start of the time range, inclusive. */
      timestamp_ge: string;
      /** The end of the time range, inclusive. */
      timestamp_le: string;
    };
  };
  /** List single calls, newest first */
  "GET /reports/byRequest": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    /** Only calls of subscriptions to this product. */
    product_id?: Value | undefined;
    /** Only calls of this API. */
    api_id?: Value | undefined;
    /** Only calls of the operation with this ID, for example `decodeVin`. */
    operation?: Value | undefined;
    /** Only calls with this status, for example 200, or this class, for example 4xx. */
    response_code?: Value | undefined;
    /** Only calls with this error code, for example `credits_exhausted`. */
    error_code?: Value | undefined;
    /** Only calls with this one of the subscription's keys. */
    key?: "primary" | "secondary" | "test" | undefined;
    /** Only calls from this IP address. */
    ip_address?: Value | undefined;
    /** Only calls with this request ID. Callers can send the same one again. */
    request_id?: Value | undefined;
    /** Only the call with this ID, as the reports show it: `JOURNAL/SEQ`. No other call has it. */
    call?: Value | undefined;
    /** Only calls whose path and query contain this text. Case is ignored. */
    url?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: RequestResponse;
  };
  /** Report calls over time, in buckets without gaps */
  "GET /reports/timeseries": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** Weeks begin on Monday. */
    granularity?: "minute" | "hour" | "day" | "week" | "month" | undefined;
    /** The zone by whose calendar days, weeks and months begin, for example `Europe/Prague`. Where it is not whole hours from UTC, days whose minutes are no longer kept begin with a whole hour of UTC. */
    time_zone?: Value | undefined;
    /** Only calls of this subscription. */
    subscriptionId?: string | null | undefined;
    /** Only calls of this API. */
    apiId?: string | null | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    };
    body: undefined;
    answer: {
      /** The length of a bucket. */
      granularity: "minute" | "hour" | "day" | "week" | "month";
      /** The start of the time range, inclusive. */
      timestamp_ge: string;
      /** The end of the time range, inclusive. */
      timestamp_le: string;
      /** The buckets, oldest first; those without calls contain zeros. */
      buckets: {
        /** When it happened. */
        timestamp: string;
        /** The number of calls. */
        total: number;
        /** Calls with a 2xx or 304. */
        success: number;
        /** Calls with a 401, 402, 403 or 429. */
        blocked: number;
        /** Calls with a 400, 422 or 5xx. */
        failed: number;
        /** All other calls. */
        other: number;
        /** The credits charged. */
        credits: number;
        /** The size of the response bodies before they are compressed, in bytes. */
        bandwidth: number;
        /** Milliseconds. */
        api_time_avg: number;
        /** The failed calls with a 5xx status. Older calls, from before this was recorded, are not included. */
        fault: number;
      }[];
    };
  };
  /** Report how long the newest calls of the last day took */
  "GET /reports/times": {
    params: {};
    body: undefined;
    answer: CallTimes;
  };
  /** Follow single calls live */
  "GET /reports/byRequest/events": {
    params: {
    /** The seconds after which the stream ends and the client reconnects; 0 ends it after its first event. */
    seconds?: number | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    };
    body: undefined;
    answer: string;
  };
  /** Report the calls and credits of each key */
  "GET /reports/byKey": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    /** Only calls of subscriptions to this product. */
    product_id?: Value | undefined;
    /** Only calls of this API. */
    api_id?: Value | undefined;
    /** Only calls of the operation with this ID, for example `decodeVin`. */
    operation?: Value | undefined;
    /** Only calls with this status, for example 200, or this class, for example 4xx. */
    response_code?: Value | undefined;
    /** Only calls with this error code, for example `credits_exhausted`. */
    error_code?: Value | undefined;
    /** Only calls with this one of the subscription's keys. */
    key?: "primary" | "secondary" | "test" | undefined;
    /** Only calls from this IP address. */
    ip_address?: Value | undefined;
    /** Only calls with this request ID. Callers can send the same one again. */
    request_id?: Value | undefined;
    /** Only the call with this ID, as the reports show it: `JOURNAL/SEQ`. No other call has it. */
    call?: Value | undefined;
    /** Only calls whose path and query contain this text. Case is ignored. */
    url?: Value | undefined;
    };
    body: undefined;
    answer: {
      /** The entries of this page. */
      items: {
        /** The subscription's ID. */
        subscription_id: string;
        /** The display name of the subscription. */
        subscription_name: string;
        /** The user who owns the subscription now. */
        user_id: string;
        /** The slot of the key, also if it was replaced. Null for calls from before keys were recorded. */
        key: "primary" | "secondary" | "test" | null;
        /** Calls with status 2xx or 304. */
        call_count_success: number;
        /** Calls with status 401, 402, 403 or 429. */
        call_count_blocked: number;
        /** Calls with status 400, 422 or 5xx. */
        call_count_failed: number;
        /** Calls with status 404 or any other. */
        call_count_other: number;
        /** The number of calls. */
        call_count_total: number;
        /** The failed calls with a 5xx status. Older calls, from before this was recorded, are not included. */
        call_count_fault: number;
        /** The credits. */
        credits: number;
        /** When the newest of them was made. */
        last_at: string;
      }[];
      /** Set if only part of the time range was searched: the search reached back to this time. Send it as timestamp_le to search older calls. */
      searched_from?: string | undefined;
      /** The start of the time range, inclusive. */
      timestamp_ge: string;
      /** The end of the time range, inclusive. */
      timestamp_le: string;
    };
  };
  /** Group unsuccessful calls by status and error code */
  "GET /reports/byError": {
    params: {
    /** The start of the time range, inclusive. Default: seven days before timestamp_le. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. Default: the time of the request. */
    timestamp_le?: Value | undefined;
    /** The user's ID. */
    user_id?: Value | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    /** Only calls of subscriptions to this product. */
    product_id?: Value | undefined;
    /** Only calls of this API. */
    api_id?: Value | undefined;
    /** Only calls of the operation with this ID, for example `decodeVin`. */
    operation?: Value | undefined;
    /** Only calls with this status, for example 200, or this class, for example 4xx. */
    response_code?: Value | undefined;
    /** Only calls with this error code, for example `credits_exhausted`. */
    error_code?: Value | undefined;
    /** Only calls with this one of the subscription's keys. */
    key?: "primary" | "secondary" | "test" | undefined;
    /** Only calls from this IP address. */
    ip_address?: Value | undefined;
    /** Only calls with this request ID. Callers can send the same one again. */
    request_id?: Value | undefined;
    /** Only the call with this ID, as the reports show it: `JOURNAL/SEQ`. No other call has it. */
    call?: Value | undefined;
    /** Only calls whose path and query contain this text. Case is ignored. */
    url?: Value | undefined;
    };
    body: undefined;
    answer: {
      /** The entries of this page. */
      items: {
        /** The HTTP status. */
        response_code: number;
        /** Null for calls from before error codes were recorded. */
        error_code: string | null;
        /** The number of calls with this error. */
        calls: number;
        /** When the newest of them was made. */
        last_at: string;
        /** The request ID of the newest of them. */
        last_request_id: string;
        /** The call ID of the newest of them, `JOURNAL/SEQ`. */
        last_call: string;
      }[];
      /** Set if only part of the time range was searched: the search reached back to this time. Send it as timestamp_le to search older calls. */
      searched_from?: string | undefined;
      /** The start of the time range, inclusive. */
      timestamp_ge: string;
      /** The end of the time range, inclusive. */
      timestamp_le: string;
    };
  };
  /** List webhooks, newest first; customers see their own */
  "GET /webhooks": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only webhooks of this user; `operators` for those of the operators. */
    user_id?: Value | undefined;
    };
    body: undefined;
    answer: Webhook[];
  };
  /** Create a webhook */
  "POST /webhooks": {
    params: {};
    body: WebhookInput;
    answer: {
      /** The id. */
      id: string;
      /** Its owner; null if it belongs to the operators. */
      user_id: string | null;
      /** Where events are sent. Its path and the values in its query are shown as `hidden`. */
      url: string;
      /** Whether the address has returned the `challenge` of a `webhook.test` event. Before that it gets no `dataset.changed` and `watch.changed`. */
      confirmed: boolean;
      /** What the webhook is for. */
      description: string;
      /** The types of events that it receives. */
      types: string[];
      /** Balances at which `credits.low` is sent. */
      credit_thresholds: number[];
      /** A disabled webhook gets no events. */
      state: "active" | "disabled";
      /** Since when every attempt has failed; null if the last one succeeded. */
      failing_since: string | null;
      /** When it was disabled; null if it is active. */
      disabled_at: string | null;
      /** When it was created. */
      created_at: string;
      /** When it was last changed. */
      updated_at: string;
      /** The secret of its signatures; `listWebhookSecrets` shows it again. */
      secret: string;
    };
  };
  /** Read a webhook, without its secret */
  "GET /webhooks/{webhook_id}": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: undefined;
    answer: Webhook;
  };
  /** Change, disable or enable a webhook */
  "PATCH /webhooks/{webhook_id}": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: WebhookUpdate;
    answer: Webhook;
  };
  /** Delete a webhook and the log of its deliveries */
  "DELETE /webhooks/{webhook_id}": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** List the types of events that webhooks receive */
  "GET /webhooks/event-types": {
    params: {};
    body: undefined;
    answer: WebhookEventType[];
  };
  /** Show the secret of a webhook's signatures */
  "POST /webhooks/{webhook_id}/listSecrets": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: undefined;
    answer: WebhookSecrets;
  };
  /** Replace the secret of a webhook's signatures */
  "POST /webhooks/{webhook_id}/regenerateSecret": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: undefined;
    answer: WebhookSecrets;
  };
  /** List the deliveries of a webhook, newest event first */
  "GET /webhooks/{webhook_id}/deliveries": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only deliveries in this state. */
    state?: "pending" | "delivered" | "failed" | undefined;
    /** Only events of this type. */
    type?: "credits.low" | "credits.gone" | "credits.period_used" | "credits.cap_used" | "credits.expiring" | "key.replaced" | "key.expiring" | "subscription.changed" | "dataset.changed" | "watch.changed" | "batch.done" | "period.renewed" | "period.unpaid" | "period.lapsed" | "plan.changed" | "plan.terms_changed" | "statement.ready" | "terms.published" | "payment.paid" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reinstated" | "payment.provider_problem" | "payment.unmatched" | "billing_details.missing" | "topup.stopped" | "webhook.disabled" | "import.done" | "import.failed" | "webhook.test" | undefined;
    };
    body: undefined;
    answer: WebhookDelivery[];
  };
  /** Read a delivery with its body and its attempts */
  "GET /webhooks/{webhook_id}/deliveries/{event_id}": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    /** The event's ID. */
    event_id: Value;
    };
    body: undefined;
    answer: {
      /** The event's ID: `webhook-id` of every request, also of replayed ones. */
      event_id: string;
      /** The event's type. */
      type: string;
      /** `pending`: an attempt is due or under way. */
      state: "pending" | "delivered" | "failed";
      /** When the event happened. */
      created_at: string;
      /** Requests so far. */
      attempts: number;
      /** When the next one is due; null if none is. */
      next_attempt_at: string | null;
      /** When it was delivered or given up. */
      ended_at: string | null;
      /** Status of the last response; null without one. */
      response_code: number | null;
      /** Why the last attempt failed; null if it succeeded. */
      error: string | null;
      /** The body of every request. */
      body: string;
      /** The requests, oldest first; the last 100. */
      log: WebhookAttempt[];
    };
  };
  /** Send a `webhook.test` event to a webhook */
  "POST /webhooks/{webhook_id}/test": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: undefined;
    answer: {
      /** The event's ID. */
      event_id: string;
    };
  };
  /** Send one event again, or all since a time */
  "POST /webhooks/{webhook_id}/replay": {
    params: {
    /** The webhook's ID. */
    webhook_id: Value;
    };
    body: WebhookReplay;
    answer: {
      /** The events that are sent again. */
      replayed: number;
    };
  };
  /** List changes and who made them, newest first */
  "GET /audit": {
    params: {
    /** Only changes by this actor: `/users/{id}`, or `operator` for the operator token. */
    actor?: Value | undefined;
    /** Only changes of this kind: resource and verb, for example `user.update`. */
    action?: Value | undefined;
    /** Only changes of this object: its path, for example `/users/{id}`. */
    object?: Value | undefined;
    /** The start of the time range, inclusive. */
    timestamp_ge?: Value | undefined;
    /** The end of the time range, inclusive. */
    timestamp_le?: Value | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: AuditRecord[];
  };
  /** Read the state of the service: nodes, journals, reserved credits, consistency check, disk, versions, settings */
  "GET /system": {
    params: {};
    body: undefined;
    answer: System;
  };
  /** Follow the state of the service */
  "GET /system/events": {
    params: {
    /** The seconds after which the stream ends and the client reconnects; 0 ends it after its first event. */
    seconds?: number | undefined;
    };
    body: undefined;
    answer: string;
  };
  /** Run a consistency check of ledger, balances, reserved credits, reports, request log and journals */
  "POST /system/ledgerCheck": {
    params: {};
    body: undefined;
    answer: {
      /** The running check. */
      ledger_check: LedgerCheck;
    };
  };
  /** Make the next scheduled backup now */
  "POST /system/backup": {
    params: {};
    body: undefined;
    answer: {
      /** The state of the backups. */
      backups: Backups;
    };
  };
  /** Remove a node that has timed out from the list of nodes */
  "DELETE /system/nodes/{instance}": {
    params: {
    /** The node that responded; each start has its own ID. */
    instance: Value;
    };
    body: undefined;
    answer: {
      /** The node that responded; each start has its own ID. */
      instance: string;
    };
  };
  /** Resume charging, sending and granting after a restore */
  "POST /system/resume": {
    params: {};
    body: ResumeRequest;
    answer: {
      /** Nothing is held. */
      held: null;
    };
  };
  /** Check the installation: settings, files, disk, database, clocks, network, data, backups */
  "GET /system/checks": {
    params: {};
    body: undefined;
    answer: {
      /** When the checks ran, by the clock of the responding node. */
      checked_at: string;
      /** Every check. */
      checks: InstallationCheck[];
    };
  };
  /** List customers with plan, credits, calls and next payment, those that need an operator first */
  "GET /system/customers": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only this customer. */
    id?: Value | undefined;
    /** Only customers whose names or email contain, for each word of this text, a word that starts with it. Case and accents are ignored. */
    text?: Value | undefined;
    /** If omitted, customers in every state but `deleted`. */
    state?: "requested" | "unpaid" | "suspended" | "used_up" | "active" | "no_plan" | "deleted" | undefined;
    /** Only customers with a subscription to this plan. */
    product_id?: Value | undefined;
    };
    body: undefined;
    answer: Customers;
  };
  /** Read what needs an operator, the most urgent first */
  "GET /system/inbox": {
    params: {};
    body: undefined;
    answer: Inbox;
  };
  /** Put a row of Inbox off for seven days */
  "POST /system/inbox/{id}/put-off": {
    params: {
    /** The id. */
    id: Value;
    };
    body: {
      /** Why it can wait. The audit log has it. */
      reason: string;
    };
    answer: {
      /** The row's ID. */
      id: string;
      /** Until when it is put off. */
      until: string;
      /** Why. */
      reason: string;
    };
  };
  /** Search money, customers, calls, plans, settings and docs by one text */
  "POST /system/search": {
    params: {};
    body: SearchRequest;
    answer: Search;
  };
  /** Search an account's money, calls, keys and subscriptions, the plans and the docs by one text */
  "POST /users/{id}/search": {
    params: {
    /** The id. */
    id: Value;
    };
    body: SearchRequest;
    answer: Search;
  };
  /** Read the metrics of all processes at this address in Prometheus' text format */
  "GET /metrics": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** List current and previous datasets */
  "GET /datasets": {
    params: {};
    body: undefined;
    answer: Dataset[];
  };
  /** Read the versions of a family's dataset */
  "GET /datasets/{family}": {
    params: {
    /** Family of records, for example `lien`. */
    family: Value;
    };
    body: undefined;
    answer: DatasetFamily;
  };
  /** Import a file of records as a family's dataset */
  "PUT /datasets/{family}": {
    params: {
    /** Family of records, for example `lien`. */
    family: Value;
    /** `merge` keeps records whose keys are not in the file. */
    mode?: "replace" | "merge" | undefined;
    /** Verify everything and change nothing. */
    dry_run?: boolean | undefined;
    /** Max. rejected rows, as a number or a share. With more, nothing changes. */
    max_rejects?: Value | undefined;
    /** `records` for the documented columns, or a public source of the family, for example `epa`. */
    source?: Value | undefined;
    /** JSON: documented name → the file's column, or {"value": "…"} for every row. The short form of `mapping`. */
    map?: Value | undefined;
    /** A mapping file's text in YAML or JSON, or the name of a ready-made mapping, for example `salvage-auction`: which of the file's columns are used, how they are written, and what their words mean. Excludes `map`. Without either, a dry run proposes one. A request's address and headers have at most 16 KiB together, else the answer is 431: a longer mapping is for the command line. */
    mapping?: Value | undefined;
    /** The file's encoding, for example `shift_jis`. If omitted, it is found. */
    encoding?: Value | undefined;
    /** The sheet of a workbook, by name or by number from 1. If omitted, the first that is not hidden. */
    sheet?: Value | undefined;
    /** `vin`: records of a VIN that decodes cleanly get its year, make, model and trim; what the file has instead is kept in `as_listed`. `file`: those of the file. */
    names?: "vin" | "file" | undefined;
    /** How dates such as 3/2/2024 are read; `year_first` is for years of two digits, such as 24/3/2. If omitted, as their column shows; else the file is refused. */
    dates?: "month_first" | "day_first" | "year_first" | undefined;
    /** The decimal sign of amounts and distances. If omitted, as in their column. */
    decimals?: "point" | "comma" | undefined;
    /** The dataset's name in responses. Default for records: `own`. */
    name?: Value | undefined;
    /** The dataset's version in responses. Default: that of the data, else the day. */
    version?: Value | undefined;
    /** License of the data. */
    licence?: Value | undefined;
    };
    body: Upload;
    answer: Import;
  };
  /** Roll back to a family's previous dataset */
  "POST /datasets/{family}/rollback": {
    params: {
    /** Family of records, for example `lien`. */
    family: Value;
    };
    body: undefined;
    answer: DatasetFamily;
  };
  /** Compare a family's current and previous datasets */
  "GET /datasets/{family}/diff": {
    params: {
    /** Family of records, for example `lien`. */
    family: Value;
    };
    body: undefined;
    answer: DatasetChanges;
  };
  /** Read the versions of the decoder's data */
  "GET /datasets/vpic": {
    params: {};
    body: undefined;
    answer: VinData;
  };
  /** Import NHTSA's dump of vPIC as the decoder's data */
  "PUT /datasets/vpic": {
    params: {
    /** Compile and compare, and change nothing. */
    dry_run?: boolean | undefined;
    /** The SHA-256 that the file must have. */
    sha256?: Value | undefined;
    };
    body: Upload;
    answer: Import;
  };
  /** Roll back to the decoder's previous data */
  "POST /datasets/vpic/rollback": {
    params: {};
    body: undefined;
    answer: VinData;
  };
  /** List the columns of a family's files, and the public sources that fill it */
  "GET /datasets/{family}/columns": {
    params: {
    /** Family of records, for example `lien`. */
    family: Value;
    };
    body: undefined;
    answer: DatasetColumns;
  };
  /** List imports, the latest first */
  "GET /imports": {
    params: {
    /** Only imports of this family. */
    family?: Value | undefined;
    /** Only imports in this state. */
    state?: "running" | "done" | "failed" | "stopped" | undefined;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    };
    body: undefined;
    answer: Import[];
  };
  /** Read an import: its progress or its result */
  "GET /imports/{id}": {
    params: {
    /** The import's id. */
    id: Value;
    };
    body: undefined;
    answer: Import;
  };
  /** Stop an import */
  "DELETE /imports/{id}": {
    params: {
    /** The import's id. */
    id: Value;
    };
    body: undefined;
    answer: Import;
  };
  /** Watch an import as server-sent events */
  "GET /imports/{id}/events": {
    params: {
    /** The import's id. */
    id: Value;
    /** The seconds after which the stream ends and the client reconnects; 0 ends it after its first event. */
    seconds?: number | undefined;
    };
    body: undefined;
    answer: string;
  };
  /** Read all rows that an import rejected */
  "GET /imports/{id}/rejects": {
    params: {
    /** The import's id. */
    id: Value;
    /** `rows`: as in the file; at most 100,000, and 64 MiB. */
    as?: "table" | "rows" | undefined;
    };
    body: undefined;
    answer: string;
  };
  /** List the operations of vPIC */
  "GET /vehicles": {
    params: {};
    body: undefined;
    answer: VpicRoutes;
  };
  /** List the watched VINs of a subscription, for its owner and operators */
  "GET /subscriptions/{subscription_id}/watches": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only VINs after this one: `next` of the page before. Faster than a high `page`. */
    after?: Value | undefined;
    };
    body: undefined;
    answer: WatchPage;
  };
  /** List the watched VINs of a subscription */
  "GET /watches": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only VINs after this one: `next` of the page before. Faster than a high `page`. */
    after?: Value | undefined;
    };
    body: undefined;
    answer: WatchPage;
  };
  /** An image of a record */
  "GET /images/{object_name}": {
    params: {
    /** May contain slashes. */
    object_name: Value;
    /** The signer of the address: the service. */
    AccessKeyId?: Value | undefined;
    /** Seconds since 1970. */
    Expires?: Value | undefined;
    /** HMAC-SHA256 over method, path and Expires. */
    Signature?: Value | undefined;
    };
    body: undefined;
    answer: unknown;
  };
  /** One VIN decoded, for visitors without a key; free of charge and always the same VIN */
  "GET /sample/decode": {
    params: {};
    body: undefined;
    answer: OemVinDecode;
  };
  /** Decode a VIN and explain each value; free, and not counted as a call */
  "GET /decode/{vin}": {
    params: {
    /** Spaces, hyphens and lower-case letters are accepted. */
    vin: Value;
    /** The model year, if it is known. */
    year?: Value | undefined;
    };
    body: undefined;
    answer: OemVinDecode;
  };
  /** This API as an OpenAPI 3.1 document */
  "GET /openapi.json": {
    params: {};
    body: undefined;
    answer: {
      /** The version of OpenAPI. */
      openapi: string;
      [name: string]: unknown;
    };
  };
  /** This API as an OpenAPI 3.1 document in YAML */
  "GET /openapi.yaml": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** Describe the error codes, for readers */
  "GET /docs/errors": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** Describe an error code and what to do about it; an error's `type` links here */
  "GET /docs/errors/{code}": {
    params: {
    /** The error code. */
    code: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Describe a family of lookups in Markdown: calls, costs and an example */
  "GET /docs/lookups/{page}": {
    params: {
    /** The page's name with `.md`. */
    page: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Describe an operation in Markdown, with its parameters, schemas and errors */
  "GET /docs/operations/{page}": {
    params: {
    /** The page's name with `.md`. */
    page: Value;
    };
    body: undefined;
    answer: string;
  };
  /** A page of the customers' guide, in Markdown */
  "GET /docs/{page}": {
    params: {
    /** The page's name with `.md`. */
    page: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Describe this service and its documentation, for language models */
  "GET /llms.txt": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** List clients, verifier, library and program of this version, with their SHA-256 */
  "GET /sdk": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** Download a package of this version, or its SHA-256 */
  "GET /sdk/{file}": {
    params: {
    /** A file of the list, with or without its version; with `.sha256` a line of `sha256sum`. */
    file: Value;
    };
    body: undefined;
    answer: string;
  };
  /** List this API's documents for programs (RFC 9727) */
  "GET /.well-known/api-catalog": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** Name the contact for reports of vulnerabilities (RFC 9116) */
  "GET /.well-known/security.txt": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** Call tools by the Model Context Protocol */
  "POST /mcp": {
    params: {};
    body: undefined;
    answer: {
      /** With `result` or `error`. */
      jsonrpc: "2.0";
      [name: string]: unknown;
    };
  };
  /** Read who issues tokens for /mcp */
  "GET /.well-known/oauth-protected-resource": {
    params: {};
    body: undefined;
    answer: {
      /** The address for which tokens are. */
      resource: string;
      /** Who issues tokens: this service. */
      authorization_servers: string[];
      [name: string]: unknown;
    };
  };
  /** Read who issues tokens for /mcp, at its own path */
  "GET /.well-known/oauth-protected-resource/mcp": {
    params: {};
    body: undefined;
    answer: {
      /** The address for which tokens are. */
      resource: string;
      /** Who issues tokens: this service. */
      authorization_servers: string[];
      [name: string]: unknown;
    };
  };
  /** Read where tokens for /mcp are issued */
  "GET /.well-known/oauth-authorization-server": {
    params: {};
    body: undefined;
    answer: {
      /** Who issues tokens: this service. */
      issuer: string;
      /** Where a browser takes the user. */
      authorization_endpoint: string;
      /** Where codes are exchanged. */
      token_endpoint: string;
      /** Where a program registers. */
      registration_endpoint: string;
      [name: string]: unknown;
    };
  };
  /** Register a program that users can connect */
  "POST /oauth/register": {
    params: {};
    body: undefined;
    answer: {
      /** By which the program names itself. */
      client_id: string;
      [name: string]: unknown;
    };
  };
  /** Send a user's browser to the page that connects a program */
  "GET /oauth/authorize": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** Exchange a code or a refresh token for tokens */
  "POST /oauth/token": {
    params: {};
    body: undefined;
    answer: {
      /** For `Authorization: Bearer` at `/mcp`. */
      access_token: string;
      /** Replaces the one of before. */
      refresh_token: string;
      [name: string]: unknown;
    };
  };
  /** End the connection of a token */
  "POST /oauth/revoke": {
    params: {};
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** Show what a program requests, and what it can be connected with */
  "GET /assistants/request": {
    params: {
    /** As the address of the console's page has it. */
    request: Value;
    };
    body: undefined;
    answer: AssistantRequest;
  };
  /** Connect a program with a subscription */
  "POST /assistants": {
    params: {};
    body: ConnectAssistantRequest;
    answer: AssistantReturn;
  };
  /** Refuse to connect a program */
  "POST /assistants/deny": {
    params: {};
    body: DenyAssistantRequest;
    answer: AssistantReturn;
  };
  /** List the assistants that a user has connected, the newest first */
  "GET /users/{id}/assistants": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Assistant[];
  };
  /** Change how much an assistant spends per day */
  "PATCH /users/{id}/assistants/{assistant_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The assistant's ID. */
    assistant_id: Value;
    };
    body: AssistantPatch;
    answer: Assistant;
  };
  /** Disconnect an assistant */
  "DELETE /users/{id}/assistants/{assistant_id}": {
    params: {
    /** The id. */
    id: Value;
    /** The assistant's ID. */
    assistant_id: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
      /** The id. */
      id: string;
    };
  };
  /** The API reference of the console: every operation, to read and to try */
  "GET /docs": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** The console: the portal of customers and the operator's view of the service */
  "GET /console/": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** A file of the console, or any page of it */
  "GET /console/{object_name}": {
    params: {
    /** The file's name. */
    object_name: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Read what a plan, a package or a period costs now, with tax */
  "GET /payments/quote": {
    params: {
    /** The subscription's ID. */
    subscription_id: Value;
    /** `plan`: another plan from now on. `package`: credits on top. `renewal`: a period that is not paid. */
    kind: "plan" | "package" | "renewal";
    /** Of a plan. */
    product_id?: Value | undefined;
    /** Of a package of the subscription's plan. */
    package_id?: Value | undefined;
    /** The number of the period. */
    period?: number | undefined;
    };
    body: undefined;
    answer: PaymentQuote;
  };
  /** Buy a plan or a package, or pay a period */
  "POST /payments": {
    params: {};
    body: PaymentRequest;
    answer: Payment;
  };
  /** List payments, newest first */
  "GET /payments": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** `problem`: those that an operator must decide. `disputed`: with those of an inquiry. */
    state?: "requested" | "pending" | "paid" | "failed" | "part_refunded" | "refunded" | "disputed" | "reversed" | "cancelled" | "problem" | undefined;
    /** Only payments of this kind. */
    kind?: "plan" | "renewal" | "package" | "automatic" | "overage" | undefined;
    /** For operators. */
    account_id?: Value | undefined;
    /** The subscription's ID. */
    subscription_id?: Value | undefined;
    };
    body: undefined;
    answer: Payment[];
  };
  /** List money that was received, newest first */
  "GET /payments/transfers": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only those in this state. */
    state?: "unmatched" | "matched" | "returned" | undefined;
    };
    body: undefined;
    answer: ReceivedTransfer[];
  };
  /** Record a transfer that was received */
  "POST /payments/transfers": {
    params: {};
    body: TransferRequest;
    answer: ReceivedTransfer;
  };
  /** Match a transfer with a payment */
  "POST /payments/transfers/{id}/match": {
    params: {
    /** The id. */
    id: Value;
    };
    body: MatchRequest;
    answer: ReceivedTransfer;
  };
  /** Record that an unmatched transfer was returned to its sender */
  "POST /payments/transfers/{id}/return": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: ReceivedTransfer;
  };
  /** Record the transfers of a bank's file */
  "POST /payments/transfers/import": {
    params: {
    /** Show what would become of each line, and change nothing. */
    dry_run?: boolean | undefined;
    /** `leave`: money without a note that may be for no payment is not recorded. The same file can record it later. */
    unknown?: "record" | "leave" | undefined;
    /** `record`: lines whose note is `other_format` are other money, and are recorded. Use it after you have compared them with the bank. */
    alike?: "leave" | "record" | undefined;
    /** JSON: day, amount, credit, debit, direction, currency, text, sender, sender_account, account, bank_ref, status → the file's column. If omitted, the columns are known by their heads. */
    map?: Value | undefined;
    /** How days such as 3/2/2026 are read. If omitted, as their column shows. */
    dates?: "month_first" | "day_first" | undefined;
    /** The decimal sign of amounts. If omitted, as their columns show. */
    decimals?: "point" | "comma" | undefined;
    /** That of rows without one. */
    currency?: Value | undefined;
    /** If omitted, UTF-8, UTF-16 or Windows-1252, as the bytes show. */
    encoding?: Value | undefined;
    };
    body: Upload;
    answer: ImportedTransfers;
  };
  /** Read how the payment provider is set up, and what is wrong with it */
  "GET /payments/provider": {
    params: {};
    body: undefined;
    answer: PaymentProvider;
  };
  /** List refunds and disputes of charges whose payments are not here, newest first */
  "GET /payments/returns": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only those in this state. */
    state?: "unmatched" | "matched" | "closed" | undefined;
    };
    body: undefined;
    answer: UnmatchedReturn[];
  };
  /** Note that a refund or dispute without a payment needs nothing more */
  "POST /payments/returns/{id}/close": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: UnmatchedReturn;
  };
  /** Read how customers pay, and what is missing before they can */
  "GET /payments/settings": {
    params: {};
    body: undefined;
    answer: PaymentSettings;
  };
  /** Choose how customers pay, without a restart */
  "PUT /payments/settings": {
    params: {};
    body: PaymentSettingsRequest;
    answer: PaymentSettings;
  };
  /** List refunds by transfer, newest first */
  "GET /payments/refunds": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only those in this state. */
    state?: "open" | "sent" | undefined;
    /** Only those of this payment. */
    payment_id?: Value | undefined;
    /** For operators. */
    account_id?: Value | undefined;
    };
    body: undefined;
    answer: RefundTransfer[];
  };
  /** Note that a refund by transfer was sent */
  "POST /payments/refunds/{id}/sent": {
    params: {
    /** The id. */
    id: Value;
    };
    body: SentRefundRequest;
    answer: RefundTransfer;
  };
  /** List orders, payments, transfers, invoices and refunds as lines, newest first */
  "GET /payments/lines": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** If absent, all but `ended`; with `q`, those too. */
    state?: "problem" | "due" | "paid" | "refunded" | "ended" | undefined;
    /** Only what was paid or returned since then. What is open is listed at any age. */
    from?: Value | undefined;
    /** Only lines before. */
    to?: Value | undefined;
    /** Only lines of this user. */
    user?: Value | undefined;
    /** A number, a reference, an ID, an amount, or the start of words of a customer or company. */
    q?: Value | undefined;
    /** Only what an operator must do, at any age. */
    needs_action?: "true" | undefined;
    };
    body: undefined;
    answer: MoneyLine[];
  };
  /** Sum the lines of each state and currency */
  "GET /payments/lines/sums": {
    params: {
    /** Only what was paid or returned since then. What is open is listed at any age. */
    from?: Value | undefined;
    /** Only lines before. */
    to?: Value | undefined;
    /** Only lines of this user. */
    user?: Value | undefined;
    /** A number, a reference, an ID, an amount, or the start of words of a customer or company. */
    q?: Value | undefined;
    /** Only what an operator must do, at any age. */
    needs_action?: "true" | undefined;
    };
    body: undefined;
    answer: MoneySums;
  };
  /** Read what the payment provider took that a restore has lost */
  "GET /payments/restored": {
    params: {};
    body: undefined;
    answer: RestoredPayments;
  };
  /** Match a charge whose payment is lost with a payment or a subscription */
  "POST /payments/restored/{ref}/match": {
    params: {
    /** The charge, by the provider's own ID. */
    ref: Value;
    };
    body: MatchLostChargeRequest;
    answer: LostCharge;
  };
  /** Return a charge whose payment is lost */
  "POST /payments/restored/{ref}/return": {
    params: {
    /** The charge, by the provider's own ID. */
    ref: Value;
    };
    body: undefined;
    answer: LostCharge;
  };
  /** Read a payment */
  "GET /payments/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Payment;
  };
  /** Cancel a payment for which no money has arrived */
  "POST /payments/{id}/cancel": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Payment;
  };
  /** Read a payment's state from its provider, and apply it */
  "POST /payments/{id}/refresh": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Payment;
  };
  /** Record money that has arrived by transfer */
  "POST /payments/{id}/received": {
    params: {
    /** The id. */
    id: Value;
    };
    body: ReceivedRequest;
    answer: Payment;
  };
  /** Forgive the credits that are owed since a payment was reversed */
  "POST /payments/{id}/forgive": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Payment;
  };
  /** Note that the problem of a payment is resolved */
  "POST /payments/{id}/resolve": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Payment;
  };
  /** Read what a refund of a payment would do */
  "GET /payments/{id}/refund": {
    params: {
    /** The id. */
    id: Value;
    /** In minor units, with tax. */
    minor: number;
    };
    body: undefined;
    answer: RefundPreview;
  };
  /** Return money of a payment, in whole or in part */
  "POST /payments/{id}/refund": {
    params: {
    /** The id. */
    id: Value;
    };
    body: RefundRequest;
    answer: Payment;
  };
  /** Receive an event of Stripe */
  "POST /payments/stripe/events": {
    params: {};
    body: undefined;
    answer: {
      /** `success`. */
      status: "received";
    };
  };
  /** Read a subscription's automatic top-up */
  "GET /subscriptions/{id}/top-up": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: AutomaticTopUp;
  };
  /** Set a subscription's automatic top-up, or turn it off */
  "PUT /subscriptions/{id}/top-up": {
    params: {
    /** The id. */
    id: Value;
    };
    body: TopUpRequest;
    answer: AutomaticTopUp;
  };
  /** Read an account's saved card */
  "GET /users/{user_id}/payment-method": {
    params: {
    /** The user's ID. */
    user_id: Value;
    };
    body: undefined;
    answer: SavedMethod;
  };
  /** Remove an account's saved card */
  "DELETE /users/{user_id}/payment-method": {
    params: {
    /** The user's ID. */
    user_id: Value;
    };
    body: undefined;
    answer: SavedMethod;
  };
  /** List the months of which an account has a statement, newest first */
  "GET /users/{id}/statements": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: ListedStatement[];
  };
  /** Get the statement of an account and month, which proves itself */
  "GET /users/{id}/statements/{month}": {
    params: {
    /** The id. */
    id: Value;
    /** The month, in UTC. */
    month: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Download the calls of a statement's proved days */
  "GET /users/{id}/statements/{month}/calls": {
    params: {
    /** The id. */
    id: Value;
    /** The month, in UTC. */
    month: Value;
    };
    body: undefined;
    answer: string;
  };
  /** Get the receipt of a call, with its proof once its day is proved */
  "GET /receipts/{journal}/{seq}": {
    params: {
    /** The first part of a call ID. */
    journal: Value;
    /** The second part of a call ID. */
    seq: number;
    };
    body: undefined;
    answer: Receipt;
  };
  /** Get the public keys that sign statements */
  "GET /.well-known/vingate-proof-key": {
    params: {};
    body: undefined;
    answer: string;
  };
  /** List mails, newest first */
  "GET /mails": {
    params: {
    /** Counted from 1; a page past the end is empty. */
    page?: number | undefined;
    /** Entries per page, 1 to 1000. */
    page_size?: number | undefined;
    /** Only mails in this state; `open` are those that are pending or deferred. */
    state?: "pending" | "deferred" | "sent" | "failed" | "open" | undefined;
    /** Only mails of this kind. */
    kind?: Value | undefined;
    };
    body: undefined;
    answer: Mail[];
  };
  /** Read what waits to be sent, which addresses refuse mail, and who the sender is */
  "GET /mails/state": {
    params: {};
    body: undefined;
    answer: MailState;
  };
  /** Check the DNS records by which receivers recognize the sender */
  "GET /mails/domain": {
    params: {};
    body: undefined;
    answer: DnsRecord[];
  };
  /** Send a test mail */
  "POST /mails/test": {
    params: {};
    body: TestMailRequest;
    answer: Mail;
  };
  /** Send a mail now that waits or has failed */
  "POST /mails/send/{id}": {
    params: {
    /** The id. */
    id: Value;
    };
    body: undefined;
    answer: Mail;
  };
  /** Send mail again to an address that has refused it */
  "DELETE /mails/addresses/{address}": {
    params: {
    /** The address, as it is listed. */
    address: Value;
    };
    body: undefined;
    answer: {
      /** `success`. */
      status: "success";
    };
  };
  /** List the kinds of mails with their texts */
  "GET /mails/texts": {
    params: {
    /** That of the mails. If omitted, the text of all languages that have none of their own. */
    language?: "en" | "de" | "es" | undefined;
    };
    body: undefined;
    answer: MailText[];
  };
  /** Replace subject and introduction of a kind of mails */
  "PUT /mails/texts/{kind}": {
    params: {
    /** The kind's ID. */
    kind: Value;
    /** That of the mails. If omitted, the text of all languages that have none of their own. */
    language?: "en" | "de" | "es" | undefined;
    };
    body: MailTextRequest;
    answer: MailText;
  };
  /** Use the default text of a kind of mails again */
  "DELETE /mails/texts/{kind}": {
    params: {
    /** The kind's ID. */
    kind: Value;
    /** That of the mails. If omitted, the text of all languages that have none of their own. */
    language?: "en" | "de" | "es" | undefined;
    };
    body: undefined;
    answer: MailText;
  };
  /** Show a mail with sample data, as text and HTML */
  "GET /mails/texts/{kind}/preview": {
    params: {
    /** The kind's ID. */
    kind: Value;
    /** That of the mails. If omitted, the text of all languages that have none of their own. */
    language?: "en" | "de" | "es" | undefined;
    /** A subject that is not saved. */
    subject?: Value | undefined;
    /** An introduction that is not saved. */
    intro?: Value | undefined;
    };
    body: undefined;
    answer: MailPreview;
  };
}

export interface APIInput {
  /** The name. */
  name: string;
  /** The display name. */
  display_name: string;
  /** The path of the API, relative to the service's origin; unique. */
  path: string;
  /** A description for readers. */
  description?: string | undefined;
  /** The http or https URL of the backend, without a query. Only operators see it. */
  service_url?: string | null | undefined;
  /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
  ca_certificate?: string | null | undefined;
  /** The URL schemes of the API. */
  protocols?: ("http" | "https")[] | undefined;
  /** Whether calls need a subscription key. */
  subscription_required?: boolean | undefined;
  /** The timeout of the backend, in milliseconds. */
  timeout_ms?: number | null | undefined;
  /** The calls that may be under way on a node; 100 if it is null. Further calls return 503. */
  max_concurrent?: number | null | undefined;
  /** The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413. */
  request_max_bytes?: number | null | undefined;
  /** Whether calls that do not fit the API's document are refused. Without a document nothing is checked. */
  validate?: boolean | undefined;
  /** Whether callers receive the cookies that the backend sets. */
  set_cookies?: boolean | undefined;
  /** The contact for questions about the API. */
  contact?: {
    /** The name. */
    name?: string | undefined;
    /** The email address of the API's contact. */
    email?: string | undefined;
    /** Its URL. */
    url?: string | undefined;
  } | null | undefined;
  /** The license of the API's responses. */
  license?: {
    /** The name. */
    name: string;
    /** Its URL. */
    url?: string | undefined;
  } | null | undefined;
  /** The URL of the terms of service. */
  terms_of_service_url?: string | null | undefined;
  /** The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again. */
  auth?: {
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
    /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
    value: string;
  } | ({
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
    /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
    value: string;
  })[] | null | undefined;
  /** Another backend with the same paths, which is asked if the first one fails: it cannot be connected to, its calls fail, or, for GET, HEAD and OPTIONS, it answers with 502 to 504 or not in time. If `auth` is omitted, stored credentials stay; another scheme, host or port needs them again. Only operators see it. */
  fallback?: {
    /** The http or https URL of the other backend. */
    service_url: string;
    /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
    ca_certificate?: string | null | undefined;
    /** The name of the source in records of calls that it has answered, and in `x-data-source`. */
    source?: string | undefined;
    /** Milliseconds after which a GET, HEAD or OPTIONS that the first backend has not begun to answer goes to this one; `timeout_ms` if it is null. */
    after_ms?: number | null | undefined;
    /** The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again. */
    auth?: {
      /** The name of the header that carries it. */
      header?: string | undefined;
      /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
      query?: string | undefined;
      /** The user name of HTTP basic authentication. */
      basic?: string | undefined;
      /** The client's certificate as PEM, followed by those between it and its authority. */
      certificate?: string | undefined;
      /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
      oauth?: {
        /** The URL that gives tokens. */
        token_url: string;
        /** The client's ID at that server. */
        client_id: string;
        /** The scopes that tokens are requested for, separated by spaces. */
        scope?: string | undefined;
        /** For whom tokens are, if the server requires it. */
        audience?: string | undefined;
        /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
        style?: "basic" | "body" | undefined;
      } | undefined;
      /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
      value: string;
    } | ({
      /** The name of the header that carries it. */
      header?: string | undefined;
      /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
      query?: string | undefined;
      /** The user name of HTTP basic authentication. */
      basic?: string | undefined;
      /** The client's certificate as PEM, followed by those between it and its authority. */
      certificate?: string | undefined;
      /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
      oauth?: {
        /** The URL that gives tokens. */
        token_url: string;
        /** The client's ID at that server. */
        client_id: string;
        /** The scopes that tokens are requested for, separated by spaces. */
        scope?: string | undefined;
        /** For whom tokens are, if the server requires it. */
        audience?: string | undefined;
        /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
        style?: "basic" | "body" | undefined;
      } | undefined;
      /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
      value: string;
    })[] | null | undefined;
  } | null | undefined;
}

export interface APIOutput {
  /** The id. */
  id: string;
  /** The name. */
  name: string;
  /** The display name. */
  display_name: string;
  /** The path of the API, relative to the service's origin; unique. */
  path: string;
  /** A description for readers. */
  description: string;
  /** The http or https URL of the backend, without a query. Only operators see it. */
  service_url: string | null;
  /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
  ca_certificate: string | null;
  /** The URL schemes of the API. */
  protocols: ("http" | "https")[];
  /** Whether calls need a subscription key. */
  subscription_required: boolean;
  /** The timeout of the backend, in milliseconds. */
  timeout_ms: number | null;
  /** The calls that may be under way on a node; 100 if it is null. Further calls return 503. */
  max_concurrent: number | null;
  /** The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413. */
  request_max_bytes: number | null;
  /** Whether calls that do not fit the API's document are refused. Without a document nothing is checked. */
  validate: boolean;
  /** Whether callers receive the cookies that the backend sets. */
  set_cookies: boolean;
  /** The contact for questions about the API. */
  contact: {
    /** The name. */
    name?: string | undefined;
    /** The email address of the API's contact. */
    email?: string | undefined;
    /** Its URL. */
    url?: string | undefined;
  } | null;
  /** The license of the API's responses. */
  license: {
    /** The name. */
    name: string;
    /** Its URL. */
    url?: string | undefined;
  } | null;
  /** The URL of the terms of service. */
  terms_of_service_url: string | null;
  /** The names of the stored credentials, never their values: one, or a list. Only operators see them. */
  auth: {
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
  } | ({
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
  })[] | null;
  /** Another backend with the same paths. Only operators see it. */
  fallback: {
    /** The http or https URL of the other backend. */
    service_url: string;
    /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
    ca_certificate: string | null;
    /** The name of the source in records of calls that it has answered, and in `x-data-source`. */
    source: string;
    /** Milliseconds after which a GET, HEAD or OPTIONS that the first backend has not begun to answer goes to this one; `timeout_ms` if it is null. */
    after_ms: number | null;
  } | null;
  /** Of a built-in API with a `service_url`: how its lookups request records that no dataset contains. Only operators see it. */
  upstream: {
    /** The name of the source, which `x-data-source` shows with the day of the answer. */
    source: string;
    /** Days for which received records are kept and answered again. null keeps none. */
    keep_days: number | null;
    /** The answer if the upstream fails: the 404 of a lookup without a record, or 503. */
    on_failure: "not_found" | "unavailable";
  } | null;
  /** Built-in APIs are part of the program. Their name and path cannot change. */
  builtin: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

export interface APIHealth {
  /** The API's ID. */
  api_id: string;
  /** The start of the time range, inclusive. */
  timestamp_ge: string;
  /** The end of the time range, inclusive. */
  timestamp_le: string;
  /** All calls of the last hour. */
  call_count_total: number;
  /** Calls with status 2xx or 304. */
  call_count_success: number;
  /** Calls with another status below 500. */
  call_count_client_error: number;
  /** Calls with status 5xx, of the backend or of this service. */
  call_count_server_error: number;
  /** What the newest calls of the hour show. */
  sample: {
    /** The newest calls of the hour, at most 1,000. */
    calls: number;
    /** Whether these are all calls of the hour. */
    complete: boolean;
    /** The whole time of answered and failed calls, in milliseconds. */
    api_time: {
      /** The time that half of the calls do not exceed. */
      p50: number;
      /** The time that 99% of the calls do not exceed. */
      p99: number;
    } | null;
    /** The backend's part of it, in milliseconds. */
    service_time: {
      /** The time that half of the calls do not exceed. */
      p50: number;
      /** The time that 99% of the calls do not exceed. */
      p99: number;
    } | null;
    /** Errors of the sample, the most frequent first. */
    errors: {
      /** The HTTP status. */
      response_code: number;
      /** Null if the backend itself sent the status. */
      error_code: string | null;
      /** Calls of the sample with this error. */
      calls: number;
      /** When the newest of them was made. */
      last_at: string;
    }[];
  };
  /** Sources of a built-in API with answers that did not fit in the last day. */
  misfits: {
    /** The name of the source, as `x-data-source` has it. */
    source: string;
    /** The place that did not fit, and why. */
    last_path: string;
    /** When the last of them came. */
    last_at: string;
    /** Those of the last hour. */
    answers: number;
  }[];
  /** The responding node, then the others that are alive. Empty for an API without a backend. */
  nodes: {
    /** The node's ID, as in `GET /system`. */
    instance: string;
    /** The host and the process ID. */
    name: string;
    /** `open`: calls return 503 for some seconds. `probing`: the next call decides. */
    breaker: "closed" | "open" | "probing";
    /** Calls that the backend has not answered whole. */
    calls_under_way: number;
    /** Further calls return 503. */
    calls_max: number;
    /** When this was so; nodes report every five seconds. */
    seen_at: string;
  }[];
}

export interface APITest {
  /** The URL of the backend. */
  service_url: string;
  /** Path and query below service_url, for example `/status`. */
  path?: string | undefined;
  /** The HTTP method. */
  method?: "GET" | "HEAD" | undefined;
  /** The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again. */
  auth?: {
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
    /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
    value: string;
  } | ({
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
    /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
    value: string;
  })[] | null | undefined;
  /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
  ca_certificate?: string | null | undefined;
  /** A registered API whose stored `auth` and `ca_certificate` are used if the request has none. For another scheme, host or port than those of its service_url, or other authorities, a stored `auth` must be sent again (422). */
  api_id?: string | undefined;
  /** The timeout of the backend, in milliseconds. */
  timeout_ms?: number | undefined;
}

export interface APIUpdate {
  /** The name. */
  name?: string | undefined;
  /** The display name. */
  display_name?: string | undefined;
  /** The path of the API, relative to the service's origin; unique. */
  path?: string | undefined;
  /** A description for readers. */
  description?: string | undefined;
  /** The http or https URL of the backend, without a query. Only operators see it. */
  service_url?: string | null | undefined;
  /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
  ca_certificate?: string | null | undefined;
  /** The URL schemes of the API. */
  protocols?: ("http" | "https")[] | undefined;
  /** Whether calls need a subscription key. */
  subscription_required?: boolean | undefined;
  /** The timeout of the backend, in milliseconds. */
  timeout_ms?: number | null | undefined;
  /** The calls that may be under way on a node; 100 if it is null. Further calls return 503. */
  max_concurrent?: number | null | undefined;
  /** The bytes that a call's body may have; 10 MiB if it is null. A longer one returns 413. */
  request_max_bytes?: number | null | undefined;
  /** Whether calls that do not fit the API's document are refused. Without a document nothing is checked. */
  validate?: boolean | undefined;
  /** Whether callers receive the cookies that the backend sets. */
  set_cookies?: boolean | undefined;
  /** The contact for questions about the API. */
  contact?: {
    /** The name. */
    name?: string | undefined;
    /** The email address of the API's contact. */
    email?: string | undefined;
    /** Its URL. */
    url?: string | undefined;
  } | null | undefined;
  /** The license of the API's responses. */
  license?: {
    /** The name. */
    name: string;
    /** Its URL. */
    url?: string | undefined;
  } | null | undefined;
  /** The URL of the terms of service. */
  terms_of_service_url?: string | null | undefined;
  /** The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again. */
  auth?: {
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
    /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
    value: string;
  } | ({
    /** The name of the header that carries it. */
    header?: string | undefined;
    /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
    query?: string | undefined;
    /** The user name of HTTP basic authentication. */
    basic?: string | undefined;
    /** The client's certificate as PEM, followed by those between it and its authority. */
    certificate?: string | undefined;
    /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
    oauth?: {
      /** The URL that gives tokens. */
      token_url: string;
      /** The client's ID at that server. */
      client_id: string;
      /** The scopes that tokens are requested for, separated by spaces. */
      scope?: string | undefined;
      /** For whom tokens are, if the server requires it. */
      audience?: string | undefined;
      /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
      style?: "basic" | "body" | undefined;
    } | undefined;
    /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
    value: string;
  })[] | null | undefined;
  /** Another backend with the same paths, which is asked if the first one fails: it cannot be connected to, its calls fail, or, for GET, HEAD and OPTIONS, it answers with 502 to 504 or not in time. If `auth` is omitted, stored credentials stay; another scheme, host or port needs them again. Only operators see it. */
  fallback?: {
    /** The http or https URL of the other backend. */
    service_url: string;
    /** The authorities, as PEM, that the backend's certificate is checked by in place of the system's. Only operators see it. */
    ca_certificate?: string | null | undefined;
    /** The name of the source in records of calls that it has answered, and in `x-data-source`. */
    source?: string | undefined;
    /** Milliseconds after which a GET, HEAD or OPTIONS that the first backend has not begun to answer goes to this one; `timeout_ms` if it is null. */
    after_ms?: number | null | undefined;
    /** The credentials that are sent to the backend: one, or a list of at most eight. Their values are never shown again; null removes them. With another scheme, host or port of the backend or of a token_url, or other authorities, they must be sent again. */
    auth?: {
      /** The name of the header that carries it. */
      header?: string | undefined;
      /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
      query?: string | undefined;
      /** The user name of HTTP basic authentication. */
      basic?: string | undefined;
      /** The client's certificate as PEM, followed by those between it and its authority. */
      certificate?: string | undefined;
      /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
      oauth?: {
        /** The URL that gives tokens. */
        token_url: string;
        /** The client's ID at that server. */
        client_id: string;
        /** The scopes that tokens are requested for, separated by spaces. */
        scope?: string | undefined;
        /** For whom tokens are, if the server requires it. */
        audience?: string | undefined;
        /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
        style?: "basic" | "body" | undefined;
      } | undefined;
      /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
      value: string;
    } | ({
      /** The name of the header that carries it. */
      header?: string | undefined;
      /** The name of the query's parameter that carries it. Callers cannot send one of this name. */
      query?: string | undefined;
      /** The user name of HTTP basic authentication. */
      basic?: string | undefined;
      /** The client's certificate as PEM, followed by those between it and its authority. */
      certificate?: string | undefined;
      /** The client of OAuth 2.0 (client credentials) whose access tokens are sent as `Bearer`. */
      oauth?: {
        /** The URL that gives tokens. */
        token_url: string;
        /** The client's ID at that server. */
        client_id: string;
        /** The scopes that tokens are requested for, separated by spaces. */
        scope?: string | undefined;
        /** For whom tokens are, if the server requires it. */
        audience?: string | undefined;
        /** Where ID and secret are sent: HTTP basic authentication (the default) or the body. */
        style?: "basic" | "body" | undefined;
      } | undefined;
      /** The value of the header or parameter, the password, the client's secret, or the certificate's private key as PEM. */
      value: string;
    })[] | null | undefined;
  } | null | undefined;
  /** Of a built-in API with a `service_url`: how its lookups request records that no dataset contains. Only operators see it. */
  upstream?: {
    /** The name of the source, which `x-data-source` shows with the day of the answer. */
    source?: string | undefined;
    /** Days for which received records are kept and answered again. null keeps none. */
    keep_days?: number | null | undefined;
    /** The answer if the upstream fails: the 404 of a lookup without a record, or 503. */
    on_failure?: "not_found" | "unavailable" | undefined;
  } | null | undefined;
}

export interface AcceptInvitationRequest {
  /** As the inviter received it. */
  invitation_token: string;
}

export interface Acceptance {
  /** Terms of service, privacy, processing of data, or license of data. */
  kind: "terms" | "privacy" | "dpa" | "data_license";
  /** From 1. A published version never changes. */
  version: number;
  /** When it was accepted first. */
  accepted_at: string;
}

export interface AcceptanceRequest {
  /** Terms of service, privacy, processing of data, or license of data. */
  kind: "terms" | "privacy" | "dpa" | "data_license";
  /** From 1. A published version never changes. */
  version: number;
}

export interface AccessToken {
  /** The id. */
  id: string;
  /** What the token is for. */
  name: string | null;
  /** When it was created. */
  created_at: string;
  /** When it ends; null if it does not end. */
  expires_at: string;
  /** Accurate to a minute; null if the token was never used. */
  last_used_at: string | null;
  /** What it was made for; null for a token of an earlier version, which may do all but `enter`. */
  made_for: ("read" | "change" | "show" | "money" | "secrets" | "enter")[] | null;
}

export interface Account {
  /** The id. */
  id: string;
  /** An organization has members, and no password. */
  kind: "person" | "organization";
  /** The name. */
  name: string;
  /** What the user may do for it; null for the own account of an operator. */
  member_role: "owner" | "developer" | "billing" | null;
  /** Whether this session or token acts for it. */
  is_chosen: boolean;
  /** An operator views it as its customer does, and can change nothing. */
  is_visit: boolean;
  /** Of a visit: why, as the customer sees it. */
  visit_reason: string | null;
  /** What the user may do for it, as `GET /roles` lists them; of a visit only what can be read. */
  permissions: ("keys.view" | "keys.change" | "calls.view" | "events.view" | "events.change" | "credits.view" | "credits.change" | "spending.change" | "subscriptions.change" | "catalogue.view" | "plans.change" | "offers.view" | "offers.change" | "papers.view" | "papers.change" | "details.change" | "payments.decide" | "mails.view" | "mails.change" | "self.view" | "self.change" | "sign-in.view" | "sign-in.change" | "session.change" | "tokens.change" | "account.view" | "account.change" | "members.change" | "account.close" | "customers.view" | "notes.change" | "customers.visit" | "customers.change" | "terms.change" | "operators.view" | "operators.change" | "audit.view" | "data.view" | "data.change" | "products.change" | "apis.change" | "inbox.view" | "service.view" | "service.change")[];
}

export interface AccountClosing {
  /** Subscriptions that end, with their keys. */
  subscriptions: number;
  /** Credits that are left in them and are lost. */
  credits: number;
  /** What stays although the account is closed. */
  kept: {
    /** What the service keeps, in words. */
    what: string;
    /** How long, in words: `10 years`. */
    period: string;
  }[];
}

export interface AddedPasskey {
  /** The id. */
  id: string;
  /** Given by the user. */
  name: string;
  /** When it was created. */
  created_at: string;
  /** Null if it was never used. */
  last_used_at: string | null;
  /** If the user had none: each works once, with the password, in place of the passkey. They are shown only now. */
  recovery_codes?: string[] | undefined;
}

export interface ApiDocument {
  /** The operations of the document, with their names in reports. */
  operations: {
    /** The id. */
    id: string;
    /** The HTTP method. */
    method: string;
    /** The path below that of the API. */
    path: string;
    /** What it does, in one line. */
    summary: string;
  }[];
  /** What is odd in the document, and the schemas by which calls are not checked; at most 20. */
  warnings: {
    /** The line of the document, from 1. */
    line: number;
    /** The column, from 1. */
    column: number;
    /** What is odd, and what follows from it. */
    reason: string;
  }[];
}

export interface Assistant {
  /** The id. */
  id: string;
  /** Of the program, by its own words. */
  name: string;
  /** Where the user returned: a host, or `this computer`. */
  host: string;
  /** The subscription's ID. */
  subscription_id: string;
  /** The subscription's display name. */
  subscription_name: string;
  /** Whose subscription it is: the user's, or an organization's. */
  account: string;
  /** The most credits that it spends per day (UTC). */
  credits_per_day: number;
  /** Spent since midnight (UTC), with calls that have not ended. */
  credits_today: number;
  /** Spent since the first of the month (UTC). */
  credits_this_month: number;
  /** When the assistant received its first tokens. */
  connected_at: string;
  /** Accurate to a minute; null if it was never used. */
  last_used_at: string | null;
}

export interface AssistantPatch {
  /** The most credits that the assistant spends per day (UTC). */
  credits_per_day: number;
}

export interface AssistantRequest {
  /** Of the program, by its own words. */
  name: string;
  /** Where the user returns: a host, or `this computer`. */
  host: string;
  /** The whole address to which the user returns. */
  redirect_uri: string;
  /** What is wrong with the request; the program learns it from `POST /assistants/deny`. */
  fault: string | null;
  /** Those that the user can choose, its own first. */
  subscriptions: {
    /** The id. */
    id: string;
    /** The name. */
    name: string;
    /** Null without a product. */
    plan: string | null;
    /** Whose it is: the user, or an organization. */
    account: string;
    /** Null if unlimited. */
    credits_remaining: number | null;
    /** A limit to begin with, as the plan says. */
    credits_per_day: number;
  }[];
}

export interface AssistantReturn {
  /** Where the browser goes now. It can contain a code: valid once, for 2 minutes. */
  redirect_url: string;
}

export interface AuctionHistory {
  /** `success`. */
  status: "success";
  /** The events, newest first. */
  data: AuctionRecord[];
}

export interface AuctionRecord {
  /** The event's number among those of the vehicle. */
  sale_index: string;
  /** Currency text, or N/A. */
  price: string;
  /** Such as Sold or Not sold; values rest on sold lots only. */
  "sale status": string;
  /** The vehicle as the auction house names it. */
  vname: string;
  /** Number of the lot; the events of a VIN differ by it. */
  "lot-number": string;
  /** Whether it has keys, starts and drives. */
  "car-features": {
    /** Whether there are keys; absent if unknown. */
    Has_Keys?: "yes" | "no" | undefined;
    /** Whether it runs and drives; absent if unknown. */
    Runs_Drives?: "yes" | "no" | undefined;
    /** Whether the engine starts; absent if unknown. */
    Engine_Starts?: "yes" | "no" | undefined;
  };
  /** The title document and the damage. */
  "title-and-condition": {
    /** The kind of title document. */
    "Title Type": string;
    /** The title document in words. */
    "Title Description": string;
    /** The main damage. */
    "Primary Damage": string;
    /** Further damage. */
    "Secondary Damage"?: string | undefined;
    /** The VIN as the auction wrote it. */
    VIN: string;
    /** Remarks on the condition. */
    Common: string;
  };
  /** The vehicle as the auction described it; unknown members are absent. */
  "technical-specs": {
    /** The odometer's reading, with its unit: miles unless it says km. */
    Odometer?: string | undefined;
    /** The auction's estimate of the cost of repair. */
    "Estimated Repair Cost"?: string | undefined;
    /** The auction's estimate of the value after repair. */
    "Estimated Retail Value"?: string | undefined;
    /** The average of such estimates. */
    "Avg. Estimated Retail Value"?: string | undefined;
    /** The cost of repair in proportion to the value. */
    "Damage Ratio"?: string | undefined;
    /** The auction's estimate of the highest bid. */
    "Estimated Winning Bid"?: string | undefined;
    /** The kind of body. */
    "Body Style"?: string | undefined;
    /** The color. */
    Color?: string | undefined;
    /** The engine, in short. */
    "Engine Type"?: string | undefined;
    /** The fuel. */
    "Fuel Type"?: string | undefined;
    /** The number of cylinders. */
    Cylinders?: string | undefined;
    /** The kind of transmission. */
    Transmission?: string | undefined;
    /** The driven wheels. */
    Drive?: string | undefined;
    /** Miles per US gallon in the city. */
    "City Mileage"?: string | undefined;
    /** Miles per US gallon on the highway. */
    "Highway Mileage"?: string | undefined;
    /** The maker's charge for delivery. */
    "Delivery Charges"?: string | undefined;
    /** The number of seats. */
    "Standard Seating"?: string | undefined;
    /** The displacement in liters. */
    "Engine Size"?: string | undefined;
    /** What a dealer paid for it when it was new. */
    "Invoice Price"?: string | undefined;
    /** The body with its doors. */
    "Vehicle Style"?: string | undefined;
    /** The engine. */
    Engine?: string | undefined;
    /** The country of the plant. */
    "Made In"?: string | undefined;
    /** The size class. */
    "Vehicle Size"?: string | undefined;
    /** The length. */
    "Overall Length"?: string | undefined;
    /** The height. */
    "Overall Height"?: string | undefined;
    /** The width. */
    "Overall Width"?: string | undefined;
    /** The kind of steering. */
    "Steering Type"?: string | undefined;
    /** The kind of anti-lock brakes. */
    "Anti-Brake System"?: string | undefined;
    /** The capacity of the tank. */
    "Fuel Capacity"?: string | undefined;
    /** The number of doors. */
    Doors?: string | undefined;
    /** The weight of the empty vehicle. */
    "Curb Weight"?: string | undefined;
    /** The trim. */
    Trim?: string | undefined;
    /** The number of gears. */
    "Transmission Gears"?: string | undefined;
    /** The suggested retail price when it was new. */
    MSRP?: string | undefined;
  };
  /** When and where it was auctioned, and by whom. */
  "sale-date-location": {
    /** Whether an insurer, a dealer or another party sold it. */
    "Seller Type": string;
    /** Who sold it. */
    "Seller Name"?: string | undefined;
    /** The day of the auction, such as 2026-08-14; an import without `at` takes it. */
    "Auction Date": string;
    /** The kind of auction. */
    "Auction Type"?: string | undefined;
    /** City and state; imports read the state from its two letters. */
    Location: string;
    /** The buyer's country. */
    "Buyer Country"?: string | undefined;
  };
  /** Earlier listings: dates and their remarks. */
  "listing-history": Record<string, string>;
  /** The model year, four digits. */
  year: string;
  /** The make. */
  make: string;
  /** May be empty. */
  model: string;
  /** Signed; valid for one hour. */
  images: string[];
  /** Prices of such vehicles; the spelling of the third is the interface's own. */
  "market-value": {
    /** The lowest and the highest price. */
    "Price Range"?: string | undefined;
    /** The commonest price. */
    "Common Price"?: string | undefined;
    /** The average price. */
    "Avergae Price"?: string | undefined;
    /** The average price, recent sales counting for more. */
    "Weighted Average Price"?: string | undefined;
    /** The median price. */
    "Median Price"?: string | undefined;
  };
  /** The VIN. */
  vin: string;
  /** The source's words where they differ from the VIN's; absent if none does. */
  as_listed?: {
    /** The source's model year. */
    year?: string | undefined;
    /** The source's make. */
    make?: string | undefined;
    /** The source's model. */
    model?: string | undefined;
    /** The source's trim. */
    trim?: string | undefined;
  } | undefined;
}

export interface AuditRecord {
  /** The id. */
  id: string;
  /** When it happened. */
  timestamp: string;
  /** Who made the change. */
  actor: string;
  /** The name of the user; null for others and for deleted users. */
  actor_name: string | null;
  /** The action: resource and verb. */
  action: string;
  /** The changed object's path. */
  object: string;
  /** The name of the user, product or API, or of the subscription with its owner; null if it has none any more. */
  object_name: string | null;
  /** The owner of the subscription: `/users/{id}`. */
  object_owner: string | null;
  /** The caller's IP address. */
  ip_address: string;
  /** The request ID, as in `x-request-id`. */
  request_id: string;
  /** The value before the change. */
  before: unknown;
  /** The value after the change. */
  after: unknown;
}

export interface AutomaticTopUp {
  /** The subscription's ID. */
  subscription_id: string;
  /** Whether packages are bought. */
  enabled: boolean;
  /** Credits below which a package is bought. */
  threshold: number;
  /** What is bought. */
  package_id: string;
  /** At most per calendar month (UTC), without tax. */
  month_limit_minor: number;
  /** Bought this month, without tax. */
  month_minor: number;
  /** Failed payments in a row; after three it is turned off. */
  failures: number;
  /** Why it was turned off; null if it was not. */
  stopped: string | null;
}

export interface Backups {
  /** `off` if the responding node has no VINGATE_BACKUP_DIR, `waiting` before the first, `late` an hour after the next was due, `failed` if the last scheduled one was not made. */
  state: "off" | "waiting" | "ok" | "late" | "failed";
  /** VINGATE_BACKUP_DIR of the responding node; null if not set. */
  folder: string | null;
  /** The hours between scheduled backups. */
  every_hours: number;
  /** The number of scheduled backups that are kept. */
  keep: number;
  /** The last backup, scheduled or by command; null if there was none. */
  last: {
    /** Its moment: all calls that were answered before are in it. */
    at: string;
    /** Its file. */
    file: string;
    /** The size of the file in bytes. */
    bytes: number;
    /** How long it took. */
    seconds: number;
  } | null;
  /** The last scheduled backup that was restored to try it, and agreed; null if there was none. */
  drill: {
    /** When it was restored. */
    at: string;
    /** Its file. */
    file: string;
  } | null;
  /** Why the last backup that was tried could not be restored; null if it could. */
  drill_error: string | null;
  /** Since when a node makes one; null if none is being made. */
  running_since: string | null;
  /** Why the last scheduled backup was not made; null if it was. */
  error: string | null;
}

export interface BillingDetails {
  /** The legal name. */
  company: string | null;
  /** The name. */
  name: string | null;
  /** Street and house, or a box. */
  address: string[] | null;
  /** As it is printed before the city. */
  postal_code: string | null;
  /** Of the address. */
  city: string | null;
  /** Null until details are given, as all of them. */
  country: string | null;
  /** Null without one. */
  tax_id: string | null;
  /** Null without a tax ID. */
  tax_id_check: {
    /** How it was checked: by its form alone; by VIES, which confirmed it, refused it or has not answered; or by an operator after that. With `wrong_form`, `invalid` and `refused`, tax is charged as without a tax ID. */
    state: "by_form" | "wrong_form" | "unconfirmed" | "valid" | "invalid" | "accepted" | "refused";
    /** The day of VIES's answer, of the last attempt or of the decision, UTC. */
    on: string | null;
    /** VIES's consultation number. */
    reference: string | null;
    /** Until when VIES is asked again; null if it is not. An operator decides then. */
    asked_until: string | null;
  } | null;
  /** Printed on invoices. */
  order_reference: string | null;
  /** By which the buyer's bookkeeping routes invoices. */
  buyer_reference: string | null;
  /** Where the buyer receives e-invoices. */
  electronic_address: ElectronicAddress | null;
  /** Null: the account's address. */
  invoices_to: string | null;
  /** Whether the account can pay by invoice. */
  invoice_allowed: boolean;
  /** In which the account pays; null until it pays. */
  currency: string | null;
  /** Of an invoice that is issued now; null until the operator has entered taxes. */
  tax: Tax | null;
}

export interface BillingDetailsRequest {
  /** The legal name. */
  company?: string | null | undefined;
  /** The person to whom papers are addressed. */
  name?: string | null | undefined;
  /** Street and house, or a box. */
  address?: string[] | undefined;
  /** As it is printed before the city. */
  postal_code?: string | null | undefined;
  /** Of the address, which needs one. */
  city?: string | null | undefined;
  /** The code of ISO 3166-1. With the tax ID it decides the tax. */
  country: string;
  /** Its form and check digits are compared, and VIES is asked with `VINGATE_VIES`. */
  tax_id?: string | null | undefined;
  /** Printed on invoices. */
  order_reference?: string | null | undefined;
  /** By which the buyer's bookkeeping routes invoices; German authorities have a Leitweg-ID. */
  buyer_reference?: string | null | undefined;
  /** Where the buyer receives e-invoices; null: nowhere. */
  electronic_address?: ElectronicAddress | null | undefined;
  /** Null: the account's address. */
  invoices_to?: string | null | undefined;
  /** Whether the account can pay by invoice. Only operators change it. */
  invoice_allowed?: boolean | undefined;
}

export interface BillingPeriod {
  /** The subscription's ID. */
  subscription_id: string;
  /** From 0, over all plans of the subscription. */
  number: number;
  /** The product's ID; null for a subscription without a product. */
  product_id: string;
  /** The version of the product's offer. */
  offer_version: number;
  /** When it starts. */
  starts_at: string;
  /** The start of the next period; null for what is sold once. */
  ends_at: string | null;
  /** `due` before it starts and `unpaid` afterwards, until it is paid; `lapsed`: it was not paid, and renewals have stopped. */
  state: "due" | "unpaid" | "paid" | "lapsed";
  /** The grant of its credits; null without one. */
  grant_id: string | null;
  /** In minor units, without tax: 9900 is €99.00. */
  price_minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** When it lapses if it is not paid; null if it does not by itself. */
  lapses_at: string | null;
}

export interface BookkeepingAccounts {
  /** The tax consultant's number (Beraternummer). */
  consultant: number;
  /** Your number there (Mandantennummer). */
  client: number;
  /** The chart of accounts, SKR03 or SKR04. */
  chart: "03" | "04";
  /** The digits of general accounts (Sachkontenlänge). */
  length: number;
  /** The first day of the business year, as month and day. */
  year_start: string;
  /** That all customers are posted to, for example 10000. */
  debtors: string;
  /** For transfers: 1200 of SKR03, 1800 of SKR04. */
  bank: string;
  /** For the provider of cards: 1360 of SKR03, 1460 of SKR04. */
  card: string;
  /** For what the provider of cards keeps: 4970 of SKR03, 6855 of SKR04. A month with fees needs it. */
  fees?: string | undefined;
  /** For money on its way from the provider of cards to the bank, and what its balance has besides: one of your own next to that for `card`. Payouts are posted to the bank without it; a month with adjustments needs it. */
  transit?: string | undefined;
  /** For example 8400 of SKR03 and 4400 of SKR04 for 19%. */
  revenue: {
    /** The category of tax. */
    category: "S" | "Z" | "E" | "AE" | "G" | "O";
    /** Hundredths of a percent. */
    rate: number;
    /** One that computes this tax by itself (Automatikkonto). */
    account: string;
  }[];
}

export interface Brand {
  /** From 1; 0 before anything is stored. */
  version: number;
  /** The name that pages show. */
  name: string;
  /** The name as it was entered; null: the settings'. */
  stored_name: string | null;
  /** The logo. */
  logo: BrandLogo | null;
  /** In dark mode; null: the same. */
  logo_dark: BrandLogo | null;
  /** The color of buttons and links; null: petrol. */
  accent: BrandAccent | null;
  /** As it was entered; GET /identity has the settings' too. */
  contact: {
    /** The address for customers. */
    email: string | null;
    /** The telephone number. */
    phone: string | null;
    /** A help page. */
    url: string | null;
  };
  /** In the footer, in this order. */
  links: BrandLink[];
  /** Of dates in mails; null: UTC. */
  time_zone: string | null;
}

export interface BrandAccent {
  /** Upon light pages, white included. */
  light: string;
  /** Upon dark pages. */
  dark: string;
}

export interface BrandLink {
  /** What the link leads to. */
  label: string;
  /** An https address. */
  url: string;
}

export interface BrandLogo {
  /** Of its bytes, in hexadecimal digits. */
  sha256: string;
  /** By its content. */
  type: "image/png" | "image/svg+xml";
  /** Where it is read, below the service's address. Its content never changes. */
  url: string;
}

export interface BrandLogoRequest {
  /** A new PNG or SVG of at most 64 kB, in Base64. */
  data?: string | undefined;
  /** The logo that was stored with this SHA-256, to keep it or to use it again. */
  sha256?: string | undefined;
}

export interface BrandRequest {
  /** The version that the change is based on: 409 if another one was stored since. */
  version?: number | undefined;
  /** The name; null: VINGATE_OPERATOR_NAME, else Vingate. */
  name?: string | null | undefined;
  /** The logo; null: none. */
  logo?: BrandLogoRequest | null | undefined;
  /** In dark mode; null: the same. */
  logo_dark?: BrandLogoRequest | null | undefined;
  /** The color of buttons and links. Each needs a contrast of 4.5:1; null: petrol. */
  accent?: BrandAccent | null | undefined;
  /** How customers reach the operator. */
  contact?: {
    /** For customers; null: VINGATE_OPERATOR_EMAIL. */
    email?: string | null | undefined;
    /** With the country's code, such as +420 222 333 444. */
    phone?: string | null | undefined;
    /** A help page; null: VINGATE_OPERATOR_URL. */
    url?: string | null | undefined;
  } | undefined;
  /** In the footer, in this order. */
  links?: BrandLink[] | undefined;
  /** Of dates in mails that no plan gives a zone; null: UTC. */
  time_zone?: string | null | undefined;
}

export interface CallTimes {
  /** How many calls were measured. */
  calls: number;
  /** Their whole time, in milliseconds; null without calls. */
  api_time: {
    /** The time that half of the calls do not exceed. */
    p50: number;
    /** The time that 99% of the calls do not exceed. */
    p99: number;
  } | null;
}

export interface Choices {
  /** `success`. */
  status: "success";
  /** The names that the next parameter can have. */
  data: string[];
  /** Present if names of synthetic records of the demo set are among them. */
  synthetic?: true | undefined;
}

export interface ChooseAccountRequest {
  /** The own account, an organization's, or that of a customer to be viewed. */
  account_id: string;
  /** Why an operator views the account of a customer, who sees it. Required for that. */
  reason?: string | undefined;
}

export interface ConfirmRequest {
  /** What follows the # of the link. */
  confirm_token: string;
  /** Of the account. Not needed with a session of it in `Authorization`. */
  password?: string | undefined;
  /** In place of `password`, from somebody who did not make the account: it becomes the password, and everything by which one could enter before ends, keys too. */
  new_password?: string | undefined;
}

export interface ConnectAssistantRequest {
  /** As the address of the console's page has it. */
  request: string;
  /** One of those that the request lists. */
  subscription_id: string;
  /** The most credits that the assistant spends per day (UTC). */
  credits_per_day: number;
}

export interface Coverage {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** Every lookup that takes what was given, in the order of the reference. */
    lookups: ({
      /** The API's ID. */
      api: string;
      /** The API's name. */
      name: string;
      /** The operation's ID. */
      operation: string;
      /** The path and query of the lookup. */
      path: string;
      /** `found`: it has an answer. `not_found`: it has none. `may_answer`: it has none here, and the operator's upstream, which the preview does not ask, may have one. `not_allowed`: the key may not call it. `no_credits`: the credits do not pay for it, and whether it has an answer is not shown. `invalid`: it does not take such a VIN or plate. `unavailable`: it cannot tell now. */
      outcome: "found" | "not_found" | "may_answer" | "not_allowed" | "no_credits" | "invalid" | "unavailable";
      /** The status that the lookup would have now; null if an upstream decides. */
      status: number | null;
      /** The code of the error that the lookup would return now; null without one. */
      code: string | null;
      /** The detail of that error. */
      detail: string | null;
      /** The credits of an answer under the key's plan. */
      price: number;
      /** The credits that the lookup would cost now: 0 for what is refused, and for a 404 unless the plan charges for it; the price if an upstream may answer. */
      credits: number;
      /** Where the answer comes from: stored records, the VIN decoder, a computation, or an upstream of the operator. */
      kind: "records" | "decoder" | "computed" | "upstream";
      /** `x-data-source` of the answer; null without one. */
      source: string | null;
      /** `x-match` of the answer; null without one. */
      match: string | null;
      /** Whether the answer is made of synthetic records of the demo set. */
      synthetic: boolean;
      /** The datasets that the answer is made of; without an answer, those that were searched. */
      datasets: {
        /** The family of records. */
        family: string;
        /** The dataset's name. */
        name: string;
        /** The dataset's version. */
        version: string;
        /** The number of records. */
        records: number;
        /** When it was imported. */
        loaded_at: string;
        /** Whether it is the demo set. */
        synthetic: boolean;
      }[];
    })[];
    /** The sum of what the lookups would cost now. */
    credits: number;
    /** The subscription's credits; null if unlimited. */
    credits_remaining: number | null;
    /** Whether the plan's quota is known to be used up: lookups return 429. */
    quota_used_up: boolean;
    /** The release of vPIC that VINs are decoded with. */
    vin_data: string;
  };
}

export interface CreditsRequest {
  /** The credits to add; negative to remove credits. */
  change?: number | undefined;
  /** The remaining credits after the change. */
  set?: number | undefined;
  /** The reason, for the ledger. */
  reason?: string | null | undefined;
  /** Unique per subscription. A repeated key returns the first result and changes nothing. */
  idempotency_key?: string | undefined;
}

export interface Customer {
  /** The id. */
  id: string;
  /** Of the person or the organization; empty after its deletion. */
  name: string;
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** Members act for an organization. */
  kind: "person" | "organization";
  /** Of an organization; null for people. */
  members: number | null;
  /** The name of the member who joined first. */
  first_member: string | null;
  /** `requested`: a subscription or the account waits for an approval. `unpaid`: a period has started and is not paid. `suspended`: the account is blocked, or a subscription is suspended. `used_up`: no credits are left. */
  state: "requested" | "unpaid" | "suspended" | "used_up" | "active" | "no_plan" | "deleted";
  /** Whether somebody waits for an operator, or money is missing. */
  needs_you: boolean;
  /** That are active, suspended or requested. */
  subscriptions: number;
  /** The one whose plan is shown: an active one, the dearest; null without one. */
  subscription_id: string | null;
  /** The name of its plan, or its own. */
  plan: string | null;
  /** The product's ID; null for a subscription without a product. */
  product_id: string | null;
  /** Of its price; null without one. */
  offer_version: number | null;
  /** Its price in minor units, without tax. */
  price_minor: number | null;
  /** How often it is paid. */
  price_every: "once" | "month" | "year" | null;
  /** Of the price. */
  currency: string | null;
  /** The subscription that waits longest for an approval. */
  request_id: string | null;
  /** The name of its plan, or its own. */
  request: string | null;
  /** Of all active subscriptions; null if those of one are unlimited. */
  credits_left: number | null;
  /** In the last 30 days, without test calls. */
  calls: number;
  /** The nearest of all subscriptions, with tax. */
  next_payment_minor: number | null;
  /** Of the next payment. */
  next_payment_currency: string | null;
  /** When its period starts. */
  next_payment_at: string | null;
  /** `due` within a day of its period, `unpaid` once that has started. */
  next_payment_state: "planned" | "due" | "unpaid" | null;
  /** When the unpaid or due period lapses; null if it does not. */
  lapses_at: string | null;
  /** When the user was created. */
  registered_at: string;
}

export interface Customers {
  /** That meet the filters. */
  total: number;
  /** Of these, those that need an operator. */
  needs_you: number;
  /** Of these, those that are organizations. */
  organizations: number;
  /** Of the page. */
  customers: Customer[];
}

export interface Dataset {
  /** Family of its records, for example `lien`. */
  family: string;
  /** Lookups use `current`; `previous` is kept for a rollback. */
  state: "current" | "previous";
  /** The name that `x-data-source` shows; `demo` is synthetic. */
  name: string;
  /** Version of the data. */
  version: string;
  /** The source of its records. */
  source: string;
  /** The license of its records. */
  licence: string;
  /** The number of its records. */
  rows: number;
  /** The xxHash64 of its records. Equal rows in equal order have equal checksums. */
  checksum: string;
  /** The number of the reader of its files; 0 before they had one. */
  reader: number;
  /** Whether a newer reader reads its files otherwise: import them again. */
  older_reader: boolean;
  /** When it was imported. */
  loaded_at: string;
  /** Whole days since its import. */
  age_days: number;
  /** Who imported it; null if unknown. */
  actor: string | null;
  /** The ID of its import, for `GET /imports/{id}`; null for none. */
  import: string | null;
  /** The import's rejected rows; null if it was not imported. */
  rejects: {
    /** Rejected rows of the input. */
    rows: number;
    /** Count by reason. */
    by_reason: Record<string, number>;
  } | null;
  /** Warnings on the import's accepted rows, by reason; null if it was not imported. */
  doubtful: Record<string, number> | null;
  /** Changes since the previous dataset; null if it was not imported. */
  changes: DatasetCounts | null;
}

export interface DatasetChanges {
  /** Records that only the later dataset has. */
  added: number;
  /** Records that only the earlier dataset has. */
  removed: number;
  /** Records in both, with different content. */
  changed: number;
  /** By model year, for families whose records have one. */
  by_year: Record<string, DatasetCounts>;
  /** By make, for families whose records have one. */
  by_make: Record<string, DatasetCounts>;
  /** Which changes come from readers, not from files. `none`: one reader has read both. `all`: both are one file. `unknown`: two files, two readers. */
  by_reader: "none" | "all" | "unknown";
}

export interface DatasetColumns {
  /** The family of records. */
  family: string;
  /** The columns that a file can have. A map takes them from columns with other names. */
  columns: {
    /** The column's name; of lists, that of an item of the example. */
    name: string;
    /** The form of its values, in words. */
    form: string;
    /** Whether every row must have it. */
    required: boolean;
    /** What it means; may be empty. */
    about: string;
    /** A value that can be imported; may be empty. */
    example: string;
  }[];
  /** The public sources of the family. */
  sources: {
    /** Its name, for `source`. */
    name: string;
    /** What it contains. */
    title: string;
    /** The URL of the published file; null for your own file. */
    address: string | null;
    /** The size of the file, in words. */
    size: string;
    /** How often it is published. */
    cadence: string;
    /** The license of the data. */
    licence: string;
  }[];
}

export interface DatasetCounts {
  /** Records that only the later dataset has. */
  added: number;
  /** Records that only the earlier dataset has. */
  removed: number;
  /** Records in both, with different content. */
  changed: number;
}

export interface DatasetFamily {
  /** The family of records. */
  family: string;
  /** The current dataset, then the previous one; empty if none is loaded. */
  versions: Dataset[];
}

export interface DenyAssistantRequest {
  /** As the address of the console's page has it. */
  request: string;
}

export interface DnsRecord {
  /** What the record is for. */
  record: "SPF" | "DKIM" | "DMARC";
  /** The record's name. */
  name: string;
  /** The text that it should have. */
  expected: string;
  /** `not checked` if DNS did not respond. */
  state: "ok" | "missing" | "differs" | "not checked";
  /** The text that it has; null if there is none. */
  found: string | null;
}

/** Where e-invoices are sent, as in Peppol. */
export interface ElectronicAddress {
  /** The code of the scheme in the list EAS: `EM` for an e-mail address, `9930` for a German VAT ID. */
  scheme: string;
  /** The ID in the scheme. Where its form is known, it is compared. */
  id: string;
}

export interface ExtendRequest {
  /** Added to the time at which it lapses. */
  days?: number | undefined;
}

export interface ForgotRequest {
  /** The email address, unique among users. Case is ignored. */
  email: string;
}

export interface FoundKey {
  /** The subscription's ID. */
  subscription_id: string;
  /** The user's ID. */
  user_id: string;
  /** The slot of the key, also if it was replaced. */
  slot: "primary" | "secondary" | "test";
}

export interface Grant {
  /** The id. */
  id: string;
  /** `period` comes with a period of the plan; `overage` is spent last and paid afterwards; `write_off` paid calls that no credits were left for. */
  source: "trial" | "grant" | "period" | "purchase" | "overage" | "write_off";
  /** The number of the period that brought it. */
  period: number | null;
  /** As granted. */
  credits: number;
  /** Credits that can still be spent. */
  left: number;
  /** Calls are assigned to grants in the order of this list. */
  spent: number;
  /** Credits that were not used in time. */
  expired: number;
  /** Credits that were removed by an operator, or by a lower cap. */
  removed: number;
  /** When its credits are added to the balance. */
  starts_at: string;
  /** Null if it does not expire. */
  expires_at: string | null;
  /** `waiting` before it starts; `closing` after its expiry, until all nodes have reported their calls. */
  state: "waiting" | "open" | "closing" | "closed";
}

export interface GrantRequest {
  /** Of those that expire together, trial credits are spent first, and bought ones last. */
  source?: "trial" | "grant" | "purchase" | undefined;
  /** The credits. */
  credits: number;
  /** Null if it does not expire. */
  expires_at?: string | null | undefined;
  /** For the ledger. */
  reason?: string | null | undefined;
}

export interface GroupedSpecifications {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The trim. */
    trim: string;
    /** The specifications by group; those without a group are next to the groups. `displacement_l` is in liters, `mpg` per US gallon, `msrp` in US dollars. */
    specs: Record<string, Record<string, string | number | boolean | null | string[]> | string | number | boolean | null | string[]>;
  };
}

export interface HeadlightAssembly {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The headlights that fit. */
    headlights: {
      /** Left or right. */
      position: string;
      /** The maker's part numbers. */
      oem_numbers: string[];
      /** The Partslink number. */
      partslink: string;
      /** The bulb's type. */
      bulb: {
        /** The bulb of the low beam. */
        low_beam: string;
        /** The bulb of the high beam. */
        high_beam: string;
      };
      /** The kind of light, such as halogen or LED. */
      technology: string;
    }[];
  };
}

export interface Identity {
  /** The id. */
  id: string;
  /** Who says that it is the user. */
  issuer: string;
  /** The provider's name; null if it is no longer set up. */
  provider: string | null;
  /** The address when it was linked. It identifies no one. */
  email: string | null;
  /** When the user linked it. */
  linked_at: string;
  /** When it last signed the user in; null if never. */
  last_used_at: string | null;
}

export interface Import {
  /** The import's id. */
  id: string;
  /** The family of records, or `vpic`. */
  family: string;
  /** The imported source, or `rollback`, `erase` or `demo`. */
  source: string;
  /** The name of the file or archive member. */
  input: string;
  /** `merge` keeps records whose keys are not in the input. */
  mode: "replace" | "merge";
  /** Whether everything was verified and nothing changed. */
  dry_run: boolean;
  /** `done` changed the dataset, unless it was a dry run; `failed` and `stopped` changed nothing. */
  state: "running" | "done" | "failed" | "stopped";
  /** Who started it: `operator`, `/users/{id}` or `command line`. */
  actor: string;
  /** The host and process that it runs in. */
  node: string;
  /** When it started. */
  started_at: string;
  /** When it ended; null while it runs. */
  ended_at: string | null;
  /** Progress; null before the first step. */
  progress: ImportProgress | null;
  /** Why it failed or was stopped; else null. */
  error: string | null;
  /** The rejected rows; null until it has ended. */
  rejects: {
    /** Rejected rows. */
    rows: number;
    /** Count by reason, the most frequent first. */
    by_reason: Record<string, number>;
    /** The first twenty of them. */
    first: ImportReject[];
  } | null;
  /** The result; null unless it is `done`. */
  summary: ImportSummary | null;
  /** The mapping of the import; absent if it had none. */
  mapping?: {
    /** The name of a ready-made mapping; else null. */
    name: string | null;
    /** Its text as it was sent; of a ready-made one as JSON. */
    text: string;
    /** SHA-256 of the text. */
    sha256: string;
  } | undefined;
  /** What a dry run shows of the file, as far as it was read. Null in lists, for other imports, and while it runs. */
  preview: ImportPreview | null;
  /** The result of an import of `vpic`. */
  vin_data?: VinDataSummary | undefined;
}

export interface ImportPreview {
  /** The format of the file. */
  format: "csv" | "ndjson" | "json" | "xlsx";
  /** The encoding of its text, for example `windows-1252`. */
  encoding: string;
  /** The delimiter of its columns; null if it has none. */
  delimiter: string | null;
  /** The workbook's sheet that was read; else null. */
  sheet: string | null;
  /** The workbook's sheets; else empty. */
  sheets: string[];
  /** The mapping that was applied; null if the file has documented names. */
  mapping: {
    /** The name of a ready-made mapping; else null. */
    name: string | null;
    /** What files it is for; null without a name. */
    title: string | null;
    /** Whether the dry run chose it; an import applies named ones only. */
    proposed: boolean;
    /** The mapping as JSON, for `mapping` of an import, edited or as it is. */
    text: string;
  } | null;
  /** The columns of the file. */
  columns: {
    /** The file's name of the column. */
    name: string;
    /** The documented column; null if it is left out. */
    as: string | null;
    /** How its numbers or dates are written; null if nothing had to be found. */
    form: string | null;
    /** The line that decided the form; null if none did. */
    decided_at: number | null;
    /** Its first three different values. */
    values: string[];
    /** Words for nothing by count, at most 20. */
    empty: Record<string, number>;
    /** Words that the mapping's `values` lack by count, at most 20. */
    unmapped: Record<string, number>;
  }[];
  /** Required columns for which the file has none. */
  required: string[];
  /** The first ten rows. */
  rows: ({
    /** The line of the file. */
    line: number;
    /** The row's values by the file's columns. */
    given: Record<string, string>;
    /** The record that it becomes; null if it is rejected or was not converted. */
    record: Record<string, unknown> | null;
    /** Why it is rejected; null if it is not. */
    reject: {
      /** The documented column; empty if the whole row is invalid. */
      column: string;
      /** The first characters of the value. */
      value: string;
      /** Why the row is rejected; follows the column's name. */
      reason: string;
    } | null;
  })[];
  /** What a person must decide, if a form mends the file's refusal; else null. */
  question: {
    /** The file's name of the column. */
    column: string;
    /** The documented column, whose `form` the mapping must name. */
    as: string;
    /** Why the file is refused. */
    reason: string;
    /** The lines that show it. */
    lines: number[];
    /** What each form makes of a value. */
    readings: {
      /** A form that can be named. */
      form: string;
      /** A value of the file. */
      example: string;
      /** What it is in this form. */
      read: string;
    }[];
  } | null;
}

export interface ImportProgress {
  /** The current stage. `wait` lasts while two other imports run; `compile` is of the decoder's data; the last one, `swap`, makes the records current. */
  stage: "receive" | "wait" | "read" | "compile" | "keep" | "verify" | "compare" | "fit" | "swap";
  /** Bytes of the input received or read so far. */
  bytes: number;
  /** Bytes of the input; null if unknown. */
  bytes_total: number | null;
  /** Rows read so far. */
  rows: number;
  /** Rows rejected so far. */
  rejects: number;
  /** Rows read per second. */
  rows_per_second: number;
  /** Seconds left at that rate; null if unknown. */
  seconds_left: number | null;
}

export interface ImportReject {
  /** The line of the input, from 1; a CSV file's header is line 1. */
  line: number;
  /** The column; empty if the whole row is invalid. */
  column: string;
  /** The first characters of the value. */
  value: string;
  /** Why the row was rejected; follows the column's name. */
  reason: string;
}

export interface ImportSummary {
  /** The dataset's name in responses. */
  name: string;
  /** The dataset's version in responses. */
  version: string;
  /** Records of the dataset. */
  rows: number;
  /** Rows of the input. */
  rows_read: number;
  /** Rows of the input that became records. */
  rows_accepted: number;
  /** In `merge`, records whose keys are not in the input. */
  rows_kept: number;
  /** Rows without use for the family, by reason. */
  passed_over: Record<string, number>;
  /** Warnings on accepted rows, by reason. */
  doubtful: Record<string, number>;
  /** SHA-256 of the file as it was sent. */
  input_sha256: string;
  /** The xxHash64 of the accepted rows, 16 hexadecimal digits. */
  rows_checksum: string;
  /** Seconds from the received file to the end. */
  seconds: number;
  /** Changes since the previous dataset; see also `GET /datasets/{family}/diff`. */
  changes: DatasetCounts;
}

export interface ImportedTransfers {
  /** Whether nothing was changed. */
  dry_run: boolean;
  /** As the file shows. */
  format: "camt.053" | "csv";
  /** The columns of a table. */
  columns: {
    /** As the file has it. */
    name: string;
    /** What is read from it; none if it is not read. */
    members: string[];
  }[];
  /** With `dry_run`: what must be said before lines can be read; null if they were read. */
  question: {
    /** The parameter that answers it. */
    needs: "map" | "dates" | "decimals" | "currency";
    /** What the file does not show. */
    text: string;
  } | null;
  /** Lines by their outcome. */
  counts: {
    /** Received on the payment that they name. */
    matched: number;
    /** Unmatched, with proposals; or a refund that was paid out and is open. */
    proposed: number;
    /** Unmatched, without one. */
    unknown: number;
    /** Recorded before. */
    known: number;
    /** Paid out and no refund, or not booked. */
    ignored: number;
  };
  /** All lines of the file, in its order. */
  lines: ({
    /** The line of a table, or the number of an entry of a statement. */
    line: number;
    /** `matched` with the payment whose reference it has. `proposed`: payments, or a refund that it has paid out, are likely. `unknown`: none is. `known`: it is recorded already. `ignored`: it is no money that was received. */
    outcome: "matched" | "proposed" | "unknown" | "known" | "ignored";
    /** Why it is not matched, or not recorded. `less`, `more`, `currency`, `paid`, `not_open`: what is due of the payment that it names is another sum. `recorded_by_hand`: an operator has recorded this money on the payment. `refund`, `refund_sent`: it has paid out a refund by transfer that is open, or was noted as sent. `other_format`: account, day, amount and text are those of a line that was imported in another format, which `transfer_id` names. */
    note: "debit" | "pending" | "reversal" | "recorded" | "recorded_by_hand" | "repeated" | "named_twice" | "no_details" | "several" | "paid" | "not_open" | "currency" | "less" | "more" | "refund" | "refund_sent" | "other_format" | null;
    /** When it was booked. */
    day: string;
    /** In minor units; below 0 for what was paid out. */
    minor: number;
    /** The code of ISO 4217. */
    currency: string;
    /** What the payer wrote. */
    reference: string;
    /** As the bank names it. */
    sender: string;
    /** The payment that it pays; null without one. */
    payment_id: string | null;
    /** Its transfer; null if none is recorded. */
    transfer_id: string | null;
    /** Of one that was imported in another format: its line in that file; null if it is not known. */
    other_line: number | null;
    /** The refund by transfer that it has paid out, for `POST /payments/refunds/{id}/sent` if its note is `refund`; null without one. */
    refund_id: string | null;
    /** The payments that it may be for, the likeliest first. */
    proposals: TransferProposal[];
  })[];
  /** Lines that cannot be read. */
  refused: {
    /** As in `lines`. */
    line: number;
    /** Why it cannot be read. */
    reason: string;
  }[];
}

export interface Inbox {
  /** The time of reading, by the clock of the responding node. */
  read_at: string;
  /** The number of rows. */
  total: number;
  /** How many of them are `today`. */
  today: number;
  /** How many rows each entry of the console has; their sum is `total`. */
  counts: {
    /** Rows of the entry customers. */
    customers: number;
    /** Rows of the entry plans. */
    plans: number;
    /** Rows of the entry money. */
    money: number;
    /** Rows of the entry calls. */
    calls: number;
    /** Rows of the entry apis. */
    apis: number;
    /** Rows of the entry data. */
    data: number;
    /** Rows of the entry settings. */
    settings: number;
  };
  /** What needs a person, the most urgent first. */
  rows: InboxRow[];
  /** The names of checks that could not be read: their rows are missing. The log has the reason. */
  unread: string[];
  /** What is put off, and does not count. */
  put_off: {
    /** The row, which counts again from `until` on, or when it is no longer `later`. */
    row: InboxRow;
    /** Until when it is put off. */
    until: string;
    /** Who put it off, as in the audit log. */
    by: string;
    /** The user's name; null for others and for deleted users. */
    by_name: string | null;
    /** Why. */
    reason: string;
  }[];
  /** What went within seven days, the latest first; at most a hundred. */
  closed: {
    /** The ID that the row had. */
    id: string;
    /** What it is about. */
    kind: "approval" | "account" | "customer_webhook" | "transfer" | "return" | "refund" | "unpaid" | "dispute" | "payment" | "errors" | "vendor" | "import" | "provider" | "webhook" | "mail" | "backup" | "proof" | "node" | "disk" | "certificate" | "check";
    /** The entry of the console that counts it. */
    entry: "customers" | "plans" | "money" | "calls" | "apis" | "data" | "settings";
    /** Which sentence `found` is. */
    code: string;
    /** What the sentence names, by its code; times are milliseconds UTC, sums minor units. */
    values: Record<string, string | number>;
    /** What is so, in English. */
    found: string;
    /** The path of its object; null if it had none. */
    object: string | null;
    /** When it was noticed. */
    opened_at: string;
    /** When it was noticed that its cause was gone. */
    closed_at: string;
    /** Who did it, as in the audit log; null if it went by itself. */
    by: string | null;
    /** The user's name; null for others and for deleted users. */
    by_name: string | null;
    /** The action in the audit log by which it went; null if there is none. */
    action: string | null;
  }[];
}

export interface InboxRow {
  /** The same as long as its cause is; the kind, if the row has several. */
  id: string;
  /** What it is about. */
  kind: "approval" | "account" | "customer_webhook" | "transfer" | "return" | "refund" | "unpaid" | "dispute" | "payment" | "errors" | "vendor" | "import" | "provider" | "webhook" | "mail" | "backup" | "proof" | "node" | "disk" | "certificate" | "check";
  /** The entry of the console that counts it. */
  entry: "customers" | "plans" | "money" | "calls" | "apis" | "data" | "settings";
  /** `today`: callers are refused, customers wait, or its deadline is within a day. `week`: its deadline is within seven days, or it is a failure without one. `later`: the others. */
  band: "today" | "week" | "later";
  /** Which sentence `found` is, for programs and translations. */
  code: string;
  /** What the sentence names, by its code; times are milliseconds UTC, sums minor units. */
  values: Record<string, string | number>;
  /** What is so, in English. */
  found: string;
  /** What happens if it stays so, or what to do, in English. */
  consequence: string;
  /** Since when; null before it was noticed, within a minute. */
  since: string | null;
  /** When something is lost; null if no time is known. */
  deadline: string | null;
  /** The money that it is about; null if it is about none, or about several currencies. */
  cost: {
    /** The sum, in minor units. */
    minor: number;
    /** The code of ISO 4217. */
    currency: string;
  } | null;
  /** How many things it has: all of a kind of which there are more than five are one row. */
  count: number;
  /** The machine on which it was found; null if it is of the whole installation. */
  node: string | null;
  /** Its one action. */
  action: {
    /** What a person does about it. */
    code: string;
    /** The path of the object at which; null for a list. */
    object: string | null;
  };
  /** Only rows of `later` can be put off. */
  can_put_off: boolean;
}

export interface InstallationCheck {
  /** What was checked. */
  name: string;
  /** `warning`: it works, and should be changed. `fault`: something does not work, or will not. */
  state: "ok" | "warning" | "fault";
  /** What the check found. */
  found: string;
  /** What to do; null if there is nothing to do. */
  advice: string | null;
}

export interface KeyInUse {
  /** The slot of the key, also if it was replaced. */
  slot: "primary" | "secondary" | "test";
  /** When it was created. */
  created_at: string;
  /** When a replaced key stops working; null for the current keys. */
  expires_at: string | null;
  /** The minute in which a key of this slot was last used since this key was created; null if never. */
  last_used_at: string | null;
}

export interface KnownProblems {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** What owners reported to NHTSA, unproven. Null if no such data is loaded. */
    complaints: {
      /** The dataset and its day. */
      source: string;
      /** The file's names of the vehicle's line, the surest first. */
      matched_models: MatchedLine[];
      /** By name; one about several components counts once. */
      totals: {
        /** Its name of `matched_models`. */
        matched_model: string;
        /** How sure that name is. */
        match: "exact" | "close" | "model";
        /** The complaints. */
        complaint_count: number;
        /** Those that report a crash. */
        crash_count: number;
        /** Those that report a fire. */
        fire_count: number;
        /** The persons reported as injured. */
        injury_count: number;
        /** The persons reported as killed. */
        death_count: number;
        /** The day on which NHTSA received the first; null if unknown. */
        first_received: string | null;
        /** The day on which NHTSA received the last; null if unknown. */
        last_received: string | null;
      }[];
      /** By component, the most frequent first; one about several counts for each. */
      components: ({
        /** Its name of `matched_models`. */
        matched_model: string;
        /** How sure that name is. */
        match: "exact" | "close" | "model";
        /** NHTSA's component. */
        component: string;
        /** The complaints. */
        complaint_count: number;
        /** Those that report a crash. */
        crash_count: number;
        /** Those that report a fire. */
        fire_count: number;
        /** The persons reported as injured. */
        injury_count: number;
        /** The persons reported as killed. */
        death_count: number;
        /** The day on which NHTSA received the first; null if unknown. */
        first_received: string | null;
        /** The day on which NHTSA received the last; null if unknown. */
        last_received: string | null;
        /** The complaints received last. */
        examples: {
          /** The component with its parts. */
          component: string;
          /** Whether it reports a crash. */
          crash: boolean;
          /** Whether it reports a fire. */
          fire: boolean;
          /** The persons reported as injured. */
          injured: number;
          /** The persons reported as killed. */
          killed: number;
          /** A day; null if unknown. */
          incident_date: string | null;
          /** As it was reported; null if it was not. */
          mileage: number | null;
        }[];
      })[];
    } | null;
    /** NHTSA's investigations of defects. Null if no such data is loaded. */
    investigations: {
      /** The dataset and its day. */
      source: string;
      /** The file's names of the vehicle's line, the surest first. */
      matched_models: MatchedLine[];
      /** The investigations, the latest first. */
      investigations: {
        /** Its name of `matched_models`. */
        matched_model: string;
        /** How sure that name is. */
        match: "exact" | "close" | "model";
        /** NHTSA's number, for example PE20001. */
        investigation: string;
        /** What is investigated. */
        subject: string;
        /** The components concerned. */
        component: string;
        /** The maker. */
        manufacturer: string;
        /** What is known. */
        summary: string;
        /** A day; null if unknown. */
        opened: string | null;
        /** A day; null if unknown. */
        closed: string | null;
        /** The recall campaign that it led to; null without one. */
        campaign: string | null;
      }[];
    } | null;
    /** Documents of makers for dealers and owners. Null if no such data is loaded. */
    bulletins: {
      /** The dataset and its day. */
      source: string;
      /** The file's names of the vehicle's line, the surest first. */
      matched_models: MatchedLine[];
      /** The bulletins; the latest 100 are listed. */
      bulletin_count: number;
      /** The bulletins, the latest first. */
      bulletins: {
        /** Its name of `matched_models`. */
        matched_model: string;
        /** How sure that name is. */
        match: "exact" | "close" | "model";
        /** NHTSA's number, for example 10180001. */
        bulletin: string;
        /** The maker's number of the document. */
        document: string;
        /** For example Service Campaign. */
        type: string;
        /** The components concerned. */
        component: string;
        /** What it says, up to 1,000 characters. */
        summary: string;
        /** A day; null if unknown. */
        sent: string | null;
      }[];
    } | null;
  };
}

export interface LedgerCheck {
  /** `failed` if the check could not run; `error` gives the reason. */
  state: "running" | "agree" | "differ" | "failed";
  /** When the check started. */
  started_at: string;
  /** When it ended; null while it runs, and if its process ended. */
  ended_at: string | null;
  /** All comparisons of the check. */
  comparisons: {
    /** The two values that must be equal. */
    check: string;
    /** What has both values. */
    subjects: string;
    /** The number of pairs compared. */
    compared: number;
    /** The number of pairs that differ. */
    differing: number;
  }[];
  /** The mismatches and what to do about them; at most a hundred. */
  findings: string[];
  /** The reason for the failure; null if the check did not fail. */
  error: string | null;
}

export interface LedgerEntry {
  /** Null for charges. */
  id: string | null;
  /** For charges, the start of the last hour in which they were made, or the entry that precedes or follows them within that hour. */
  timestamp: string;
  /** `grant` when the subscription starts or an operator grants; `bump`, `adjust` and `set` by an operator; `renewal` when a period starts; `purchase` for bought credits; `expire` for credits that were not used in time; `write_off` for calls charged to credits of a lost node; `charge` for lookups. */
  kind: "grant" | "bump" | "adjust" | "set" | "renewal" | "purchase" | "expire" | "write_off" | "charge";
  /** The credits added; negative for credits removed or used. */
  change: number;
  /** The credits left after it; null while they were unlimited. */
  balance: number | null;
  /** The reason, for the ledger. */
  reason: string | null;
  /** Who made the entry. Only operators see it. */
  actor?: string | null | undefined;
}

export interface LicenseDecode {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The plate that was looked up. */
    intro: {
      /** The license plate. */
      license: string;
      /** The state, two letters. */
      state: string;
    };
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The trim. */
    trim: string;
    /** The kind of body. */
    body_type: string;
    /** The source's words where they differ from the VIN's; absent if none does. */
    as_listed?: {
      /** The source's model year. */
      year?: string | undefined;
      /** The source's make. */
      make?: string | undefined;
      /** The source's model. */
      model?: string | undefined;
      /** The source's trim. */
      trim?: string | undefined;
    } | undefined;
    /** What the register of the plate's country says; absent for U.S. plates. */
    registration?: {
      /** The kind of vehicle, in the register's words. */
      kind?: string | undefined;
      /** The EU's category, such as M1. */
      category?: string | undefined;
      /** The day of the first admission in any country, YYYY-MM-DD; its month, YYYY-MM, if that is all that is known. */
      first_admission?: string | undefined;
      /** The day of the first registration in the country, YYYY-MM-DD. */
      first_registration?: string | undefined;
      /** The year of production. */
      production_year?: number | undefined;
      /** The day on which the inspection expires, YYYY-MM-DD. */
      inspection_expires?: string | undefined;
      /** The day of the last inspection, YYYY-MM-DD. */
      last_inspection?: string | undefined;
      /** The mass in running order, kg. */
      mass_kg?: number | undefined;
      /** The unladen mass, kg. */
      unladen_mass_kg?: number | undefined;
      /** The most mass that is allowed, kg. */
      gross_mass_kg?: number | undefined;
      /** The most mass of a trailer with brakes, kg. */
      towing_braked_kg?: number | undefined;
      /** The most mass of a trailer without brakes, kg. */
      towing_unbraked_kg?: number | undefined;
      /** The displacement, cm³. */
      displacement_cc?: number | undefined;
      /** The number of cylinders. */
      cylinders?: number | undefined;
      /** The power of the engine, kW. */
      power_kw?: number | undefined;
      /** The power of the electric motor, kW. */
      electric_power_kw?: number | undefined;
      /** The emission of CO2 in the older test (NEDC), g/km. */
      co2_g_km?: number | undefined;
      /** The emission of CO2 in the WLTP test, g/km. */
      co2_wltp_g_km?: number | undefined;
      /** The fuels, in the register's words, divided by a slash. */
      fuel?: string | undefined;
      /** The maker's code of the engine. */
      engine_code?: string | undefined;
      /** The number of doors. */
      doors?: number | undefined;
      /** The number of seats. */
      seats?: number | undefined;
      /** The color, in the register's words. */
      color?: string | undefined;
      /** The number of the EU's type approval. */
      type_approval?: string | undefined;
      /** The variant in the type approval. */
      type_variant?: string | undefined;
      /** The version in the type approval. */
      type_version?: string | undefined;
      /** The register's code of the model. */
      model_code?: string | undefined;
      /** The list price when the vehicle was new, EUR. */
      list_price_eur?: number | undefined;
      /** Whether a recall of the vehicle is open. */
      open_recall?: boolean | undefined;
      /** Whether the vehicle was exported. */
      exported?: boolean | undefined;
      /** The register's judgment of the odometer readings that it has: they rise (`logical`), or one is lower than an earlier one (`illogical`); `none` if it does not judge. */
      odometer_judgment?: "logical" | "illogical" | "none" | undefined;
      /** The judgment in the register's words. */
      odometer_judgment_as_listed?: string | undefined;
      /** The register's code of the reason, such as RDW's 04. */
      odometer_judgment_code?: string | undefined;
      /** The year of the register's last reading of the odometer. */
      odometer_last_year?: number | undefined;
      /** The number of the frame, if it is no VIN. */
      chassis_number?: string | undefined;
    } | undefined;
    [name: string]: unknown;
  };
}

export interface LienLookup {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The liens on record; a VIN without any may still have one. */
    liens: {
      /** The lienholder. */
      lienholder: string;
      /** The state, two letters. */
      state: string;
      /** The day on which the lien was filed, YYYY-MM-DD. */
      filed_at: string;
      /** The day on which it was released, YYYY-MM-DD; empty before. */
      released_at: string;
      /** `active`, `released`, or the register's own word. */
      status: string;
    }[];
    /** The last day that the data cover, YYYY-MM-DD. */
    as_of: string;
    /** The source's words where they differ from the VIN's; absent if none does. */
    as_listed?: {
      /** The source's model year. */
      year?: string | undefined;
      /** The source's make. */
      make?: string | undefined;
      /** The source's model. */
      model?: string | undefined;
      /** The source's trim. */
      trim?: string | undefined;
    } | undefined;
  };
}

export interface ListedStatement {
  /** The month, in UTC. */
  month: string;
  /** `final` once the month has ended and all its days are proved; it never changes then. */
  state: "final" | "provisional";
  /** The calls of the proved days, free ones too. */
  calls: number;
  /** The credits of these calls. */
  credits: number;
}

export interface LostCharge {
  /** The charge, by the provider's own ID. */
  provider_ref: string;
  /** The payment that it was made for, which is lost. */
  payment_id: string;
  /** Null if the charge does not name it. */
  subscription_id: string | null;
  /** What it paid for: `renewal`, `overage`, `plan`, `package`, `automatic`. */
  kind: string | null;
  /** The number of the period; null for what has none. */
  period: number | null;
  /** What the charge is of, in minor units. */
  minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** What was returned of it. */
  refunded_minor: number;
  /** Null if it was never disputed. */
  dispute: "inquiry" | "open" | "won" | "lost" | null;
  /** By the provider's clock. */
  charged_at: string;
  /** False while it is being debited. */
  has_arrived: boolean;
  /** `kept`: the payment of its period gets it in place of another charge. */
  state: "undecided" | "kept" | "matched" | "returned";
}

export interface Mail {
  /** Also the local part of its Message-ID. */
  id: string;
  /** The kind, as `GET /mails/texts` lists it. */
  kind: string;
  /** Whose mail it is; null if it is no account's. */
  user_id: string | null;
  /** Where it is sent. */
  address: string;
  /** `deferred` mails are tried again; `failed` ones are not. */
  state: "pending" | "deferred" | "sent" | "failed";
  /** Attempts so far. */
  attempts: number;
  /** What the mail server said last, or why there was no response. */
  response: string | null;
  /** When it is sent; null if it was sent or has failed. */
  due_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When the mail server took it; null if it has not. */
  sent_at: string | null;
}

export interface MailPreview {
  /** The sender; empty if the service sends no mail. */
  from: string;
  /** The subject. */
  subject: string;
  /** The mail as plain text. */
  text: string;
  /** The mail as HTML. */
  html: string;
  /** The names of attached files. */
  files: string[];
}

export interface MailState {
  /** Null if the service sends no mail. */
  sender: {
    /** The name. */
    name: string;
    /** The address in `From`. */
    address: string;
  } | null;
  /** Mails that are to be sent, deferred ones included. */
  waiting: number;
  /** Mails that the server did not take yet. */
  deferred: number;
  /** How long the oldest mail that is due has waited. */
  oldest_due_seconds: number;
  /** What waits, by kind. */
  queue: {
    /** The kind of the mails. */
    kind: string;
    /** How many are to be sent. */
    waiting: number;
    /** When the first of them is due. */
    oldest_due_at: string;
  }[];
  /** Mails of this calendar month, UTC, that were sent. */
  sent_this_month: number;
  /** Those of them that the server took at the first attempt. */
  sent_at_first_attempt: number;
  /** Addresses that refuse mail. */
  marked_count: number;
  /** Addresses that refuse mail, the latest 100. */
  marked: {
    /** The address. */
    address: string;
    /** What the mail server responded. */
    response: string;
    /** When it refused the address. */
    refused_at: string;
    /** Whose address it is; null if it is no account's. */
    user_id: string | null;
  }[];
}

export interface MailText {
  /** The kind's ID. */
  kind: string;
  /** What the mail is about. */
  title: string;
  /** Who receives it. */
  to: "customer" | "operators";
  /** As edited; otherwise of the sample. */
  subject: string;
  /** The text before the details. Paragraphs are separated by empty lines. */
  intro: string;
  /** Whether an operator has changed the text. */
  edited: boolean;
  /** The language that has this edited text; null if it is that of all languages, or the default. */
  language: "en" | "de" | "es" | null;
  /** Names that an edited text can contain in braces. */
  placeholders: string[];
}

export interface MailTextRequest {
  /** The subject, also the heading. */
  subject: string;
  /** The text before the details. */
  intro: string;
}

export interface MappingSample {
  /** The lookup that the answer is for. */
  lookup: string;
  /** What the sample declares. */
  is: "record" | "not_found" | "failure";
  /** How the mapping reads it. */
  outcome: "record" | "not_found" | "failure" | "outside";
  /** Whether outcome and data are as the sample declares. */
  as_declared: boolean;
  /** The vendor's body. */
  original: unknown;
  /** The `data` of the answer; null without a record. */
  data: unknown;
  /** What of the answer is outside the mapping. */
  faults: {
    /** The column or the member of the mapping. */
    path: string;
    /** The reason, for the ledger. */
    reason: string;
  }[];
  /** What each column found, and how it was read. */
  columns: {
    /** Which record, from 0. */
    record: number;
    /** The documented column. */
    column: string;
    /** The expression; null for a fixed value. */
    path: string | null;
    /** The value in the vendor's body; null if it has none. */
    found: unknown;
    /** What the column makes of it. */
    read: unknown;
  }[];
  /** Members of the records that no expression reads. */
  unread: string[];
}

export interface MarketValuation {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN that was valued; empty without one. */
    intro: {
      /** The VIN. */
      vin: string;
    };
    /** What the vehicle is. */
    basic: {
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** The model year, four digits. */
      year: string;
      /** The trim. */
      trim: string;
      /** The mileage that the values are for; the nearest possible one if what was given is too far from the sales. */
      mileage: string;
      /** The state, two letters. */
      state: string;
    };
    /** What the vehicle is worth. */
    market_value: {
      /** The values by trim. */
      market_value_data: {
        /** The trim. */
        trim: string;
        /** The values by condition. */
        "market value": {
          /** The condition of the vehicle. */
          Condition: "Outstanding" | "Clean" | "Average" | "Rough";
          /** What a dealer pays for it. */
          "Trade-In": string;
          /** The price from a private seller. */
          "Private Party": string;
          /** The price at a dealer. */
          "Dealer Retail": string;
        }[];
      }[];
    };
    /** The spread of the sales that the values are based on. */
    statistics: {
      /** The number of sales compared. */
      comparables: number;
      /** The price below which 15 % of such vehicles are expected to sell. */
      p15: number;
      /** The price below which half of them are. */
      p50: number;
      /** The price below which 85 % of them are. */
      p85: number;
      /** The median mileage of the sales. */
      mileage_median: number;
      /** The last day that the data cover. */
      as_of: string;
      /** How reliable the values are. */
      confidence: string;
      /** The mileage that the values are for. */
      mileage_used?: number | undefined;
      /** `fitted`: age, mileage and range were fitted to this dataset's sales. `defaults`: its sales are too few, and documented constants were used. */
      method?: "fitted" | "defaults" | undefined;
      /** The share of sales, kept out of the fit, whose price lay between p15 and p85 of such values; null if not measured. The ranges are made for 0.7. */
      coverage?: number | null | undefined;
      /** The number of sales that `coverage` was measured on. */
      coverage_n?: number | undefined;
      /** The median distance of p50 from the price of those sales, as a share of the price; null if not measured. */
      error_median?: number | null | undefined;
      /** The newest of the sales compared, at most 40, as they were recorded; outliers and those of unknown mileage are left out. */
      sales?: {
        /** The model year, four digits. */
        year: string;
        /** The mileage when it was sold. */
        mileage: number;
        /** The price, as it was recorded. */
        price: number;
        [name: string]: unknown;
      }[] | undefined;
      [name: string]: unknown;
    };
  };
}

export interface MatchLostChargeRequest {
  /** A payment of the same sum for which no money has arrived. */
  payment_id?: string | undefined;
  /** Gets what the charge paid for: its period, or the package of this price. Name this or `payment_id`. */
  subscription_id?: string | undefined;
}

export interface MatchRequest {
  /** An open payment. One of a period, or of its use, can be by card unless the card is being charged. */
  payment_id: string;
}

export interface MatchedLine {
  /** The make. */
  make: string;
  /** The model. */
  model: string;
  /** How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model). */
  match: "exact" | "close" | "model";
  /** Why records of the name may not concern the vehicle; `""` if its line is certain. */
  note: string;
}

export interface MetricsResponse {
  /** The entries of this page. */
  items: {
    /** The API's ID. */
    api_id: string;
    /** The API's name. */
    api_name: string;
    /** Calls with status 2xx or 304. */
    call_count_success: number;
    /** Calls with status 401, 402, 403 or 429. */
    call_count_blocked: number;
    /** Calls with status 400, 422 or 5xx. */
    call_count_failed: number;
    /** Calls with status 404 or any other. */
    call_count_other: number;
    /** The number of calls. */
    call_count_total: number;
    /** The credits charged. */
    credits: number;
    /** The size of the response bodies before they are compressed, in bytes. */
    bandwidth: number;
    /** Calls that repeated a charged one, free. */
    cache_hit_count: number;
    /** Always 0. */
    cache_miss_count: number;
    /** Milliseconds. */
    api_time_avg: number;
    /** Milliseconds. */
    api_time_min: number;
    /** Milliseconds. */
    api_time_max: number;
    /** Milliseconds. */
    service_time_avg: number;
    /** Milliseconds. */
    service_time_min: number;
    /** Milliseconds. */
    service_time_max: number;
    /** The failed calls with a 5xx status. Older calls, from before this was recorded, are not included. */
    call_count_fault: number;
  }[];
  /** The number of this page. */
  page: number;
  /** Entries per page. */
  page_size: number;
  /** The number of entries on all pages. */
  total: number;
  /** The start of the time range, inclusive. */
  timestamp_ge: string;
  /** The end of the time range, inclusive. */
  timestamp_le: string;
}

export interface MissingLetters {
  /** Each letter once. Empty: papers show the whole text. */
  missing: string[];
}

export interface MoneyLine {
  /** Of the object that its kind names; of a period, its subscription and number. */
  id: string;
  /** `period`: one that no payment is requested for. `transfer`, `return`: money that no payment has. `correction`: a credit note, or an invoice that takes one back. */
  kind: "payment" | "period" | "transfer" | "return" | "refund" | "correction";
  /** `ended`: nothing is owed, and nothing was paid. */
  state: "problem" | "due" | "paid" | "refunded" | "ended";
  /** Why it is in its state. */
  detail: "not_matched" | "not_here" | "disputed" | "inquiry" | "decision" | "declined" | "card_pending" | "debited" | "planned" | "by_transfer" | "late" | "unpaid" | "paid" | "returned" | "to_send" | "sent" | "taken_back" | "cancelled";
  /** When it lapses, starts or was sent; null if it has no such time. */
  until: string | null;
  /** What an operator can do with it next; null for nothing. */
  action: "record" | "match" | "sent" | "answer" | "ask" | "decide" | "close" | "settle" | null;
  /** Whether an operator must do something. */
  needs_action: boolean;
  /** When it was paid, issued or received; of what is due, when it was ordered. */
  at: string;
  /** Of its invoice or credit note; null without one. */
  number: string | null;
  /** Of its payment; of a transfer, what its payer wrote. */
  reference: string;
  /** The user who pays; null if it is not known. */
  account_id: string | null;
  /** The user's name, or the sender's; empty if it is not known. */
  customer: string;
  /** In the billing details. */
  company: string | null;
  /** What is paid for. */
  description: string;
  /** In minor units, with tax: what is due, received or, below zero, returned. Of a `period`, without tax. */
  minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** For example Visa ending 4242; null until known. */
  method: string | null;
  /** What an operator must decide; null for nothing. */
  problem: string | null;
  /** Its payment; null without one. */
  payment_id: string | null;
  /** Its invoice or credit note; null without one. */
  paper_id: string | null;
  /** The number of the invoice that it corrects. */
  corrects: string | null;
}

export type MoneySums = {
  /** The state of the lines. */
  state: "problem" | "due" | "paid" | "refunded" | "ended";
  /** The code of ISO 4217. */
  currency: string;
  /** How many lines. */
  lines: number;
  /** Their sum in minor units; of what was returned, below zero. */
  minor: number;
  /** How many of them an operator must do something about. */
  needs_action: number;
}[];

export interface MonthRevenue {
  /** In UTC. */
  month: string;
  /** The code of ISO 4217. */
  currency: string;
  /** Of the invoices issued in it, net, in minor units. */
  invoiced_minor: number;
  /** Of the credit notes issued in it, net. */
  credited_minor: number;
  /** Of what was supplied in it, net. A credit note counts from its month on. */
  recognized_minor: number;
  /** At its end: invoiced and not supplied yet, net. */
  deferred_minor: number;
  /** At its end: supplied and not invoiced yet, net. */
  accrued_minor: number;
}

export interface MotorcycleDecode {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN that was decoded. */
    intro: {
      /** The VIN. */
      vin: string;
    };
    /** What the vehicle is. */
    basic: {
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** The model year, four digits. */
      year: string;
      /** The trim. */
      trim: string;
      /** The kind of body. */
      body_type: string;
      /** The kind of vehicle, as vPIC names it. */
      vehicle_type: string;
      /** The number of doors. */
      doors: string;
      /** The size class. */
      vehicle_size: string;
      /** The number of seats. */
      seating_capacity: string;
    };
    /** The engine. */
    engine: {
      /** The number of cylinders. */
      cylinders: string;
      /** The displacement in liters. */
      engine_size: string;
      /** The engine's model or type. */
      engine_description: string;
      /** The displacement in cubic centimeters. */
      engine_capacity: string;
      /** How the cylinders are arranged. */
      engine_configuration: string;
      /** The kind of electric drive, empty for none or unknown. */
      electrification_level: string;
    };
    /** Who made the vehicle. */
    manufacturer: {
      /** Who made the vehicle. */
      manufacturer: string;
      /** The region of the maker. */
      region: string;
      /** The country. */
      country: string;
      /** The city of the plant. */
      plant_city: string;
      /** The country of the plant. */
      plant_country: string;
    };
    /** The transmission. */
    transmission: {
      /** The kind of transmission. */
      transmission_style: string;
    };
    /** Seat belts and airbags. */
    restraint: {
      /** Seat belts and airbags in words. */
      others: string;
    };
    /** Weights. */
    dimensions: {
      /** The gross vehicle weight rating. */
      gvwr: string;
    };
    /** The driven wheels. */
    drivetrain: {
      /** The driven wheels. */
      drive_type: string;
    };
    /** The fuel. */
    fuel: {
      /** The main fuel. */
      fuel_type: string;
      /** The second fuel, if there is one. */
      secondary_fuel_type: string;
    };
    /** Absent without a VIN. */
    check?: {
      /** Whether the VIN has no error. */
      valid: boolean;
      /** The check digit in the VIN. */
      check_digit: string;
      /** The check digit that the other characters call for. */
      expected: string;
      /** Warnings about the VIN or its decoding, in words. */
      warnings: string[];
    } | undefined;
    /** Absent without a VIN. */
    derived?: {
      /** The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`. */
      field: string;
      /** The derived value. */
      value: string;
      /** The rule by which it was derived. */
      rule: string;
      /** The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's. */
      source?: string | undefined;
    }[] | undefined;
    /** The displacement in cubic centimeters. */
    displacement_cc: string;
    /** Two or four strokes. */
    engine_cycles: string;
    /** The kind of chassis. */
    chassis: string;
    /** The kind of suspension. */
    suspension: string;
    /** Without a VIN: says that only what all of the model share is shown. */
    note?: string | undefined;
    [name: string]: unknown;
  };
}

export interface NewOrganizationInvitation {
  /** The id. */
  id: string;
  /** The address that accepts it. */
  email: string;
  /** What the member will be able to do, as `GET /roles` lists it. */
  role: "owner" | "developer" | "billing";
  /** Who invited, as the audit log names it. */
  invited_by: string;
  /** When it was created. */
  created_at: string;
  /** 7 days after it was made or renewed. */
  expires_at: string;
  /** To hand over to the invited person. It is shown once, and useless to any other account. */
  invitation_token: string;
  /** Whether it was mailed. It is not if the service sends no mail, if the inviter's own address is not confirmed, or if the address has been sent as many mails as others may cause. */
  sent: boolean;
}

export interface NumberGap {
  /** The first number that no paper has. */
  first: string;
  /** The last one. */
  last: string;
  /** Why they were left out, as a sentence without a full stop. */
  reason: string;
  /** When they were left out. */
  at: string;
}

export interface Odometer {
  /** The gravest finding; `register_judgment` if a register judges `illogical`. `consistent` if the counted readings fit; null if there are fewer than two. */
  flag: "rollback" | "register_judgment" | "unclear" | "unit_mixup" | "corrected_entry" | "consistent" | null;
  /** The readings by date, the lower of a day first, undated ones last. */
  readings: {
    /** The day of the record; null if unknown. */
    date: string | null;
    /** What was recorded, in `unit`; null if there is only a remark. */
    value: number | null;
    /** The unit as the record has it. */
    unit: "km" | "mi";
    /** The value in kilometers, as stated. */
    km: number | null;
    /** `counted` readings are compared. `exempt`, `not_actual` and `replaced` are remarks of the record; `undated` has no place in the order, and `future` is dated after today (UTC). */
    status: "counted" | "exempt" | "not_actual" | "replaced" | "undated" | "future";
    /** What it was recorded at. */
    sources: ("auction" | "inspection" | "sale")[];
    /** What does not fit; null if it fits. */
    finding: OdometerFinding | null;
  }[];
  /** A register's judgment; null without one. */
  judgment: {
    /** The register's country, three letters. */
    register: string;
    /** What the register judges of the readings that it has; null if unknown. */
    judgment: "logical" | "illogical" | "none" | null;
    /** The judgment in the register's words. */
    as_listed: string | null;
    /** The register's code of the reason. */
    code: string | null;
    /** The year of its last reading. */
    last_year: number | null;
  } | null;
}

export interface OdometerFinding {
  /** `rollback`: 2,000 km or more below an earlier one. `unit_mixup`: fits in the other unit. `corrected_entry`: a single wrong entry. `unclear`: a rollback, a mix-up or a wrong entry, and no reading decides. */
  flag: "rollback" | "unclear" | "unit_mixup" | "corrected_entry";
  /** The place in `readings` of the reading that it does not fit to. */
  against: number;
  /** How many kilometers it is below that one; above it if negative. */
  below_km: number;
}

export interface OemParts {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The trim. */
    trim: string;
    /** The category of parts. */
    category: string;
    /** The subcategory of parts. */
    subcategory: string;
    /** The parts of the category. */
    parts: {
      /** The maker's part number. */
      part_number: string;
      /** The part's name. */
      name: string;
      /** What the part is. */
      description: string;
      /** How many a vehicle has. */
      quantity: string;
      /** The suggested retail price in US dollars. */
      msrp: string;
      /** The part number that replaces this one. */
      superseded_by: string;
      /** The address of a drawing. */
      diagram: string;
      /** Remarks. */
      notes: string;
    }[];
  };
}

export interface OemVinDecode {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN that was decoded. */
    intro: {
      /** The VIN. */
      vin: string;
    };
    /** What the vehicle is. */
    basic: {
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** The model year, four digits. */
      year: string;
      /** The trim. */
      trim: string;
      /** The kind of body. */
      body_type: string;
      /** The kind of vehicle, as vPIC names it. */
      vehicle_type: string;
      /** The number of doors. */
      doors: string;
      /** The size class. */
      vehicle_size: string;
      /** The number of seats. */
      seating_capacity: string;
    };
    /** The engine. */
    engine: {
      /** The number of cylinders. */
      cylinders: string;
      /** The displacement in liters. */
      engine_size: string;
      /** The engine's model or type. */
      engine_description: string;
      /** The displacement in cubic centimeters. */
      engine_capacity: string;
      /** How the cylinders are arranged. */
      engine_configuration: string;
      /** The kind of electric drive, empty for none or unknown. */
      electrification_level: string;
    };
    /** Who made the vehicle. */
    manufacturer: {
      /** Who made the vehicle. */
      manufacturer: string;
      /** The region of the maker. */
      region: string;
      /** The country. */
      country: string;
      /** The city of the plant. */
      plant_city: string;
      /** The country of the plant. */
      plant_country: string;
    };
    /** The transmission. */
    transmission: {
      /** The kind of transmission. */
      transmission_style: string;
    };
    /** Seat belts and airbags. */
    restraint: {
      /** Seat belts and airbags in words. */
      others: string;
    };
    /** Weights. */
    dimensions: {
      /** The gross vehicle weight rating. */
      gvwr: string;
    };
    /** The driven wheels. */
    drivetrain: {
      /** The driven wheels. */
      drive_type: string;
    };
    /** The fuel. */
    fuel: {
      /** The main fuel. */
      fuel_type: string;
      /** The second fuel, if there is one. */
      secondary_fuel_type: string;
    };
    /** The check of the VIN. */
    check: {
      /** Whether the VIN has no error. */
      valid: boolean;
      /** The check digit in the VIN. */
      check_digit: string;
      /** The check digit that the other characters call for. */
      expected: string;
      /** Warnings about the VIN or its decoding, in words. */
      warnings: string[];
    };
    /** Values that no pattern states, each with its rule and its dataset. */
    derived: {
      /** The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`. */
      field: string;
      /** The derived value. */
      value: string;
      /** The rule by which it was derived. */
      rule: string;
      /** The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's. */
      source?: string | undefined;
    }[];
    /** The error codes that vPIC gives the VIN. */
    error_codes: number[] | "unknown";
    /** The part of the VIN that patterns describe: positions 4 to 8 and 10 to 17, without the serial number. */
    descriptor: string;
    /** Every element of vPIC that the VIN decides. */
    elements: {
      /** The element's number in vPIC. */
      element_id: number;
      /** The element's name. */
      name: string;
      /** The element's machine name. */
      code: string;
      /** The group of the element. */
      group: string;
      /** The element's value. */
      value: string;
      /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
      decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year";
      /** The pattern's number in vPIC. */
      pattern_id: number | null;
      /** The pattern's text. */
      key: string;
    }[];
    /** What each character of the VIN means. */
    positions: {
      /** The character's position, from 1. */
      position: number;
      /** The character. */
      character: string;
      /** The part of the VIN to which the character belongs. */
      part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial";
      /** What the character means, in words. */
      meaning: string;
      /** The elements of vPIC that it decides. */
      elements: string[];
    }[];
    /** What decided each element, and what each position means; present with `explain=true`. */
    explanation?: {
      /** What each character of the VIN means. */
      positions: {
        /** The character's position, from 1. */
        position: number;
        /** The character. */
        character: string;
        /** The part of the VIN to which the character belongs. */
        part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial";
        /** What the character means, in words. */
        meaning: string;
        /** The elements of vPIC that it decides. */
        elements: string[];
      }[];
      /** Every element of vPIC that the VIN decides. */
      elements: ({
        /** The element's number in vPIC. */
        element_id: number;
        /** The element's name. */
        name: string;
        /** The element's machine name. */
        code: string;
        /** The element's value. */
        value: string;
        /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
        decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | "derived";
        /** The pattern's number in vPIC. */
        pattern_id: number | null;
        /** The pattern's text. */
        key: string;
        /** The positions of the VIN that the pattern reads. */
        positions: number[];
        /** The rule by which it was derived. */
        rule: string;
        /** Values that other patterns of the same VIN state and that lost, best first. */
        alternatives: {
          /** The value that lost. */
          value: string;
          /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
          decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year";
          /** The pattern's number in vPIC. */
          pattern_id: number | null;
          /** The pattern's text. */
          key: string;
          /** Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year. */
          lost_by: "source" | "schema_year" | "order" | "model_year";
        }[];
      })[];
    } | undefined;
    /** The maker's own record of the vehicle; absent if none was imported. */
    build_sheet?: Record<string, unknown> | undefined;
    /** What registers of other countries have for such a VIN, as in /vehicle-types; only where vPIC has no model. */
    vehicle_types?: VehicleTypeSource[] | undefined;
  };
}

export interface Offer {
  /** The product's ID. */
  product_id: string;
  /** From 1. A published version never changes. */
  version: number;
  /** If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it. */
  on_sale: boolean;
  /** The same in all versions. */
  currency: string;
  /** The price in minor units, without tax: 9900 is €99.00 and ¥9,900. */
  price_minor: number;
  /** Months and years are calendar ones, from the day of purchase. */
  price_every: "once" | "month" | "year";
  /** Credits that are granted. */
  credits: number;
  /** Credits that are granted once do not expire. */
  credits_every: "once" | "month";
  /** How many periods unused credits stay after their own. */
  carry_over: number;
  /** The price beyond credits, in minor units per `overage_per` credits; null: none beyond. */
  overage_minor: number | null;
  /** The credits that `overage_minor` pays. */
  overage_per: number | null;
  /** The highest cap that a customer can set, in credits per period. */
  overage_cap_max: number | null;
  /** Credits on top, bought once. */
  packages: OfferPackage[];
  /** The days before another version applies to current subscriptions. */
  notice_days: number;
  /** Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them. */
  who_pays: "notice" | "new";
  /** Members of an account; null: no limit. */
  members_max: number | null;
  /** Whether customers can pay by invoice. */
  invoice_allowed: boolean;
  /** The credits that a connected assistant can spend per day at first; null: no limit. */
  connector_credits_per_day: number | null;
  /** When it was published. */
  published_at: string;
  /** The operator, as the audit log has it. Only operators see this member. */
  published_by?: string | undefined;
  /** In the list of versions: its subscriptions; null if the service does not keep them. */
  subscriptions?: number | null | undefined;
}

export interface OfferPackage {
  /** Unique in the offer. A purchase names it. */
  id: string;
  /** The credits. */
  credits: number;
  /** The price in minor units. */
  price_minor: number;
  /** The months until its credits expire. */
  months: number;
}

export interface OfferPreview {
  /** The periods, the first one first. */
  periods: {
    /** From 1. */
    number: number;
    /** The first day. */
    starts_on: string;
    /** The first day of the next period. */
    ends_on: string;
    /** A day ahead, the first immediately; null if nothing is charged. */
    charged_on: string | null;
    /** The price in minor units. */
    price_minor: number;
    /** Credits granted at the start. */
    credits: number;
    /** When these credits expire; null if they do not. */
    expire_on: string | null;
    /** Credits of the plan that were used. */
    used: number;
    /** Credits that expire unused at the end. */
    expired: number;
    /** Credits left at the end. */
    left: number;
    /** Credits that the plan's do not pay. */
    beyond: number;
    /** Their price with the highest cap; null if the offer has none beyond. */
    beyond_minor: number | null;
  }[];
  /** The prices of all periods. */
  price_minor: number;
  /** The prices beyond credits of all periods. */
  beyond_minor: number;
}

export interface OfferPreviewRequest {
  /** The terms to preview. */
  offer: OfferTerms;
  /** The day of purchase. */
  starts_on: string;
  /** The time zone of the account. */
  time_zone: string;
  /** Credits that each period uses. */
  credits_used: number;
}

export interface OfferRequest {
  /** If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it. */
  on_sale?: boolean | undefined;
  /** The same in all versions. */
  currency: string;
  /** The price in minor units, without tax: 9900 is €99.00 and ¥9,900. */
  price_minor: number;
  /** Months and years are calendar ones, from the day of purchase. */
  price_every: "once" | "month" | "year";
  /** Credits that are granted. */
  credits: number;
  /** Credits that are granted once do not expire. */
  credits_every: "once" | "month";
  /** How many periods unused credits stay after their own. */
  carry_over?: number | undefined;
  /** The price beyond credits, in minor units per `overage_per` credits; null: none beyond. */
  overage_minor?: number | null | undefined;
  /** The credits that `overage_minor` pays. */
  overage_per?: number | null | undefined;
  /** The highest cap that a customer can set, in credits per period. */
  overage_cap_max?: number | null | undefined;
  /** Credits on top, bought once. */
  packages?: OfferPackage[] | undefined;
  /** The days before another version applies to current subscriptions. */
  notice_days?: number | undefined;
  /** Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them. */
  who_pays?: "notice" | "new" | undefined;
  /** Members of an account; null: no limit. */
  members_max?: number | null | undefined;
  /** Whether customers can pay by invoice. */
  invoice_allowed?: boolean | undefined;
  /** The credits that a connected assistant can spend per day at first; null: no limit. */
  connector_credits_per_day?: number | null | undefined;
  /** Also publishes the product, in the same transaction. Its other members stay. */
  publish_product?: boolean | undefined;
}

export interface OfferTerms {
  /** If false, the offer is withdrawn: it is not on the price page, and no new subscription takes it. */
  on_sale?: boolean | undefined;
  /** The same in all versions. */
  currency: string;
  /** The price in minor units, without tax: 9900 is €99.00 and ¥9,900. */
  price_minor: number;
  /** Months and years are calendar ones, from the day of purchase. */
  price_every: "once" | "month" | "year";
  /** Credits that are granted. */
  credits: number;
  /** Credits that are granted once do not expire. */
  credits_every: "once" | "month";
  /** How many periods unused credits stay after their own. */
  carry_over?: number | undefined;
  /** The price beyond credits, in minor units per `overage_per` credits; null: none beyond. */
  overage_minor?: number | null | undefined;
  /** The credits that `overage_minor` pays. */
  overage_per?: number | null | undefined;
  /** The highest cap that a customer can set, in credits per period. */
  overage_cap_max?: number | null | undefined;
  /** Credits on top, bought once. */
  packages?: OfferPackage[] | undefined;
  /** The days before another version applies to current subscriptions. */
  notice_days?: number | undefined;
  /** Whom the version applies to: `notice`, new subscriptions, and current ones after `notice_days`; `new`, new subscriptions only. Current ones keep their version until they change their plan, or a later version applies to them. */
  who_pays?: "notice" | "new" | undefined;
  /** Members of an account; null: no limit. */
  members_max?: number | null | undefined;
  /** Whether customers can pay by invoice. */
  invoice_allowed?: boolean | undefined;
  /** The credits that a connected assistant can spend per day at first; null: no limit. */
  connector_credits_per_day?: number | null | undefined;
}

export interface OilLookup {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The engine, such as 2.4L L4. */
    engine: string;
    /** The oils that suit the engine. */
    oil_specs: {
      /** The SAE viscosity grade. */
      viscosity: string;
      /** The kind of oil. */
      oil_type: string;
      /** The oil for a change with a new filter. */
      capacity_with_filter: {
        /** In liters. */
        liters: string;
        /** In US quarts. */
        us_quarts: string;
      };
      /** The oil for a change without a new filter. */
      capacity_without_filter: {
        /** In liters. */
        liters: string;
        /** In US quarts. */
        us_quarts: string;
      };
      /** The temperatures that the oil is for. */
      temperature: string;
    }[];
    /** The oil filters that fit. */
    filters: {
      /** The brand. */
      brand: string;
      /** The maker's part number. */
      part_number: string;
    }[];
    /** The drain bolt. */
    drain_bolt: {
      /** The size of its socket in millimeters. */
      socket_size_mm: string;
      /** Its tightening torque in newton meters. */
      torque_nm: string;
    };
  };
}

export interface OpenRecalls {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The market whose campaigns are listed; only in answers for other markets than the U.S. */
    market?: "US" | "CA" | "GB" | "EU" | undefined;
    /** Who announces the market's recalls; only in answers for other markets than the U.S. */
    authority?: string | undefined;
    /** The number of recalls listed. */
    recall_count: number;
    /** The names under which the file of recalls has the vehicle's line, the surest first. */
    matched_models: {
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model). */
      match: "exact" | "close" | "model";
      /** Why campaigns of the name may not concern the vehicle; `""` if its line is certain. */
      note: string;
    }[];
    /** The recalls of the vehicle's line, and of the VIN if they are known. */
    recalls: {
      /** NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it. */
      nhtsa_campaign_number: string;
      /** The maker that recalls. */
      manufacturer: string;
      /** The component concerned. */
      component: string;
      /** The fault. */
      summary: string;
      /** What can happen. */
      consequence: string;
      /** What the maker does about it. */
      remedy: string;
      /** Remarks. */
      notes: string;
      /** The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign. */
      report_received_date: string;
      /** Whether the file says that the vehicle should not be driven. */
      park_it: boolean;
      /** Whether the file says that the vehicle should be parked outside. */
      park_outside: boolean;
      /** Whether the file says that an update over the air remedies it. */
      over_the_air_update: boolean;
      /** The market whose campaigns are listed; only in answers for other markets than the U.S. */
      market?: "US" | "CA" | "GB" | "EU" | undefined;
      /** Who announces the market's recalls; only in answers for other markets than the U.S. */
      authority?: string | undefined;
      /** The authority's number of the campaign; only in answers for other markets than the U.S. */
      campaign_number?: string | undefined;
      /** The maker's own number of the campaign; only in answers for other markets than the U.S. */
      manufacturer_campaign_number?: string | undefined;
      /** How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S. */
      units_affected?: string | undefined;
      /** The authority's page of the campaign; only in answers for other markets than the U.S. */
      url?: string | undefined;
      /** The name of `matched_models` under which the file has the campaign. */
      matched_model: string;
      /** How sure that name is. */
      match: "exact" | "close" | "model";
      /** Whether this vehicle's recall is open, if a record says so. */
      recall_status: "open" | "completed" | "unknown";
    }[];
  };
}

export interface Operator {
  /** The ID of the user. */
  id: string;
  /** The name. */
  name: string;
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** What the operator may do, as `GET /roles` lists it. */
  operator_role: "owner" | "support" | "billing" | "data";
  /** Blocked operators cannot sign in. */
  state: "active" | "blocked" | "pending" | "deleted";
  /** `passkey` if there is one, `app_code` if sign-in needs a code of an app; null if neither. */
  second_factor: "passkey" | "app_code" | null;
  /** When a session or an access token was last used, accurate to a minute; null if none is left. */
  last_active_at: string | null;
}

export interface OperatorAccess {
  /** The id. */
  id: string;
  /** When it happened. */
  timestamp: string;
  /** Null for the operator token, and for operators whose account is deleted. */
  operator_name: string | null;
  /** What the operator may do now; null for the operator token. */
  operator_role: "owner" | "support" | "billing" | "data" | null;
  /** Resource and verb as in the audit log, such as `user.visit`. */
  action: string;
  /** The path of what was viewed or changed. */
  object: string;
  /** Of a view of the account, of credits, and of a subscription's state; null without one. */
  reason: string | null;
}

export interface Organization {
  /** The id. */
  id: string;
  /** As on papers and in lists. */
  name: string;
  /** Where mails to the organization go. */
  contact_email: string;
  /** Whether mail reaches the contact address. */
  contact_confirmed: boolean;
  /** Members can act only for an `active` organization. */
  state: "active" | "blocked" | "pending" | "deleted";
  /** The number of members, owners included. */
  members: number;
  /** When it was created. */
  created_at: string;
}

export interface OrganizationInvitation {
  /** The id. */
  id: string;
  /** The address that accepts it. */
  email: string;
  /** What the member will be able to do, as `GET /roles` lists it. */
  role: "owner" | "developer" | "billing";
  /** Who invited, as the audit log names it. */
  invited_by: string;
  /** When it was created. */
  created_at: string;
  /** 7 days after it was made or renewed. */
  expires_at: string;
}

export interface OrganizationInvitationRequest {
  /** The address that the account of the invited person has, or will have. */
  email: string;
  /** What the member will be able to do, as `GET /roles` lists it. */
  role?: "owner" | "developer" | "billing" | undefined;
}

export interface OrganizationMember {
  /** The user's ID. */
  user_id: string;
  /** The name. */
  name: string;
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** What the member may do, as `GET /roles` lists it. */
  role: "owner" | "developer" | "billing";
  /** `passkey` if there is one, `app_code` if sign-in needs a code of an app; null if neither. */
  second_factor: "passkey" | "app_code" | null;
  /** When the user became a member. */
  joined_at: string;
  /** When a session or an access token of the member that acts for the organization was last used, accurate to a minute; null if none is left. */
  last_active_at: string | null;
}

export interface OrganizationMemberRequest {
  /** What the member may do, as `GET /roles` lists it. */
  role: "owner" | "developer" | "billing";
}

export interface OrganizationPatch {
  /** As on papers and in lists. */
  name?: string | undefined;
  /** Where mails to the organization go. No one signs in with it. Another address than one's own is sent a link that confirms it. */
  contact_email?: string | undefined;
}

export interface OrganizationRequest {
  /** As on papers and in lists. */
  name: string;
  /** Where mails to the organization go. No one signs in with it. Another address than one's own is sent a link that confirms it. */
  contact_email?: string | undefined;
}

export interface OverageRequest {
  /** Credits beyond those of the plan that a period can use at most; 0: none. */
  cap: number;
}

export interface Paper {
  /** The id. */
  id: string;
  /** What the paper is. */
  kind: "invoice" | "credit_note" | "statement";
  /** Unique. All papers of a year are numbered without gaps. */
  number: string;
  /** The buyer's account. */
  account_id: string;
  /** The code of ISO 4217. */
  currency: string;
  /** In minor units; of a credit note too, it is positive. */
  net_minor: number;
  /** In minor units; of a credit note too, it is positive. */
  tax_minor: number;
  /** In minor units; of a credit note too, it is positive. */
  gross_minor: number;
  /** The month of the supply, in UTC; of a credit note, that of its issue. */
  month: string;
  /** When it was issued. */
  issued_at: string;
  /** The ID of the invoice that it corrects: of a credit note, and of an invoice that takes a credit note back. */
  corrects: string | null;
}

export interface PaperForm {
  /** EN 16931 as CII, XRechnung 3 as CII and as UBL, and Peppol BIS Billing 3. */
  form: "en16931_cii" | "xrechnung_cii" | "xrechnung_ubl" | "peppol";
  /** What the paper lacks. Empty: it can be downloaded in this form. */
  missing: {
    /** The term of EN 16931. */
    term: string;
    /** In which part of a paper it is. */
    of: "seller" | "buyer" | "paper";
    /** The member of this part. */
    member: string;
    /** A sentence for people. */
    text: string;
  }[];
}

export interface Passkey {
  /** The id. */
  id: string;
  /** Given by the user. */
  name: string;
  /** When it was created. */
  created_at: string;
  /** Null if it was never used. */
  last_used_at: string | null;
}

export interface PasskeyPatch {
  /** By which the user knows the device. */
  name: string;
}

export interface PasskeyProof {
  /** The ID that the device gave the passkey. */
  id: string;
  /** What the device returned. */
  response: {
    /** What the browser says of the page that asked. */
    clientDataJSON: string;
    /** What the device says of itself and its user. */
    authenticatorData: string;
    /** Of both, by the passkey. */
    signature: string;
    /** The user for whom the device made the passkey. */
    userHandle?: string | null | undefined;
  };
}

export interface PasskeyProofRequest {
  /** What the browser returned. */
  response: PasskeyProof;
}

export interface PasskeyRegistration {
  /** The ID that the device gave the passkey. */
  id: string;
  /** What the device returned. */
  response: {
    /** What the browser says of the page that asked. */
    clientDataJSON: string;
    /** The public key. Attestations with certificates are refused. */
    attestationObject: string;
    /** How browsers reach the device, such as `internal`. */
    transports?: string[] | undefined;
  };
}

export interface PasskeyRequest {
  /** By which the user knows the device. */
  name: string;
  /** What the browser returned. */
  response: PasskeyRegistration;
}

export interface Payment {
  /** The id. */
  id: string;
  /** The user who pays. */
  account_id: string;
  /** The subscription's ID. */
  subscription_id: string;
  /** `plan`: a plan that begins with it. `renewal`: a period. `overage`: credits beyond a plan's, paid afterwards. */
  kind: "plan" | "renewal" | "package" | "automatic" | "overage";
  /** What it pays for. */
  description: string;
  /** The plan that it is bought for, or in. */
  product_id: string;
  /** The package; null if it pays for something else. */
  package_id: string | null;
  /** The number of the period; null without one. */
  period: number | null;
  /** `requested` until the provider has it, `pending` until the money has arrived. `reversed`: a dispute was lost. */
  state: "requested" | "pending" | "paid" | "failed" | "part_refunded" | "refunded" | "disputed" | "reversed" | "cancelled";
  /** Without tax, in minor units. */
  net_minor: number;
  /** What is paid, with tax, in minor units. */
  minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** What has arrived. */
  received_minor: number;
  /** What was returned. */
  refunded_minor: number;
  /** `manual`: by transfer, recorded by an operator. */
  provider: "manual" | "stripe";
  /** For example Visa ending 4242; null until known. */
  method: string | null;
  /** Since when it is being debited, which takes days: there is nothing to do. Null if it is not. */
  debit_at: string | null;
  /** Why the last attempt failed; null if none did. */
  failure: string | null;
  /** How often it was charged, or asked for. */
  attempts: number;
  /** When it is charged again; null if it is not. */
  next_attempt_at: string | null;
  /** What an operator must decide; null without a problem. */
  problem: string | null;
  /** `inquiry`: the bank asks, and has taken nothing. Null if it was never disputed. */
  dispute: "inquiry" | "open" | "won" | "lost" | null;
  /** Credits that it pays for. */
  credits: number;
  /** Removed by refunds and lost disputes. */
  credits_removed: number;
  /** Spent before a reversal, and not yet taken from later credits. */
  credits_owed: number;
  /** Not spendable while the payment is disputed. */
  credits_set_aside: number;
  /** Where a card is entered; null if there is no such page. */
  checkout_url: string | null;
  /** How it is paid by transfer; null for a card. */
  transfer: {
    /** What the payer writes with the transfer. */
    reference: string;
    /** The name of the account; null until the seller's data are entered. */
    recipient: string | null;
    /** Null if the seller has none. */
    iban: string | null;
    /** Null if the seller has none. */
    bic: string | null;
    /** What else is needed; null for nothing. */
    text: string | null;
  } | null;
  /** The invoice; null until it is issued. */
  paper_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When all of it had arrived; null before. */
  paid_at: string | null;
}

export interface PaymentProvider {
  /** The way of `GET /payments/settings`. */
  payments: "off" | "invoice" | "manual" | "stripe";
  /** Of the provider's key; null if it does not say. */
  mode: "live" | "test" | null;
  /** When the last signed event came. */
  heard_at: string | null;
  /** When events were read last, to find those that have not come. */
  read_at: string | null;
  /** Signed events of the last day that are of nothing this service has made. They change nothing. */
  unknown_events: number;
  /** Events with a wrong signature since the last right one. */
  refused_events: number;
  /** What an operator must change, at the provider or in the settings. */
  problems: {
    /** What it is, for programs. */
    code: string;
    /** What is wrong. */
    found: string;
    /** What to do. */
    advice: string;
    /** When it was found first. */
    since: string;
  }[];
}

export interface PaymentQuote {
  /** The subscription's ID. */
  subscription_id: string;
  /** As it was requested. */
  kind: "plan" | "package" | "renewal";
  /** What is bought. */
  text: string;
  /** The product's ID; null for a subscription without a product. */
  product_id: string;
  /** The version of the product's offer. */
  offer_version: number;
  /** The code of ISO 4217. */
  currency: string;
  /** Without tax. */
  net_minor: number;
  /** As an invoice of today would have it. */
  tax: {
    /** In hundredths of a percent: 1900 is 19 %. */
    rate: number;
    /** Of EN 16931: S, Z, E, AE, G or O. */
    category: string;
    /** Why; empty for the usual rate. */
    reason: string;
    /** The amount of the tax. */
    minor: number;
  };
  /** What is paid now, with tax. */
  minor: number;
  /** Credits that it pays for. */
  credits: number;
  /** When what is bought begins. */
  starts_at: string;
  /** When the credits expire; null if they do not. */
  expires_at: string | null;
  /** How it can be paid: `saved` is the saved card. */
  methods: ("saved" | "card" | "transfer")[];
  /** For example Visa ending 4242. */
  saved_method: string | null;
  /** Whether the account's billing details lack the country, the address or the city: until they are entered it cannot be paid, and the tax is that of the seller's country. */
  details_needed: boolean;
}

export interface PaymentRequest {
  /** The subscription's ID. */
  subscription_id: string;
  /** `plan`: another plan from now on. `package`: credits on top. `renewal`: a period that is not paid. */
  kind: "plan" | "package" | "renewal";
  /** Of a plan. */
  product_id?: string | undefined;
  /** Of a package of the subscription's plan. */
  package_id?: string | undefined;
  /** The number of the period. */
  period?: number | undefined;
  /** The sum that the caller saw, with tax; another one is refused with 409. */
  minor: number;
  /** That of the sum. */
  currency: string;
  /** `saved`: the saved card, charged immediately. `card`: on the page of `checkout_url`. */
  method: "saved" | "card" | "transfer";
}

export interface PaymentSettings {
  /** How what has a price is paid: not at all, by the operator's own invoices, by transfer, or by card too. */
  payments: "off" | "invoice" | "manual" | "stripe";
  /** `environment` if VINGATE_PAYMENTS is set, which wins; null if nothing was chosen yet. */
  chosen_by: "environment" | "operator" | null;
  /** What is not entered yet: nothing is sold by transfer or card without it. */
  missing: ("seller" | "taxes")[];
}

export interface PaymentSettingsRequest {
  /** Cards need VINGATE_PAYMENTS=stripe and a key. */
  payments: "off" | "invoice" | "manual";
}

export interface PlacedWatches {
  /** Lines read, empty ones and a header included. */
  lines: number;
  /** VINs that were not watched before. */
  added: number;
  /** VINs of which other families are watched now. */
  changed: number;
  /** VINs that are no longer watched. */
  removed: number;
  /** Lines without effect. */
  refused: number;
  /** The first 100 of them. */
  refusals: {
    /** The number of the line, counted from 1. */
    line: number;
    /** What the line has in place of a VIN, cut to 40 characters. */
    vin: string;
    /** The reason, for the ledger. */
    reason: string;
  }[];
  /** The VINs that are watched now. */
  total: number;
  /** The VINs that the plan allows. */
  limit: number;
}

export interface PlanRequest {
  /** The product to change to; null ends renewals. */
  product_id: string | null;
  /** `now` begins a period at its full price; credits that are left stay until they expire. */
  when: "now" | "period_end";
  /** The price that the caller saw. Required with a product. */
  price_minor?: number | undefined;
  /** Required with a product. */
  currency?: string | undefined;
  /** The version of the offer that the caller saw. Required with a product. */
  offer_version?: number | undefined;
}

export interface PlateDecode {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The plate that was looked up. */
    intro: {
      /** The license plate. */
      license: string;
      /** The state, two letters. */
      state: string;
    };
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The trim. */
    trim: string;
    /** The kind of body. */
    body_type: string;
    /** The source's words where they differ from the VIN's; absent if none does. */
    as_listed?: {
      /** The source's model year. */
      year?: string | undefined;
      /** The source's make. */
      make?: string | undefined;
      /** The source's model. */
      model?: string | undefined;
      /** The source's trim. */
      trim?: string | undefined;
    } | undefined;
    [name: string]: unknown;
  };
}

export interface Policy {
  /** The calls allowed per period, which begins with the first call. Further calls return 429 `rate_limited`. */
  rate_limit?: {
    /** The maximum number of calls per period. */
    calls: number;
    /** The length of the period in seconds. */
    renewal_period_s: number;
  } | undefined;
  /** The answered calls (200, 304 and 404) allowed per calendar day, week (from Monday) or month in UTC, or in total. Further calls return 429 `quota_exceeded`. */
  quota?: {
    /** The maximum number of calls per period. */
    calls?: number | undefined;
    /** The size of the responses in bytes, divided by 1024. */
    bandwidth_kb?: number | undefined;
    /** When the quota's next period begins, by the UTC calendar; `lifetime` is one period without end. */
    renewal: "day" | "week" | "month" | "lifetime";
  } | undefined;
  /** The credits of a call, if they differ from the operation's. */
  credit_cost?: {
    /** The credits that a lookup costs; 1 if it is left out. */
    default?: number | undefined;
    /** The credits that a selector or list operation costs; 0 if it is left out. */
    options?: number | undefined;
    /** The credits that a lookup of one API costs in place of `default`, by the API's id. */
    per_api?: Record<string, number> | undefined;
    /** The credits that one operation costs in place of all others, by its name in reports: `pets.listPets` of a registered API's document, or the operation's ID of a lookup. */
    per_operation?: Record<string, number> | undefined;
  } | undefined;
  /** `always` charges a 404 and a 304 like a found record. `valid` charges as `found`, and nothing for a VIN whose check digit is wrong, as `check.valid` of its decode says; many VINs of makers outside North America have none. `found` if it is left out. */
  charge_on?: "found" | "always" | "valid" | undefined;
  /** Addresses and CIDRs. `deny` takes precedence; if `allow` names any, all others are refused. */
  ip_filter?: {
    /** The IP addresses and networks that are allowed. */
    allow?: string[] | undefined;
    /** The IP addresses and networks that are blocked. */
    deny?: string[] | undefined;
  } | undefined;
  /** Seconds for which a successful response may be cached: by its caller (`Cache-Control`), and by this service for registered APIs. */
  cache?: {
    /** Seconds for which a successful response may be cached. */
    ttl_s: number;
  } | undefined;
  /** Whether keys may read coverage, which shows without a charge whether a lookup has an answer. Default: true. */
  coverage?: boolean | undefined;
  /** Whether each response to a lookup has a receipt, also without `Want-Receipt: 1`. Default: false. */
  receipts?: boolean | undefined;
  /** The VINs that each subscription may watch; 1000 if it is left out. */
  watches?: number | undefined;
  /** The origins whose scripts may call; default: all origins. Credentials mode is never allowed. */
  cors?: {
    /** The origins whose scripts may read responses; `*` for all. */
    origins: string[];
    /** The methods that these scripts may use. */
    methods?: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS")[] | undefined;
    /** Request headers that are allowed besides those of every lookup. */
    headers?: string[] | undefined;
  } | undefined;
}

export interface PolicyPreview {
  /** The product's ID; null for a subscription without a product. */
  product_id: string;
  /** The start of the replayed time range, inclusive. */
  timestamp_ge: string;
  /** The end of the replayed time range, inclusive. */
  timestamp_le: string;
  /** Whether every call of the time range was replayed. If false, calls after timestamp_le are missing. */
  complete: boolean;
  /** The replayed calls of the product that a policy applies to. */
  calls: number;
  /** Calls that the policy would have refused, by reason. */
  refused: {
    /** Calls from addresses that the policy blocks. */
    ip_not_allowed: number;
    /** Calls beyond the quota. */
    quota_exceeded: number;
    /** Calls beyond the rate limit. */
    rate_limited: number;
    /** Sum of the refusals above. */
    total: number;
  };
  /** Calls that were refused when they were made, by reason. */
  refused_as_recorded: {
    /** Calls from addresses that the policy blocks. */
    ip_not_allowed: number;
    /** Calls beyond the quota. */
    quota_exceeded: number;
    /** Calls beyond the rate limit. */
    rate_limited: number;
    /** Sum of the refusals above. */
    total: number;
  };
  /** Calls that were admitted and that this policy would refuse. */
  newly_refused: number;
  /** Calls that were refused and that this policy would admit. */
  newly_admitted: number;
  /** Credits charged for these calls. */
  credits_recorded: number;
  /** Credits that the calls admitted both times would have cost. */
  credits: number;
  /** The subscriptions with the most refusals, 20 at most. */
  subscriptions: {
    /** The subscription's ID. */
    subscription_id: string;
    /** The subscription's name. */
    display_name: string;
    /** The subscription's calls. */
    calls: number;
    /** Calls that the policy would have refused. */
    refused: number;
    /** Calls that were admitted and that the policy would refuse. */
    newly_refused: number;
  }[];
  /** Limits of this preview, one sentence each. */
  not_replayed: string[];
}

export interface PolicyPreviewRequest {
  /** The policy to preview. */
  policy: Policy;
}

export interface Pricing {
  /** The credits of a new account; null without a trial, or if unlimited. */
  trial_credits: number | null;
  /** Why nothing with a price is sold now; null if it is. Free plans are not concerned. */
  not_sold: string | null;
  /** Published products with an offer on sale, the cheapest first. */
  plans: {
    /** The product's ID. */
    product_id: string;
    /** The display name. */
    display_name: string;
    /** A description for readers. */
    description: string;
    /** Whether an operator approves each subscription. */
    approval_required: boolean;
    /** Its version on sale. */
    offer: Offer;
    /** Of its members, `rate_limit`, `quota`, `watches` and `charge_on`. */
    policy: Policy;
    /** The credits of a list of years, makes, models or the like. */
    list_credits: number;
    /** The APIs of the plan. */
    lookups: {
      /** The API's ID. */
      api: string;
      /** The API's name. */
      name: string;
      /** The credits of its cheapest lookup. */
      credits_min: number;
      /** The credits of its dearest lookup. */
      credits_max: number;
    }[];
  }[];
}

export interface Product {
  /** The id. */
  id: string;
  /** The display name. */
  display_name: string;
  /** A description for readers. */
  description: string;
  /** The terms of use, as text. */
  terms: string;
  /** This member is stored but has no effect: every lookup needs a key. */
  subscription_required: boolean;
  /** Whether new subscriptions need an operator's approval. */
  approval_required: boolean;
  /** How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted. */
  subscriptions_limit: number | null;
  /** Customers see and subscribe to published products only. Existing subscriptions are not affected. */
  state: "published" | "not_published";
  /** Credits granted to each new subscription; null for unlimited credits. */
  credits_granted: number | null;
  /** Only operators see its `ip_filter`. */
  policy: Policy;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

export interface ProductRequest {
  /** The display name. */
  display_name?: string | undefined;
  /** A description for readers. */
  description?: string | undefined;
  /** The terms of use, as text. */
  terms?: string | undefined;
  /** This member is stored but has no effect: every lookup needs a key. */
  subscription_required?: boolean | undefined;
  /** Whether new subscriptions need an operator's approval. */
  approval_required?: boolean | undefined;
  /** How many subscriptions one user may ever have. null: no limit for operators; one that customers create themselves, if approval is automatic and credits are granted. */
  subscriptions_limit?: number | null | undefined;
  /** Customers see and subscribe to published products only. Existing subscriptions are not affected. */
  state?: "published" | "not_published" | undefined;
  /** Credits granted to each new subscription; null for unlimited credits. */
  credits_granted?: number | null | undefined;
  /** The rules for calls of the product's subscriptions. */
  policy?: Policy | undefined;
  /** The IDs of the APIs that the product contains. If omitted, they do not change. */
  apis?: string[] | undefined;
}

export interface Recalls {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The market whose campaigns are listed. */
    market: "US" | "CA" | "GB" | "EU";
    /** Who announces the market's recalls. */
    authority: string;
    /** The number of recalls listed. */
    recall_count: number;
    /** The names under which the file of recalls has the vehicle's line, the surest first. */
    matched_models: {
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model). */
      match: "exact" | "close" | "model";
      /** Why campaigns of the name may not concern the vehicle; `""` if its line is certain. */
      note: string;
    }[];
    /** The recalls of the vehicle's line. */
    recalls: {
      /** NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it. */
      nhtsa_campaign_number: string;
      /** The maker that recalls. */
      manufacturer: string;
      /** The component concerned. */
      component: string;
      /** The fault. */
      summary: string;
      /** What can happen. */
      consequence: string;
      /** What the maker does about it. */
      remedy: string;
      /** Remarks. */
      notes: string;
      /** The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign. */
      report_received_date: string;
      /** Whether the file says that the vehicle should not be driven. */
      park_it: boolean;
      /** Whether the file says that the vehicle should be parked outside. */
      park_outside: boolean;
      /** Whether the file says that an update over the air remedies it. */
      over_the_air_update: boolean;
      /** The market whose campaigns are listed; only in answers for other markets than the U.S. */
      market?: "US" | "CA" | "GB" | "EU" | undefined;
      /** Who announces the market's recalls; only in answers for other markets than the U.S. */
      authority?: string | undefined;
      /** The authority's number of the campaign; only in answers for other markets than the U.S. */
      campaign_number?: string | undefined;
      /** The maker's own number of the campaign; only in answers for other markets than the U.S. */
      manufacturer_campaign_number?: string | undefined;
      /** How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S. */
      units_affected?: string | undefined;
      /** The authority's page of the campaign; only in answers for other markets than the U.S. */
      url?: string | undefined;
      /** The name of `matched_models` under which the file has the campaign. */
      matched_model: string;
      /** How sure that name is. */
      match: "exact" | "close" | "model";
    }[];
  };
}

export interface Receipt {
  /** The call ID. */
  call: string;
  /** The subscription's ID. */
  subscription_id: string;
  /** When the call was made: milliseconds since 1970, UTC. */
  at: number;
  /** The operation's ID, as in this document. */
  operation: string;
  /** `success`. */
  status: number;
  /** The credits. */
  credits: number;
  /** Of request ID, method and URL, with the account's salt. */
  digest: string;
  /** The hash of its line, as in `x-receipt`. */
  leaf: string;
  /** The day that proves it; null until it is proved. */
  day: string | null;
  /** The line of that day in the log. */
  day_line: string | null;
  /** Its place among the calls of the day. */
  index: number | null;
  /** Its inclusion proof in the day. */
  hashes: string[] | null;
  /** The proof of the day in the log, a C2SP tlog-proof. */
  proof: string | null;
}

export interface ReceiptSalt {
  /** 32 bytes in Base64: the key of the digests of this account's calls. */
  salt: string;
}

export interface ReceivedRequest {
  /** What has arrived now; the rest stays due. */
  minor: number;
  /** The bank's own ID of the transfer: one is recorded once. 409 if it is recorded already. */
  bank_ref?: string | undefined;
  /** When the bank received it. Now if absent. */
  received_at?: string | undefined;
}

export interface ReceivedTransfer {
  /** The id. */
  id: string;
  /** `stripe`: money of a payment that is not here. */
  provider: "manual" | "stripe";
  /** In minor units. */
  minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** What the payer wrote. */
  reference: string;
  /** As the bank names it. */
  sender: string;
  /** The sender's IBAN or another number; empty if it is not known. */
  sender_account: string;
  /** `returned`: to its sender. */
  state: "unmatched" | "matched" | "returned";
  /** The payment that it pays; null without one. */
  payment_id: string | null;
  /** When the bank received it. */
  received_at: string;
  /** In the list, of an unmatched transfer: the payments that it may be for, the likeliest first. */
  proposals?: TransferProposal[] | undefined;
}

export interface RecoveryCodes {
  /** Each works once. They are shown only now. */
  recovery_codes: string[];
}

export interface RefundPreview {
  /** What is returned with this refund. */
  minor: number;
  /** What can be returned at most. */
  minor_max: number;
  /** Left of the credits that were paid for. */
  credits_left: number;
  /** Removed by this refund. */
  credits_removed: number;
  /** Spent already, and owed after it. */
  credits_owed: number;
  /** The invoice that the credit note corrects. */
  corrects: string | null;
  /** Who returns it, if nothing else is requested. `transfer`: an operator sends it. */
  by: "provider" | "transfer";
  /** The account that paid by transfer, as the bank names it; null if it is not known. */
  account: string | null;
  /** Whose bank account it is; empty if it is not known. */
  recipient: string;
}

export interface RefundRequest {
  /** In minor units, with tax. */
  minor: number;
  /** On the credit note. */
  reason: string;
  /** Who returns it: the provider of a card, or an operator by transfer. If omitted, as it was paid. `transfer` is for cards whose provider cannot return it any more. */
  by?: "provider" | "transfer" | undefined;
  /** Of a refund by transfer: where it goes. If omitted, to the account that paid, if the bank named it. */
  iban?: string | undefined;
  /** In place of an IBAN where there are none: the bank and the account. */
  account?: string | undefined;
}

export interface RefundTransfer {
  /** The id. */
  id: string;
  /** The payment of which it returns money. */
  payment_id: string;
  /** The user who paid. */
  account_id: string;
  /** What is sent, in minor units. */
  minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** Whose bank account it is; empty if it is not known. */
  recipient: string;
  /** The IBAN, or another number where there are none. */
  account: string;
  /** What the transfer names: the number of its credit note, or the payment's reference. */
  reference: string;
  /** Its credit note; null if the payment has no invoice. */
  paper_id: string | null;
  /** On the credit note. */
  reason: string;
  /** `open`: an operator has not sent it yet. */
  state: "open" | "sent";
  /** When it was created. */
  created_at: string;
  /** When it was sent; null while it is open. */
  sent_at: string | null;
  /** Who noted that it was sent; for operators. */
  sent_by: string | null;
}

export interface RemainingCredential {
  /** What it is; an identity is one of single sign-on. */
  kind: "token" | "assistant" | "passkey" | "identity" | "key";
  /** As its own list names it; of a key, its subscription. */
  id: string;
  /** Of a key, its subscription's. */
  name: string | null;
  /** Of a key; null for others. */
  slot: "primary" | "secondary" | "test" | null;
  /** When it was made or linked. */
  made_at: string;
  /** Null if it was never used, or if that is not known. */
  last_used_at: string | null;
  /** The newest event after which it remained. */
  event: "address_proved" | "password_changed" | "password_reset" | "email_changed" | "address_returned" | "factor_added" | "factor_removed" | "factor_reset" | "entered_from_host" | "identity_unlinked" | "role_narrowed" | "member_removed" | "subscription_moved" | "upgraded";
  /** When that was. */
  event_at: string;
  /** The name of the member who left or has less of a role, and has read the key; else null. */
  known_to: string | null;
}

export interface RepairEstimates {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The response body. */
    data: {
      /** The model year, four digits. */
      year: string;
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** The services by trim. */
      repair: {
        /** Empty if it is unknown; by names, `All trims` asks for the same costs. */
        trim: string;
        /** The services and what they cost. */
        repair: {
          /** The service. */
          title: string;
          /** What the service is. */
          description: string;
          /** Unique slug of the service. */
          value: string;
          /** The cost's parts and labor. */
          costs: {
            /** The kind of cost. */
            name: "Parts" | "Labor";
            /** The cost in words. */
            desc: string;
            /** Whole currency units. */
            high: number;
            /** Whole currency units. */
            low: number;
          }[];
        }[];
      }[];
      /** Says that costs are the service's own estimates, and of which trims if not of all; absent if all are the operator's records. */
      basis?: string | undefined;
      /** Says that the requested trim is unknown; absent if it is known. */
      note?: string | undefined;
      /** The costs for the VIN's own engine, drive and weight, if `narrow` is true; `repair` has those of its trim. */
      narrowed?: {
        /** What the VIN says: `Gasoline, 6 cylinders, 4WD/4-Wheel Drive/4x4`. */
        by: string;
        /** The services by trim. */
        repair: {
          /** Empty if it is unknown; by names, `All trims` asks for the same costs. */
          trim: string;
          /** The services and what they cost. */
          repair: {
            /** The service. */
            title: string;
            /** What the service is. */
            description: string;
            /** Unique slug of the service. */
            value: string;
            /** The cost's parts and labor. */
            costs: {
              /** The kind of cost. */
              name: "Parts" | "Labor";
              /** The cost in words. */
              desc: string;
              /** Whole currency units. */
              high: number;
              /** Whole currency units. */
              low: number;
            }[];
          }[];
        }[];
      } | undefined;
    };
  };
}

export interface ReportPartError {
  /** The code of the lookup's error; `validation_error` if it was not called. */
  code: string;
  /** What happened and what to do. */
  detail: string;
  /** The seconds to wait before another try; null if none helps. */
  retry_after_s: number | null;
}

export interface RequestResponse {
  /** The entries of this page. */
  items: {
    /** As in `x-request-id`. Callers can send the same one again. */
    request_id: string;
    /** When it happened. */
    timestamp: string;
    /** The API's ID. */
    api_id: string;
    /** The operation's ID, as in this document. */
    operation: string;
    /** The product's ID; null for a subscription without a product. */
    product_id: string | null;
    /** The user's ID. */
    user_id: string;
    /** The subscription's ID. */
    subscription_id: string;
    /** The HTTP method. */
    method: string;
    /** Path and query, without credentials. Of a batch with an `Idempotency-Key` also the line, as `#17`. */
    url: string;
    /** The caller's IP address. */
    ip_address: string;
    /** The HTTP status. */
    response_code: number;
    /** The size of the response body before it is compressed, in bytes. */
    response_size: number;
    /** The size of the request body, in bytes. */
    request_size: number;
    /** `hit` if the call repeated a charged one and was free, else `none`. */
    cache: "hit" | "miss" | "none";
    /** Milliseconds. */
    api_time: number;
    /** Milliseconds. */
    service_time: number;
    /** The credits charged. */
    credits: number;
    /** The error's `code`, `validation_error` for a 422; null for a successful call. */
    error_code: string | null;
    /** The subscription key that was used: `test` for a test call, which no other report counts; null for calls from before this was recorded. */
    key: "primary" | "secondary" | "test" | null;
    /** The sources of the response, as in `x-data-source`; null without any. */
    data_source: string | null;
    /** How the call came: `mcp` from a tool at `/mcp`, else `http`. */
    source: "http" | "mcp";
    /** The service's own ID of the call, `JOURNAL/SEQ`. No other call has it. */
    call: string;
  }[];
  /** The number of this page. */
  page: number;
  /** Entries per page. */
  page_size: number;
  /** The number of entries on all pages. */
  total: number;
  /** Set if filters stopped the search early: it reached back to this time, and total counts the calls since then. Send it as timestamp_le to search older calls. */
  searched_from?: string | undefined;
  /** The oldest time that the log covers. */
  available_from: string;
  /** The start of the time range, inclusive. */
  timestamp_ge: string;
  /** The end of the time range, inclusive. */
  timestamp_le: string;
}

export interface RestoredPayments {
  /** What the provider took since the backup. Null if the database never went back. */
  listing: {
    /** `skipped`: no provider is set. */
    state: "due" | "skipped" | "done";
    /** The last moment that the database had. */
    since: string;
    /** Charges, pages, refunds and disputes that are listed and matched so far. */
    handled: number;
    /** Why it failed the last time; it is tried again. */
    failure: string | null;
  } | null;
  /** Charges that must be matched or returned before the service resumes. */
  undecided: number;
  /** The first 100 of them. */
  charges: LostCharge[];
}

export interface ResumeRequest {
  /** What becomes of messages that waited: some may have been sent before. */
  messages?: "drop" | "send" | undefined;
}

/** `yes`: for all accounts; `own`: for the account that one acts for; `no`: not at all. */
export interface RoleCallers {
  /** Without a credential, or with the public client token. */
  visitor: "yes" | "own" | "no";
  /** A customer, by the role in the account that it acts for. */
  member: {
    /** An owner, and every user for the own account. */
    owner: "yes" | "own" | "no";
    /** A developer of an organization. */
    developer: "yes" | "own" | "no";
    /** A member of an organization who pays. */
    billing: "yes" | "own" | "no";
  };
  /** An operator, by role. */
  operator: {
    /** An owner, and the operator token. */
    owner: "yes" | "own" | "no";
    /** Sees customers' accounts, and changes nothing. */
    support: "yes" | "own" | "no";
    /** Credits, offers, payments and papers. */
    billing: "yes" | "own" | "no";
    /** Datasets, products and APIs. */
    data: "yes" | "own" | "no";
  };
}

export interface RoleMatrix {
  /** All permissions, by area. */
  areas: {
    /** What its permissions are about. */
    area: string;
    /** The permissions, those that are used most first. */
    permissions: {
      /** Its name, such as `keys.view`. */
      permission: string;
      /** What it allows. */
      text: string;
      callers: RoleCallers;
    }[];
  }[];
  /** All operations, in the order of the reference. */
  operations: {
    /** The id. */
    id: string;
    /** The HTTP method. */
    method: string;
    /** As the reference writes it. */
    path: string;
    /** What it does. */
    summary: string;
    /** That of its permission; the tag of an operation without one. */
    area: string;
    /** Null if a key, or no credential, decides. */
    permission: string | null;
    callers: RoleCallers;
  }[];
}

export interface SafetyRatings {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The dataset and its day. */
    source: string;
    /** The drive that the VIN states; `""` without one: then the ratings of all drives are listed. */
    drive: string;
    /** The file's names of the vehicle's line, the surest first. */
    matched_models: MatchedLine[];
    /** The line's ratings: one for each body, drive and release. What is not rated is null. */
    ratings: ({
      /** Its name of `matched_models`. */
      matched_model: string;
      /** How sure that name is. */
      match: "exact" | "close" | "model";
      /** For example SUV or 4 DR. */
      body_style: string;
      /** The drive: AWD, FWD, RWD, 4WD or 2WD; `""` if it is not stated. */
      drive: string;
      /** 2 and 3: vehicles built later in the year. */
      release: number;
      /** All tests together, 1 to 5 stars. */
      overall_stars: number | null;
      /** The frontal crash. */
      front_stars: number | null;
      /** Driver. */
      front_driver_stars: number | null;
      /** Front passenger. */
      front_passenger_stars: number | null;
      /** The side crash. */
      side_stars: number | null;
      /** Into a barrier, driver. */
      side_driver_stars: number | null;
      /** Into a barrier, rear passenger. */
      side_passenger_stars: number | null;
      /** Into a pole. */
      side_pole_stars: number | null;
      /** The resistance to rolling over. */
      rollover_stars: number | null;
      /** The probability of a rollover. */
      rollover_percent: number | null;
      /** Whether a wheel lifted in the dynamic test. */
      tips: boolean;
      /** The driver assistance that NHTSA recommends. */
      technologies: {
        /** The technology. */
        name: string;
        /** Whether vehicles have it. */
        equipment: "standard" | "optional" | "standard_and_optional" | "none" | "unknown";
        /** Whether it meets NHTSA's criteria; `standard_meets`: only the standard version does; `pending`: not tested yet. */
        criteria: "meets" | "standard_meets" | "does_not_meet" | "pending" | "unknown";
      }[];
      /** NHTSA's safety concerns and foot notes. */
      notes: string[];
    })[];
  };
}

export interface SaleRecord {
  /** YYYY-MM-DD HH:MM:SS+00:00, or empty. */
  post_date: string;
  /** The listing. */
  data: {
    /** The seller's text. */
    description: string;
    /** The seller's telephone number; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
    phone: string;
    /** The seller's email address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
    email: string;
    /** `dealership`; every other seller counts as a person. */
    seller_type: string;
    /** The dealership. */
    dealer_name: string;
    /** Number of the listing; the events of a VIN differ by it. */
    listing_id: string;
    /** The address of a report on the vehicle. */
    report_url: string;
    /** Whether it was sold. */
    sale_status: string;
    /** The day of the sale, YYYY-MM-DD. */
    sale_date: string;
    /** The title document that came with it. */
    sale_document: string;
    /** Accidents, in words. */
    accident_records: string;
    /** The title's history, in words. */
    title_record: string;
    /** The owners so far, in words. */
    owner_record: string;
    /** Whether there were keys. */
    keys: string;
    /** The kind of vehicle, as vPIC names it. */
    vehicle_type: string;
    /** The country of the plant. */
    manufactured_in: string;
    /** The driven wheels. */
    drivetrain: string;
    /** The transmission. */
    transmission: string;
    /** The fuel. */
    fuel: string;
    /** The number of cylinders. */
    cylinders: string;
    /** The engine. */
    engine: string;
    /** The capacity of the tank in US gallons. */
    fuel_capacity: string;
    /** The number of doors. */
    doors: string;
    /** The odometer's reading in kilometers; values rest on it if that in miles is empty. */
    odometer_km: string;
    /** The odometer's reading in miles; values rest on it. */
    odometer_mi: string;
    /** The main damage. */
    primary_damage: string;
    /** Further damage. */
    secondary_damage: string;
    /** The condition in words. */
    condition: string;
    /** The color outside. */
    exterior_color: string;
    /** The color inside. */
    interior_color: string;
    /** The condition inside. */
    interior_condition: string;
    /** The condition outside. */
    exterior_condition: string;
    /** The seller's ZIP code; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
    zip_code: string;
    /** The country. */
    country: string;
    /** The state, two letters. */
    state: string;
    /** The city. */
    city: string;
    /** The seller's address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
    address: string;
    /** When the listing was last changed. */
    last_updated: string;
    /** The asking price and its basis. */
    listing_price: {
      /** The asking price in whole units of the currency. */
      price: string;
      /** The value after repair. */
      retail_value: string;
      /** The cost of repair. */
      repair_cost: string;
      /** The currency of the prices, ISO 4217, such as USD. */
      currency: string;
    };
    /** The range of the value. */
    fair_market_value: {
      /** The lower end, in whole units of the currency. */
      min: string;
      /** The upper end, in whole units of the currency. */
      max: string;
    };
    /** Equipment. */
    features: string[];
    /** Equipment inside. */
    interior_features: string[];
    /** Equipment outside. */
    exterior_features: string[];
    /** Safety equipment. */
    safety: string[];
    /** Electronic equipment. */
    technology: string[];
    /** Other equipment. */
    other: string[];
    /** Mechanical equipment. */
    mechanical: string[];
    /** A vehicle history report, in short. */
    vhr_preview: (string | Record<string, unknown>)[];
    /** A vehicle history report, under its older name. */
    vhrpreview?: (string | Record<string, unknown>)[] | undefined;
    /** Signed; valid for one hour. */
    images: string[];
    /** Whether it had airbags. */
    airbags: boolean;
    /** Whether the price had been reduced. */
    reduced_price: boolean;
    /** Whether the listing was marked as sought after. */
    is_hot: boolean;
    /** Whether the seller gave a money-back guarantee. */
    money_back_guarantee: boolean;
    /** Whether the listing was shown large. */
    monster_ad: boolean;
    /** Whether it was a special offer. */
    special_offer: boolean;
    /** Whether the listing was new. */
    newly_listed: boolean;
  };
  /** The source's words where they differ from the VIN's; absent if none does. */
  as_listed?: {
    /** The source's model year. */
    year?: string | undefined;
    /** The source's make. */
    make?: string | undefined;
    /** The source's model. */
    model?: string | undefined;
    /** The source's trim. */
    trim?: string | undefined;
    /** The source's date, if it cannot be read. */
    post_date?: string | undefined;
  } | undefined;
}

export interface SalesHistory {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The record's own ID. */
    _id: string;
    /** The VIN. */
    vin: string;
    /** The trim. */
    trim: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The listings and sales, newest first. */
    sales_history: SaleRecord[];
  };
}

export interface SandboxBumpRequest {
  /** The subscription's ID. */
  subscription_id: string;
  /** The credits to add, 1 to 10,000. */
  credits: number;
  /** The reason, for the ledger. */
  reason?: string | null | undefined;
  /** Unique per subscription. A repeated key returns the first result and grants nothing. */
  idempotency_key?: string | undefined;
}

export interface SavedMethod {
  /** The user whose card it is. */
  account_id: string;
  /** For example Visa ending 4242; null without a saved card. */
  label: string | null;
  /** When it was used last for a purchase; null without one. */
  saved_at: string | null;
}

export interface Search {
  /** Groups without hits are absent. One with an exact hit is before the others. */
  groups: {
    /** What its objects are about. */
    group: "money" | "customers" | "calls" | "vehicles" | "plans" | "settings" | "docs";
    /** At most 10, exact ones first. */
    hits: SearchHit[];
  }[];
  /** Why nothing has the number that the text is; null if it is none, or something has it. */
  missing: {
    /** Which sentence it is, for programs and translations. */
    code: string;
    /** What its texts name, for programs and translations; times are milliseconds UTC, sums minor units. */
    values: Record<string, string | number>;
    /** A sentence, in English: `No invoice 2026-0161. The last is 2026-0065.` */
    text: string;
  } | null;
  /** Groups of which something could not be searched within a second. */
  unread: ("money" | "customers" | "calls" | "vehicles" | "plans" | "settings" | "docs")[];
}

export interface SearchHit {
  /** What the object is; `calls`: a list of them. */
  kind: "invoice" | "credit_note" | "payment" | "transfer" | "refund" | "return" | "customer" | "subscription" | "key" | "call" | "calls" | "vin" | "plate" | "plan" | "api" | "dataset" | "setting" | "doc" | "operation";
  /** Its number or name; of a key, only its last four characters. */
  label: string;
  /** How it differs from others, in English; null for nothing. */
  detail: string | null;
  /** What its texts name, for programs and translations; times are milliseconds UTC, sums minor units. */
  values: Record<string, string | number>;
  /** Its path in this API. A lookup is named, and not made. */
  object: string;
  /** The account that it belongs to; null if it belongs to none. */
  account: string | null;
  /** Whether the text is its number, ID or whole name. */
  exact: boolean;
}

export interface SearchRequest {
  /** A name, number, ID, reference, amount, VIN, plate, title, or the last four characters of a key or more. It can be a key, so that no log and no error shows it. */
  text: string;
}

export interface SecondFactor {
  /** Since when app codes are on; null if they are off. */
  on_since: string | null;
  /** Each is used once, with the password, in place of the app or the passkey. */
  recovery_codes_left: number;
}

export interface SecondFactorRequest {
  /** Six digits that the app shows. */
  code: string;
}

export interface Seller {
  /** The legal name. */
  name: string;
  /** Street and house, or a box. */
  address: string[];
  /** As it is printed before the city. */
  postal_code: string | null;
  /** Of the address. */
  city: string;
  /** The code of ISO 3166-1. Its tax applies to buyers whose country is unknown. */
  country: string;
  /** The VAT ID or another tax ID. */
  tax_id: string | null;
  /** Register and number of the company. */
  registration: string | null;
  /** The email address, unique among users. Case is ignored. */
  email: string | null;
  /** The person or department that answers questions about papers. */
  contact: string | null;
  /** Of the contact. */
  phone: string | null;
  /** Of the seller in Peppol or another network. E-invoices need it. */
  electronic_address: ElectronicAddress | null;
  /** The account for transfers. Its country, length and check digits are compared. */
  iban: string | null;
  /** The bank of the account. */
  bic: string | null;
  /** Printed below the account. */
  bank_text: string | null;
  /** The days until an unpaid invoice is due. */
  payment_days: number;
}

export interface SentRefundRequest {
  /** When the bank sent it. Now if absent. */
  sent_at?: string | undefined;
}

export interface Session {
  /** The id. */
  id: string;
  /** How the user proved who it is; null for sessions of an earlier version. */
  method: "password" | "password_code" | "recovery_code" | "passkey" | "single_sign_on" | null;
  /** Browser and system, such as `Firefox on Linux`, or the name of a program; null if unknown. */
  agent: string | null;
  /** The IP address from which the session began. */
  address: string | null;
  /** When the session began. */
  signed_in_at: string;
  /** Accurate to a minute. */
  last_active_at: string;
  /** Whether this call uses the session. */
  is_this: boolean;
}

export interface SignInRequest {
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** The user's password. */
  password: string;
  /** Six digits of the authenticator app, or a recovery code. Only for accounts with a second factor. */
  code?: string | undefined;
  /** What follows the # of the link in a mail about refused sign-ins: it admits one sign-in where others are refused. One that is not valid is ignored. */
  admit_token?: string | undefined;
}

export interface SignOnFinishRequest {
  /** As the start returned it to this browser. */
  attempt_token: string;
  /** As in the address to which the provider sent the browser, like those below. */
  state: string;
  /** What the provider exchanges, once, for who signed in. */
  code?: string | undefined;
  /** The issuer, if the provider names it. */
  iss?: string | undefined;
  /** In place of `code` if the provider did not allow it. */
  error?: string | undefined;
}

export interface SignOnProvider {
  /** For whom it is. */
  id: "customers" | "operators";
  /** Follows "Continue with". */
  name: string;
}

export interface SignOnStart {
  /** The page of the provider, for the same browser. */
  url: string;
  /** To be kept by this browser, and sent when it comes back. Valid once, for 10 minutes. */
  attempt_token: string;
}

export interface SignOnStartRequest {
  /** As `GET /auth/sign-on` lists it. */
  provider: "customers" | "operators";
}

export interface SignUpRequest {
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** The password: at least 10 characters, not a common one. */
  password: string;
  /** The first name, 1 to 100 characters. */
  first_name: string;
  /** The last name, 1 to 100 characters. */
  last_name: string;
}

export interface Specifications {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The trim. */
    trim: string;
    /** The specifications; a name is a group and a member. */
    specs: Record<string, string | number | boolean | null | string[]>;
  };
}

export interface StepUpRequest {
  /** The password: at least 10 characters, not a common one. */
  password: string;
  /** Only for users with a second factor, as at sign-in. */
  code?: string | undefined;
}

export interface Subscription {
  /** The id. */
  id: string;
  /** The user who owns the subscription. */
  owner_id: string;
  /** What it includes: `/products/{id}`, `/apis/{id}` or `/apis` for all. */
  scope: string;
  /** The product's ID; null for a subscription without a product. */
  product_id: string | null;
  /** The display name. */
  display_name: string;
  /** Only `active` subscriptions can make calls. */
  state: "active" | "suspended" | "submitted" | "rejected" | "cancelled" | "expired";
  /** The reason for its state, shown to its owner. */
  state_comment: string | null;
  /** When it was created. */
  created_at: string;
  /** When it became active. */
  start_at: string | null;
  /** When it ends; null if it does not end. */
  expires_at: string | null;
  /** When it was cancelled or rejected, or expired. */
  ended_at: string | null;
  /** The credits. */
  credits: {
    /** The credits granted so far. */
    granted: number;
    /** The credits charged so far. */
    used: number;
    /** Null if credits are unlimited. */
    remaining: number | null;
    /** Whether credits are unlimited; `remaining` is then null. */
    unlimited: boolean;
  };
}

export interface SubscriptionPlan {
  /** The subscription's ID. */
  subscription_id: string;
  /** `none`: no offer. `suspended` while the subscription is not active. `lapsed` after a period that was not paid. */
  state: "none" | "active" | "paused" | "suspended" | "lapsed" | "ended";
  /** By invoice, credits are granted immediately; prepaid, when the period is paid. */
  payment: "invoice" | "prepaid" | null;
  /** In which periods begin. */
  time_zone: string;
  /** What the plan is sold for; null without one. */
  offer: {
    /** The product's ID; null for a subscription without a product. */
    product_id: string;
    /** The display name. */
    display_name: string;
    /** The version of the product's offer. */
    offer_version: number;
    /** The code of ISO 4217. */
    currency: string;
    /** In minor units, without tax: 9900 is €99.00. */
    price_minor: number;
    /** How often the price is due. */
    price_every: "once" | "month" | "year";
    /** Those of one period. */
    credits: number;
    /** How often they are granted. */
    credits_every: "once" | "month";
  } | null;
  /** The one that runs. */
  period: BillingPeriod | null;
  /** The next period; null if none follows. */
  renewal: {
    /** When it starts. */
    at: string;
    /** Of the period. */
    number: number;
    /** The product's ID; null for a subscription without a product. */
    product_id: string;
    /** The version of the product's offer. */
    offer_version: number;
    /** In minor units, without tax: 9900 is €99.00. */
    price_minor: number;
    /** The code of ISO 4217. */
    currency: string;
  } | null;
  /** What is scheduled. It can be withdrawn until then. */
  change: {
    /** When it is made. */
    at: string;
    /** Null if renewals end. */
    product_id: string | null;
    /** The version that it begins with; null if renewals end. */
    offer_version: number | null;
  } | null;
  /** Null if the offer has no credits beyond. */
  overage: {
    /** Credits beyond those of the plan that a period can use at most; 0: none. */
    cap: number;
    /** The highest cap of the offer. */
    cap_max: number;
    /** The price of `per` credits, paid afterwards. */
    price_minor: number;
    /** Credits that the price is for. */
    per: number;
    /** The code of ISO 4217. */
    currency: string;
  } | null;
  /** Credits on top that it can buy: those of the newest version that applies to it. */
  packages: OfferPackage[];
  /** The plans on sale, the cheapest first. */
  changes: ({
    /** The product's ID; null for a subscription without a product. */
    product_id: string;
    /** The display name. */
    display_name: string;
    /** The version of the product's offer. */
    offer_version: number;
    /** The code of ISO 4217. */
    currency: string;
    /** In minor units, without tax: 9900 is €99.00. */
    price_minor: number;
    /** How often the price is due. */
    price_every: "once" | "month" | "year";
    /** Those of one period. */
    credits: number;
    /** How often they are granted. */
    credits_every: "once" | "month";
    /** A period that starts now, at its full price; null for a smaller plan. */
    now: {
      /** In minor units, without tax: 9900 is €99.00. */
      price_minor: number;
      /** When its first period ends; null if it does not. */
      ends_at: string | null;
    } | null;
    /** From the next period on; null if no period runs. */
    period_end: {
      /** In minor units, without tax: 9900 is €99.00. */
      price_minor: number;
      /** When the period that runs ends. */
      at: string;
    } | null;
  })[];
  /** Why the caller cannot begin a plan with a price, or buy credits; null if it can. Free plans are not concerned. */
  not_sold: string | null;
}

export interface SubscriptionRequest {
  /** `/products/{id}`; operators may also use `/apis/{id}` and `/apis`. */
  scope: string;
  /** Default: the caller. */
  owner_id?: string | undefined;
  /** Default: the name of the product. */
  display_name?: string | undefined;
  /** Only `active` subscriptions can make calls. */
  state?: "active" | "suspended" | "submitted" | "rejected" | "cancelled" | "expired" | undefined;
  /** The reason for its state, shown to its owner. */
  state_comment?: string | null | undefined;
  /** When it ends; null if it does not end. */
  expires_at?: string | null | undefined;
  /** The first key. */
  primary_key?: string | undefined;
  /** The second key. */
  secondary_key?: string | undefined;
}

export interface SubscriptionTransfer {
  /** The own account, or an organization of which the caller is an owner. */
  account_id: string;
}

export interface System {
  /** The time of reading, by the clock of the responding node. */
  time: string;
  /** The responding instance. */
  answered_by: string;
  /** The checks of `GET /health` on the responding node. */
  checks: Record<string, string>;
  /** Every process that is alive, and those that became silent within the last hour. */
  nodes: {
    /** The process's ID, as in `GET /identity`. */
    instance: string;
    /** The host and the process ID. */
    name: string;
    /** `worker` if several processes share one address, else `single`. */
    role: "single" | "worker";
    /** The address that it listens on. */
    address: string;
    /** The version of its program. */
    version: string;
    /** `silent` after 15 s without a heartbeat. */
    state: "alive" | "silent";
    /** When it started. */
    started_at: string;
    /** The time of its last heartbeat, by the database's clock. It sends one every five seconds. */
    seen_at: string;
    /** Seconds since the last heartbeat. */
    seconds_silent: number;
    /** Calls that are not yet applied to the database. */
    waiting_calls: number;
    /** The size of these calls in its journal. */
    waiting_bytes: number;
    /** Subscriptions that it reserves credits of. */
    leases: number;
    /** The credits that it reserves. */
    credits_held: number;
    /** The longest time that its thread was busy without a break, within the last five seconds. */
    delay_ms: number;
    /** The memory that it uses. */
    memory_bytes: number;
    /** Its open event streams. */
    streams: number;
    /** How far its clock is ahead of the database's, in milliseconds; negative if behind, null if unknown. */
    clock_skew_ms: number | null;
  }[];
  /** The delay of balances and reports behind the calls. */
  journal: {
    /** Calls of all nodes that are not yet applied to the database. */
    waiting_calls: number;
    /** Their size. */
    waiting_bytes: number;
    /** The size above which a node refuses calls. */
    waiting_bytes_max: number;
    /** Open journals without a node that is alive. */
    left_behind: number;
    /** Journals on the responding node that need repair. */
    damaged: string[];
  };
  /** Calls that wait for ClickHouse; null if the database keeps single calls. */
  single_calls: {
    /** Calls in the data folder that are charged and not yet in ClickHouse. */
    waiting_calls: number;
    /** Their size in the journals. */
    waiting_bytes: number;
    /** The size above which calls are refused. */
    waiting_bytes_max: number;
    /** The time of the oldest; null if it is unknown or there is none. */
    waiting_since: string | null;
  } | null;
  /** The credits that nodes reserve. */
  leases: {
    /** Subscriptions that any node reserves credits of. */
    subscriptions: number;
    /** The credits that all nodes reserve. */
    credits_held: number;
  };
  /** The last consistency check; null if there was none. */
  ledger_check: LedgerCheck | null;
  /** The disk of the responding node. */
  disk: {
    /** The data folder. */
    folder: string;
    /** The free space of its disk; null if unknown. */
    free_bytes: number | null;
    /** The size of its disk; null if unknown. */
    total_bytes: number | null;
    /** The space that VINGATE_DISK_RESERVE keeps free. */
    reserve_bytes: number;
    /** The size of the database; null if unknown. */
    database_bytes: number | null;
    /** The size of the journals in the folder. */
    journal_bytes: number;
  };
  /** Scheduled backups, and the last backup. */
  backups: Backups;
  /** What was found when the database went back, until an operator resumes the service; null if nothing is held. */
  held: {
    /** The number of the epoch that began. */
    epoch: number;
    /** When it began. */
    since: string;
    /** Why, as sentences without a full stop. */
    causes: string[];
    /** The last moment that the database has; null if no log says it. */
    gap_from: string | null;
    /** The last moment that a decision log has. */
    gap_to: string | null;
    /** Decisions that were made again, by what they are. */
    replayed: Record<string, number>;
    /** Decisions that this program cannot make again, by their kind. */
    unknown: Record<string, number>;
    /** Answered calls that neither the database nor a journal here has. */
    calls_lost: number;
    /** Decision logs of other nodes that have not been read since. */
    logs_unread: string[];
    /** Messages from before that wait. `resume` drops or sends them. */
    waiting: Record<string, number>;
    /** What must be known or decided first: until it is empty, `resume` is refused. */
    undecided: Record<string, number>;
    /** What is known of it, as sentences without a full stop. */
    notes: string[];
  } | null;
  /** The connections to PostgreSQL; null with SQLite or a pooler. */
  connections: {
    /** The open connections of all nodes. */
    used: number;
    /** What the nodes that are alive can open, with imports and the consistency check. */
    needed: number;
    /** What the server leaves to this service. */
    allowed: number;
  } | null;
  /** The versions of the running program. */
  versions: {
    /** The version of the program. */
    program: string;
    /** The version of the management operations. */
    interface: string;
    /** The runtime and its version. */
    runtime: string;
    /** The database and its version. */
    database: string;
    /** The database's last migration. */
    schema: string;
    /** The data for VIN decoding; null while they are loaded. */
    vin_data: {
      /** The source of the decoder's data. */
      source: string;
      /** Their version. */
      version: string;
      /** Whether they are the whole vPIC; the packaged data are reduced. */
      complete: boolean;
      /** Days since the first day of their month; null if their version names none. */
      age_days: number | null;
      /** Whether they are older than 60 days, so that new models are missing. `vingate import vpic` gets NHTSA's newest. */
      outdated: boolean;
    } | null;
    /** The current records. */
    datasets: {
      /** The record family. */
      family: string;
      /** The current dataset's name. */
      name: string;
      /** Its version. */
      version: string;
      /** The number of its records. */
      rows: number;
    }[];
  };
  /** Every setting of the responding node. */
  settings: {
    /** The environment variable. */
    name: string;
    /** What it does. */
    summary: string;
    /** The value that is set; null if none is set, and for every secret. */
    value: string | null;
    /** The default value. */
    fallback: string;
    /** `file` if the variable with `_FILE` appended to its name gives the file of a secret. */
    source: "environment" | "file" | "default";
    /** A secret's value is never shown; `source` shows whether it is set. */
    secret: boolean;
  }[];
}

export interface Tax {
  /** In hundredths of a percent: 1900 is 19%. */
  rate: number;
  /** The category of EN 16931. */
  category: "S" | "Z" | "E" | "AE" | "G" | "O";
  /** Printed, such as why no tax is added. */
  reason: string;
}

export interface TaxIdCheck {
  /** The buyer's account. */
  account_id: string;
  /** The code of ISO 3166-1. */
  country: string;
  /** Without spaces and signs. */
  tax_id: string;
  /** What is known of it. */
  state: "unconfirmed" | "valid" | "invalid" | "accepted" | "refused";
  /** When it was asked for first. */
  since: string;
  /** How often VIES was asked. */
  attempts: number;
  /** When it was asked last, or an operator decided. */
  asked_at: string;
  /** The day of VIES's answer; null without one. */
  answered_on: string | null;
  /** VIES's consultation number. */
  reference: string | null;
  /** When it is asked again; null if it is not. */
  next_at: string | null;
  /** Whether VIES did not answer for 30 days: an operator decides. */
  needs_decision: boolean;
}

export interface TaxIdDecision {
  /** `accept`: it counts, as by its form. `refuse`: tax is charged as without a tax ID. */
  decision: "accept" | "refuse";
  /** The ID that you saw. Another one is not decided. */
  tax_id: string;
}

export interface Taxes {
  /** In the order in which they are tried. */
  rules: {
    /** The buyer's, as codes of ISO 3166-1. */
    countries: string[];
    /** Only for buyers with a tax ID, or only without; null: for both. */
    with_tax_id: boolean | null;
    /** What these buyers pay. */
    tax: Tax;
  }[];
  /** For buyers that no rule fits. */
  otherwise: Tax;
}

export interface Terms {
  /** Terms of service, privacy, processing of data, or license of data. */
  kind: "terms" | "privacy" | "dpa" | "data_license";
  /** From 1. A published version never changes. */
  version: number;
  /** The heading. */
  title: string;
  /** The page to read; null if the version has a text. */
  url: string | null;
  /** SHA-256 of the text, or of the address, in hexadecimal digits. */
  digest: string;
  /** When it was published. */
  published_at: string;
}

export interface TermsRequest {
  /** The heading. */
  title: string;
  /** A page to read. */
  url?: string | null | undefined;
  /** Markdown. */
  text?: string | null | undefined;
}

export interface TermsText {
  /** Terms of service, privacy, processing of data, or license of data. */
  kind: "terms" | "privacy" | "dpa" | "data_license";
  /** From 1. A published version never changes. */
  version: number;
  /** The heading. */
  title: string;
  /** The page to read; null if the version has a text. */
  url: string | null;
  /** SHA-256 of the text, or of the address, in hexadecimal digits. */
  digest: string;
  /** When it was published. */
  published_at: string;
  /** Markdown; null if the version is a page elsewhere. */
  text: string | null;
}

export interface TestMailRequest {
  /** Where the test mail is sent. */
  to: string;
}

export interface TextWithVins {
  /** An e-mail, a page as text, or the output of OCR. */
  text: string;
}

export interface TimeZoneRequest {
  /** Periods that are stored already do not change: the next one begins where they end. */
  time_zone: string;
}

export interface TopUpRequest {
  /** Whether packages are bought. */
  enabled: boolean;
  /** Credits below which a package is bought. */
  threshold: number;
  /** Of the subscription's plan. */
  package_id: string;
  /** At most per calendar month (UTC), in minor units without tax. */
  month_limit_minor: number;
}

export interface TransferProposal {
  /** For `POST /payments/transfers/{id}/match`. */
  payment_id: string;
  /** The user who pays it. */
  account_id: string;
  /** What it pays for. */
  description: string;
  /** What is left to pay of it. */
  due_minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** `reference`, `invoice`: the text has its reference, or its invoice's number. `similar_reference`: one that differs by a character. `sender_account`, `sender_name`: those of its customer. `amount`: exactly this is due. */
  reasons: ("reference" | "invoice" | "similar_reference" | "sender_account" | "sender_name" | "amount")[];
}

export interface TransferRequest {
  /** The bank's own ID of the transfer: one is recorded once. */
  bank_ref: string;
  /** In minor units. */
  minor: number;
  /** The code of ISO 4217. */
  currency: string;
  /** What the payer wrote. */
  reference: string;
  /** As the bank names it. */
  sender?: string | undefined;
  /** Now if absent. */
  received_at?: string | undefined;
}

export interface UnmatchedReturn {
  /** The id. */
  id: string;
  /** The charge, by the provider's own ID. */
  provider_ref: string;
  /** The payment that it was made for. */
  payment_id: string;
  /** The code of ISO 4217. */
  currency: string;
  /** What the charge took, in minor units. */
  received_minor: number;
  /** What was returned of it. */
  refunded_minor: number;
  /** Null if it was never disputed. */
  dispute: "inquiry" | "open" | "won" | "lost" | null;
  /** Of its dispute, in minor units. */
  disputed_minor: number;
  /** `closed`: by an operator. */
  state: "unmatched" | "matched" | "closed";
  /** When it was heard of first. */
  created_at: string;
}

export interface UnreadText {
  /** The names that lead to the member, with points between them. */
  member: string;
  /** The text as it was recorded. */
  text: string;
}

export interface User {
  /** The id. */
  id: string;
  /** Empty after the user is deleted, or if a restore lost a new one. */
  email: string;
  /** The first name, 1 to 100 characters. */
  first_name: string;
  /** The last name, 1 to 100 characters. */
  last_name: string;
  /** An `operator` can do what its `operator_role` permits; a `customer` can only use its own data. */
  role: "operator" | "customer";
  /** What an operator may do, as `GET /roles` lists it; null for customers. */
  operator_role: "owner" | "support" | "billing" | "data" | null;
  /** An organization has no password: its members sign in, and act for it. */
  kind: "person" | "organization";
  /** Only an `active` user can sign in and make calls. */
  state: "active" | "blocked" | "pending" | "deleted";
  /** Of the account's mails and invoices. */
  language: "en" | "de" | "es";
  /** The caller's own members, kept as sent. */
  attributes: Record<string, unknown>;
  /** Only operators see it. */
  note?: string | null | undefined;
  /** Whether the user receives mail at the address. Always true if the service sends no mail. */
  email_confirmed: boolean;
  /** Who first proved to receive mail for the account: who registered it, somebody else who took it, an operator, a provider of single sign-on, or an earlier version; null if no one has. Only operators see it. */
  email_proved_by?: "registrant" | "taker" | "operator" | "provider" | "earlier" | null | undefined;
  /** When the user was created. */
  registered_at: string;
  /** When it was last changed. */
  updated_at: string;
}

export interface UserNote {
  /** The id. */
  id: string;
  /** What the operator wrote. */
  text: string;
  /** Who wrote it, as in the audit log. */
  author: string;
  /** The author's name; null for others and for deleted users. */
  author_name: string | null;
  /** When it was created. */
  created_at: string;
}

export interface UserNoteRequest {
  /** Only operators see it. */
  text: string;
}

export interface UserRequest {
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** The first name, 1 to 100 characters. */
  first_name: string;
  /** The last name, 1 to 100 characters. */
  last_name: string;
  /** The password: at least 10 characters, not a common one. */
  password?: string | undefined;
  /** An `operator` can do what its `operator_role` permits; a `customer` can only use its own data. */
  role?: "operator" | "customer" | undefined;
  /** What an operator may do. If omitted, the first operator is `owner`, others keep their role or are `support`. */
  operator_role?: "owner" | "support" | "billing" | "data" | null | undefined;
  /** Only an `active` user can sign in and make calls. */
  state?: "active" | "blocked" | "pending" | undefined;
  /** Of mails and invoices. If omitted, a new user has `en`, and another keeps its own. */
  language?: "en" | "de" | "es" | undefined;
  /** A note that only operators see. */
  note?: string | null | undefined;
}

export interface UsersSignUpRequest {
  /** The email address, unique among users. Case is ignored. */
  email: string;
  /** The first name, 1 to 100 characters. */
  first_name: string;
  /** The last name, 1 to 100 characters. */
  last_name: string;
  /** If omitted, a password is generated and shown once. */
  password?: string | undefined;
  /** Of mails and invoices. If omitted, `en`. */
  language?: "en" | "de" | "es" | undefined;
  /** A note that only operators see. */
  note?: string | null | undefined;
}

export interface ValidationError {
  /** The kind of fault, by pydantic's name. */
  type: string;
  /** The position of the input: path, query, header or body, then names and indices. */
  loc: (string | number)[];
  /** The fault of the input. */
  msg: string;
  /** The value as sent; `[redacted]` if it is or can contain a secret. */
  input: unknown;
  /** The values in the message. */
  ctx?: Record<string, unknown> | undefined;
}

export interface VehicleImages {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The trim. */
    trim: string;
    /** The images of the vehicle. */
    images: {
      /** Signed; valid for one hour. */
      url: string;
      /** The side from which the image was taken. */
      angle: string;
      /** The vehicle's color in the image. */
      color: string;
      /** Where the image is from. */
      source: string;
    }[];
  };
}

export interface VehicleReport {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN that was named; null without one. */
    vin: string | null;
    /** What the VIN was resolved to, once, for the families that take names; null if none of them has an answer. */
    vehicle: {
      /** The model year. */
      year: number | null;
      /** The make. */
      make: string | null;
      /** The model. */
      model: string | null;
      /** The trim; null if the VIN does not decide on one. */
      trim: string | null;
    } | null;
    /** The parts by their family, in the order of the reference. */
    parts: {
      /** The part `headlight-assembly`, if it was requested. */
      "headlight-assembly"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The headlights that fit. */
          headlights: ({
            /** Left or right. */
            position: string | null;
            /** The maker's part numbers. */
            oem_numbers: string[] | null;
            /** The Partslink number. */
            partslink: string | null;
            /** The bulb's type. */
            bulb: {
              /** The bulb of the low beam. */
              low_beam: string | null;
              /** The bulb of the high beam. */
              high_beam: string | null;
            } | null;
            /** The kind of light, such as halogen or LED. */
            technology: string | null;
          })[] | null;
        } | null;
      } | undefined;
      /** The part `vehicle-images`, if it was requested. */
      "vehicle-images"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The trim. */
          trim: string | null;
          /** The images of the vehicle. */
          images: {
            /** Signed; valid for one hour. */
            url: string | null;
            /** The side from which the image was taken. */
            angle: string | null;
            /** The vehicle's color in the image. */
            color: string | null;
            /** Where the image is from. */
            source: string | null;
          }[] | null;
        } | null;
      } | undefined;
      /** The part `market-valuation`, if it was requested. */
      "market-valuation"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN that was valued; empty without one. */
          intro: {
            /** The VIN. */
            vin: string | null;
          } | null;
          /** What the vehicle is. */
          basic: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** The model year, four digits. */
            year: number | null;
            /** The trim. */
            trim: string | null;
            /** The mileage that the values are for; the nearest possible one if what was given is too far from the sales. */
            mileage_mi: number | null;
            /** The state, two letters. */
            state: string | null;
          } | null;
          /** What the vehicle is worth. */
          market_value: {
            /** The values by trim. */
            market_value_data: ({
              /** The trim. */
              trim: string | null;
              /** The values by condition. */
              market_value: {
                /** The condition of the vehicle. */
                condition: "Outstanding" | "Clean" | "Average" | "Rough" | null;
                /** What a dealer pays for it. */
                trade_in_usd: number | null;
                /** The price from a private seller. */
                private_party_usd: number | null;
                /** The price at a dealer. */
                dealer_retail_usd: number | null;
              }[] | null;
            })[] | null;
          } | null;
          /** The spread of the sales that the values are based on. */
          statistics: {
            /** The number of sales compared. */
            comparables: number | null;
            /** The price below which 15 % of such vehicles are expected to sell. */
            p15_usd: number | null;
            /** The price below which half of them are. */
            p50_usd: number | null;
            /** The price below which 85 % of them are. */
            p85_usd: number | null;
            /** The median mileage of the sales. */
            mileage_median_mi: number | null;
            /** The last day that the data cover. */
            as_of: string | null;
            /** How reliable the values are. */
            confidence: string | null;
            /** The mileage that the values are for. */
            mileage_used: number | null;
            /** `fitted`: age, mileage and range were fitted to this dataset's sales. `defaults`: its sales are too few, and documented constants were used. */
            method: "fitted" | "defaults" | null;
            /** The share of sales, kept out of the fit, whose price lay between p15 and p85 of such values; null if not measured. The ranges are made for 0.7. */
            coverage: number | null;
            /** The number of sales that `coverage` was measured on. */
            coverage_n: number | null;
            /** The median distance of p50 from the price of those sales, as a share of the price; null if not measured. */
            error_median: number | null;
            /** The newest of the sales compared, at most 40, as they were recorded; outliers and those of unknown mileage are left out. */
            sales: {
              /** The model year, four digits. */
              year: number | null;
              /** The mileage when it was sold. */
              mileage_mi: number | null;
              /** The price, as it was recorded. */
              price_usd: number | null;
              [name: string]: unknown;
            }[] | null;
            [name: string]: unknown;
          } | null;
        } | null;
      } | undefined;
      /** The part `windshield-api`, if it was requested. */
      "windshield-api"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The windshields that fit. */
          windshields: {
            /** The NAGS number. */
            nags_number: string | null;
            /** The maker's part numbers. */
            oem_numbers: string[] | null;
            /** What the windshield has, such as a rain sensor. */
            features: string[] | null;
            /** Calibrations that a camera or sensor needs after the exchange. */
            calibrations: string[] | null;
          }[] | null;
        } | null;
      } | undefined;
      /** The part `windshield`, if it was requested. */
      windshield?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The windshields that fit. */
          windshields: {
            /** The NAGS number. */
            nags_number: string | null;
            /** The maker's part numbers. */
            oem_numbers: string[] | null;
            /** What the windshield has, such as a rain sensor. */
            features: string[] | null;
            /** Calibrations that a camera or sensor needs after the exchange. */
            calibrations: string[] | null;
          }[] | null;
        } | null;
      } | undefined;
      /** The part `lien`, if it was requested. */
      lien?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The liens on record; a VIN without any may still have one. */
          liens: {
            /** The lienholder. */
            lienholder: string | null;
            /** The state, two letters. */
            state: string | null;
            /** The day on which the lien was filed, YYYY-MM-DD. */
            filed_at: string | null;
            /** The day on which it was released, YYYY-MM-DD; empty before. */
            released_at: string | null;
            /** `active`, `released`, or the register's own word. */
            status: string | null;
          }[] | null;
          /** The last day that the data cover, YYYY-MM-DD. */
          as_of: string | null;
          /** The source's words where they differ from the VIN's; absent if none does. */
          as_listed: {
            /** The source's model year. */
            year: number | null;
            /** The source's make. */
            make: string | null;
            /** The source's model. */
            model: string | null;
            /** The source's trim. */
            trim: string | null;
          } | null;
        } | null;
      } | undefined;
      /** The part `us-plate-decode`, if it was requested. */
      "us-plate-decode"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The plate that was looked up. */
          intro: {
            /** The license plate. */
            license: string | null;
            /** The state, two letters. */
            state: string | null;
          } | null;
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The trim. */
          trim: string | null;
          /** The kind of body. */
          body_type: string | null;
          /** The source's words where they differ from the VIN's; absent if none does. */
          as_listed: {
            /** The source's model year. */
            year: number | null;
            /** The source's make. */
            make: string | null;
            /** The source's model. */
            model: string | null;
            /** The source's trim. */
            trim: string | null;
          } | null;
          [name: string]: unknown;
        } | null;
      } | undefined;
      /** The part `license-decoder`, if it was requested. */
      "license-decoder"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The plate that was looked up. */
          intro: {
            /** The license plate. */
            license: string | null;
            /** The state, two letters. */
            state: string | null;
          } | null;
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The trim. */
          trim: string | null;
          /** The kind of body. */
          body_type: string | null;
          /** The source's words where they differ from the VIN's; absent if none does. */
          as_listed: {
            /** The source's model year. */
            year: number | null;
            /** The source's make. */
            make: string | null;
            /** The source's model. */
            model: string | null;
            /** The source's trim. */
            trim: string | null;
          } | null;
          /** What the register of the plate's country says; absent for U.S. plates. */
          registration: {
            /** The kind of vehicle, in the register's words. */
            kind: string | null;
            /** The EU's category, such as M1. */
            category: string | null;
            /** The day of the first admission in any country, YYYY-MM-DD; its month, YYYY-MM, if that is all that is known. */
            first_admission: string | null;
            /** The day of the first registration in the country, YYYY-MM-DD. */
            first_registration: string | null;
            /** The year of production. */
            production_year: number | null;
            /** The day on which the inspection expires, YYYY-MM-DD. */
            inspection_expires: string | null;
            /** The day of the last inspection, YYYY-MM-DD. */
            last_inspection: string | null;
            /** The mass in running order, kg. */
            mass_kg: number | null;
            /** The unladen mass, kg. */
            unladen_mass_kg: number | null;
            /** The most mass that is allowed, kg. */
            gross_mass_kg: number | null;
            /** The most mass of a trailer with brakes, kg. */
            towing_braked_kg: number | null;
            /** The most mass of a trailer without brakes, kg. */
            towing_unbraked_kg: number | null;
            /** The displacement, cm³. */
            displacement_cc: number | null;
            /** The number of cylinders. */
            cylinders: number | null;
            /** The power of the engine, kW. */
            power_kw: number | null;
            /** The power of the electric motor, kW. */
            electric_power_kw: number | null;
            /** The emission of CO2 in the older test (NEDC), g/km. */
            co2_g_km: number | null;
            /** The emission of CO2 in the WLTP test, g/km. */
            co2_wltp_g_km: number | null;
            /** The fuels, in the register's words, divided by a slash. */
            fuel: string | null;
            /** The maker's code of the engine. */
            engine_code: string | null;
            /** The number of doors. */
            doors: number | null;
            /** The number of seats. */
            seats: number | null;
            /** The color, in the register's words. */
            color: string | null;
            /** The number of the EU's type approval. */
            type_approval: string | null;
            /** The variant in the type approval. */
            type_variant: string | null;
            /** The version in the type approval. */
            type_version: string | null;
            /** The register's code of the model. */
            model_code: string | null;
            /** The list price when the vehicle was new, EUR. */
            list_price_eur: number | null;
            /** Whether a recall of the vehicle is open. */
            open_recall: boolean | null;
            /** Whether the vehicle was exported. */
            exported: boolean | null;
            /** The register's judgment of the odometer readings that it has: they rise (`logical`), or one is lower than an earlier one (`illogical`); `none` if it does not judge. */
            odometer_judgment: "logical" | "illogical" | "none" | null;
            /** The judgment in the register's words. */
            odometer_judgment_as_listed: string | null;
            /** The register's code of the reason, such as RDW's 04. */
            odometer_judgment_code: string | null;
            /** The year of the register's last reading of the odometer. */
            odometer_last_year: number | null;
            /** The number of the frame, if it is no VIN. */
            chassis_number: string | null;
          } | null;
          [name: string]: unknown;
        } | null;
      } | undefined;
      /** The part `ymm-specs`, if it was requested. */
      "ymm-specs"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The trim. */
          trim: string | null;
          /** The specifications by group; those without a group are next to the groups. `displacement_l` is in liters, `mpg` per US gallon, `msrp` in US dollars. */
          specs: Record<string, unknown>;
        } | null;
      } | undefined;
      /** The part `oem-parts`, if it was requested. */
      "oem-parts"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The trim. */
          trim: string | null;
          /** The category of parts. */
          category: string | null;
          /** The subcategory of parts. */
          subcategory: string | null;
          /** The parts of the category. */
          parts: {
            /** The maker's part number. */
            part_number: string | null;
            /** The part's name. */
            name: string | null;
            /** What the part is. */
            description: string | null;
            /** How many a vehicle has. */
            quantity: number | null;
            /** The suggested retail price in US dollars. */
            msrp_usd: number | null;
            /** The part number that replaces this one. */
            superseded_by: string | null;
            /** The address of a drawing. */
            diagram: string | null;
            /** Remarks. */
            notes: string | null;
          }[] | null;
        } | null;
      } | undefined;
      /** The part `oem-vin-decode`, if it was requested. */
      "oem-vin-decode"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN that was decoded. */
          intro: {
            /** The VIN. */
            vin: string | null;
          } | null;
          /** What the vehicle is. */
          basic: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** The model year, four digits. */
            year: number | null;
            /** The trim. */
            trim: string | null;
            /** The kind of body. */
            body_type: string | null;
            /** The kind of vehicle, as vPIC names it. */
            vehicle_type: string | null;
            /** The number of doors. */
            doors: number | null;
            /** The size class. */
            vehicle_size: string | null;
            /** The number of seats. */
            seating_capacity: number | null;
          } | null;
          /** The engine. */
          engine: {
            /** The number of cylinders. */
            cylinders: number | null;
            /** The displacement in liters. */
            engine_size_l: number | null;
            /** The engine's model or type. */
            engine_description: string | null;
            /** The displacement in cubic centimeters. */
            engine_capacity_cc: number | null;
            /** How the cylinders are arranged. */
            engine_configuration: string | null;
            /** The kind of electric drive, empty for none or unknown. */
            electrification_level: string | null;
          } | null;
          /** Who made the vehicle. */
          manufacturer: {
            /** Who made the vehicle. */
            manufacturer: string | null;
            /** The region of the maker. */
            region: string | null;
            /** The country. */
            country: string | null;
            /** The city of the plant. */
            plant_city: string | null;
            /** The country of the plant. */
            plant_country: string | null;
          } | null;
          /** The transmission. */
          transmission: {
            /** The kind of transmission. */
            transmission_style: string | null;
          } | null;
          /** Seat belts and airbags. */
          restraint: {
            /** Seat belts and airbags in words. */
            others: string | null;
          } | null;
          /** Weights. */
          dimensions: {
            /** The gross vehicle weight rating. */
            gvwr: string | null;
          } | null;
          /** The driven wheels. */
          drivetrain: {
            /** The driven wheels. */
            drive_type: string | null;
          } | null;
          /** The fuel. */
          fuel: {
            /** The main fuel. */
            fuel_type: string | null;
            /** The second fuel, if there is one. */
            secondary_fuel_type: string | null;
          } | null;
          /** The check of the VIN. */
          check: {
            /** Whether the VIN has no error. */
            valid: boolean | null;
            /** The check digit in the VIN. */
            check_digit: string | null;
            /** The check digit that the other characters call for. */
            expected: string | null;
            /** Warnings about the VIN or its decoding, in words. */
            warnings: string[] | null;
          } | null;
          /** Values that no pattern states, each with its rule and its dataset. */
          derived: {
            /** The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`. */
            field: string | null;
            /** The derived value. */
            value: string | null;
            /** The rule by which it was derived. */
            rule: string | null;
            /** The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's. */
            source: string | null;
          }[] | null;
          /** The error codes that vPIC gives the VIN. */
          error_codes: number[] | null;
          /** The part of the VIN that patterns describe: positions 4 to 8 and 10 to 17, without the serial number. */
          descriptor: string | null;
          /** Every element of vPIC that the VIN decides. */
          elements: {
            /** The element's number in vPIC. */
            element_id: number | null;
            /** The element's name. */
            name: string | null;
            /** The element's machine name. */
            code: string | null;
            /** The group of the element. */
            group: string | null;
            /** The element's value. */
            value: string | null;
            /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
            decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | null;
            /** The pattern's number in vPIC. */
            pattern_id: number | null;
            /** The pattern's text. */
            key: string | null;
          }[] | null;
          /** What each character of the VIN means. */
          positions: {
            /** The character's position, from 1. */
            position: number | null;
            /** The character. */
            character: string | null;
            /** The part of the VIN to which the character belongs. */
            part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial" | null;
            /** What the character means, in words. */
            meaning: string | null;
            /** The elements of vPIC that it decides. */
            elements: string[] | null;
          }[] | null;
          /** What decided each element, and what each position means; present with `explain=true`. */
          explanation: {
            /** What each character of the VIN means. */
            positions: {
              /** The character's position, from 1. */
              position: number | null;
              /** The character. */
              character: string | null;
              /** The part of the VIN to which the character belongs. */
              part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial" | null;
              /** What the character means, in words. */
              meaning: string | null;
              /** The elements of vPIC that it decides. */
              elements: string[] | null;
            }[] | null;
            /** Every element of vPIC that the VIN decides. */
            elements: ({
              /** The element's number in vPIC. */
              element_id: number | null;
              /** The element's name. */
              name: string | null;
              /** The element's machine name. */
              code: string | null;
              /** The element's value. */
              value: string | null;
              /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
              decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | "derived" | null;
              /** The pattern's number in vPIC. */
              pattern_id: number | null;
              /** The pattern's text. */
              key: string | null;
              /** The positions of the VIN that the pattern reads. */
              positions: number[] | null;
              /** The rule by which it was derived. */
              rule: string | null;
              /** Values that other patterns of the same VIN state and that lost, best first. */
              alternatives: {
                /** The value that lost. */
                value: string | null;
                /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
                decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | null;
                /** The pattern's number in vPIC. */
                pattern_id: number | null;
                /** The pattern's text. */
                key: string | null;
                /** Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year. */
                lost_by: "source" | "schema_year" | "order" | "model_year" | null;
              }[] | null;
            })[] | null;
          } | null;
          /** The maker's own record of the vehicle; absent if none was imported. */
          build_sheet: Record<string, unknown> | null;
          /** What registers of other countries have for such a VIN, as in /vehicle-types; only where vPIC has no model. */
          vehicle_types: ({
            /** The dataset's name. */
            source: string | null;
            /** The dataset's version, a day for most sources. */
            version: string | null;
            /** The day of its import, YYYY-MM-DD. */
            imported_on: string | null;
            /** Who publishes it. */
            publisher: string | null;
            /** The country whose vehicles it lists: ISO 3166-1, three letters. */
            country: string | null;
            /** The number of different types that the VIN matches. */
            candidate_count: number | null;
            /** What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent. */
            facts: {
              /** The make. */
              make: string | null;
              /** The model, as the source names it; some name the engine after it. */
              model: string | null;
              /** The type, variant and version in the type approval. */
              variant: string | null;
              /** The EU's category, such as M1. */
              category: string | null;
              /** The kind of body, in the source's words. */
              body: string | null;
              /** The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen. */
              fuel: string | null;
              /** Front-wheel drive, Rear-wheel drive or All-wheel drive. */
              drive: string | null;
              /** The maker's code of the engine. */
              engine_code: string | null;
              /** The displacement, cm³. */
              displacement_cc: number | null;
              /** The power of the engine, kW. */
              power_kw: number | null;
              /** The number of doors. */
              doors: number | null;
              /** The number of seats. */
              seats: number | null;
              /** The number of the EU's type approval. */
              type_approval: string | null;
            } | null;
            /** The types, those of most vehicles first, at most 50. Each is possible; none is proven. */
            candidates: {
              /** The make. */
              make: string | null;
              /** The model, as the source names it; some name the engine after it. */
              model: string | null;
              /** The type, variant and version in the type approval. */
              variant: string | null;
              /** The EU's category, such as M1. */
              category: string | null;
              /** The kind of body, in the source's words. */
              body: string | null;
              /** The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen. */
              fuel: string | null;
              /** Front-wheel drive, Rear-wheel drive or All-wheel drive. */
              drive: string | null;
              /** The maker's code of the engine. */
              engine_code: string | null;
              /** The displacement, cm³. */
              displacement_cc: number | null;
              /** The power of the engine, kW. */
              power_kw: number | null;
              /** The number of doors. */
              doors: number | null;
              /** The number of seats. */
              seats: number | null;
              /** The number of the EU's type approval. */
              type_approval: string | null;
              /** The first year in which one of its vehicles was taken into use. */
              first_used: number | null;
              /** The last such year. */
              last_used: number | null;
              /** The number of its vehicles; absent if the source does not count them. */
              vehicles: number | null;
              /** The number of approvals that say the same, if the source does not count vehicles. */
              approvals: number | null;
            }[] | null;
          })[] | null;
        } | null;
      } | undefined;
      /** The part `open-recall`, if it was requested. */
      "open-recall"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The market whose campaigns are listed; only in answers for other markets than the U.S. */
          market: "US" | "CA" | "GB" | "EU" | null;
          /** Who announces the market's recalls; only in answers for other markets than the U.S. */
          authority: string | null;
          /** The number of recalls listed. */
          recall_count: number | null;
          /** The names under which the file of recalls has the vehicle's line, the surest first. */
          matched_models: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model). */
            match: "exact" | "close" | "model" | null;
            /** Why campaigns of the name may not concern the vehicle; `""` if its line is certain. */
            note: string | null;
          }[] | null;
          /** The recalls of the vehicle's line, and of the VIN if they are known. */
          recalls: {
            /** NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it. */
            nhtsa_campaign_number: string | null;
            /** The maker that recalls. */
            manufacturer: string | null;
            /** The component concerned. */
            component: string | null;
            /** The fault. */
            summary: string | null;
            /** What can happen. */
            consequence: string | null;
            /** What the maker does about it. */
            remedy: string | null;
            /** Remarks. */
            notes: string | null;
            /** The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign. */
            report_received_date: string | null;
            /** Whether the file says that the vehicle should not be driven. */
            park_it: boolean | null;
            /** Whether the file says that the vehicle should be parked outside. */
            park_outside: boolean | null;
            /** Whether the file says that an update over the air remedies it. */
            over_the_air_update: boolean | null;
            /** The market whose campaigns are listed; only in answers for other markets than the U.S. */
            market: "US" | "CA" | "GB" | "EU" | null;
            /** Who announces the market's recalls; only in answers for other markets than the U.S. */
            authority: string | null;
            /** The authority's number of the campaign; only in answers for other markets than the U.S. */
            campaign_number: string | null;
            /** The maker's own number of the campaign; only in answers for other markets than the U.S. */
            manufacturer_campaign_number: string | null;
            /** How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S. */
            units_affected: string | null;
            /** The authority's page of the campaign; only in answers for other markets than the U.S. */
            url: string | null;
            /** The name of `matched_models` under which the file has the campaign. */
            matched_model: string | null;
            /** How sure that name is. */
            match: "exact" | "close" | "model" | null;
            /** Whether this vehicle's recall is open, if a record says so. */
            recall_status: "open" | "completed" | null;
          }[] | null;
        } | null;
      } | undefined;
      /** The part `oil-lookup`, if it was requested. */
      "oil-lookup"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The engine, such as 2.4L L4. */
          engine: string | null;
          /** The oils that suit the engine. */
          oil_specs: ({
            /** The SAE viscosity grade. */
            viscosity: string | null;
            /** The kind of oil. */
            oil_type: string | null;
            /** The oil for a change with a new filter. */
            capacity_with_filter: {
              /** In liters. */
              liters: number | null;
              /** In US quarts. */
              us_quarts: number | null;
            } | null;
            /** The oil for a change without a new filter. */
            capacity_without_filter: {
              /** In liters. */
              liters: number | null;
              /** In US quarts. */
              us_quarts: number | null;
            } | null;
            /** The temperatures that the oil is for. */
            temperature: string | null;
          })[] | null;
          /** The oil filters that fit. */
          filters: {
            /** The brand. */
            brand: string | null;
            /** The maker's part number. */
            part_number: string | null;
          }[] | null;
          /** The drain bolt. */
          drain_bolt: {
            /** The size of its socket in millimeters. */
            socket_size_mm: number | null;
            /** Its tightening torque in newton meters. */
            torque_nm: number | null;
          } | null;
        } | null;
      } | undefined;
      /** The part `vin-decoder`, if it was requested. */
      "vin-decoder"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN that was decoded. */
          intro: {
            /** The VIN. */
            vin: string | null;
          } | null;
          /** What the vehicle is. */
          basic: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** The model year, four digits. */
            year: number | null;
            /** The trim. */
            trim: string | null;
            /** The kind of body. */
            body_type: string | null;
            /** The kind of vehicle, as vPIC names it. */
            vehicle_type: string | null;
            /** The number of doors. */
            doors: number | null;
            /** The size class. */
            vehicle_size: string | null;
            /** The number of seats. */
            seating_capacity: number | null;
          } | null;
          /** The engine. */
          engine: {
            /** The number of cylinders. */
            cylinders: number | null;
            /** The displacement in liters. */
            engine_size_l: number | null;
            /** The engine's model or type. */
            engine_description: string | null;
            /** The displacement in cubic centimeters. */
            engine_capacity_cc: number | null;
            /** How the cylinders are arranged. */
            engine_configuration: string | null;
            /** The kind of electric drive, empty for none or unknown. */
            electrification_level: string | null;
          } | null;
          /** Who made the vehicle. */
          manufacturer: {
            /** Who made the vehicle. */
            manufacturer: string | null;
            /** The region of the maker. */
            region: string | null;
            /** The country. */
            country: string | null;
            /** The city of the plant. */
            plant_city: string | null;
            /** The country of the plant. */
            plant_country: string | null;
          } | null;
          /** The transmission. */
          transmission: {
            /** The kind of transmission. */
            transmission_style: string | null;
          } | null;
          /** Seat belts and airbags. */
          restraint: {
            /** Seat belts and airbags in words. */
            others: string | null;
          } | null;
          /** Weights. */
          dimensions: {
            /** The gross vehicle weight rating. */
            gvwr: string | null;
          } | null;
          /** The driven wheels. */
          drivetrain: {
            /** The driven wheels. */
            drive_type: string | null;
          } | null;
          /** The fuel. */
          fuel: {
            /** The main fuel. */
            fuel_type: string | null;
            /** The second fuel, if there is one. */
            secondary_fuel_type: string | null;
          } | null;
          /** The check of the VIN. */
          check: {
            /** Whether the VIN has no error. */
            valid: boolean | null;
            /** The check digit in the VIN. */
            check_digit: string | null;
            /** The check digit that the other characters call for. */
            expected: string | null;
            /** Warnings about the VIN or its decoding, in words. */
            warnings: string[] | null;
          } | null;
          /** Values that no pattern states, each with its rule and its dataset. */
          derived: {
            /** The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`. */
            field: string | null;
            /** The derived value. */
            value: string | null;
            /** The rule by which it was derived. */
            rule: string | null;
            /** The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's. */
            source: string | null;
          }[] | null;
          /** What decided each element, and what each position means; present with `explain=true`. */
          explanation: {
            /** What each character of the VIN means. */
            positions: {
              /** The character's position, from 1. */
              position: number | null;
              /** The character. */
              character: string | null;
              /** The part of the VIN to which the character belongs. */
              part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial" | null;
              /** What the character means, in words. */
              meaning: string | null;
              /** The elements of vPIC that it decides. */
              elements: string[] | null;
            }[] | null;
            /** Every element of vPIC that the VIN decides. */
            elements: ({
              /** The element's number in vPIC. */
              element_id: number | null;
              /** The element's name. */
              name: string | null;
              /** The element's machine name. */
              code: string | null;
              /** The element's value. */
              value: string | null;
              /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
              decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | "derived" | null;
              /** The pattern's number in vPIC. */
              pattern_id: number | null;
              /** The pattern's text. */
              key: string | null;
              /** The positions of the VIN that the pattern reads. */
              positions: number[] | null;
              /** The rule by which it was derived. */
              rule: string | null;
              /** Values that other patterns of the same VIN state and that lost, best first. */
              alternatives: {
                /** The value that lost. */
                value: string | null;
                /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
                decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | null;
                /** The pattern's number in vPIC. */
                pattern_id: number | null;
                /** The pattern's text. */
                key: string | null;
                /** Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year. */
                lost_by: "source" | "schema_year" | "order" | "model_year" | null;
              }[] | null;
            })[] | null;
          } | null;
        } | null;
      } | undefined;
      /** The part `motorcycle-decode`, if it was requested. */
      "motorcycle-decode"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN that was decoded. */
          intro: {
            /** The VIN. */
            vin: string | null;
          } | null;
          /** What the vehicle is. */
          basic: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** The model year, four digits. */
            year: number | null;
            /** The trim. */
            trim: string | null;
            /** The kind of body. */
            body_type: string | null;
            /** The kind of vehicle, as vPIC names it. */
            vehicle_type: string | null;
            /** The number of doors. */
            doors: number | null;
            /** The size class. */
            vehicle_size: string | null;
            /** The number of seats. */
            seating_capacity: number | null;
          } | null;
          /** The engine. */
          engine: {
            /** The number of cylinders. */
            cylinders: number | null;
            /** The displacement in liters. */
            engine_size_l: number | null;
            /** The engine's model or type. */
            engine_description: string | null;
            /** The displacement in cubic centimeters. */
            engine_capacity_cc: number | null;
            /** How the cylinders are arranged. */
            engine_configuration: string | null;
            /** The kind of electric drive, empty for none or unknown. */
            electrification_level: string | null;
          } | null;
          /** Who made the vehicle. */
          manufacturer: {
            /** Who made the vehicle. */
            manufacturer: string | null;
            /** The region of the maker. */
            region: string | null;
            /** The country. */
            country: string | null;
            /** The city of the plant. */
            plant_city: string | null;
            /** The country of the plant. */
            plant_country: string | null;
          } | null;
          /** The transmission. */
          transmission: {
            /** The kind of transmission. */
            transmission_style: string | null;
          } | null;
          /** Seat belts and airbags. */
          restraint: {
            /** Seat belts and airbags in words. */
            others: string | null;
          } | null;
          /** Weights. */
          dimensions: {
            /** The gross vehicle weight rating. */
            gvwr: string | null;
          } | null;
          /** The driven wheels. */
          drivetrain: {
            /** The driven wheels. */
            drive_type: string | null;
          } | null;
          /** The fuel. */
          fuel: {
            /** The main fuel. */
            fuel_type: string | null;
            /** The second fuel, if there is one. */
            secondary_fuel_type: string | null;
          } | null;
          /** Absent without a VIN. */
          check: {
            /** Whether the VIN has no error. */
            valid: boolean | null;
            /** The check digit in the VIN. */
            check_digit: string | null;
            /** The check digit that the other characters call for. */
            expected: string | null;
            /** Warnings about the VIN or its decoding, in words. */
            warnings: string[] | null;
          } | null;
          /** Absent without a VIN. */
          derived: {
            /** The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`. */
            field: string | null;
            /** The derived value. */
            value: string | null;
            /** The rule by which it was derived. */
            rule: string | null;
            /** The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's. */
            source: string | null;
          }[] | null;
          /** The displacement in cubic centimeters. */
          displacement_cc: number | null;
          /** Two or four strokes. */
          engine_cycles: string | null;
          /** The kind of chassis. */
          chassis: string | null;
          /** The kind of suspension. */
          suspension: string | null;
          /** Without a VIN: says that only what all of the model share is shown. */
          note: string | null;
          [name: string]: unknown;
        } | null;
      } | undefined;
      /** The part `repair-estimates`, if it was requested. */
      "repair-estimates"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The services by trim. */
          repair: ({
            /** Empty if it is unknown; by names, `All trims` asks for the same costs. */
            trim: string | null;
            /** The services and what they cost. */
            repair: ({
              /** The service. */
              title: string | null;
              /** What the service is. */
              description: string | null;
              /** Unique slug of the service. */
              value: string | null;
              /** The cost's parts and labor. */
              costs: {
                /** The kind of cost. */
                name: "Parts" | "Labor" | null;
                /** The cost in words. */
                desc: string | null;
                /** Whole currency units. */
                high: number | null;
                /** Whole currency units. */
                low: number | null;
              }[] | null;
            })[] | null;
          })[] | null;
          /** Says that costs are the service's own estimates, and of which trims if not of all; absent if all are the operator's records. */
          basis: string | null;
          /** Says that the requested trim is unknown; absent if it is known. */
          note: string | null;
          /** The costs for the VIN's own engine, drive and weight, if `narrow` is true; `repair` has those of its trim. */
          narrowed: {
            /** What the VIN says: `Gasoline, 6 cylinders, 4WD/4-Wheel Drive/4x4`. */
            by: string | null;
            /** The services by trim. */
            repair: ({
              /** Empty if it is unknown; by names, `All trims` asks for the same costs. */
              trim: string | null;
              /** The services and what they cost. */
              repair: ({
                /** The service. */
                title: string | null;
                /** What the service is. */
                description: string | null;
                /** Unique slug of the service. */
                value: string | null;
                /** The cost's parts and labor. */
                costs: {
                  /** The kind of cost. */
                  name: "Parts" | "Labor" | null;
                  /** The cost in words. */
                  desc: string | null;
                  /** Whole currency units. */
                  high: number | null;
                  /** Whole currency units. */
                  low: number | null;
                }[] | null;
              })[] | null;
            })[] | null;
          } | null;
        } | null;
      } | undefined;
      /** The part `auction`, if it was requested. */
      auction?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: ({
          /** The event's number among those of the vehicle. */
          sale_index: string | null;
          /** Currency text, or N/A. */
          price_usd: number | null;
          /** Such as Sold or Not sold; values rest on sold lots only. */
          sale_status: string | null;
          /** The vehicle as the auction house names it. */
          vname: string | null;
          /** Number of the lot; the events of a VIN differ by it. */
          lot_number: string | null;
          /** Whether it has keys, starts and drives. */
          car_features: {
            /** Whether there are keys; absent if unknown. */
            has_keys: boolean | null;
            /** Whether it runs and drives; absent if unknown. */
            runs_drives: boolean | null;
            /** Whether the engine starts; absent if unknown. */
            engine_starts: boolean | null;
          } | null;
          /** The title document and the damage. */
          title_and_condition: {
            /** The kind of title document. */
            title_type: string | null;
            /** The title document in words. */
            title_description: string | null;
            /** The main damage. */
            primary_damage: string | null;
            /** Further damage. */
            secondary_damage: string | null;
            /** The VIN as the auction wrote it. */
            vin: string | null;
            /** Remarks on the condition. */
            common: string | null;
          } | null;
          /** The vehicle as the auction described it; unknown members are absent. */
          technical_specs: {
            /** The odometer's reading, with its unit: miles unless it says km. */
            odometer_mi: number | null;
            /** The auction's estimate of the cost of repair. */
            estimated_repair_cost_usd: number | null;
            /** The auction's estimate of the value after repair. */
            estimated_retail_value_usd: number | null;
            /** The average of such estimates. */
            average_estimated_retail_value_usd: number | null;
            /** The cost of repair in proportion to the value. */
            damage_ratio: string | null;
            /** The auction's estimate of the highest bid. */
            estimated_winning_bid: string | null;
            /** The kind of body. */
            body_style: string | null;
            /** The color. */
            color: string | null;
            /** The engine, in short. */
            engine_type: string | null;
            /** The fuel. */
            fuel_type: string | null;
            /** The number of cylinders. */
            cylinders: number | null;
            /** The kind of transmission. */
            transmission: string | null;
            /** The driven wheels. */
            drive: string | null;
            /** Miles per US gallon in the city. */
            city_mpg: number | null;
            /** Miles per US gallon on the highway. */
            highway_mpg: number | null;
            /** The maker's charge for delivery. */
            delivery_charges_usd: number | null;
            /** The number of seats. */
            standard_seating: number | null;
            /** The displacement in liters. */
            engine_size_l: number | null;
            /** What a dealer paid for it when it was new. */
            invoice_price_usd: number | null;
            /** The body with its doors. */
            vehicle_style: string | null;
            /** The engine. */
            engine: string | null;
            /** The country of the plant. */
            made_in: string | null;
            /** The size class. */
            vehicle_size: string | null;
            /** The length. */
            overall_length: string | null;
            /** The height. */
            overall_height: string | null;
            /** The width. */
            overall_width: string | null;
            /** The kind of steering. */
            steering_type: string | null;
            /** The kind of anti-lock brakes. */
            anti_brake_system: string | null;
            /** The capacity of the tank. */
            fuel_capacity_us_gal: number | null;
            /** The number of doors. */
            doors: number | null;
            /** The weight of the empty vehicle. */
            curb_weight_lb: number | null;
            /** The trim. */
            trim: string | null;
            /** The number of gears. */
            transmission_gears: number | null;
            /** The suggested retail price when it was new. */
            msrp_usd: number | null;
          } | null;
          /** When and where it was auctioned, and by whom. */
          sale_date_location: {
            /** Whether an insurer, a dealer or another party sold it. */
            seller_type: string | null;
            /** Who sold it. */
            seller_name: string | null;
            /** The day of the auction, such as 2026-08-14; an import without `at` takes it. */
            auction_date: string | null;
            /** The kind of auction. */
            auction_type: string | null;
            /** City and state; imports read the state from its two letters. */
            location: string | null;
            /** The buyer's country. */
            buyer_country: string | null;
          } | null;
          /** Earlier listings: dates and their remarks. */
          listing_history: Record<string, unknown>;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** May be empty. */
          model: string | null;
          /** Signed; valid for one hour. */
          images: string[] | null;
          /** Prices of such vehicles; the spelling of the third is the interface's own. */
          market_value: {
            /** The lowest and the highest price. */
            price_range: string | null;
            /** The commonest price. */
            common_price_usd: number | null;
            /** The average price. */
            average_price_usd: number | null;
            /** The average price, recent sales counting for more. */
            weighted_average_price_usd: number | null;
            /** The median price. */
            median_price_usd: number | null;
          } | null;
          /** The VIN. */
          vin: string | null;
          /** The source's words where they differ from the VIN's; absent if none does. */
          as_listed: {
            /** The source's model year. */
            year: number | null;
            /** The source's make. */
            make: string | null;
            /** The source's model. */
            model: string | null;
            /** The source's trim. */
            trim: string | null;
          } | null;
        })[] | null;
      } | undefined;
      /** The part `saleshistory`, if it was requested. */
      saleshistory?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The record's own ID. */
          _id: string | null;
          /** The VIN. */
          vin: string | null;
          /** The trim. */
          trim: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The listings and sales, newest first. */
          sales_history: ({
            /** YYYY-MM-DD HH:MM:SS+00:00, or empty. */
            post_date: string | null;
            /** The listing. */
            data: {
              /** The seller's text. */
              description: string | null;
              /** The seller's telephone number; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
              phone: string | null;
              /** The seller's email address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
              email: string | null;
              /** `dealership`; every other seller counts as a person. */
              seller_type: string | null;
              /** The dealership. */
              dealer_name: string | null;
              /** Number of the listing; the events of a VIN differ by it. */
              listing_id: string | null;
              /** The address of a report on the vehicle. */
              report_url: string | null;
              /** Whether it was sold. */
              sale_status: string | null;
              /** The day of the sale, YYYY-MM-DD. */
              sale_date: string | null;
              /** The title document that came with it. */
              sale_document: string | null;
              /** Accidents, in words. */
              accident_records: string | null;
              /** The title's history, in words. */
              title_record: string | null;
              /** The owners so far, in words. */
              owner_record: string | null;
              /** Whether there were keys. */
              keys: string | null;
              /** The kind of vehicle, as vPIC names it. */
              vehicle_type: string | null;
              /** The country of the plant. */
              manufactured_in: string | null;
              /** The driven wheels. */
              drivetrain: string | null;
              /** The transmission. */
              transmission: string | null;
              /** The fuel. */
              fuel: string | null;
              /** The number of cylinders. */
              cylinders: number | null;
              /** The engine. */
              engine: string | null;
              /** The capacity of the tank in US gallons. */
              fuel_capacity_us_gal: number | null;
              /** The number of doors. */
              doors: number | null;
              /** The odometer's reading in kilometers; values rest on it if that in miles is empty. */
              odometer_km: number | null;
              /** The odometer's reading in miles; values rest on it. */
              odometer_mi: number | null;
              /** The main damage. */
              primary_damage: string | null;
              /** Further damage. */
              secondary_damage: string | null;
              /** The condition in words. */
              condition: string | null;
              /** The color outside. */
              exterior_color: string | null;
              /** The color inside. */
              interior_color: string | null;
              /** The condition inside. */
              interior_condition: string | null;
              /** The condition outside. */
              exterior_condition: string | null;
              /** The seller's ZIP code; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
              zip_code: string | null;
              /** The country. */
              country: string | null;
              /** The state, two letters. */
              state: string | null;
              /** The city. */
              city: string | null;
              /** The seller's address; empty for private sellers, unless VINGATE_PERSONAL_DATA shows them. */
              address: string | null;
              /** When the listing was last changed. */
              last_updated: string | null;
              /** The asking price and its basis. */
              listing_price: {
                /** The asking price in whole units of the currency. */
                price: number | null;
                /** The value after repair. */
                retail_value: number | null;
                /** The cost of repair. */
                repair_cost: number | null;
                /** The currency of the prices, ISO 4217, such as USD. */
                currency: string | null;
              } | null;
              /** The range of the value. */
              fair_market_value: {
                /** The lower end, in whole units of the currency. */
                min: number | null;
                /** The upper end, in whole units of the currency. */
                max: number | null;
              } | null;
              /** Equipment. */
              features: string[] | null;
              /** Equipment inside. */
              interior_features: string[] | null;
              /** Equipment outside. */
              exterior_features: string[] | null;
              /** Safety equipment. */
              safety: string[] | null;
              /** Electronic equipment. */
              technology: string[] | null;
              /** Other equipment. */
              other: string[] | null;
              /** Mechanical equipment. */
              mechanical: string[] | null;
              /** A vehicle history report, in short. */
              vhr_preview: unknown[] | null;
              /** A vehicle history report, under its older name. */
              vhrpreview: unknown[] | null;
              /** Signed; valid for one hour. */
              images: string[] | null;
              /** Whether it had airbags. */
              airbags: boolean | null;
              /** Whether the price had been reduced. */
              reduced_price: boolean | null;
              /** Whether the listing was marked as sought after. */
              is_hot: boolean | null;
              /** Whether the seller gave a money-back guarantee. */
              money_back_guarantee: boolean | null;
              /** Whether the listing was shown large. */
              monster_ad: boolean | null;
              /** Whether it was a special offer. */
              special_offer: boolean | null;
              /** Whether the listing was new. */
              newly_listed: boolean | null;
            } | null;
            /** The source's words where they differ from the VIN's; absent if none does. */
            as_listed: {
              /** The source's model year. */
              year: number | null;
              /** The source's make. */
              make: string | null;
              /** The source's model. */
              model: string | null;
              /** The source's trim. */
              trim: string | null;
              /** The source's date, if it cannot be read. */
              post_date: string | null;
            } | null;
          })[] | null;
        } | null;
      } | undefined;
      /** The part `recalls`, if it was requested. */
      recalls?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The market whose campaigns are listed. */
          market: "US" | "CA" | "GB" | "EU" | null;
          /** Who announces the market's recalls. */
          authority: string | null;
          /** The number of recalls listed. */
          recall_count: number | null;
          /** The names under which the file of recalls has the vehicle's line, the surest first. */
          matched_models: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** How sure the name is: `exact` (the VIN states all of it), `close` (part of it follows from weight, fuel, body, engine or a range of VINs), `model` (it may be another line of the model). */
            match: "exact" | "close" | "model" | null;
            /** Why campaigns of the name may not concern the vehicle; `""` if its line is certain. */
            note: string | null;
          }[] | null;
          /** The recalls of the vehicle's line. */
          recalls: {
            /** NHTSA's number of the campaign, for example 20V123000; empty if another authority announces it. */
            nhtsa_campaign_number: string | null;
            /** The maker that recalls. */
            manufacturer: string | null;
            /** The component concerned. */
            component: string | null;
            /** The fault. */
            summary: string | null;
            /** What can happen. */
            consequence: string | null;
            /** What the maker does about it. */
            remedy: string | null;
            /** Remarks. */
            notes: string | null;
            /** The day on which NHTSA received the report, YYYY-MM-DD; of another authority the day that it gives the campaign. */
            report_received_date: string | null;
            /** Whether the file says that the vehicle should not be driven. */
            park_it: boolean | null;
            /** Whether the file says that the vehicle should be parked outside. */
            park_outside: boolean | null;
            /** Whether the file says that an update over the air remedies it. */
            over_the_air_update: boolean | null;
            /** The market whose campaigns are listed; only in answers for other markets than the U.S. */
            market: "US" | "CA" | "GB" | "EU" | null;
            /** Who announces the market's recalls; only in answers for other markets than the U.S. */
            authority: string | null;
            /** The authority's number of the campaign; only in answers for other markets than the U.S. */
            campaign_number: string | null;
            /** The maker's own number of the campaign; only in answers for other markets than the U.S. */
            manufacturer_campaign_number: string | null;
            /** How many vehicles are recalled in the market, digits; only in answers for other markets than the U.S. */
            units_affected: string | null;
            /** The authority's page of the campaign; only in answers for other markets than the U.S. */
            url: string | null;
            /** The name of `matched_models` under which the file has the campaign. */
            matched_model: string | null;
            /** How sure that name is. */
            match: "exact" | "close" | "model" | null;
          }[] | null;
        } | null;
      } | undefined;
      /** The part `vehicle-types`, if it was requested. */
      "vehicle-types"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** Each source with types that the VIN matches. Sources are not merged. */
          sources: ({
            /** The dataset's name. */
            source: string | null;
            /** The dataset's version, a day for most sources. */
            version: string | null;
            /** The day of its import, YYYY-MM-DD. */
            imported_on: string | null;
            /** Who publishes it. */
            publisher: string | null;
            /** The country whose vehicles it lists: ISO 3166-1, three letters. */
            country: string | null;
            /** The number of different types that the VIN matches. */
            candidate_count: number | null;
            /** What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent. */
            facts: {
              /** The make. */
              make: string | null;
              /** The model, as the source names it; some name the engine after it. */
              model: string | null;
              /** The type, variant and version in the type approval. */
              variant: string | null;
              /** The EU's category, such as M1. */
              category: string | null;
              /** The kind of body, in the source's words. */
              body: string | null;
              /** The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen. */
              fuel: string | null;
              /** Front-wheel drive, Rear-wheel drive or All-wheel drive. */
              drive: string | null;
              /** The maker's code of the engine. */
              engine_code: string | null;
              /** The displacement, cm³. */
              displacement_cc: number | null;
              /** The power of the engine, kW. */
              power_kw: number | null;
              /** The number of doors. */
              doors: number | null;
              /** The number of seats. */
              seats: number | null;
              /** The number of the EU's type approval. */
              type_approval: string | null;
            } | null;
            /** The types, those of most vehicles first, at most 50. Each is possible; none is proven. */
            candidates: {
              /** The make. */
              make: string | null;
              /** The model, as the source names it; some name the engine after it. */
              model: string | null;
              /** The type, variant and version in the type approval. */
              variant: string | null;
              /** The EU's category, such as M1. */
              category: string | null;
              /** The kind of body, in the source's words. */
              body: string | null;
              /** The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen. */
              fuel: string | null;
              /** Front-wheel drive, Rear-wheel drive or All-wheel drive. */
              drive: string | null;
              /** The maker's code of the engine. */
              engine_code: string | null;
              /** The displacement, cm³. */
              displacement_cc: number | null;
              /** The power of the engine, kW. */
              power_kw: number | null;
              /** The number of doors. */
              doors: number | null;
              /** The number of seats. */
              seats: number | null;
              /** The number of the EU's type approval. */
              type_approval: string | null;
              /** The first year in which one of its vehicles was taken into use. */
              first_used: number | null;
              /** The last such year. */
              last_used: number | null;
              /** The number of its vehicles; absent if the source does not count them. */
              vehicles: number | null;
              /** The number of approvals that say the same, if the source does not count vehicles. */
              approvals: number | null;
            }[] | null;
          })[] | null;
        } | null;
      } | undefined;
      /** The part `safety-ratings`, if it was requested. */
      "safety-ratings"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** The dataset and its day. */
          source: string | null;
          /** The drive that the VIN states; `""` without one: then the ratings of all drives are listed. */
          drive: string | null;
          /** The file's names of the vehicle's line, the surest first. */
          matched_models: {
            /** The make. */
            make: string | null;
            /** The model. */
            model: string | null;
            /** How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model). */
            match: "exact" | "close" | "model" | null;
            /** Why records of the name may not concern the vehicle; `""` if its line is certain. */
            note: string | null;
          }[] | null;
          /** The line's ratings: one for each body, drive and release. What is not rated is null. */
          ratings: ({
            /** Its name of `matched_models`. */
            matched_model: string | null;
            /** How sure that name is. */
            match: "exact" | "close" | "model" | null;
            /** For example SUV or 4 DR. */
            body_style: string | null;
            /** The drive: AWD, FWD, RWD, 4WD or 2WD; `""` if it is not stated. */
            drive: string | null;
            /** 2 and 3: vehicles built later in the year. */
            release: number | null;
            /** All tests together, 1 to 5 stars. */
            overall_stars: number | null;
            /** The frontal crash. */
            front_stars: number | null;
            /** Driver. */
            front_driver_stars: number | null;
            /** Front passenger. */
            front_passenger_stars: number | null;
            /** The side crash. */
            side_stars: number | null;
            /** Into a barrier, driver. */
            side_driver_stars: number | null;
            /** Into a barrier, rear passenger. */
            side_passenger_stars: number | null;
            /** Into a pole. */
            side_pole_stars: number | null;
            /** The resistance to rolling over. */
            rollover_stars: number | null;
            /** The probability of a rollover. */
            rollover_percent: number | null;
            /** Whether a wheel lifted in the dynamic test. */
            tips: boolean | null;
            /** The driver assistance that NHTSA recommends. */
            technologies: {
              /** The technology. */
              name: string | null;
              /** Whether vehicles have it. */
              equipment: "standard" | "optional" | "standard_and_optional" | "none" | null;
              /** Whether it meets NHTSA's criteria; `standard_meets`: only the standard version does; `pending`: not tested yet. */
              criteria: "meets" | "standard_meets" | "does_not_meet" | "pending" | null;
            }[] | null;
            /** NHTSA's safety concerns and foot notes. */
            notes: string[] | null;
          })[] | null;
        } | null;
      } | undefined;
      /** The part `known-problems`, if it was requested. */
      "known-problems"?: {
        /** The status that the lookup alone would have had. */
        status: number;
        /** The lookup's operation; null if the vehicle fits none of the family. */
        operation: string | null;
        /** Where the data are from, with their version, as `x-data-source`; null without an answer. */
        source: string | null;
        /** The day or month of the oldest of these data, ISO 8601: that of the source's version, else the day of the import. Null if there is no answer, or it rests on no dataset. */
        as_of: string | null;
        /** Whether the answer is made of synthetic records of the demo set. */
        synthetic: boolean;
        /** How well the answer fits the vehicle, as `x-match`: its trim, the one trim that fits its facts, or its model. Null if nothing had to be matched. */
        match: "exact" | "close" | "model" | null;
        /** What the part cost. */
        credits_charged: number;
        /** Why there is no answer; null with one. */
        error: ReportPartError | null;
        /** Recorded texts that are not of the form of their member, which is null: nothing is left out unsaid. */
        unread: UnreadText[];
        /** The lookup's `data`, typed: numbers are numbers, times ISO 8601, units in names, and what is unknown is null. Null without an answer. */
        data: {
          /** The VIN. */
          vin: string | null;
          /** The model year, four digits. */
          year: number | null;
          /** The make. */
          make: string | null;
          /** The model. */
          model: string | null;
          /** What owners reported to NHTSA, unproven. Null if no such data is loaded. */
          complaints: {
            /** The dataset and its day. */
            source: string | null;
            /** The file's names of the vehicle's line, the surest first. */
            matched_models: {
              /** The make. */
              make: string | null;
              /** The model. */
              model: string | null;
              /** How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model). */
              match: "exact" | "close" | "model" | null;
              /** Why records of the name may not concern the vehicle; `""` if its line is certain. */
              note: string | null;
            }[] | null;
            /** By name; one about several components counts once. */
            totals: {
              /** Its name of `matched_models`. */
              matched_model: string | null;
              /** How sure that name is. */
              match: "exact" | "close" | "model" | null;
              /** The complaints. */
              complaint_count: number | null;
              /** Those that report a crash. */
              crash_count: number | null;
              /** Those that report a fire. */
              fire_count: number | null;
              /** The persons reported as injured. */
              injury_count: number | null;
              /** The persons reported as killed. */
              death_count: number | null;
              /** The day on which NHTSA received the first; null if unknown. */
              first_received: string | null;
              /** The day on which NHTSA received the last; null if unknown. */
              last_received: string | null;
            }[] | null;
            /** By component, the most frequent first; one about several counts for each. */
            components: ({
              /** Its name of `matched_models`. */
              matched_model: string | null;
              /** How sure that name is. */
              match: "exact" | "close" | "model" | null;
              /** NHTSA's component. */
              component: string | null;
              /** The complaints. */
              complaint_count: number | null;
              /** Those that report a crash. */
              crash_count: number | null;
              /** Those that report a fire. */
              fire_count: number | null;
              /** The persons reported as injured. */
              injury_count: number | null;
              /** The persons reported as killed. */
              death_count: number | null;
              /** The day on which NHTSA received the first; null if unknown. */
              first_received: string | null;
              /** The day on which NHTSA received the last; null if unknown. */
              last_received: string | null;
              /** The complaints received last. */
              examples: {
                /** The component with its parts. */
                component: string | null;
                /** Whether it reports a crash. */
                crash: boolean | null;
                /** Whether it reports a fire. */
                fire: boolean | null;
                /** The persons reported as injured. */
                injured: number | null;
                /** The persons reported as killed. */
                killed: number | null;
                /** A day; null if unknown. */
                incident_date: string | null;
                /** As it was reported; null if it was not. */
                mileage_mi: number | null;
              }[] | null;
            })[] | null;
          } | null;
          /** NHTSA's investigations of defects. Null if no such data is loaded. */
          investigations: {
            /** The dataset and its day. */
            source: string | null;
            /** The file's names of the vehicle's line, the surest first. */
            matched_models: {
              /** The make. */
              make: string | null;
              /** The model. */
              model: string | null;
              /** How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model). */
              match: "exact" | "close" | "model" | null;
              /** Why records of the name may not concern the vehicle; `""` if its line is certain. */
              note: string | null;
            }[] | null;
            /** The investigations, the latest first. */
            investigations: {
              /** Its name of `matched_models`. */
              matched_model: string | null;
              /** How sure that name is. */
              match: "exact" | "close" | "model" | null;
              /** NHTSA's number, for example PE20001. */
              investigation: string | null;
              /** What is investigated. */
              subject: string | null;
              /** The components concerned. */
              component: string | null;
              /** The maker. */
              manufacturer: string | null;
              /** What is known. */
              summary: string | null;
              /** A day; null if unknown. */
              opened: string | null;
              /** A day; null if unknown. */
              closed: string | null;
              /** The recall campaign that it led to; null without one. */
              campaign: string | null;
            }[] | null;
          } | null;
          /** Documents of makers for dealers and owners. Null if no such data is loaded. */
          bulletins: {
            /** The dataset and its day. */
            source: string | null;
            /** The file's names of the vehicle's line, the surest first. */
            matched_models: {
              /** The make. */
              make: string | null;
              /** The model. */
              model: string | null;
              /** How sure the name is: `exact` (all of it is stated), `close` (part of it follows from other facts), `model` (it may be another line of the model). */
              match: "exact" | "close" | "model" | null;
              /** Why records of the name may not concern the vehicle; `""` if its line is certain. */
              note: string | null;
            }[] | null;
            /** The bulletins; the latest 100 are listed. */
            bulletin_count: number | null;
            /** The bulletins, the latest first. */
            bulletins: {
              /** Its name of `matched_models`. */
              matched_model: string | null;
              /** How sure that name is. */
              match: "exact" | "close" | "model" | null;
              /** NHTSA's number, for example 10180001. */
              bulletin: string | null;
              /** The maker's number of the document. */
              document: string | null;
              /** For example Service Campaign. */
              type: string | null;
              /** The components concerned. */
              component: string | null;
              /** What it says, up to 1,000 characters. */
              summary: string | null;
              /** A day; null if unknown. */
              sent: string | null;
            }[] | null;
          } | null;
        } | null;
      } | undefined;
    };
    /** The odometer's readings in `auction` and `saleshistory`, in inspections if one of these was called, and a register's judgment in `license-decoder`. Null if there is none, or inspections cannot be read. */
    odometer: Odometer | null;
    /** The sum of what the parts cost. */
    credits_charged: number;
    /** The subscription's credits after the report; null if unlimited. */
    credits_remaining: number | null;
    /** The ID of all its calls in the request log. */
    request_id: string;
  };
}

export interface VehicleReportBatch {
  /** VINs, or objects with `vin` and, where they are known, `year` and `mileage`. */
  vins: unknown[];
  /** The parts of each report, by their API. Default: as those of one report. */
  families?: ("headlight-assembly" | "vehicle-images" | "market-valuation" | "windshield-api" | "windshield" | "lien" | "us-plate-decode" | "license-decoder" | "ymm-specs" | "oem-parts" | "oem-vin-decode" | "open-recall" | "oil-lookup" | "vin-decoder" | "motorcycle-decode" | "repair-estimates" | "auction" | "saleshistory" | "recalls" | "vehicle-types" | "safety-ratings" | "known-problems")[] | undefined;
}

export interface VehicleReportPrice {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The parts by their family. */
    parts: Record<string, {
      /** The lookup's operation; null if the vehicle fits none. */
      operation: string | null;
      /** The credits of an answer under the key's plan; 0 if the plan lacks the lookup or the vehicle does not fit. */
      credits: number;
    }>;
    /** The most that the report can cost: what has no answer usually costs nothing. */
    credits_max: number;
    /** The subscription's credits; null if unlimited. */
    credits_remaining: number | null;
  };
}

export interface VehicleTypeSource {
  /** The dataset's name. */
  source: string;
  /** The dataset's version, a day for most sources. */
  version: string;
  /** The day of its import, YYYY-MM-DD. */
  imported_on: string;
  /** Who publishes it. */
  publisher: string;
  /** The country whose vehicles it lists: ISO 3166-1, three letters. */
  country: string;
  /** The number of different types that the VIN matches. */
  candidate_count: number;
  /** What all candidates have in common; `model` is the words that the names of all begin with. What differs is absent. */
  facts: {
    /** The make. */
    make?: string | undefined;
    /** The model, as the source names it; some name the engine after it. */
    model?: string | undefined;
    /** The type, variant and version in the type approval. */
    variant?: string | undefined;
    /** The EU's category, such as M1. */
    category?: string | undefined;
    /** The kind of body, in the source's words. */
    body?: string | undefined;
    /** The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen. */
    fuel?: string | undefined;
    /** Front-wheel drive, Rear-wheel drive or All-wheel drive. */
    drive?: string | undefined;
    /** The maker's code of the engine. */
    engine_code?: string | undefined;
    /** The displacement, cm³. */
    displacement_cc?: number | undefined;
    /** The power of the engine, kW. */
    power_kw?: number | undefined;
    /** The number of doors. */
    doors?: number | undefined;
    /** The number of seats. */
    seats?: number | undefined;
    /** The number of the EU's type approval. */
    type_approval?: string | undefined;
  };
  /** The types, those of most vehicles first, at most 50. Each is possible; none is proven. */
  candidates: {
    /** The make. */
    make?: string | undefined;
    /** The model, as the source names it; some name the engine after it. */
    model?: string | undefined;
    /** The type, variant and version in the type approval. */
    variant?: string | undefined;
    /** The EU's category, such as M1. */
    category?: string | undefined;
    /** The kind of body, in the source's words. */
    body?: string | undefined;
    /** The fuels, divided by a slash: Gasoline, Diesel, Electric, CNG, LPG, Ethanol, Methanol, Hydrogen. */
    fuel?: string | undefined;
    /** Front-wheel drive, Rear-wheel drive or All-wheel drive. */
    drive?: string | undefined;
    /** The maker's code of the engine. */
    engine_code?: string | undefined;
    /** The displacement, cm³. */
    displacement_cc?: number | undefined;
    /** The power of the engine, kW. */
    power_kw?: number | undefined;
    /** The number of doors. */
    doors?: number | undefined;
    /** The number of seats. */
    seats?: number | undefined;
    /** The number of the EU's type approval. */
    type_approval?: string | undefined;
    /** The first year in which one of its vehicles was taken into use. */
    first_used?: number | undefined;
    /** The last such year. */
    last_used?: number | undefined;
    /** The number of its vehicles; absent if the source does not count them. */
    vehicles?: number | undefined;
    /** The number of approvals that say the same, if the source does not count vehicles. */
    approvals?: number | undefined;
  }[];
}

export interface VehicleTypes {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN. */
    vin: string;
    /** Each source with types that the VIN matches. Sources are not merged. */
    sources: VehicleTypeSource[];
  };
}

export interface VendorMapping {
  /** The built-in API that the mapping is for. */
  api: string;
  /** The samples in their order. */
  samples: MappingSample[];
}

export interface VinData {
  /** The data in use; null before the first are compiled. */
  current: VinPack | null;
  /** The data before the last import; else null. */
  former: VinPack | null;
}

export interface VinDataCalls {
  /** Distinct VINs of calls of the last seven days; at most 100,000. */
  vins: number;
  /** Whether there were more VINs, or more than 1,000,000 calls, of which the newest are compared. */
  bounded: boolean;
  /** VINs with the same year, make and model. */
  same: number;
  /** Those with another year, make or model. */
  changed: number;
  /** Those with a make or model that had none. */
  found: number;
  /** Those with none that had one. */
  lost: number;
  /** At most ten that differ: lost ones first, then changed ones. */
  examples: {
    /** The first eleven characters, which many vehicles share. */
    vin: string;
    /** Year, make and model by the data in use; empty if there are none. */
    before: string;
    /** The same by the new data. */
    after: string;
  }[];
}

export interface VinDataSummary {
  /** The month of the data. */
  version: string;
  /** VINs compared with the data in use. */
  sampled: number;
  /** Those with another model. */
  changed: number;
  /** Those without one. */
  lost: number;
  /** The VINs of the last week's calls, decoded by the data in use and by the new ones. Absent if there were no data. */
  calls?: VinDataCalls | undefined;
  /** SHA-256 of the file. */
  input_sha256: string;
}

export interface VinDecode {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN that was decoded. */
    intro: {
      /** The VIN. */
      vin: string;
    };
    /** What the vehicle is. */
    basic: {
      /** The make. */
      make: string;
      /** The model. */
      model: string;
      /** The model year, four digits. */
      year: string;
      /** The trim. */
      trim: string;
      /** The kind of body. */
      body_type: string;
      /** The kind of vehicle, as vPIC names it. */
      vehicle_type: string;
      /** The number of doors. */
      doors: string;
      /** The size class. */
      vehicle_size: string;
      /** The number of seats. */
      seating_capacity: string;
    };
    /** The engine. */
    engine: {
      /** The number of cylinders. */
      cylinders: string;
      /** The displacement in liters. */
      engine_size: string;
      /** The engine's model or type. */
      engine_description: string;
      /** The displacement in cubic centimeters. */
      engine_capacity: string;
      /** How the cylinders are arranged. */
      engine_configuration: string;
      /** The kind of electric drive, empty for none or unknown. */
      electrification_level: string;
    };
    /** Who made the vehicle. */
    manufacturer: {
      /** Who made the vehicle. */
      manufacturer: string;
      /** The region of the maker. */
      region: string;
      /** The country. */
      country: string;
      /** The city of the plant. */
      plant_city: string;
      /** The country of the plant. */
      plant_country: string;
    };
    /** The transmission. */
    transmission: {
      /** The kind of transmission. */
      transmission_style: string;
    };
    /** Seat belts and airbags. */
    restraint: {
      /** Seat belts and airbags in words. */
      others: string;
    };
    /** Weights. */
    dimensions: {
      /** The gross vehicle weight rating. */
      gvwr: string;
    };
    /** The driven wheels. */
    drivetrain: {
      /** The driven wheels. */
      drive_type: string;
    };
    /** The fuel. */
    fuel: {
      /** The main fuel. */
      fuel_type: string;
      /** The second fuel, if there is one. */
      secondary_fuel_type: string;
    };
    /** The check of the VIN. */
    check: {
      /** Whether the VIN has no error. */
      valid: boolean;
      /** The check digit in the VIN. */
      check_digit: string;
      /** The check digit that the other characters call for. */
      expected: string;
      /** Warnings about the VIN or its decoding, in words. */
      warnings: string[];
    };
    /** Values that no pattern states, each with its rule and its dataset. */
    derived: {
      /** The response member that was derived; for an element without one, its code, such as `SeatBeltsAll`. */
      field: string;
      /** The derived value. */
      value: string;
      /** The rule by which it was derived. */
      rule: string;
      /** The dataset of the value, such as `epa 2025-11`; absent if it follows from vPIC's. */
      source?: string | undefined;
    }[];
    /** What decided each element, and what each position means; present with `explain=true`. */
    explanation?: {
      /** What each character of the VIN means. */
      positions: {
        /** The character's position, from 1. */
        position: number;
        /** The character. */
        character: string;
        /** The part of the VIN to which the character belongs. */
        part: "manufacturer" | "vehicle" | "check_digit" | "model_year" | "plant" | "serial";
        /** What the character means, in words. */
        meaning: string;
        /** The elements of vPIC that it decides. */
        elements: string[];
      }[];
      /** Every element of vPIC that the VIN decides. */
      elements: ({
        /** The element's number in vPIC. */
        element_id: number;
        /** The element's name. */
        name: string;
        /** The element's machine name. */
        code: string;
        /** The element's value. */
        value: string;
        /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
        decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year" | "derived";
        /** The pattern's number in vPIC. */
        pattern_id: number | null;
        /** The pattern's text. */
        key: string;
        /** The positions of the VIN that the pattern reads. */
        positions: number[];
        /** The rule by which it was derived. */
        rule: string;
        /** Values that other patterns of the same VIN state and that lost, best first. */
        alternatives: {
          /** The value that lost. */
          value: string;
          /** What decided the value: a pattern of the VIN, or the fact from which it follows. */
          decided_by: "pattern" | "engine" | "formula" | "model" | "conversion" | "specification" | "default" | "manufacturer" | "year";
          /** The pattern's number in vPIC. */
          pattern_id: number | null;
          /** The pattern's text. */
          key: string;
          /** Why it lost: to a better `source` (a pattern before a formula before an engine model), to a schema of a later model year, to a later change or an earlier key (`order`), or because less is known under that model year. */
          lost_by: "source" | "schema_year" | "order" | "model_year";
        }[];
      })[];
    } | undefined;
  };
}

export interface VinPack {
  /** `vpic` or `vpic-packaged`. */
  source: string;
  /** The month of the data. */
  version: string;
  /** Its patterns. */
  patterns: number;
  /** Its manufacturer codes. */
  manufacturers: number;
}

export interface VinsInText {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VINs of known manufacturers, in the order of the text. */
    vins: {
      /** What the text has there. */
      found: string;
      /** Its first character, counted from 0 in Unicode code points: what Python counts, and `[...text]` of JavaScript. */
      start: number;
      /** The first character after it. */
      end: number;
      /** The VIN that was read; null if what is there is too damaged. */
      vin: string | null;
      /** What was repaired: `around` (stars or quotes around it were left out), `leading_i` (the I before it, which scanners read from labels of imported vehicles, was left out), `alphabet` (letters of another alphabet that look the same were read as Latin ones), `o` (the letter O was read as 0), `i` (the letter I was read as 1), `q` (the letter Q was read as the digit that makes the check digit right). */
      repairs: ("around" | "leading_i" | "alphabet" | "o" | "i" | "q")[];
      /** Whether the check digit is right. Outside North America a VIN need not have one. */
      valid: boolean;
      /** VINs that may be meant where the VIN is null or its check digit wrong, at most 9: each has a right check digit and a known model, and differs by one fault. They are proposals. */
      candidates: string[];
    }[];
    /** Whether the text has more than 1000: the first ones are listed. */
    truncated: boolean;
  };
}

export interface VpicBatch {
  /** VINs separated by `;`, each optionally with its model year after a comma: `VIN,2018;VIN`. At most 10000; vPIC takes 50. */
  data: string;
  /** `json`, `xml` or `csv`, in any case. Default: by `Accept`, otherwise XML, as vPIC. */
  format?: string | undefined;
}

export interface VpicDecodeWMI {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** Always `""`: in no data that NHTSA publishes. */
    CommonName: string;
    /** When the code was entered. */
    CreatedOn: string | null;
    /** When the code became public. */
    DateAvailableToPublic: string | null;
    /** The make; `""` where none is registered. */
    Make: string;
    /** The manufacturer's name. */
    ManufacturerName: string;
    /** Always `""`: in no data that NHTSA publishes. */
    ParentCompanyName: string;
    /** Always `""`: in no data that NHTSA publishes. */
    URL: string;
    /** When the code was last changed; `null` if it was not. */
    UpdatedOn: string | null;
    /** The vehicle type's name. */
    VehicleType: string;
  }[];
}

export interface VpicGetAllMakes {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
  }[];
}

export interface VpicGetAllManufacturers {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: ({
    /** The country of the manufacturer's first code that names one. */
    Country: string | null;
    /** Not in NHTSA's published data. */
    Mfr_CommonName: string | null;
    /** The manufacturer's number. */
    Mfr_ID: number;
    /** The manufacturer's name. */
    Mfr_Name: string;
    /** The vehicle types for which the manufacturer has codes. */
    VehicleTypes: {
      /** Not in NHTSA's published data. */
      IsPrimary: string | null;
      /** The vehicle type's name. */
      Name: string;
    }[];
  })[];
}

export interface VpicGetCanadianVehicleSpecifications {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The vehicle's dimensions. */
    Specs: {
      /** The dimension's name. */
      Name: string;
      /** The dimension's value. */
      Value: string;
    }[];
  }[];
}

export interface VpicGetEquipmentPlantCodes {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The street. */
    Address: string | null;
    /** The city. */
    City: string | null;
    /** The country. */
    Country: string;
    /** The plant's code. */
    DOTCode: string;
    /** The plant's name. */
    Name: string;
    /** The plant's previous code. */
    OldDotCode: string;
    /** The postal code. */
    PostalCode: string | null;
    /** The state or province. */
    StateProvince: string | null;
    /** Whether the plant is active. */
    Status: string | null;
  }[];
}

export interface VpicGetMakeForManufacturer {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The manufacturer's name. */
    Mfr_Name: string;
  }[];
}

export interface VpicGetMakesForManufacturerAndYear {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    MakeId: number;
    /** The make's name. */
    MakeName: string;
    /** The manufacturer's number. */
    MfrId: number;
    /** The manufacturer's name. */
    MfrName: string;
  }[];
}

export interface VpicGetMakesForVehicleType {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    MakeId: number;
    /** The make's name. */
    MakeName: string;
    /** The vehicle type's number. */
    VehicleTypeId: number;
    /** The vehicle type's name. */
    VehicleTypeName: string;
  }[];
}

export interface VpicGetManufacturerDetails {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: ({
    /** Not in NHTSA's published data. */
    Address: string | null;
    /** Not in NHTSA's published data. */
    Address2: string | null;
    /** Not in NHTSA's published data. */
    City: string | null;
    /** Not in NHTSA's published data. */
    ContactEmail: string | null;
    /** Not in NHTSA's published data. */
    ContactFax: string | null;
    /** Not in NHTSA's published data. */
    ContactPhone: string | null;
    /** The country of the manufacturer's first code that names one. */
    Country: string | null;
    /** Not in NHTSA's published data. */
    DBAs: string | null;
    /** Always empty: NHTSA does not publish it. */
    EquipmentItems: {
      /** The name. */
      Name: string;
    }[];
    /** Not in NHTSA's published data. */
    LastUpdated: string | null;
    /** Always empty: NHTSA does not publish it. */
    ManufacturerTypes: {
      /** The name. */
      Name: string;
    }[];
    /** Not in NHTSA's published data. */
    Mfr_CommonName: string | null;
    /** The manufacturer's number. */
    Mfr_ID: number;
    /** The manufacturer's name. */
    Mfr_Name: string;
    /** Not in NHTSA's published data. */
    OtherManufacturerDetails: string | null;
    /** Not in NHTSA's published data. */
    PostalCode: string | null;
    /** Not in NHTSA's published data. */
    PrimaryProduct: string | null;
    /** Not in NHTSA's published data. */
    PrincipalFirstName: string | null;
    /** Not in NHTSA's published data. */
    PrincipalLastName: string | null;
    /** Not in NHTSA's published data. */
    PrincipalPosition: string | null;
    /** Not in NHTSA's published data. */
    StateProvince: string | null;
    /** Not in NHTSA's published data. */
    SubmittedName: string | null;
    /** Not in NHTSA's published data. */
    SubmittedOn: string | null;
    /** Not in NHTSA's published data. */
    SubmittedPosition: string | null;
    /** The vehicle types for which the manufacturer has codes. */
    VehicleTypes: {
      /** Not in NHTSA's published data. */
      GVWRFrom: string | null;
      /** Not in NHTSA's published data. */
      GVWRTo: string | null;
      /** Not in NHTSA's published data. */
      IsPrimary: string | null;
      /** The vehicle type's name. */
      Name: string;
    }[];
  })[];
}

export interface VpicGetModelsForMake {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
  }[];
}

export interface VpicGetModelsForMakeId {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
  }[];
}

export interface VpicGetModelsForMakeIdYear {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
  }[];
}

export interface VpicGetModelsForMakeIdYearAndType {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
    /** The vehicle type's number. */
    VehicleTypeId?: number | undefined;
    /** The vehicle type's name. */
    VehicleTypeName?: string | undefined;
  }[];
}

export interface VpicGetModelsForMakeIdYearType {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
    /** The vehicle type's number. */
    VehicleTypeId?: number | undefined;
    /** The vehicle type's name. */
    VehicleTypeName?: string | undefined;
  }[];
}

export interface VpicGetModelsForMakeYear {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
  }[];
}

export interface VpicGetModelsForMakeYearAndType {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
    /** The vehicle type's number. */
    VehicleTypeId?: number | undefined;
    /** The vehicle type's name. */
    VehicleTypeName?: string | undefined;
  }[];
}

export interface VpicGetModelsForMakeYearType {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    Make_ID: number;
    /** The make's name. */
    Make_Name: string;
    /** The model's number. */
    Model_ID: number;
    /** The model's name. */
    Model_Name: string;
    /** The vehicle type's number. */
    VehicleTypeId?: number | undefined;
    /** The vehicle type's name. */
    VehicleTypeName?: string | undefined;
  }[];
}

export interface VpicGetParts {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The address of the cover letter. */
    CoverLetterURL: string;
    /** The letter's day. */
    LetterDate: string;
    /** The manufacturer's number. */
    ManufacturerId: number;
    /** The manufacturer's name. */
    ManufacturerName: string;
    /** The first model year. */
    ModelYearFrom: number | null;
    /** The last model year. */
    ModelYearTo: number | null;
    /** The letter's name. */
    Name: string;
    /** The part of the regulation. */
    Type: string;
    /** The address of the letter. */
    URL: string;
  }[];
}

export interface VpicGetVehicleTypesForMake {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The make's number. */
    MakeId: number;
    /** The make's name. */
    MakeName: string;
    /** The vehicle type's number. */
    VehicleTypeId: number;
    /** The vehicle type's name. */
    VehicleTypeName: string;
  }[];
}

export interface VpicGetVehicleTypesForMakeId {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The vehicle type's number. */
    VehicleTypeId: number;
    /** The vehicle type's name. */
    VehicleTypeName: string;
  }[];
}

export interface VpicGetVehicleVariableList {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** `string`, `int`, `decimal` or `lookup`. */
    DataType: string;
    /** What the variable means, as HTML. */
    Description: string;
    /** The group of variables that it belongs to. */
    GroupName: string | null;
    /** The variable's number. */
    ID: number;
    /** The variable's name. */
    Name: string;
  }[];
}

export interface VpicGetVehicleVariableValuesList {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The variable's name. */
    ElementName: string;
    /** The value's number. */
    Id: number;
    /** The value. */
    Name: string;
  }[];
}

export interface VpicGetWMIsForManufacturer {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The country that the code is registered for. */
    Country: string | null;
    /** When the code was entered. */
    CreatedOn: string | null;
    /** When the code became public. */
    DateAvailableToPublic: string | null;
    /** The manufacturer's number. */
    Id: number;
    /** The manufacturer's name. */
    Name: string;
    /** When the code was last changed; `null` if it was not. */
    UpdatedOn: string | null;
    /** The vehicle type's name. */
    VehicleType: string;
    /** The code. */
    WMI: string;
  }[];
}

export interface VpicGetWMIsForManufacturers {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The country that the code is registered for. */
    Country: string | null;
    /** When the code was entered. */
    CreatedOn: string | null;
    /** When the code became public. */
    DateAvailableToPublic: string | null;
    /** The manufacturer's number. */
    Id: number;
    /** The manufacturer's name. */
    Name: string;
    /** When the code was last changed; `null` if it was not. */
    UpdatedOn: string | null;
    /** The vehicle type's name. */
    VehicleType: string;
    /** The code. */
    WMI: string;
  }[];
}

export interface VpicRoutes {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The operation's name at vPIC. */
    Name: string;
    /** `GET` or `POST`. */
    Method: string;
    /** The operation's path, with its parameters in braces. */
    Path: string;
    /** The names of its query parameters, separated by commas. */
    Query: string;
    /** What the operation does. */
    Summary: string;
  }[];
}

export interface VpicValues {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The VIN, or its known part. */
    VIN: string;
    /** The make. */
    Make: string;
    /** The model. */
    Model: string;
    /** The model year. */
    ModelYear: string;
    /** The numbers of what is wrong with the VIN; `0` if nothing is. */
    ErrorCode: string;
    /** The texts of these numbers. */
    ErrorText: string;
    [name: string]: unknown;
  }[];
}

export interface VpicVariables {
  /** The number of results; for a flat decode, of variables. */
  Count: number;
  /** The message of vPIC. */
  Message: string;
  /** The request, in vPIC's words. */
  SearchCriteria: string | null;
  /** The results. */
  Results: {
    /** The variable's value; `null` if there is none. */
    Value: string | null;
    /** The value's number, for variables with a table of labels. */
    ValueId: string | null;
    /** The variable's name. */
    Variable: string;
    /** The variable's number. */
    VariableId: number;
  }[];
}

export interface Watch {
  /** The VIN, in capital letters without spaces. */
  vin: string;
  /** The lookups that are watched, by their API. */
  families: ("auction" | "saleshistory" | "lien" | "oem-vin-decode" | "open-recall")[];
  /** When it was created. */
  created_at: string;
}

export interface WatchBody {
  /** What to watch, by API; all that the plan includes if it is left out. */
  families?: ("auction" | "saleshistory" | "lien" | "oem-vin-decode" | "open-recall")[] | undefined;
}

export interface WatchComparison {
  /** The lookup, by its API. */
  family: "auction" | "saleshistory" | "lien" | "oem-vin-decode" | "open-recall";
  /** When other records became current. */
  changed_at: string;
  /** When all watched VINs were compared. */
  compared_at: string;
  /** The events `watch.changed` that it made for this subscription. */
  events: number;
}

export interface WatchPage {
  /** In the order of their VINs. */
  items: Watch[];
  /** The number of this page. */
  page: number;
  /** Entries per page, 1 to 1000. */
  page_size: number;
  /** The VINs that are watched. */
  total: number;
  /** The VINs that the plan allows. */
  limit: number;
  /** The `after` of the next page; null at the end. */
  next: string | null;
  /** The last comparison of each lookup's records; none of lookups that were never compared. */
  comparisons: WatchComparison[];
}

export interface Webhook {
  /** The id. */
  id: string;
  /** Its owner; null if it belongs to the operators. */
  user_id: string | null;
  /** Where events are sent. Its path and the values in its query are shown as `hidden`. */
  url: string;
  /** Whether the address has returned the `challenge` of a `webhook.test` event. Before that it gets no `dataset.changed` and `watch.changed`. */
  confirmed: boolean;
  /** What the webhook is for. */
  description: string;
  /** The types of events that it receives. */
  types: string[];
  /** Balances at which `credits.low` is sent. */
  credit_thresholds: number[];
  /** A disabled webhook gets no events. */
  state: "active" | "disabled";
  /** Since when every attempt has failed; null if the last one succeeded. */
  failing_since: string | null;
  /** When it was disabled; null if it is active. */
  disabled_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

export interface WebhookAttempt {
  /** From 1. */
  number: number;
  /** When it began. */
  at: string;
  /** Milliseconds until its end. */
  time: number;
  /** Status of the response; null without one. */
  response_code: number | null;
  /** Why it failed; null if it succeeded. */
  error: string | null;
  /** The first 4 KiB of the response's body; null without one. */
  response: string | null;
}

export interface WebhookDelivery {
  /** The event's ID: `webhook-id` of every request, also of replayed ones. */
  event_id: string;
  /** The event's type. */
  type: string;
  /** `pending`: an attempt is due or under way. */
  state: "pending" | "delivered" | "failed";
  /** When the event happened. */
  created_at: string;
  /** Requests so far. */
  attempts: number;
  /** When the next one is due; null if none is. */
  next_attempt_at: string | null;
  /** When it was delivered or given up. */
  ended_at: string | null;
  /** Status of the last response; null without one. */
  response_code: number | null;
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null;
}

export interface WebhookEventType {
  /** The name, as a webhook's `types` has it. */
  type: string;
  /** When the event is sent. */
  meaning: string;
  /** Whether only operators' webhooks receive it. */
  operators_only: boolean;
  /** An example of such an event's `data`. */
  data: Record<string, unknown>;
}

export interface WebhookInput {
  /** Where events are sent. Redirects are not followed. */
  url: string;
  /** What the webhook is for. */
  description?: string | undefined;
  /** The types of events that it receives. */
  types: ("credits.low" | "credits.gone" | "credits.period_used" | "credits.cap_used" | "credits.expiring" | "key.replaced" | "key.expiring" | "subscription.changed" | "dataset.changed" | "watch.changed" | "batch.done" | "period.renewed" | "period.unpaid" | "period.lapsed" | "plan.changed" | "plan.terms_changed" | "statement.ready" | "terms.published" | "payment.paid" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reinstated" | "payment.provider_problem" | "payment.unmatched" | "billing_details.missing" | "topup.stopped" | "webhook.disabled" | "import.done" | "import.failed")[];
  /** Balances at which `credits.low` is sent, in credits. Needed for that type. */
  credit_thresholds?: number[] | undefined;
  /** Operators only: the customer that it belongs to. Without it, it gets all events. */
  user_id?: string | undefined;
}

export interface WebhookReplay {
  /** Only this event. */
  event_id?: string | undefined;
  /** All events made at or after this time. */
  since?: string | undefined;
  /** Only deliveries in this state, such as `failed`. */
  state?: "pending" | "delivered" | "failed" | undefined;
}

export interface WebhookSecrets {
  /** Signs all requests. */
  secret: string;
  /** Also signs them until `former_expires_at`; null if there is none. */
  former_secret: string | null;
  /** A day after the secret was replaced. */
  former_expires_at: string | null;
}

export interface WebhookUpdate {
  /** Where events are sent. Redirects are not followed. */
  url?: string | undefined;
  /** What the webhook is for. */
  description?: string | undefined;
  /** The types of events that it receives. */
  types?: ("credits.low" | "credits.gone" | "credits.period_used" | "credits.cap_used" | "credits.expiring" | "key.replaced" | "key.expiring" | "subscription.changed" | "dataset.changed" | "watch.changed" | "batch.done" | "period.renewed" | "period.unpaid" | "period.lapsed" | "plan.changed" | "plan.terms_changed" | "statement.ready" | "terms.published" | "payment.paid" | "payment.failed" | "payment.refunded" | "payment.disputed" | "payment.reinstated" | "payment.provider_problem" | "payment.unmatched" | "billing_details.missing" | "topup.stopped" | "webhook.disabled" | "import.done" | "import.failed")[] | undefined;
  /** Balances at which `credits.low` is sent, in credits. Needed for that type. */
  credit_thresholds?: number[] | undefined;
  /** `active` also ends a failure. */
  state?: "active" | "disabled" | undefined;
}

export interface Windshield {
  /** `success`. */
  status: "success";
  /** The response body. */
  data: {
    /** The VIN. */
    vin: string;
    /** The model year, four digits. */
    year: string;
    /** The make. */
    make: string;
    /** The model. */
    model: string;
    /** The windshields that fit. */
    windshields: {
      /** The NAGS number. */
      nags_number: string;
      /** The maker's part numbers. */
      oem_numbers: string[];
      /** What the windshield has, such as a rain sensor. */
      features: string[];
      /** Calibrations that a camera or sensor needs after the exchange. */
      calibrations: string[];
    }[];
  };
}
