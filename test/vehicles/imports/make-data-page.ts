import { readFileSync, writeFileSync } from "node:fs";
import { recordFamilies } from "../../../src/vehicles/families/record-families.ts";
import { dataFile, dataPage } from "./data-page.ts";

// `npm run generate` writes the columns of every family into docs/data.md, and what else follows from declarations.
writeFileSync(dataFile, dataPage(readFileSync(dataFile, "utf8"), recordFamilies));
