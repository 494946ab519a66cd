import type { Queries } from "../../../database/database.ts";
import { integer, orNull, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

/** As stored; one that is due and has started is unpaid. */
export type StoredState = "due" | "paid" | "lapsed";
export const periodStates = ["due", "unpaid", "paid", "lapsed"] as const;
export type PeriodState = (typeof periodStates)[number];

/** A period of a subscription, stored once. Times are milliseconds UTC. */
export type Period = Row<typeof periods>;

export const periods = new Table({
  name: "billing_period",
  as: "p",
  key: ["subscriptionId", "number"],
  members: {
    subscriptionId: text,
    number: integer,
    productId: text,
    offerVersion: integer,
    startsAt: integer,
    /** The start of the next one; `never` for what is sold once. */
    endsAt: integer,
    state: word<StoredState>("due", "paid", "lapsed"),
    /** Null without credits, and before they are granted. */
    grantId: orNull(text),
    priceMinor: integer,
    currency: text,
    /** `never` if it does not lapse by itself. */
    lapsesAt: integer,
  },
  insertedAt: "created_at",
});

export const shownState = ({ state, startsAt }: Period, now: number): PeriodState =>
  state === "due" && startsAt <= now ? "unpaid" : state;

export const findPeriod = (
  db: Queries,
  subscriptionId: string,
  number: number,
): Promise<Period | undefined> => periods.find(db, subscriptionId, number);
