import { sql } from "../../database/sql.ts";
import { ApiError } from "../../http/errors.ts";
import { type Check, fault, ok, requireDatabase, warning } from "../../running/check.ts";
import { requireSeller } from "../papers/issue.ts";
import { paymentSettings } from "./settings.ts";

/** Whether anything can be sold, and what waits for an operator. */
export const paymentCheck: Check = {
  name: "payments",
  async run(inspected) {
    const { payments, stripeSecrets } = paymentSettings.of(inspected.config);
    if (payments === "off") return ok("No payments are taken: VINGATE_PAYMENTS is off");
    const db = requireDatabase(inspected);
    try {
      await requireSeller(db);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return fault("Nothing can be sold", "Enter the seller's data and the taxes on the page Papers.");
    }
    if (payments === "stripe" && stripeSecrets.length === 0)
      return warning(
        "Events of Stripe are refused",
        "Set VINGATE_STRIPE_WEBHOOK_SECRETS to the signing secret of the webhook endpoint at Stripe.",
      );
    const { problems, disputes, unmatched } = (await db.get<
      Record<"problems" | "disputes" | "unmatched", number>
    >(sql`
      select (select count(*) from payment where problem is not null) as problems,
        (select count(*) from payment where state = 'disputed') as disputes,
        (select count(*) from payment_transfer where state = 'unmatched') as unmatched`))!;
    const found = `${unmatched} unmatched transfers, ${disputes} disputes, ${problems} payments with a problem`;
    return unmatched + disputes + problems === 0
      ? ok("No payment needs a decision")
      : warning(found, "Decide them on the page Payments.");
  },
};
