import type { BuyerTax } from "../../parts/buyer-tax.ts";
import { queryClient } from "../../parts/query-client.ts";
import { detailsOf } from "./paper-queries.ts";
import { taxText } from "./paper-words.ts";

/** The tax that an account pays now; null before the operator has entered taxes. */
export async function readTax(accountId: string): Promise<BuyerTax | null> {
  const { tax, country } = await queryClient.fetchQuery(detailsOf(accountId));
  return tax && { rate: tax.rate, text: taxText(tax), isKnown: country !== null };
}
