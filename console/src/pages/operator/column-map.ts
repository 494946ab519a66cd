import type { Schemas } from "../../api/client.ts";
import { csvRow } from "../../base/csv.ts";

export type Columns = Schemas["DatasetColumns"];
type Column = Columns["columns"][number];

/** The documented column of each column of a file by index; "" for one that is ignored. */
export type ColumnChoice = readonly string[];

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** What files call a column, by the last part of its documented name; all in plain letters. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  vin: [
    "vinnumber",
    "vinno",
    "vehiclevin",
    "vehicleidentificationnumber",
    "chassis",
    "chassisnumber",
    "framenumber",
  ],
  year: ["modelyear", "yr", "vehicleyear", "yeartxt"],
  make: ["makename", "brand", "vehiclemake", "manufacturer", "maketxt"],
  model: ["modelname", "vehiclemodel", "modeltxt"],
  trim: ["trimlevel", "series", "version"],
  license: [
    "plate",
    "platenumber",
    "licenseplate",
    "licenseplatenumber",
    "licenceplate",
    "tag",
    "registration",
  ],
  state: ["st", "platestate", "licensestate", "registrationstate", "jurisdiction"],
  lienholder: ["bank", "lender", "lienholdername", "creditor", "financecompany", "securedparty", "holder"],
  filed_at: ["filed", "fileddate", "filedon", "filingdate", "datefiled", "liendate", "recorded"],
  released_at: ["released", "releasedate", "releasedon", "datereleased", "satisfied"],
  status: ["lienstatus"],
  as_of: ["asofdate", "effective", "effectivedate", "dataasof"],
  campaign: ["campno", "campaignnumber", "campaignid", "nhtsacampaignnumber", "nhtsaid", "recallnumber"],
  sold_for: ["price", "saleprice", "soldprice", "amount", "salesprice"],
  at: ["date", "saledate", "solddate", "dateofsale"],
  post_date: ["posted", "postdate", "listed", "listdate"],
  odometer_mi: ["odometer", "mileage", "miles"],
  Odometer: ["mileage", "miles", "odometermiles"],
  "Auction Date": ["saledate", "date", "solddate", "auctiondate"],
  "lot-number": ["lot", "lotno", "lotnumber", "stockno"],
};

/** Items of lists have numbers: `liens.2.status` is documented as `liens.1.status`. */
const firstItem = (name: string) => name.replace(/\.\d+(?=\.|$)/g, ".1");

/** Whether a name is documented as it is. */
export const isDocumented = (name: string, columns: readonly Column[]): boolean =>
  columns.some((one) => one.name === name || one.name === firstItem(name));

/** The documented column that has a file's name; "" if none has. */
function namedLike(name: string, columns: readonly Column[]): string {
  if (isDocumented(name, columns)) return name;
  const text = plain(name);
  const same = columns.find((one) => plain(one.name) === text);
  if (same) return same.name;
  const last = columns.filter((one) => plain(lastName(one)) === text);
  return last.length === 1 ? (last[0]?.name ?? "") : "";
}

/** The documented column that files usually call so; "" if none or several are. */
function usuallyNamed(name: string, columns: readonly Column[]): string {
  const found = columns.filter((one) => usualNames[lastName(one)]?.includes(plain(name)));
  return found.length === 1 ? (found[0]?.name ?? "") : "";
}

const lastName = ({ name }: Column): string => name.split(".").at(-1) ?? "";

/** Dates such as 3/2/2024 in the first rows of a file. */
const numericDate = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})\b/;

/** The order of day and month that the first rows show; `unknown` if all of them can be read two ways; else undefined. */
export function orderOf(
  rows: readonly (readonly string[])[],
): "month_first" | "day_first" | "unknown" | undefined {
  const found = rows.flat().flatMap((cell) => {
    const [, first, second] = numericDate.exec(cell) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  if (found.length === 0) return undefined;
  if (found.some(([first, second]) => first > 12 && second <= 12)) return "day_first";
  return found.some(([first, second]) => second > 12 && first <= 12) ? "month_first" : "unknown";
}

/** A first choice for the columns of a file; no documented column is chosen twice. */
export function guessed(header: readonly string[], columns: readonly Column[]): ColumnChoice {
  const taken = new Set<string>();
  const free = (found: string): string => {
    if (found === "" || taken.has(found)) return "";
    taken.add(found);
    return found;
  };
  // A column's own name comes before a usual one, wherever it is.
  const own = header.map((name) => free(namedLike(name, columns)));
  return header.map((name, index) => own[index] || free(usuallyNamed(name, columns)));
}

/** Required columns without a column of the file. */
export const missing = (choice: ColumnChoice, columns: readonly Column[]): string[] =>
  columns.filter(({ name, required }) => required && !choice.includes(name)).map(({ name }) => name);

/** Documented columns that were chosen for more than one column of the file. */
export const repeated = (choice: ColumnChoice): string[] => [
  ...new Set(choice.filter((name, index) => name !== "" && choice.indexOf(name) !== index)),
];

/** The `map` of an import; empty if the file has documented names only. */
export function mapOf(header: readonly string[], choice: ColumnChoice): string {
  if (header.every((name, index) => name === choice[index])) return "";
  const chosen = choice.flatMap((name, index) => (name === "" ? [] : [[name, header[index] ?? ""] as const]));
  return JSON.stringify(Object.fromEntries(chosen));
}

/** A file with every documented column and one row that can be imported. */
export const templateOf = ({ columns }: Columns): string =>
  csvRow(columns.map(({ name }) => name)) + csvRow(columns.map(({ example }) => example));
