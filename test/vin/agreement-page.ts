import { abroad, type FactTotals } from "./abroad.ts";
import type { AddedAgreement } from "./agreement-epa.ts";
import type { InventoryAgreement } from "./agreement-inventory.ts";
import { type compareMakers, makersInWords } from "./agreement-makers.ts";
import type { Difference, ElementAgreement } from "./agreement-recorded.ts";

const percent = (part: number, whole: number): string =>
  whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
const shown = (count: number): string => (count === 0 ? "" : String(count));

/** The comparisons and their results. */
export interface Compared {
  readonly source: string;
  readonly vins: number;
  readonly rows: readonly ElementAgreement[];
  readonly differences: readonly Difference[];
  readonly inventory: InventoryAgreement;
  readonly makers: ReturnType<typeof compareMakers>;
  readonly verdicts: readonly FactTotals[];
  /** Absent if EPA's table is not available. */
  readonly added: readonly AddedAgreement[] | undefined;
}

/** The text of `docs/fidelity.md`. */
export function fidelityPage({
  source,
  vins,
  rows,
  differences,
  inventory,
  makers,
  verdicts,
  added = [],
}: Compared): string {
  const sum = (of: (row: ElementAgreement) => number) => rows.reduce((total, row) => total + of(row), 0);
  const table = rows.map((row) => {
    const { element, truth, stated, equal, converted, convertedEqual, missing } = row;
    const conversions = converted === 0 ? "" : `${convertedEqual} of ${converted}`;
    const reasons = [missing.element, missing.rows, missing.ours].map(shown);
    return line([element, truth, stated, equal, percent(equal, stated), conversions, ...reasons]);
  });
  const different = differences.filter(({ decidedBy }) => decidedBy !== "conversion");
  const conversions = differences.filter(({ decidedBy }) => decidedBy === "conversion");
  const stated = sum((row) => row.stated);
  return `# How the decoder agrees with vPIC

Made by \`npm run agreement -- --write\` from ${vins} recorded answers of NHTSA's live vPIC and the \`${source}\` data; a test makes it again and compares. Labels are compared without brackets, case, spaces and punctuation, and numbers as numbers. Recorded values that are empty, 0 or "Not Applicable" are no facts and are left out. So are two client's recordings of 1FTMW1T88MFA00001, made of older data: the maker's name and the trim read otherwise today, which \`test/vin/fixtures.test.ts\` lists.

- **Truth**: recorded values. **Stated**: of those that a pattern, the manufacturer code or the model year gives here. **Equal**: of the stated.
- **Converted**: values that follow from another unit because the pattern of this one is not in the data; they are marked as conversions in the detailed decode and in \`check.warnings\`. How many are equal.
- **Missing**, by reason: the data have no row of the *element* at all; they have no *rows* for this vehicle; or the answer is *ours*, because it is listed under \`derived\`, or withheld because only an engine model's default would give it.

Of ${sum((row) => row.truth)} recorded values ${stated} are stated, ${sum((row) => row.equal)} of them equal (${percent(
    sum((row) => row.equal),
    stated,
  )}); ${sum((row) => row.convertedEqual)} of ${sum((row) => row.converted)} conversions are equal; ${sum((row) => row.missing.element)} are missing with their element, ${sum((row) => row.missing.rows)} with their rows, ${sum((row) => row.missing.ours)} by our choice.

| element | truth | stated | equal | of stated | converted, equal | missing: element | rows | ours |
|---|---|---|---|---|---|---|---|---|
${table.join("\n")}

## Differences

${different.length === 0 ? "No stated value differs." : different.map(({ vin, element, recorded, ours, decidedBy }) => `- ${vin}, ${element}: recorded ${recorded}, here ${ours} (${decidedBy})`).join("\n")}

${conversions.length} converted values differ, all of them displacements: the manufacturer registered a rounded number of liters and, beside it, an exact one in another unit that the data do not hold. The greatest is ${greatest(conversions)}.

## What follows by law

The detailed decode derives three elements that the data do not state, each with its rule under \`derived\`: manual seat belts of cars and light trucks since 1998 (360 of 360 recorded values are equal), both front air bags since 1999 up to 8,500 lb (348 of 348), and the upper weight class of cars (236 of 236). They are not derived for a VIN that may be of another market.

## Vehicles of other markets

That position 9 is a check digit, and that position 7 tells the cycle of 30 years, is U.S. law. A VIN whose manufacturer is outside North America may be of another market if its check digit is wrong, if positions 4 to 6 are ZZZ, or if vPIC does not have the manufacturer code. So may one with a right check digit that no patterns describe under the year that the law tells: makers fill position 9 with a right digit elsewhere too. Such a VIN is decoded by these rules, which vPIC's own operations do not follow:

1. \`?year=\` is taken as it is. Its result has no warning about the year.
2. Otherwise both years that position 10 can mean are tried, and the later one is assumed: at most the year after the data's, else the earlier, so that no year flips with the clock. A warning says which year is assumed and which is possible; \`explain=true\` lists the other as an alternative. Estimates are not made of such a VIN (404, uncharged).
3. Where patterns explain the VIN under one of the years alone, that year is taken: they name a model, and at least four of positions 4 to 8 have a meaning. So a mistyped VIN of a vehicle made for the United States keeps its year. ZZZ in positions 4 to 6 explains nothing, nor do patterns of vehicles that were built in the United States or Canada.
4. Mercedes-Benz and smart tell no year outside North America: their type is six digits, and position 10 is the side of the steering wheel. Nor do Renault, Dacia, Peugeot and Citroën where positions 10 to 17 are eight digits. Ford of Europe (XX in positions 5 and 6) tells the year of assembly in position 11. So does Ford of Australia, to 2016. A type of Volkswagen, Audi, SEAT or Škoda that is built no more is of the years when it was (\`src/vin/decode/ended-types.ts\`). So do the answers.
5. Where no patterns explain the VIN, nothing that vPIC has of vehicles for the United States is stated: no model, no type of vehicle, no plant. Patterns that began more than ten years before the model year, and were never replaced, explain nothing: they describe what is built no more. Of a VIN with a right check digit and a lawful year they must name a model and know four of positions 4 to 8, or three of them and the plant.

Of ${abroad.length} real VINs of ${new Set(abroad.map(({ made }) => made)).size} countries (\`test/vin/abroad.jsonl\`; each with its source, the last six characters changed) this page's data get, by what the source says:

| | right | empty | wrong |
|---|---|---|---|
${verdicts.map(({ fact, right, empty, wrong }) => line([fact, right, empty, wrong])).join("\n")}

Formerly 9 makes, 16 models, 22 types and 7 years of them were wrong, and 28 models and 238 types right. Most of the types were vPIC's of the manufacturer code, which abroad stands for vans and trucks too. Registration years count as right if they differ by one.

${makersInWords(makers)}

Of 317 VINs of European Volkswagens, Audis and Porsches (\`test/vin/elsewhere.test.ts\`: 37 model codes with ZZZ, model years 2005 to 2023; made for the test, once with Z in position 9 and once with a right check digit) all get their year with a warning, in both forms; by U.S. law alone 130 of the first are 30 years too early, and 180 of the second. Of 54 real VINs of Volkswagens, Audis and Škodas of the Gulf, the Levant and Central Europe with a known year, 17 were 30 years too early by the law, and none is; 15 of them are in the test. Of 123 VINs of Europe with a year of registration (tests of the package vin-decode) 42 get that year and 22 one that differs by one, as a model year does; 58 get none, and one, of 1994, gets 2022. By position 10 alone 48 of them got another year. Of 882 VINs of a salvage yard that were made outside North America for the United States one turns wrong, a Porsche of 1983 that no pattern describes. If a digit of the serial number is wrong, 880 keep their year, and 849 if one of positions 4 to 8 is.

By law a letter in position 7 means 2010 or later. Where no schema covers that year and one covers the year 30 years earlier, vPIC takes the latter. Here it is taken only if its patterns explain the VIN; otherwise the lawful year is kept. Both get a warning.

Where position 7 does not decide, the later year is taken, unless the patterns of the earlier one know more of positions 4 to 8, or it alone has a model; the number of elements, vPIC's rule, says nothing of the year. A year of which several positions mean nothing never wins over another. If position 7 is a letter, patterns of the earlier year must describe the VIN, and the vehicle must weigh more than 10,000 lb. Of 263 VINs of recent fire engines, school buses, coaches and trucks of 18 codes, made from the data's patterns (\`test/vin/heavy-vins.ts\`), none is 30 years too early, formerly 14; of 240 such VINs of the years to 1996 58 are 30 years too late, formerly 53, mostly because both years know every position. Of 433 descriptors of these recordings with a letter in position 7 none is taken for 1997 if position 10 says 2027, formerly 17. Of the 5,238 VINs of this page's recordings and yard none changes its year, and two, whose positions mean too little, lose their model.

## What EPA's table adds

Where \`vingate import epa\` was run, a decode is completed by what all rows of EPA's table for the year, make and model that fit the VIN's own facts share; such facts are listed under \`derived\` with their source. Rows are grouped by EPA's base model, so that a G37x is a G37. A drive that the VIN's own trim names chooses among the rows, and a drive is left open if the same model had another one the year before or after: EPA tests some of the drives that are sold. Of the rear- and four-wheel drive of trucks four years around count, so that the Navigator of 2009, of which EPA has the rear-wheel drive alone, gets none. Of 816 VINs made from patterns whose trim names the drive 634 of 635 additions agree with it; the other's trim names both. Without these rules 274 of 293 did. Recorded are answers of the whole vPIC, whose "4x2" counts as front- or rear-wheel drive, and whose all-wheel and four-wheel drive count as one.

| field | added | recorded by vPIC | equal |
|---|---|---|---|
${added.map((one) => line([one.field, one.added, one.recorded, one.equal])).join("\n")}

${added.flatMap(({ differences: lines }) => lines.map((one) => `- ${one}`)).join("\n") || "None differs."}

## A salvage yard's inventory

Of ${inventory.whole} vehicles with a VIN of 17 characters that a yard listed, the year agrees for ${inventory.years} (${percent(inventory.years, inventory.whole)}) and the model, by any word that the names share, for ${inventory.models} (${percent(inventory.models, inventory.whole)}). What does not agree, by cause:

${causes(inventory)}

${inventory.others.length} further numbers are older than the standard of 1981, or mistyped, and are not decoded.
`;
}

function greatest(conversions: readonly Difference[]): string {
  const share = ({ recorded, ours }: Difference) => Math.abs(Number(ours) / Number(recorded) - 1);
  const [worst] = [...conversions].sort((a, b) => share(b) - share(a));
  if (!worst) return "none";
  return `${(100 * share(worst)).toFixed(1)} % (${worst.vin}, ${worst.element}: recorded ${worst.recorded}, here ${worst.ours})`;
}

function causes({ disagreements }: InventoryAgreement): string {
  const counts = new Map<string, number>();
  for (const { what, cause } of disagreements)
    counts.set(`${what}: ${cause}`, (counts.get(`${what}: ${cause}`) ?? 0) + 1);
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.map(([cause, count]) => `- ${count} × ${cause}`).join("\n");
}
