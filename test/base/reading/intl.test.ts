import { expect, test } from "bun:test";
import { amountIn, numberForms, readDecimal } from "../../../src/base/reading/amounts.ts";
import { dayForms, readMoment } from "../../../src/base/reading/days.ts";
import { Evidence, type Read } from "../../../src/base/reading/evidence.ts";

/** Thai years of two digits are not among them: they are of another calendar, which nothing shows. */
const locales =
  "de-DE de-CH fr-FR fr-CH fr-CA en-US en-GB en-IN en-CA es-ES es-MX it-IT pt-BR nl-NL sv-SE da-DK fi-FI pl-PL cs-CZ ja-JP ko-KR zh-CN tr-TR hu-HU ru-RU uk-UA ar-EG".split(
    " ",
  );

/** The texts of a column that are read, each with what it should be; columns that can be read two ways have none. */
function readOf<Form extends string>(
  values: readonly (readonly [text: string, value: string])[],
  forms: readonly Form[],
  read: Read<Form>,
) {
  const column = new Evidence(forms, read);
  for (const [at, [text]] of values.entries()) column.add(text, at + 2);
  const verdict = column.verdict();
  const { form } = "form" in verdict ? verdict : { form: undefined };
  const found = form === undefined ? [] : values.map(([text]) => read(text, form));
  const wrong = values.filter(([, value], at) => found[at] !== undefined && found[at] !== value);
  return { wrong: wrong.slice(0, 3), read: found.filter((one) => one !== undefined).length };
}

const readAmount: Read<(typeof numberForms)[number]> = (text, form) => {
  const found = amountIn(text);
  const bounds = { decimals: 2, least: 0 };
  return found && readDecimal(found.number, form, bounds, found.zeros);
};
const numbers = Array.from({ length: 120 }, (_, at) => ((at * 7919) % 10 ** (1 + (at % 8))) / 100);

/** A dollar sign alone is that of the United States, and Intl writes that of other countries with it there. */
const currencies = ["EUR", "GBP", "CHF", "JPY", "SEK", "INR", "PLN", "CNY"];

test.each(locales)("amounts in currencies as %s writes them", (locale) => {
  for (const currency of currencies) {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency });
    const { maximumFractionDigits = 2 } = format.resolvedOptions();
    const texts = numbers.map((value) => {
      const rounded = Number(value.toFixed(maximumFractionDigits));
      return [format.format(rounded), String(rounded)] as const;
    });
    const { wrong, read } = readOf(texts, numberForms, readAmount);
    expect({ currency, wrong }).toEqual({ currency, wrong: [] });
    // Some names of currencies are not known: their rows are refused.
    const found = texts.map(([text]) => amountIn(text)?.currency).filter((one) => one !== undefined);
    expect({ currency, found: [...new Set(found)].filter((one) => one !== currency && one !== "?") }).toEqual(
      {
        currency,
        found: [],
      },
    );
    if (currency === "EUR") expect(read).toBe(texts.length);
  }
});

test.each(locales)("distances in kilometers as %s writes them", (locale) => {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: "kilometer" });
  const texts = numbers.map(
    (value) => [format.format(Math.round(value)), String(Math.round(value))] as const,
  );
  expect(readOf(texts, numberForms, readAmount)).toEqual({ wrong: [], read: texts.length });
});

const years = { from: "1950-01-01", until: "2027-12-31" };
const moments = Array.from(
  { length: 50 },
  (_, at) => Date.UTC(2005, 0, 1, at % 24, (at * 7) % 60) + at * 37 * 86_400_000,
);

test.each(locales)("moments as %s writes them", (locale) => {
  let all = 0;
  for (const dateStyle of ["short", "medium", "long", "full"] as const)
    for (const timeStyle of [undefined, "short", "medium", "long"] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        dateStyle,
        ...(timeStyle && { timeStyle }),
        timeZone: "UTC",
      });
      const texts = moments.map((at) => {
        const text = new Date(at).toISOString();
        return [format.format(at), timeStyle ? `${text.slice(0, 19)}Z` : text.slice(0, 10)] as const;
      });
      const { wrong, read } = readOf(texts, dayForms, (text, form) => readMoment(text, form, years));
      expect({ dateStyle, timeStyle, wrong }).toEqual({ dateStyle, timeStyle, wrong: [] });
      all += read;
      if (dateStyle === "short" && timeStyle === undefined) expect(read).toBe(texts.length);
    }
  // Times in words of some languages are not read.
  expect(all).toBeGreaterThan(2 * moments.length);
});
