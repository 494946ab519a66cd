import { locale, t } from "./language/language.ts";

/** Digits of the minor unit where they are not two, as the service has them: browsers differ from ISO 4217. */
const digits: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
]);

export const digitsOf = (currency: string): number => digits.get(currency) ?? 2;

type Minor = number | bigint;

/** `€99.00`. */
export const price = (minor: Minor, currency: string): string =>
  format(BigInt(minor), digitsOf(currency), currency);

/** `€99.00 + VAT`: a price on a button whose page shows the tax. A price of zero has none. */
export const netPrice = (minor: number, currency: string): string =>
  minor === 0 ? price(minor, currency) : t("{price} + VAT", { price: price(minor, currency) });

/** `€99`, and `€99.50`. */
export function shortPrice(minor: Minor, currency: string): string {
  const unit = 10n ** BigInt(digitsOf(currency));
  return BigInt(minor) % unit === 0n ? format(BigInt(minor) / unit, 0, currency) : price(minor, currency);
}

const callDigits = 4;

/** The price of a call, `€0.0066`: credits at `minor` per `per` credits. */
export function callPrice(credits: number, minor: number, per: number, currency: string): string {
  const scaled = BigInt(credits) * BigInt(minor) * 10n ** BigInt(callDigits - digitsOf(currency));
  return format(roundedQuotient(scaled, BigInt(per)), callDigits, currency);
}

/** What credits cost in minor units, at `minor` per `per` credits: rounded once, half to even. */
export const amountOf = (credits: number, minor: number, per: number): bigint =>
  roundedQuotient(BigInt(credits) * BigInt(minor), BigInt(per));

/** Minor units as a form shows them: `1,099.00`. */
export function amountText(minor: number, currency: string): string {
  const places = digitsOf(currency);
  return decimals(places).format(decimal(BigInt(minor), places));
}

/** Rounded half to even. */
function roundedQuotient(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  const twice = (value % by) * 2n;
  return twice > by || (twice === by && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** `units` of 10^-places as a decimal, without a double in between. */
function decimal(units: bigint, places: number): Intl.StringNumericLiteral {
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  const written = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  return `${sign}${written}` as Intl.StringNumericLiteral;
}

const decimals = (places: number, currency?: string) =>
  new Intl.NumberFormat(locale, {
    ...(currency !== undefined && { style: "currency", currency }),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });

const format = (units: bigint, places: number, currency: string): string =>
  decimals(places, currency).format(decimal(units, places));
