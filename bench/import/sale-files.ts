import { checkDigit } from "../../src/vin/check-digit.ts";
import { writeText } from "../common/text-file.ts";

const head =
  "vin,year,make,model,trim,data.listing_id,data.city,data.state,data.exterior_color,data.listing_price.price,data.odometer_mi,post_date\n";

/** A Honda Accord of 2003. */
function vinOf(at: number): string {
  const open = `1HGCM82603A${String(at).padStart(6, "0")}`;
  return `${open.slice(0, 8)}${checkDigit(open)}${open.slice(9)}`;
}

const two = (value: number): string => String(value).padStart(2, "0");
const grouped = (value: number): string => value.toLocaleString("en-US");

/** How the amount, the odometer and the day of a sale are written. */
const forms = {
  plain: (price: number, miles: number, [year, month, day]: readonly number[]) =>
    `${price},${miles},${year}-${two(month!)}-${two(day!)}`,
  formatted: (price: number, miles: number, [year, month, day]: readonly number[]) =>
    `"$${grouped(price)}","${grouped(miles)} mi",${two(month!)}/${two(day!)}/${year}`,
} as const;

export type SaleForm = keyof typeof forms;
export const saleForms = Object.keys(forms) as readonly SaleForm[];

export function* saleLines(form: SaleForm, rows: number): Generator<string> {
  yield head;
  for (let at = 0; at < rows; at += 1) {
    const price = 3000 + ((at * 7919) % 90_000);
    const miles = 1000 + ((at * 104_729) % 240_000);
    const day = [2026, 1 + (at % 9), 1 + ((at * 31) % 28)];
    const [city, color] = [`City ${at % 977}`, `Color ${at % 23}`];
    yield `${vinOf(at)},2003,Honda,Accord,EX,${at},${city},CA,${color},${forms[form](price, miles, day)}\n`;
  }
}

/** Writes a file of sales with 12 columns, of which the last three are read as columns. */
export const writeSales = (file: string, form: SaleForm, rows: number): void =>
  writeText(file, saleLines(form, rows));
