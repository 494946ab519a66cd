import type { Context } from "../../calls/context.ts";
import { sql } from "../../database/sql.ts";
import { productName } from "../../management/products/product-name.ts";
import type { EventData } from "../../outbox/events.ts";
import type { MailContent, MailKind, MailReader } from "../../outbox/mail-kinds.ts";
import { mailKind } from "../../outbox/mail-kinds.ts";
import type { Offer } from "../offers/offer.ts";
import { findOfferVersion } from "../offers/stored-offers.ts";
import { type PlanWording, planWordings } from "./mail-texts.ts";
import { findPlan } from "./rows/plan-rows.ts";

const plansOf = ({ say }: PlanWording) => ({ text: say("View plans"), path: "/console/billing#plan" });

/** The mails of plans. Those of payments belong to the feature that takes them. */
export const planMails: readonly MailKind<Context>[] = [
  mailKind<Context, "period.renewed">({
    id: "period_renewed",
    event: "period.renewed",
    title: "Period renewed, free or by invoice",
    to: "customer",
    async write(context, data, reader) {
      const plan = await findPlan(context.database, data.subscription_id);
      if (data.price_minor > 0 && plan?.payment !== "invoice") return undefined;
      const name = await productName(context.database, data.product_id);
      return renewedMail(name, await creditsOf(context, data), data, reader);
    },
    preview: (data, reader) => renewedMail("Growth", 15_000, data, reader),
  }),
  mailKind<Context, "period.lapsed">({
    id: "period_lapsed",
    event: "period.lapsed",
    title: "Period lapsed",
    to: "customer",
    async write(context, data, { timeZone, language }) {
      const words = planWordings[language];
      const { say, dayIn } = words;
      const name = await productName(context.database, data.product_id);
      const day = dayIn(Date.parse(data.starts_at), timeZone);
      return {
        subject: say("{name} has lapsed: you owe nothing for it", { name }),
        before: [
          say(
            "The period from {day} was not paid. What was left of its credits is removed, and {name} is not renewed.",
            { day, name },
          ),
        ],
        button: plansOf(words),
        after: [say("Other credits stay. Without credits calls return 402 and cost nothing.")],
      };
    },
  }),
  mailKind<Context, "plan.changed">({
    id: "plan_changed",
    event: "plan.changed",
    title: "Plan change",
    to: "customer",
    async write(context, data, { timeZone, language }) {
      if (data.change === "withdrawn") return undefined;
      const words = planWordings[language];
      const { say, dayIn } = words;
      const nothingYet = say("Until then nothing changes. You can withdraw this under Plans.");
      const day = dayIn(Date.parse(data.at), timeZone);
      const isDone = data.change === "done";
      if (data.product_id === null)
        return {
          subject: isDone ? say("Your plan has ended") : say("Your plan ends on {day}", { day }),
          before: [
            isDone
              ? say("It is not renewed. Credits that are left can be used until they expire.")
              : nothingYet,
          ],
          button: plansOf(words),
        };
      const name = await productName(context.database, data.product_id);
      return {
        subject: isDone
          ? say("Your plan is now {name}", { name })
          : say("Your plan changes to {name} on {day}", { name, day }),
        before: [isDone ? say("{name} applies from {day} on.", { name, day }) : nothingYet],
        button: plansOf(words),
      };
    },
  }),
  mailKind<Context, "plan.terms_changed">({
    id: "plan_terms_changed",
    event: "plan.terms_changed",
    title: "Notice of another price",
    to: "customer",
    async write({ database }, data, reader) {
      const versions = [data.former_version, data.version];
      const [former, offer] = await Promise.all(
        versions.map((version) => findOfferVersion(database, data.product_id, version)),
      );
      if (!former || !offer) return undefined;
      const name = await productName(database, data.product_id);
      return changedMail(name, former, offer, data, reader);
    },
    preview: (data, reader) => changedMail("Growth", sample, { ...sample, price_minor: 5900 }, data, reader),
  }),
];

function renewedMail(
  name: string,
  credits: number | undefined,
  data: EventData["period.renewed"],
  { timeZone, language }: MailReader,
): MailContent {
  const words = planWordings[language];
  const { say, dayIn, money } = words;
  const ends = data.ends_at === null ? undefined : dayIn(Date.parse(data.ends_at), timeZone);
  return {
    subject: renewedSubject(name, credits, ends, words),
    before: [say("Your period from {day} has begun.", { day: dayIn(Date.parse(data.starts_at), timeZone) })],
    rows: [
      { label: say("Price"), value: money(data.price_minor, data.currency) },
      ...(ends === undefined ? [] : [{ label: say("Period ends"), value: ends }]),
    ],
    button: { text: say("View credits"), path: "/console/billing" },
  };
}

function renewedSubject(
  name: string,
  granted: number | undefined,
  day: string | undefined,
  { say, count }: PlanWording,
): string {
  if (granted === undefined) return say("{name} renewed", { name });
  const credits = say("{count} credits", { count: count(granted) });
  if (day === undefined) return say("{name} renewed: {credits}", { name, credits });
  return say("{name} renewed: {credits} until {day}", { name, credits, day });
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

function changedMail(
  name: string,
  former: Terms,
  offer: Terms,
  { from }: EventData["plan.terms_changed"],
  { timeZone, language }: MailReader,
): MailContent {
  const words = planWordings[language];
  const { say, dayIn } = words;
  const day = dayIn(Date.parse(from), timeZone);
  const [now, then] = [termRows(former, words), termRows(offer, words)];
  const changed = termLabels.filter((label) => now[label] !== then[label]);
  return {
    subject: say("{name} changes on {day}: {price}", { name, day, price: priceOf(offer, words) }),
    before: [say("Until then nothing changes. You can change or cancel your plan before.")],
    rows: changed.flatMap((label) => [
      { label: say("{term} now", { term: say(label) }), value: now[label] },
      { label: say("{term} then", { term: say(label) }), value: then[label] },
    ]),
    button: plansOf(words),
  };
}

const everyTexts = {
  once: "{value} once",
  month: "{value} per month",
  year: "{value} per year",
} as const;

const priceOf = ({ price_minor, price_every, currency }: Terms, { say, money }: PlanWording): string =>
  say(everyTexts[price_every], { value: money(price_minor, currency) });

const termLabels = ["Price", "Credits", "Unused credits stay for", "Beyond credits"] as const;

/** What a version costs and brings, by label. */
function termRows(offer: Terms, words: PlanWording): Readonly<Record<(typeof termLabels)[number], string>> {
  const { say, count, counted, money } = words;
  return {
    Price: priceOf(offer, words),
    Credits: say(everyTexts[offer.credits_every === "once" ? "once" : "month"], {
      value: count(offer.credits),
    }),
    "Unused credits stay for": counted(offer.carry_over, "more period"),
    "Beyond credits":
      offer.overage_minor === null
        ? say("none")
        : say("{price} per {credits}", {
            price: money(offer.overage_minor, offer.currency),
            credits: counted(offer.overage_per ?? 1, "credit"),
          }),
  };
}

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
