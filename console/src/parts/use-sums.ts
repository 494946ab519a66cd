import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../api/account.ts";
import { t } from "../base/language/language.ts";
import { amountOf, netPrice, price } from "../base/money.ts";
import type { BuyerTax } from "./buyer-tax.ts";
import { pageParts } from "./page-parts.ts";

/** How the sums of net prices are written for an account. */
export interface Sums {
  /** For a button: `€59.38 incl. €9.48 VAT`; `€49.90 + VAT` while the tax can be another. */
  button(netMinor: number, currency: string): string;
  /** For a text beside a button: `€59.38`, or the net price while the tax can be another. */
  sum(netMinor: number, currency: string): string;
  /** Net, VAT and gross as the page of a purchase has them; undefined while no tax is known. */
  parts(netMinor: number, currency: string): SumParts | undefined;
}

export interface SumParts {
  readonly net: string;
  readonly tax: string;
  readonly taxText: string;
  readonly gross: string;
  readonly isKnown: boolean;
}

export function useSums(): Sums {
  const { id } = useAccount();
  const taxOf = pageParts().find((parts) => parts.taxOf)?.taxOf;
  // It changes with the billing details, whose key it has.
  const { data } = useQuery({
    queryKey: ["billing-details", id, "tax"],
    queryFn: () => taxOf?.(id) ?? null,
    enabled: taxOf !== undefined,
  });
  return sumsOf(data ?? undefined);
}

/** The same for a tax; undefined if none is known. */
export function sumsOf(tax: BuyerTax | undefined): Sums {
  const taxOf = (netMinor: number) => amountOf(netMinor, tax?.rate ?? 0, 10_000);
  const grossText = (netMinor: number, currency: string) =>
    price(BigInt(netMinor) + taxOf(netMinor), currency);
  return {
    button(netMinor, currency) {
      if (netMinor === 0 || !tax?.isKnown) return netPrice(netMinor, currency);
      const gross = grossText(netMinor, currency);
      return taxOf(netMinor) === 0n
        ? t("{gross}, no VAT", { gross })
        : t("{gross} incl. {tax} VAT", { gross, tax: price(taxOf(netMinor), currency) });
    },
    sum: (netMinor, currency) => (tax?.isKnown ? grossText(netMinor, currency) : price(netMinor, currency)),
    parts: (netMinor, currency) =>
      tax && {
        net: price(netMinor, currency),
        tax: price(taxOf(netMinor), currency),
        taxText: tax.text,
        gross: grossText(netMinor, currency),
        isKnown: tax.isKnown,
      },
  };
}
