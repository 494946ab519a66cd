import { Problem } from "../../api/problem.ts";
import { t } from "../../base/language/language.ts";

/** The 409s of a subscription, by how the service words them, and what the customer can do. */
const refusals: readonly (readonly [RegExp, (name: string) => string])[] = [
  [
    /^The billing details of account /,
    () =>
      t(
        "Your billing details lack the country, the address or the city, which each invoice names. Enter them under Billing, then subscribe. Nothing was charged.",
      ),
  ],
  [
    /^Limit reached: /,
    (name) =>
      t(
        "You already have as many subscriptions to {name} as are possible, closed ones included. Change the plan of one, or contact the operator for another.",
        { name },
      ),
  ],
  [/^Not sold/, (name) => t("{name} is not sold now. Contact the operator. Nothing was charged.", { name })],
];

/** What a customer reads of a subscription that was refused. */
export function subscribeRefusal(error: unknown, name: string): unknown {
  if (!(error instanceof Problem) || error.status !== 409) return error;
  const { status, message, code, requestId } = error;
  const [, textOf] = refusals.find(([words]) => words.test(message)) ?? [];
  return textOf ? new Problem(status, textOf(name), code, { ...(requestId && { requestId }) }) : error;
}
