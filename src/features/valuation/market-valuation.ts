import { dayMs } from "../../base/durations.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { saleRecords } from "../../vehicles/families/apis/saleshistory.ts";
import { demoDatasetName } from "../../vehicles/families/record-family.ts";
import type { Computation, Compute } from "../../vehicles/lookups/computed/compute.ts";
import type { Subject } from "../../vehicles/lookups/names/subject.ts";
import type { Dataset } from "../../vehicles/lookups/records/datasets.ts";
import { wanted } from "./arithmetic/estimate.ts";
import { patternsPerYear, salesPerYear } from "./arithmetic/fit-sales.ts";
import { type PriceCurve, usualMiles } from "./arithmetic/price-curve.ts";
import { patternOf } from "./arithmetic/sale-columns.ts";
import { type Valuation, valuate } from "./arithmetic/valuation.ts";
import { type Sale, valuesOf, windowDays, yearsApartMax } from "./arithmetic/valuation-arithmetic.ts";
import { priceFitOf } from "./price-fits.ts";

const demoNote = "Synthetic values: they rest on the demo set's sales, not on the market.";

const unfittedNote =
  "Nothing is fitted to these sales: the adjustments are the documented defaults, and the range is not measured.";

/** Enough to see how they are spread, and two kilobytes at most. */
const salesShownMax = 40;

/** Answers `/market-valuation`: what comparable vehicles sold for in the last year, at the requested mileage. */
export const marketValuation: Compute = async (computation) => {
  const { context, subject, datasets } = computation;
  const { vehicle } = subject;
  const dataset = datasets.get(saleRecords.name);
  if (!dataset) return undefined;
  const now = context.clock();
  const { fit } = (await priceFitOf(context.database, saleRecords, dataset)) ?? {};
  const usual = usualMiles(vehicle.year, new Date(now).getUTCFullYear(), fit?.curve);
  const sales = await salesOf(context.database, dataset, subject, now, fit?.curve);
  const trimKey = vehicle.trim?.key ?? "";
  const pattern = fit && subject.vin !== "" ? { pattern: patternOf(subject.vin) } : {};
  const query = { year: vehicle.year, trimKey, ...pattern };
  const valuation = valuate(sales, query, computation.mileage ?? usual, now, fit);
  if (!valuation) return undefined;
  const trim = sales.find((sale) => sale.trimKey === trimKey)?.trim ?? vehicle.trim?.text ?? "";
  const demo = dataset.source === demoDatasetName;
  const data = answerOf(computation, trim, { ...valuation, demo });
  return { body: JSON.stringify({ status: "success", data }), source: dataset.source };
};

/** The newest sales of the model's year; where they are few, those of the years beside it too. */
async function salesOf(
  db: Database,
  dataset: Dataset,
  { vin, vehicle: { year, make, model } }: Subject,
  now: number,
  curve: PriceCurve | undefined,
): Promise<Sale[]> {
  const since = now - windowDays * dayMs;
  // The index has all that is read but VINs.
  const patterned = curve !== undefined && vin !== "";
  const ofYear = async (apart: number) => {
    const read = (limit: number, offset: number, withVin: boolean) =>
      db.all<Omit<Sale, "odometer" | "pattern"> & { odometer: number | null; vin: string }>(sql`
        select ${withVin ? sql`vin` : sql`'' as vin`}, year, trim_key as "trimKey", trim, at, price, odometer
        from sale_record
        where dataset = ${dataset.id} and make_key = ${make.key} and model_key = ${model.key}
          and year = ${year + apart} and at between ${since} and ${now}
        order by at desc, price desc, odometer desc limit ${limit} offset ${offset}`);
    const known = patterned ? patternsPerYear(apart) : 0;
    const newest = known > 0 ? await read(known, 0, true) : [];
    if (newest.length < known) return newest;
    return [...newest, ...(await read(salesPerYear - known, known, false))];
  };
  const rows = await ofYear(0);
  if (rows.length < wanted(curve))
    for (let apart = 1; apart <= yearsApartMax; apart++)
      rows.push(...(await ofYear(-apart)), ...(await ofYear(apart)));
  return rows.map(({ vin: sold, odometer, ...row }) => ({
    ...row,
    ...(patterned && { pattern: patternOf(sold) }),
    odometer: odometer ?? undefined,
  }));
}

function answerOf(
  { context, subject, catalogue, mileage: requestedMileage }: Computation,
  trim: string,
  valuation: Valuation & { readonly demo: boolean },
) {
  const { all, trims, mileage, measured } = valuation;
  const { year, make: makeName, model: modelName } = subject.vehicle;
  const make = catalogue.makes("vehicles", year).get(makeName.key) ?? makeName.text;
  const model = catalogue.models("vehicles", year, makeName.key).get(modelName.key) ?? modelName.text;
  return {
    intro: { vin: subject.vin },
    basic: { make, model, year: String(year), trim, mileage: String(mileage), state: "" },
    market_value: {
      market_value_data: trims.map((each) => ({
        trim: each.trim || trim,
        "market value": valuesOf(each.spread).map(({ Condition, values }) => ({
          Condition,
          "Trade-In": dollars(values["Trade-In"]),
          "Private Party": dollars(values["Private Party"]),
          "Dealer Retail": dollars(values["Dealer Retail"]),
        })),
      })),
    },
    statistics: {
      comparables: valuation.comparables,
      p15: Math.round(all.p15),
      p50: Math.round(all.p50),
      p85: Math.round(all.p85),
      mileage_median: valuation.mileageMedian,
      mileage_used: mileage,
      as_of: new Date(context.clock()).toISOString().slice(0, 10),
      confidence: valuation.confidence,
      method: measured ? "fitted" : "defaults",
      coverage: measured?.coverage ?? null,
      coverage_n: measured?.n ?? 0,
      error_median: measured?.median ?? null,
      outliers: valuation.outliers,
      window_days: valuation.reach.days,
      years: valuation.years.map(String),
      sales: salesShown(valuation.used),
      notes: [...(valuation.demo ? [demoNote] : []), ...notesOf(valuation, year, trim, requestedMileage)],
    },
  };
}

/** The newest sales as they were recorded; those of which no mileage is known cannot be drawn over it. */
function salesShown(used: readonly Sale[]) {
  return used
    .filter(({ odometer }) => odometer !== undefined)
    .slice(0, salesShownMax)
    .map(({ year, price, odometer }) => ({ year: String(year), mileage: odometer, price }));
}

/** Notes for the reader about how the values were computed. */
function notesOf(valuation: Valuation, year: number, trim: string, requested: number | undefined): string[] {
  const { reach, years, mileage, measured } = valuation;
  const others = years.filter((each) => each !== year);
  return [
    ...mileageNotes(requested, mileage),
    ...(trim !== "" && reach.everyTrim ? ["Too few sales of this trim: those of every trim are used."] : []),
    ...(others.length > 0
      ? [`Too few sales of ${year}: those of ${others.join(", ")} are used, adjusted by model year.`]
      : []),
    ...(measured ? [] : [unfittedNote]),
  ];
}

function mileageNotes(requested: number | undefined, used: number): string[] {
  if (requested === undefined) return [`No mileage was given: ${used} is usual at this age.`];
  if (requested === used) return [];
  return [`A mileage of ${requested} is too far from the sales compared: the values are for ${used}.`];
}

const dollars = (value: number): string => `$${value.toLocaleString("en-US")}`;
