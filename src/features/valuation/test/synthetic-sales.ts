import { testStart } from "../../../../test/harness.ts";
import type { EventRow } from "../../../vehicles/families/record-family.ts";

const day = 86_400_000;
/** The first characters of VINs with the names that they decode to, and a price as new. */
const models = [
  ["1HGCM826", "Accord", "EX-V6", 26_000],
  ["1HGCM566", "Accord", "LX", 21_000],
  ["2HGES165", "Civic", "LX", 17_000],
  ["5J6RW2H5", "CR-V", "EX", 30_000],
] as const;

/** Made-up sales of Hondas of 2001 to 2005; prices fall with age and miles, and lie about 12 % around that. */
export function syntheticSales(count: number): EventRow[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, index) => {
    const [pattern, model, trim, asNew] = models[index % models.length]!;
    const age = 21 + Math.floor(random() * 5);
    const odometer = Math.round((0.5 + random()) * 6500 * age);
    const price = Math.round(asNew * Math.exp(-0.05 * age - 0.045 * (odometer / 10_000) + 0.12 * normal()));
    return {
      vin: `${pattern}03A${String(100_000 + index)}`,
      at: testStart - Math.floor(1 + random() * 300) * day,
      id: "1",
      year: 2026 - age,
      make: "HONDA",
      model,
      trim,
      price,
      odometer,
      state: "OH",
      record: { post_date: "", data: { seller_type: "dealership" } },
    };
  });
}
