import { expect, test } from "bun:test";
import { amountIn, type NumberBounds, numberForms, readDecimal } from "./amounts.ts";
import { type DayBounds, dayForms, readMoment } from "./days.ts";
import { Evidence, type Read } from "./evidence.ts";

/** What a column of texts becomes: its values, or the first two readings of what has two. */
function readAll<Form extends string>(texts: readonly string[], forms: readonly Form[], read: Read<Form>) {
  const column = new Evidence(forms, read);
  for (const [index, text] of texts.entries()) column.add(text, index + 2);
  const verdict = column.verdict();
  if ("form" in verdict) return texts.map((text) => read(text, verdict.form) ?? "refused").join("|");
  if (verdict.fault === "mixed")
    return `mixed: ${verdict.rows.map(({ line, text }) => `line ${line}: ${text}`).join(" and ")}`;
  return `line ${verdict.at.line}: ${[...verdict.at.readings].slice(0, 2).flat().join(" ")}`;
}

const readNumbers = (texts: string, bounds: NumberBounds) =>
  readAll(texts.split("|"), numberForms, (text, form) => {
    const found = amountIn(text);
    return found && readDecimal(found.number, form, bounds, found.zeros);
  });

const money = { decimals: 2, least: 0 };
const miles = { decimals: 1, least: 0, most: 2_000_000 };

test.each<[string, string, NumberBounds]>([
  ["１７.550,00 €|9.900 €", "17550|9900", money],
  ["CHF 17’550.–|CHF 9’900.50", "17550|9900.5", money],
  ["₹17,55,000.00|₹99,000", "1755000|99000", money],
  ["17\u00a0550,00 kr|9\u202f900,50 kr", "17550|9900.5", money],
  ["59,90|1.7550e4", "59.9|refused", money],
  ["59,90|59.90", "mixed: line 2: 59,90 and line 3: 59.90", money],
  ["$1,234.56|$1.234,56", "mixed: line 2: $1,234.56 and line 3: $1.234,56", money],
  ["97.303 km|12 km", "97303|12", miles],
  ["17,5k|9k", "17500|9000", money],
  ["17 550|1 000 000,25", "17550|1000000.25", money],
  ["-1|5", "refused|5", money],
  ["1.998|2.967", "line 2: 1,234.56 1.998 1.234,56 1998", {}],
  ["1.998|2.967", "1.998|2.967", { most: 30 }],
  ["1.998|2,5", "1998|2.5", {}],
  ["2018.0|2019.00", "2018|2019", { decimals: 0 }],
  ["12|N/A|soon", "12|refused|refused", money],
])("the column %s is %s", (texts, read, bounds) => expect(readNumbers(texts, bounds)).toBe(read));

const years = { from: "1950-01-01", until: "2027-12-31" };

const readDays = (texts: string, bounds: DayBounds) =>
  readAll(texts.split("|"), dayForms, (text, form) => readMoment(text, form, bounds));

test.each<[string, string]>([
  ["03/04/2026", "line 2: day_first 2026-04-03 month_first 2026-03-04"],
  ["03/04/2026|25/04/2026|31/12/69", "2026-04-03|2026-04-25|1969-12-31"],
  ["03/04/2026|04/25/2026", "2026-03-04|2026-04-25"],
  ["25/04/2026|04/25/2026", "mixed: line 2: 25/04/2026 and line 3: 04/25/2026"],
  ["46313|202612|03.04.2026", "2026-10-18|refused|2026-04-03"],
  ["令和8年10月18日|2026年1月2日|2026-02-30|18 мая 2026", "2026-10-18|2026-01-02|refused|2026-05-18"],
  ["05/05/2026|2026-01-02", "2026-05-05|2026-01-02"],
])("the column %s is %s", (texts, read) => expect(readDays(texts, years)).toBe(read));

test("what decides can be the last text of many", () => {
  const texts = Array.from({ length: 5000 }, () => "03/04/2026");
  expect(readDays([...texts, "13/04/2026"].join("|"), {})).toStartWith("2026-04-03|");
  expect(readDays([...texts, "04/13/2026"].join("|"), {})).toStartWith("2026-03-04|");
});

const locales =
  "de-DE de-CH fr-FR fr-CH fr-CA en-US en-GB en-IN en-CA es-ES es-MX it-IT pt-BR nl-NL sv-SE da-DK fi-FI pl-PL cs-CZ ja-JP ko-KR zh-CN tr-TR hu-HU ru-RU uk-UA ar-EG".split(
    " ",
  );

test.each(locales)("amounts as %s writes them", (locale) => {
  const values = Array.from({ length: 500 }, (_, at) => ((at * 7919) % 10 ** (1 + (at % 8))) / 100);
  for (const options of [{ minimumFractionDigits: 2 }, { style: "currency", currency: "EUR" } as const]) {
    const texts = values.map((value) => new Intl.NumberFormat(locale, options).format(value));
    expect(readNumbers(texts.join("|"), money)).toBe(values.join("|"));
  }
});

test.each(locales)("days as %s writes them", (locale) => {
  const days = Array.from({ length: 300 }, (_, at) => Date.UTC(2005, 0, 1) + at * 23 * 86_400_000);
  for (const dateStyle of ["short", "medium", "long", "full"] as const) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" });
    const column = new Evidence(dayForms, (text, form) => readMoment(text, form, years));
    const texts = days.map((day) => format.format(day));
    const read = texts.map((text, at) => column.add(text, at + 2));
    const verdict = column.verdict();
    if (!("form" in verdict)) throw new Error(`${locale} ${dateStyle}: ${JSON.stringify(verdict)}`);
    for (const [at, text] of texts.entries()) {
      const day = new Date(days[at]!).toISOString().slice(0, 10);
      if (read[at]) expect(`${text}: ${readMoment(text, verdict.form, years)}`).toBe(`${text}: ${day}`);
    }
    // Names of months and weekdays that are not read are refused; numbers are all read.
    if (dateStyle === "short") expect(read.filter((one) => !one)).toEqual([]);
  }
});
