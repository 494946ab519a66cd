import { counted } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { countOf } from "../../entities/list.ts";
import { type Check, type Finding, fault, ok, requireDatabase, warning } from "../../running/check.ts";
import { refundItems, troubledItems, unmatchedItems, unpaidItems } from "./inbox-items.ts";
import { isToSend } from "./rows/refund-rows.ts";
import { isTaken, readWay, type Way, whyNotSold } from "./selling.ts";
import { paymentSettings } from "./settings.ts";

/** Whether anything can be sold, and what waits for an operator. */
export const paymentCheck: Check = {
  name: "payments",
  async run(inspected) {
    const { config } = inspected;
    const { payments, stripeSecrets } = paymentSettings.of(config);
    if (!inspected.database && (payments === "off" || payments === "invoice"))
      return withoutPayments(payments);
    const db = requireDatabase(inspected);
    const { way, chosenBy } = await readWay(db, config);
    if (way === "off" && (await countPriced(db)) > 0)
      return warning(
        `Payments are off: customers cannot begin ${counted(await countPriced(db), "plan")} with a price`,
        "Turn on payments by transfer on the page Payments of Settings, or set VINGATE_PAYMENTS to stripe, or to invoice if you invoice them outside. Operators can begin plans for customers.",
      );
    if (way === "invoice" && chosenBy === null)
      return warning(
        "It is not chosen how customers pay: what has a price is sold by invoice, which you send yourself",
        "Choose on the page Payments of Settings: by invoice keeps it so, by transfer takes payments, off sells nothing that has a price. VINGATE_PAYMENTS=stripe takes cards, too.",
      );
    if (!isTaken(way)) return withoutPayments(way);
    if ((await whyNotSold(db, config)) !== undefined)
      return fault("Nothing can be sold", "Enter the seller and the taxes on their pages of Settings.");
    if (payments === "stripe" && stripeSecrets.length === 0)
      return warning(
        "Events of Stripe are refused",
        "Set VINGATE_STRIPE_WEBHOOK_SECRETS to the signing secret of the webhook endpoint at Stripe.",
      );
    const { problems, disputes, unmatched, returns, refunds } = (await db.get<
      Record<"problems" | "disputes" | "unmatched" | "returns" | "refunds", number>
    >(sql`
      select (select count(*) from payment where problem is not null) as problems,
        (select count(*) from payment where state = 'disputed' or inquiry = 1) as disputes,
        (select count(*) from payment_transfer where state = 'unmatched') as unmatched,
        (select count(*) from payment_return where state = 'unmatched') as returns,
        (select count(*) from payment_refund where ${isToSend}) as refunds`))!;
    const found = `${unmatched} unmatched transfers, ${returns} refunds or disputes without a payment, ${counted(refunds, "refund")} to send, ${disputes} disputes, ${problems} payments with a problem`;
    return unmatched + returns + refunds + disputes + problems === 0
      ? ok("No payment needs a decision")
      : { ...warning(found, "Decide them on the page Money."), item: null };
  },
  async items(inspected) {
    const db = requireDatabase(inspected);
    const now = inspected.clock();
    return [
      ...(await unmatchedItems(db)),
      ...(await refundItems(db)),
      ...(await unpaidItems(db, now)),
      ...(await troubledItems(db)),
    ];
  },
};

const withoutPayments = (way: Way): Finding =>
  ok(
    way === "off" ? "No payments are taken: they are off" : "No payments are taken: you invoice what is sold",
  );

/** Published products whose offer on sale has a price. */
async function countPriced(db: Queries): Promise<number> {
  return countOf(
    db,
    sql`product_offer o join product p on p.id = o.product_id
    where p.state = 'published' and o.on_sale = 1 and o.price_minor > 0
      and o.version = (select max(n.version) from product_offer n where n.product_id = o.product_id)`,
  );
}
