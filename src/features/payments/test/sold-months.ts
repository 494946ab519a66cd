import { dayMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { issueCreditNote, issueInvoice, takeBackCredit } from "../../papers/issue.ts";
import { BillingDetailsRequest, writeDetails } from "../../papers/parties/buyer.ts";
import { writeSetting } from "../../papers/parties/seller.ts";
import { lineOf, requestOf, seller } from "../../papers/test/issued.ts";
import { newPayment, type Payment, payments } from "../rows/payment.ts";
import { refunds } from "../rows/refund-rows.ts";

/** From November 2026 to November 2027. */
export const thirteen = Array.from({ length: 13 }, (_, index) =>
  new Date(Date.UTC(2026, 10 + index)).toISOString().slice(0, 7),
);

/** Buyers, each with a country, so a rate, and a currency. */
const buyers = [
  { id: "at", country: "AT", currency: "EUR", company: 'Straße & Söhne, "Wien"' },
  { id: "de", country: "DE", currency: "EUR", company: "=HYPERLINK(1)" },
  { id: "fr", country: "FR", currency: "JPY", company: "+Fr" },
  { id: "be", country: "BE", currency: "USD", company: "Zwei Zeilen" },
  { id: "fi", country: "FI", currency: "KWD", company: "Oy" },
  { id: "us", country: "US", currency: "USD", company: "Acme Inc." },
] as const;
const rates = { AT: 2000, DE: 1900, FR: 550, BE: 700, FI: 2550 } as const;

/** Numbers from 0 up to 1, the same each time (Park and Miller). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** What a provider took for a payment, and what became of its money there. Minor units; milliseconds UTC. */
export interface SoldByCard {
  readonly intent: string;
  readonly buyer: string;
  readonly currency: string;
  readonly at: number;
  readonly minor: number;
  /** `failed`: the refund came back a moment later. */
  readonly back?: {
    readonly as: "refunded" | "failed" | "lost";
    readonly minor: number;
    readonly at: number;
  };
}

/**
 * Enters the buyers and the taxes, and sells to each in each month: what is paid, returned, taken back and due. `onCard` is
 * called for what a provider took.
 */
export async function sellMonths(
  db: Database,
  each: number,
  onCard: (sold: SoldByCard) => void = () => undefined,
): Promise<void> {
  await writeSetting(db, "seller", seller);
  await writeSetting(db, "taxes", {
    rules: Object.entries(rates).map(([code, rate]) => ({
      countries: [code],
      with_tax_id: null,
      tax: { rate, category: "S", reason: "" },
    })),
    otherwise: { rate: 0, category: "O", reason: "Not subject to VAT." },
  });
  const details = { company: "x", address: ["1"], city: "x" };
  for (const { id, country, company } of buyers) {
    const parsed = BillingDetailsRequest.parse({ ...details, country, order_reference: `-${id}` });
    // As it is stored: earlier versions took names of several lines.
    await writeDetails(db, id, { ...parsed, company });
  }
  const random = randomOf(77);
  const below = (limit: number) => Math.floor(random() * limit);
  for (const month of thirteen)
    for (const buyer of buyers)
      for (let number = 0; number < each; number++)
        // One of them in the last hours of the month: its refund is of the next one.
        await sellOne(db, buyer, {
          id: `${buyer.id}-${month}-${number}`,
          at: number === 0 ? endOf(month) - below(7_200_000) - 1 : endOf(month) - below(27 * dayMs) - 1,
          below,
          onCard,
        });
}

const endOf = (month: string): number => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return Date.UTC(year, number);
};

type Buyer = (typeof buyers)[number];
interface Selling {
  readonly id: string;
  readonly at: number;
  readonly below: (limit: number) => number;
  readonly onCard: (sold: SoldByCard) => void;
}

async function sellOne(db: Database, buyer: Buyer, { id, at, below, onCard }: Selling): Promise<void> {
  const kind = below(8);
  await db.transaction(async (tx) => {
    const line = lineOf(1 + below(500_000), { quantity: 1 + below(3) });
    const request = requestOf(buyer.id, [line], {
      currency: buyer.currency,
      now: at,
      suppliedFrom: at - below(20) * dayMs,
      suppliedTo: at + (1 + below(365)) * dayMs,
      paymentId: id,
    });
    // Money for which no invoice could be issued, and an invoice that is not paid yet.
    const invoice = kind === 0 ? undefined : await issueInvoice(tx, request);
    const minor = invoice?.grossMinor ?? 1 + below(10_000);
    const isDue = kind === 1;
    const isByCard = below(2) === 0;
    const payment = newPayment({
      id,
      accountId: buyer.id,
      subscriptionId: "s1",
      kind: "package",
      netMinor: invoice?.netMinor ?? minor,
      minor,
      currency: buyer.currency,
      reference: `V${id.toUpperCase().replace(/[^A-Z0-9]/g, "")}`,
      credits: 0,
      createdAt: at,
      terms: { text: "", productId: "p", offerVersion: 1, tax: null as never, timeZone: "UTC" },
      provider: isByCard || kind === 0 ? "stripe" : "manual",
      providerRef: isByCard || kind === 0 ? `pi_${id}` : null,
      method: isByCard ? "Visa ending 4242" : null,
      state: isDue ? "requested" : "paid",
      receivedMinor: isDue ? 0 : minor + (kind === 2 ? 1 : 0),
      paidAt: isDue ? null : at,
      paperId: invoice?.id ?? null,
    });
    const { providerRef: intent, receivedMinor, currency } = payment;
    const sold = { intent: intent ?? "", buyer: buyer.id, currency, at, minor: receivedMinor };
    const take = (given: Pick<SoldByCard, "back"> = {}) => {
      if (intent !== null && !isDue) onCard({ ...sold, ...given });
    };
    const back = kind >= 3 && kind <= 6 && minor > 1 ? 1 + below(minor) : 0;
    if (back === 0 || !invoice) {
      const returned = kind === 0 && below(2) === 0 ? minor : 0;
      take(returned > 0 ? { back: { as: "refunded", minor: returned, at } } : {});
      return payments.insert(tx, { ...payment, refundedMinor: returned });
    }
    const now = at + below(10) * dayMs + 1;
    const note = await issueCreditNote(tx, { corrects: invoice.id, grossMinor: back, reason: "Asked", now });
    const after: Payment = {
      ...payment,
      ...(kind === 6 ? { dispute: "lost", disputedMinor: back } : { refundedMinor: back }),
      state: kind === 6 ? "reversed" : "part_refunded",
    };
    const as = ({ 3: "refunded", 5: "failed", 6: "lost" } as const)[kind as 3 | 5 | 6];
    // By transfer it does not go through the provider.
    take(as ? { back: { as, minor: back, at: now } } : {});
    if (kind === 5) {
      // It failed: the provider has the money again.
      await takeBackCredit(tx, { corrects: invoice.id, grossMinor: back, reason: "Failed", now: now + 1 });
      return payments.insert(tx, { ...payment });
    }
    if (kind === 4)
      await refunds.insert(
        tx,
        refunds.row({
          id: `r-${id}`,
          paymentId: id,
          minor: back,
          reason: "Asked",
          nextAt: 0,
          createdAt: now,
          state: "done",
          account: "CZ6508000000192000145399",
          recipient: buyer.company,
          reference: note.number,
          paperId: note.id,
          sentAt: below(5) === 0 ? null : now + below(3) * dayMs,
        }),
      );
    return payments.insert(tx, after);
  });
}
