import type { Language } from "./languages.ts";
import { decimalText, formatMoney, type Locale, locales } from "./money.ts";
import { count, dateIn, dayName, monthName, timeOfDayIn } from "./words.ts";

/** How a language writes numbers, sums and days. English is as in `words.ts`; none follows the machine's locale. */
export interface Writing {
  readonly language: Language;
  /** The tag of the texts: `en-US`, `de-DE`. */
  readonly locale: Locale;
  /** 15,020; the minus is U+2212. */
  count(value: number): string;
  /** €99.00, for minor units. */
  money(minor: number, currency: string): string;
  /** 1,234.50, without the currency; from 0. */
  amount(minor: number, currency: string): string;
  /** 5.5%, for 5.5. */
  percent(value: number): string;
  /** October 2026, for `2026-10`. */
  monthName(month: string): string;
  /** 1 Nov 2026, for `2026-11-01`. */
  dayName(day: string): string;
  /** 1 Nov 2026, for milliseconds UTC in a zone. */
  dayIn(at: number, zone: string): string;
  /** 1 Nov 2026, 00:04 Europe/Prague. */
  timeIn(at: number, zone: string): string;
  /** 12 Nov to 12 Dec 2026, for two days; the year of the first stands only if it is another one. */
  span(from: string, to: string): string;
}

interface Manner {
  count(value: number): string;
  readonly decimalSign: "." | ",";
  readonly percentSign: string;
  monthName(month: string): string;
  dayName(day: string): string;
  /** A day as `dayName` writes it, without its year. */
  withoutYear(name: string): string;
  span(from: string, to: string): string;
}

const pointed = {
  de: new Intl.NumberFormat("de-DE", { useGrouping: "always" }),
  // No point in numbers of four digits.
  es: new Intl.NumberFormat("es-ES", { useGrouping: "min2" }),
};
const countIn = (value: number, language: keyof typeof pointed): string =>
  `${value < 0 ? "−" : ""}${pointed[language].format(Math.abs(value))}`;

const partsOf = (day: string): readonly [year: string, month: number, day: number] => [
  day.slice(0, 4),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

const two = (value: number): string => String(value).padStart(2, "0");

const germanMonths =
  "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const spanishMonths =
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");

const nbsp = "\u00a0";

const manners: Readonly<Record<Language, Manner>> = {
  en: {
    count,
    decimalSign: ".",
    percentSign: "%",
    monthName,
    dayName,
    withoutYear: (name) => name.slice(0, -5),
    span: (from, to) => `${from} to ${to}`,
  },
  de: {
    count: (value) => countIn(value, "de"),
    decimalSign: ",",
    percentSign: `${nbsp}%`,
    monthName: (month) => `${germanMonths[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
    dayName(text) {
      const [year, month, day] = partsOf(text);
      return `${two(day)}.${two(month)}.${year}`;
    },
    withoutYear: (name) => name.slice(0, -4),
    span: (from, to) => `${from} bis ${to}`,
  },
  es: {
    count: (value) => countIn(value, "es"),
    decimalSign: ",",
    percentSign: `${nbsp}%`,
    monthName: (month) => `${spanishMonths[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}`,
    dayName(text) {
      const [year, month, day] = partsOf(text);
      return `${day} ${spanishMonths[month - 1]?.slice(0, 3)} ${year}`;
    },
    withoutYear: (name) => name.slice(0, -5),
    span: (from, to) => `del ${from} al ${to}`,
  },
};

function writingOf(language: Language): Writing {
  const { count, decimalSign, percentSign, monthName, dayName, withoutYear, span } = manners[language];
  const dayIn = (at: number, zone: string) => dayName(dateIn(at, zone));
  return {
    language,
    locale: locales[language],
    count,
    money: (minor, currency) => formatMoney(minor, currency, language),
    amount(minor, currency) {
      const [whole, fraction] = decimalText(minor, currency).split(".");
      return [count(Number(whole)), ...(fraction === undefined ? [] : [fraction])].join(decimalSign);
    },
    percent: (value) => `${String(value).replace(".", decimalSign)}${percentSign}`,
    monthName,
    dayName,
    dayIn,
    timeIn: (at, zone) => `${dayIn(at, zone)}, ${timeOfDayIn(at, zone)} ${zone}`,
    span(from, to) {
      const [start, end] = [dayName(from), dayName(to)];
      return span(from.slice(0, 4) === to.slice(0, 4) ? withoutYear(start) : start, end);
    },
  };
}

/** By language. */
export const writings: Readonly<Record<Language, Writing>> = {
  en: writingOf("en"),
  de: writingOf("de"),
  es: writingOf("es"),
};
