import { digitsOf } from "../../base/format/currencies.ts";
import { formatCallPrice } from "../../base/format/money.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Operation } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { parseVendorMapping } from "../gateway/mappings/parse-vendor-mapping.ts";
import { findMapping, mappingVersions } from "../gateway/stored-mappings/api-mappings.ts";
import type { Offer } from "../offers/offer.ts";
import { readPricing } from "../offers/pricing.ts";

/** What the vendor behind a built-in API takes for an answered request. */
export interface VendorPrice {
  /** The ID of the built-in API. */
  readonly api: string;
  /** A decimal in whole units of the currency: `0.15`. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** The prices of the stored mappings, in the order of their APIs. A mapping that cannot be read has none. */
export async function storedVendorPrices(tx: Queries): Promise<readonly VendorPrice[]> {
  const prices: VendorPrice[] = [];
  for (const { apiId, source } of await mappingVersions(tx)) {
    const price = priceOf((await findMapping(tx, apiId, source)) ?? "");
    if (price) prices.push({ api: apiId, ...price });
  }
  return prices;
}

function priceOf(text: string): Omit<VendorPrice, "api"> | undefined {
  try {
    return parseVendorMapping(text, "mapping").price;
  } catch (error) {
    // An older version of the program can have stored it. The API's health names it.
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

/** `minor` minor units per `per` credits, or requests of a vendor. */
interface Price {
  readonly minor: number;
  readonly per: number;
}

/** What a call brings: its credits, and the price of them. */
interface Brought extends Price {
  readonly credits: number;
}

/**
 * A sentence for each plan on sale with which a call brings less than its vendor takes, in the order of `prices` and of
 * the price page. What a call brings is the lowest cost of the API's lookups at the plan's cheapest credit. Plans in
 * another currency, and products without an offer on sale, are left out.
 */
export async function vendorPriceWarnings(
  tx: Queries,
  operations: readonly Operation[],
  prices: readonly VendorPrice[],
): Promise<readonly string[]> {
  if (prices.length === 0) return [];
  const { plans } = await readPricing(tx, operations);
  return prices.flatMap((vendor) =>
    plans.flatMap(({ product, offer, lookups }) => {
      const lookup = lookups.find(({ api }) => api === vendor.api);
      if (!lookup || offer.currency !== vendor.currency) return [];
      const brought = broughtBy(lookup.credits_min, offer);
      return brought && isBelow(brought, { ...takenBy(vendor), credits: 1 })
        ? [sentence(vendor, product.id, brought)]
        : [];
    }),
  );
}

/** Undefined if the offer has no credits for a call that costs some. */
function broughtBy(credits: number, offer: Offer): Brought | undefined {
  if (credits === 0) return { credits, minor: 0, per: 1 };
  const [first, ...others] = creditPrices(offer).map((price) => ({ ...price, credits }));
  return first && others.reduce((least, price) => (isBelow(price, least) ? price : least), first);
}

/** All prices at which the offer has credits. */
function creditPrices(offer: Offer): Price[] {
  const { price_minor, price_every, credits, credits_every, overage_minor, overage_per, packages } = offer;
  const prices = packages.map((one) => ({ minor: one.price_minor, per: one.credits }));
  if (overage_minor !== null && overage_per !== null) prices.push({ minor: overage_minor, per: overage_per });
  if (credits > 0) {
    // Paid once and granted every month: the more months, the less a credit costs.
    const isEndless = price_every === "once" && credits_every === "month";
    const months = price_every === "year" ? 12 : 1;
    prices.push({ minor: isEndless ? 0 : price_minor, per: credits * months });
  }
  return prices;
}

/** The vendor's price in minor units, exactly: `0.125` USD is 125 per 10. */
function takenBy({ amount, currency }: VendorPrice): Price {
  const [whole = "", fraction = ""] = amount.split(".");
  const digits = digitsOf(currency);
  const beyond = Math.max(fraction.length - digits, 0);
  return { minor: Number(whole + fraction.padEnd(digits, "0")), per: 10 ** beyond };
}

const isBelow = (one: Brought, other: Brought): boolean =>
  BigInt(one.credits) * BigInt(one.minor) * BigInt(other.per) <
  BigInt(other.credits) * BigInt(other.minor) * BigInt(one.per);

function sentence(vendor: VendorPrice, product: string, { credits, minor, per }: Brought): string {
  const taken = takenBy(vendor);
  const cost = formatCallPrice(1, taken.minor, taken.per, vendor.currency);
  const income = formatCallPrice(credits, minor, per, vendor.currency);
  return `${vendor.api}: the vendor takes ${cost} for an answered request; with plan ${product} a call can bring only ${income}.`;
}
