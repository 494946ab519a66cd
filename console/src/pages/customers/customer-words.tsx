import type { Customer } from "../../api/operator-queries.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { Mark } from "../../parts/outcome.tsx";
import type { Outcome } from "../../parts/outcome-kind.ts";

type State = Customer["state"];

const states: Readonly<Record<State, readonly [outcome: Outcome, text: string]>> = {
  requested: ["blocked", t("Waits for approval")],
  unpaid: ["blocked", t("Unpaid")],
  suspended: ["blocked", t("Suspended")],
  used_up: ["blocked", t("No credits left")],
  active: ["ok", t("Active")],
  no_plan: ["other", t("No plan")],
  deleted: ["other", t("Deleted")],
};

/** States by their names in earlier addresses, which mails contain. */
const earlier: Readonly<Record<string, State>> = {
  submitted: "requested",
  pending: "requested",
  blocked: "suspended",
};

/** The state that an address names; undefined for one that no customer has. */
export const stateIn = (search: string | undefined): State | undefined => {
  const state = earlier[search ?? ""] ?? search;
  return state !== undefined && state in states ? (state as State) : undefined;
};

export const stateOptions = Object.entries(states).map(([state, [, text]]) => [state, text] as const);

export function CustomerState({ customer: { state, calls } }: { customer: Customer }) {
  if (state === "active" && calls === 0) return <Mark outcome="other">{t("No call for 30 days")}</Mark>;
  const [outcome, text] = states[state];
  return <Mark outcome={outcome}>{text}</Mark>;
}

const every = {
  month: (sum: string) => t("{sum} per month", { sum }),
  year: (sum: string) => t("{sum} per year", { sum }),
  once: (sum: string) => t("{sum} once", { sum }),
};

/** The price of the plan without tax, such as `€99.00 per month`; undefined without one. */
export function planPrice({ price_minor, price_every, currency }: Customer): string | undefined {
  if (price_minor === null || price_every === null || currency === null) return undefined;
  return every[price_every](price(price_minor, currency));
}

/** The next payment with its tax, and when; undefined without one. */
export function nextPayment(customer: Customer): readonly [sum: string, when: string] | undefined {
  const { next_payment_minor, next_payment_currency, next_payment_at, next_payment_state, lapses_at } =
    customer;
  if (next_payment_minor === null || !next_payment_currency || !next_payment_at) return undefined;
  const sum = price(next_payment_minor, next_payment_currency);
  const date = day(next_payment_at);
  if (next_payment_state === "planned") return [sum, date];
  if (next_payment_state === "due") return [sum, t("due {date}", { date })];
  return [
    sum,
    lapses_at ? t("late, lapses {date}", { date: day(lapses_at) }) : t("late since {date}", { date }),
  ];
}

/** What a customer is, in a few words. */
export function kindText({ kind, email, members, first_member: first }: Customer): string {
  if (kind === "person") return t("Person · {email}", { email: email || t("no email") });
  if (!first) return t("Organization without members");
  const others = (members ?? 1) - 1;
  return t("Organization · {name}{others, plural, =0 {} one { and # other} other { and # others}}", {
    name: first,
    others,
  });
}
