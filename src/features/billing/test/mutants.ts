import type { Mutant } from "../../../../test/mutants/mutant.ts";
import { moneyMutants } from "./money-mutants.ts";

const billing = "src/features/billing/test/billing.test.ts";
const changes = "src/features/billing/test/changes.test.ts";
const settling = "src/features/billing/test/settling.test.ts";
const lives = "src/features/billing/test/lives.test.ts";
const races = "src/features/billing/test/races.test.ts";

const whoPays = "src/features/billing/test/who-pays.test.ts";

/** Bugs in plans and their periods. */
export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  {
    bug: "a period is entered at its start, not a day ahead",
    file: "src/features/billing/rows/plan.ts",
    find: "return plan.nextStartsAt - leadMs;",
    replace: "return plan.nextStartsAt;",
    test: billing,
    named: "on sqlite a subscription begins with its first period",
  },
  {
    bug: "carried credits expire with their own period",
    file: "src/features/billing/periods/terms.ts",
    find: "periodStart(anchor, index + 1 + more)",
    replace: "endsAt",
    test: billing,
    named: "on sqlite a subscription begins with its first period",
  },
  {
    bug: "a period that has opened is removed when the clock is set back",
    file: "src/features/billing/periods/remove-periods.ts",
    find: "and g.state <> 'waiting')",
    replace: "and g.state = 'closed')",
    test: billing,
    named: "on sqlite a clock that is set back",
  },
  {
    bug: "a new version applies before its notice ends",
    file: "src/features/billing/periods/terms.ts",
    find: "noticeEndsOf(one) <= plan.nextStartsAt",
    replace: "one.published_at <= plan.nextStartsAt",
    test: lives,
    named: "on sqlite a new version applies after its notice",
  },
  {
    bug: "a cancelled subscription keeps the period that waits",
    file: "src/features/billing/plans/subscription-hook.ts",
    find: 'if (plan && (plan.state === "active" || stopped === "ended"))',
    replace: 'if (plan && plan.state === "active" && stopped !== "ended")',
    test: lives,
    named: "on sqlite a subscription that ends",
  },
  {
    bug: "an old price is charged",
    file: "src/features/billing/operations/change-endpoint.ts",
    find: "if (price_minor === offer.price_minor && currency",
    replace: "if (price_minor && currency",
    test: changes,
    named: "on sqlite the press carries the price",
  },
  {
    bug: "a larger plan opens a second cap",
    file: "src/features/billing/plans/begin-plan.ts",
    find: "  await endOverage(tx, subscriptionId, now);\n",
    replace: "",
    test: settling,
    named: "on sqlite a cap opens",
  },
  {
    bug: "an unpaid prepaid period is granted",
    file: "src/features/billing/periods/enter-periods.ts",
    find: 'priceMinor === 0 || payment === "invoice"',
    replace: "priceMinor >= 0 || payment",
    test: settling,
    named: "on sqlite a prepaid period",
  },
  {
    bug: "a stored period is entered again",
    file: "src/features/billing/periods/enter-periods.ts",
    find: "      nextNumber: number + 1,\n",
    replace: "      nextNumber: number,\n",
    test: races,
    named: "on sqlite 64 racers",
  },
  {
    bug: "a year's price is due again after a pause",
    file: "src/features/billing/plans/begin-plan.ts",
    find: "{ ...active, anchorDate, firstNumber: plan.nextNumber, nextStartsAt: now }",
    replace:
      "{ ...active, anchorDate, firstNumber: plan.nextNumber, pricedFrom: plan.nextNumber, nextStartsAt: now }",
    test: lives,
    named: "on sqlite a price per year",
  },
  {
    bug: "a notice names the next period, not the first one after it",
    file: "src/features/billing/periods/announce-terms.ts",
    find: "start < ends; index++",
    replace: "start < 0; index++",
    test: "src/features/billing/test/notices.test.ts",
    named: "on sqlite another price is announced",
  },
  {
    bug: "each node announces a version",
    file: "src/features/billing/periods/announce-terms.ts",
    find: "if (isFirst === 0) return;",
    replace: "if (isFirst < 0) return;",
    test: "src/features/billing/test/notices.test.ts",
    named: "on sqlite another price is announced",
  },
  {
    bug: "a version for new subscriptions applies to all",
    file: "src/features/offers/stored-offers.ts",
    find: "o.on_sale = 1 and o.who_pays = 'notice'",
    replace: "o.on_sale = 1",
    test: whoPays,
    named: "on sqlite a version for new subscriptions leaves",
  },
  {
    bug: "a version for new subscriptions is announced to current ones",
    file: "src/features/billing/periods/announce-terms.ts",
    find: 'if (offer?.on_sale && offer.who_pays === "notice")',
    replace: "if (offer?.on_sale)",
    test: whoPays,
    named: "on sqlite a version for new subscriptions leaves",
  },
  {
    bug: "a version for new subscriptions takes back a notice that is under way",
    file: "src/features/offers/stored-offers.ts",
    find: "o.on_sale = 1 and o.who_pays = 'notice'",
    replace:
      "o.on_sale = 1 and o.who_pays = 'notice' and o.version = (select max(version) from product_offer where product_id = o.product_id)",
    test: whoPays,
    named: "on sqlite a notice that is under way",
  },
  {
    bug: "old terms that take a notice back apply after the price that they take back",
    file: "src/features/billing/periods/terms.ts",
    find: " || isSame(one, own)",
    replace: "",
    test: whoPays,
    named: "on sqlite old terms that are published again",
  },
  {
    bug: "a price applies before its notice ends, since everything else of it is the same",
    file: "src/features/billing/periods/terms.ts",
    find: "{ ...termsOf(other), notice_days",
    replace: "{ ...termsOf(other), price_minor: one.price_minor, credits: one.credits, notice_days",
    test: whoPays,
    named: "on sqlite a notice that is under way",
  },
  {
    bug: "a later version for all does not reach those who kept an older one",
    file: "src/features/billing/periods/terms.ts",
    find: "(one) => one.version > version && applies",
    replace: "(one) => one.version === version + 1 && applies",
    test: whoPays,
    named: "on sqlite a later version for all",
  },
  {
    bug: "the plan of a current subscription has the packages of new customers",
    file: "src/features/billing/operations/plan-view.ts",
    find: "findOfferFor(db, plan.productId, plan.offerVersion)",
    replace: "findOfferFor(db, plan.productId, 1_000_000)",
    test: whoPays,
    named: "on sqlite a version for new subscriptions leaves",
  },
  {
    bug: "each helper locks the balance again",
    file: "src/metering/credits/grants/grant-rows.ts",
    find: "if (locked?.has(subscriptionId)) return true;",
    replace: 'if (locked?.has("")) return true;',
    test: "src/features/billing/test/locks.test.ts",
    named: "locks its balance once, on sqlite",
  },
];
