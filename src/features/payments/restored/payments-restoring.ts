import { isoTime } from "../../../base/clock.ts";
import { formatMoney } from "../../../base/format/money.ts";
import type { Queries } from "../../../database/database.ts";
import type { Restoring } from "../../../decisions/restoring.ts";
import { paymentsKept } from "../rows/payment-rows.ts";
import { refundsKept } from "../rows/refund-rows.ts";
import { transfersKept } from "../rows/transfer-rows.ts";
import { withdrawnKinds } from "../rows/withdrawn.ts";
import { paymentSettings } from "../settings.ts";
import { beginListing, type Listing, readListing } from "./listing.ts";
import { countUndecided, type LostCharge, readUndecided } from "./lost-charges.ts";

/** Charges that the notes name. */
const most = 20;

/** What payments decide, and what must be known of their provider before anything is charged after a restore. */
export const paymentsRestoring: Restoring = {
  kinds: [paymentsKept, refundsKept, transfersKept, ...withdrawnKinds],
  epochBegins: (tx, { from, at, config }) =>
    beginListing(tx, {
      state: paymentSettings.of(config).payments === "stripe" ? "due" : "skipped",
      fromAt: from,
      begunAt: at,
    }),
  undecided: [
    {
      shown: "listing of what the payment provider took",
      count: async (db) => ((await readListing(db))?.state === "due" ? 1 : 0),
    },
    { shown: "charges without a payment", count: countUndecided },
  ],
  notes: async (db) => [...(await listingNotes(db)), ...(await readUndecided(db, most)).map(lostNote)],
};

async function listingNotes(db: Queries): Promise<string[]> {
  const listing = await readListing(db);
  if (!listing || listing.state === "skipped") return [];
  return [noteOf(listing)];
}

function noteOf({ state, fromAt, handled, failure }: Listing): string {
  const what = `What the payment provider took since ${isoTime(fromAt)}`;
  if (state === "done") return `${what} is listed: ${handled} charges, pages, refunds and disputes`;
  if (failure !== null) return `${what} cannot be listed, and is tried again: ${failure}`;
  return `${what} is being listed: ${handled} so far`;
}

function lostNote(lost: LostCharge): string {
  const { providerRef, minor, currency, subscriptionId, kind, period, transfer } = lost;
  const what = `${kind ?? "a payment"}${period === null ? "" : ` of period ${period}`}`;
  const of = subscriptionId === null ? "" : ` of subscription ${subscriptionId}`;
  const how = transfer === null ? "is being debited" : "was taken";
  return `${formatMoney(minor, currency)} ${how} for ${what}${of}, charge ${providerRef}, and its payment is lost: match or return it`;
}
