import { formatMoney } from "../../base/format/money.ts";
import { count, counted, dayIn } from "../../base/format/words.ts";
import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { productName } from "../../management/products/product-name.ts";
import type { EventData } from "../../outbox/events.ts";
import type { MailContent, MailKind } from "../../outbox/mail-kinds.ts";
import { mailKind } from "../../outbox/mail-kinds.ts";
import type { Offer } from "../offers/offer.ts";
import { findOfferVersion } from "../offers/stored-offers.ts";
import { findPlan } from "./rows/plan-rows.ts";

const billing = { text: "View credits", path: "/console/billing" } as const;
const plans = { text: "View plans", path: "/console/billing#plan" } as const;

/** The mails of plans. Those of payments belong to the feature that takes them. */
export const planMails: readonly MailKind<Context>[] = [
  mailKind<Context, "period.renewed">({
    id: "period_renewed",
    event: "period.renewed",
    title: "Period renewed, free or by invoice",
    to: "customer",
    async write(context, data, { timeZone }) {
      const plan = await findPlan(context.database, data.subscription_id);
      if (data.price_minor > 0 && plan?.payment !== "invoice") return undefined;
      const name = await productName(context.database, data.product_id);
      return renewedMail(name, await creditsOf(context, data), data, timeZone);
    },
    preview: (data, { timeZone }) => renewedMail("Growth", 15_000, data, timeZone),
  }),
  mailKind<Context, "period.lapsed">({
    id: "period_lapsed",
    event: "period.lapsed",
    title: "Period lapsed",
    to: "customer",
    async write(context, data, { timeZone }) {
      const name = await productName(context.database, data.product_id);
      return {
        subject: `${name} has lapsed: you owe nothing for it`,
        before: [
          `The period from ${dayIn(Date.parse(data.starts_at), timeZone)} was not paid. What was left of its credits is removed, and ${name} is not renewed.`,
        ],
        button: plans,
        after: ["Other credits stay. Without credits calls return 402 and cost nothing."],
      };
    },
  }),
  mailKind<Context, "plan.changed">({
    id: "plan_changed",
    event: "plan.changed",
    title: "Plan change",
    to: "customer",
    async write(context, data, { timeZone }) {
      if (data.change === "withdrawn") return undefined;
      const day = dayIn(Date.parse(data.at), timeZone);
      const isDone = data.change === "done";
      if (data.product_id === null)
        return {
          subject: isDone ? "Your plan has ended" : `Your plan ends on ${day}`,
          before: [
            isDone
              ? "It is not renewed. Credits that are left can be used until they expire."
              : "Until then nothing changes. You can withdraw this under Plans.",
          ],
          button: plans,
        };
      const name = await productName(context.database, data.product_id);
      return {
        subject: isDone ? `Your plan is now ${name}` : `Your plan changes to ${name} on ${day}`,
        before: [
          isDone
            ? `${name} applies from ${day} on.`
            : "Until then nothing changes. You can withdraw this under Plans.",
        ],
        button: plans,
      };
    },
  }),
  mailKind<Context, "plan.terms_changed">({
    id: "plan_terms_changed",
    event: "plan.terms_changed",
    title: "Notice of another price",
    to: "customer",
    async write({ database }, data, { timeZone }) {
      const versions = [data.former_version, data.version];
      const [former, offer] = await Promise.all(
        versions.map((version) => findOfferVersion(database, data.product_id, version)),
      );
      if (!former || !offer) return undefined;
      const name = await productName(database, data.product_id);
      return changedMail(name, former, offer, dayIn(Date.parse(data.from), timeZone));
    },
    preview: (data, { timeZone }) =>
      changedMail("Growth", sample, { ...sample, price_minor: 5900 }, dayIn(Date.parse(data.from), timeZone)),
  }),
];

function renewedMail(
  name: string,
  credits: number | undefined,
  data: EventData["period.renewed"],
  timeZone: string,
): MailContent {
  const ends = data.ends_at === null ? undefined : dayIn(Date.parse(data.ends_at), timeZone);
  return {
    subject:
      credits === undefined
        ? `${name} renewed`
        : `${name} renewed: ${count(credits)} credits${ends ? ` until ${ends}` : ""}`,
    before: [`Your period from ${dayIn(Date.parse(data.starts_at), timeZone)} has begun.`],
    rows: [
      { label: "Price", value: formatMoney(data.price_minor, data.currency) },
      ...(ends === undefined ? [] : [{ label: "Period ends", value: ends }]),
    ],
    button: billing,
  };
}

/** What mails name of a version of an offer. */
type Terms = Pick<Offer, "price_minor" | "price_every" | "currency" | "credits" | "credits_every"> &
  Pick<Offer, "carry_over" | "overage_minor" | "overage_per">;

/** The terms of previews. */
const sample: Terms = {
  price_minor: 4900,
  price_every: "month",
  currency: "EUR",
  credits: 15_000,
  credits_every: "month",
  carry_over: 0,
  overage_minor: null,
  overage_per: null,
};

function changedMail(name: string, former: Terms, offer: Terms, day: string): MailContent {
  const [now, then] = [termRows(former), termRows(offer)];
  const changed = termLabels.filter((label) => now[label] !== then[label]);
  return {
    subject: `${name} changes on ${day}: ${priceOf(offer)}`,
    before: ["Until then nothing changes. You can change or cancel your plan before."],
    rows: changed.flatMap((label) => [
      { label: `${label} now`, value: now[label] },
      { label: `${label} then`, value: then[label] },
    ]),
    button: plans,
  };
}

const priceOf = ({ price_minor, price_every, currency }: Terms): string =>
  `${formatMoney(price_minor, currency)} ${price_every === "once" ? "once" : `per ${price_every}`}`;

const termLabels = ["Price", "Credits", "Unused credits stay for", "Beyond credits"] as const;

/** What a version costs and brings, by label. */
const termRows = (offer: Terms): Readonly<Record<(typeof termLabels)[number], string>> => ({
  Price: priceOf(offer),
  Credits: `${count(offer.credits)} ${offer.credits_every === "once" ? "once" : "per month"}`,
  "Unused credits stay for": counted(offer.carry_over, "more period"),
  "Beyond credits":
    offer.overage_minor === null
      ? "none"
      : `${formatMoney(offer.overage_minor, offer.currency)} per ${counted(offer.overage_per ?? 1, "credit")}`,
});

/** The credits of a period; undefined if it has none yet. */
async function creditsOf(
  { database }: Context,
  { subscription_id, number }: EventData["period.renewed"],
): Promise<number | undefined> {
  const found = await database.get<{ amount: number }>(sql`
    select g.amount from billing_period p join credit_grant g on g.id = p.grant_id
    where p.subscription_id = ${subscription_id} and p.number = ${number}`);
  return found?.amount;
}
