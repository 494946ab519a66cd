import { exampleNames, exampleVin } from "../../src/vehicles/families/examples.ts";

const ofVin = { params: () => ({ vin: exampleVin }), query: () => ({ families: "open-recall,lien" }) };
const ofNames = { query: () => ({ ...exampleNames, trim: "EX", families: "ymm-specs" }) };
const ofPlate = {
  params: () => ({ state: "CA", plate: "DEMO123" }),
  query: () => ({ families: "us-plate-decode" }),
};

/** Reports of vehicles. */
export const reportCalls = [
  { operation: "getReport", as: "key", ...ofVin },
  { operation: "getReportPrice", as: "key", ...ofVin },
  { operation: "getVehicleReport", as: "key", ...ofNames },
  { operation: "getVehicleReportPrice", as: "key", ...ofNames },
  { operation: "getPlateReport", as: "key", ...ofPlate },
  { operation: "getPlateReportPrice", as: "key", ...ofPlate },
  {
    operation: "reportVehicles",
    as: "key",
    json: () => ({ vins: [{ vin: exampleVin, year: "2018" }], families: ["lien"] }),
  },
] as const;
