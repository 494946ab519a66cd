import fc from "fast-check";

/** What can happen, and how often in relation to the others. */
export const weights = {
  "hours pass": 5,
  "days pass": 6,
  "days pass without a process": 1,
  "a month ends": 2,
  "buy on a page": 4,
  "buy on a page, no event": 3,
  "open a page": 2,
  "cancel what is open": 3,
  "buy by card": 4,
  "buy by card, answer lost": 3,
  "buy by card, error after the effect": 2,
  "buy by card, no answer": 2,
  "buy by card, declined": 1,
  "process ends after the charge, card replaced": 3,
  "replace the card": 2,
  "request a transfer": 3,
  "transfer in": 3,
  "transfer in without a reference": 1,
  "cards are declined for days": 1,
  "debits are slow": 3,
  "debits are slow and fail": 2,
  "debits are fast": 3,
  spend: 6,
  "spend all": 3,
  refund: 4,
  "refund, answer lost": 2,
  "refund by transfer": 2,
  "send a refund": 1,
  "refund at the provider": 2,
  "refund fails": 3,
  dispute: 3,
  "dispute won": 2,
  "dispute lost": 2,
  inquiry: 1,
  "events come": 5,
  "events are read": 1,
  "top up": 2,
  "move the subscription": 2,
  "end a subscription": 1,
  "back up": 4,
  restore: 2,
  "restore without log": 1,
} as const;

export type What = keyof typeof weights;

/** A step of a history: what happens, to whom, to which thing, and how much of it. The numbers are taken modulo what is there. */
export interface Step {
  readonly what: What;
  readonly who: number;
  readonly of: number;
  readonly size: number;
}

export interface History {
  readonly slowDebits: "wait" | "grant";
  readonly steps: readonly Step[];
}

const number = fc.noBias(fc.nat(999));
const what = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as What),
  })),
);

/** Histories of so many steps. Fewer are tried when one fails. */
export const histories = (steps: number): fc.Arbitrary<History> =>
  fc.record({
    slowDebits: fc.constantFrom("wait" as const, "grant" as const),
    steps: fc.array(fc.record({ what, who: number, of: number, size: number }), {
      minLength: steps,
      maxLength: steps,
      size: "max",
    }),
  });
