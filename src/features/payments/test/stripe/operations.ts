import { stripeVersion } from "../../providers/stripe-request.ts";
import { shownBalance } from "./balance.ts";
import type { Holdings } from "./holdings.ts";
import type { Reply } from "./keys.ts";
import { type Intent, shownDispute, shownEvent, shownIntent, shownRefund, shownSession } from "./objects.ts";

/** A request to the fake. */
export interface Answering {
  readonly stub: Holdings & {
    readonly declines: string | undefined;
    readonly refusesRefunds: boolean;
    readonly refuses: { readonly status: number; readonly error: object } | undefined;
  };
  readonly method: string;
  readonly path: string;
  readonly sent: URLSearchParams;
}

/** `isBegun`: the reply belongs to the key of the request. */
interface Done {
  readonly reply: Reply;
  readonly isBegun: boolean;
}

const done = (body: object): Done => ({ reply: { status: 200, body }, isBegun: true });

const refused = (code: string, more: object = {}, status = 400): Done => ({
  reply: { status, body: { error: { type: "invalid_request_error", code, ...more } } },
  isBegun: false,
});

const found = (body: object | undefined): Done => (body ? done(body) : refused("resource_missing", {}, 404));

/** The reply of an operation. */
export function answerOf(given: Answering): Done {
  const { stub, method, path, sent } = given;
  stub.passDebits();
  const [, , first, second, third, fourth] = path.split("/");
  const expanded = (name: string) => sent.getAll("expand[]").some((one) => one.startsWith(name));
  if (method === "GET") return read(given, first!, second, third);
  if (first === "payment_intents" && third === "cancel") return cancel(stub, second!);
  if (first === "payment_intents") return charge(given, expanded("latest_charge"));
  if (first === "checkout" && fourth === "expire") {
    if (stub.sessions.get(third!)?.status !== "open") return refused("resource_missing", {}, 404);
    stub.expire(third!);
    return done(shownSession(stub.sessions.get(third!)!, false));
  }
  if (first === "checkout") return open(given);
  if (first === "refunds") return refund(given);
  return refused("resource_missing", {}, 404);
}

function read({ stub, path, sent }: Answering, first: string, second?: string, third?: string): Done {
  const expands = sent.getAll("expand[]");
  const isExpanded = expands.some((one) => /^(data\.)?(latest_charge|payment_intent)/.test(one));
  const list = (all: readonly { id: string; created: number }[], shown: (one: never) => object) =>
    listed(path, sent, all, shown as (one: object) => object);
  if (first === "payment_intents" && second) {
    const intent = stub.intents.get(second);
    return found(intent && shownIntent(intent, isExpanded));
  }
  if (first === "checkout" && third) {
    const session = stub.sessions.get(third);
    return found(session && shownSession(session, isExpanded));
  }
  if (first === "refunds" && second) {
    const one = stub.refunds.find(({ id }) => id === second);
    return found(one && shownRefund(one));
  }
  if (first === "account") return done(account);
  if (first === "webhook_endpoints") return list([...stub.endpoints], (one) => one);
  const intent = sent.get("payment_intent");
  const ofIntent = (one: { intent: string | { id: string } | null }) =>
    intent === null || (typeof one.intent === "string" ? one.intent : one.intent?.id) === intent;
  if (first === "payment_intents") {
    const customer = sent.get("customer");
    const all = [...stub.intents.values()].filter((one) => customer === null || one.customer === customer);
    return list(all, (one) => shownIntent(one, isExpanded));
  }
  if (first === "checkout")
    return list([...stub.sessions.values()].filter(ofIntent), (one) => shownSession(one, isExpanded));
  if (first === "refunds") return list(stub.refunds.filter(ofIntent), shownRefund);
  if (first === "balance_transactions") {
    const isWhole = expands.includes("data.source");
    const all = stub.balance.all
      .filter(({ created }) => created <= stub.seconds)
      .toSorted((one, other) => one.created - other.created);
    return list(all, (one) => shownBalance(one, isWhole));
  }
  if (first === "disputes") return list(stub.disputes.filter(ofIntent), shownDispute);
  if (first === "events") {
    const types = [...sent.getAll("types[]"), ...sent.getAll("type")];
    const all = stub.events.filter(({ type }) => types.length === 0 || types.includes(type));
    return list(all, (one) => shownEvent(one, stripeVersion));
  }
  return refused("resource_missing", {}, 404);
}

const account = {
  object: "account",
  id: "acct_1",
  country: "DE",
  charges_enabled: true,
  default_currency: "eur",
  payouts_enabled: true,
} as const;

/** A page of a list, newest first. */
function listed(
  url: string,
  sent: URLSearchParams,
  all: readonly { readonly id: string; readonly created: number }[],
  shown: (one: object) => object,
): Done {
  const from = Number(sent.get("created[gte]") ?? 0);
  const after = Number(sent.get("created[gt]") ?? -1);
  const until = Number(sent.get("created[lt]") ?? Number.MAX_SAFE_INTEGER);
  const some = all
    .toReversed()
    .filter(({ created }) => created >= from && created > after && created < until);
  const before = sent.get("starting_after");
  const start = before === null ? 0 : some.findIndex(({ id }) => id === before) + 1;
  const size = Number(sent.get("limit") ?? 10);
  const data = some.slice(start, start + size).map(shown);
  return done({ object: "list", data, has_more: some.length > start + size, url });
}

/** Parameters of one object, such as `metadata`. */
const under = (sent: URLSearchParams, name: string): Record<string, string> =>
  Object.fromEntries(
    [...sent]
      .filter(([key]) => key.startsWith(`${name}[`))
      .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
  );

/** What amounts must be divisible by, as Stripe documents it. */
const multiples: Readonly<Record<string, number>> = { isk: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 };

const isAmount = (amount: string, currency: string): boolean =>
  /^[1-9]\d{0,11}$/.test(amount) && Number(amount) % (multiples[currency] ?? 1) === 0;

function open({ stub, sent }: Answering): Done {
  const currency = sent.get("line_items[0][price_data][currency]")!;
  const amount = sent.get("line_items[0][price_data][unit_amount]")!;
  if (stub.refuses)
    return { reply: { status: stub.refuses.status, body: { error: stub.refuses.error } }, isBegun: false };
  if (!isAmount(amount, currency)) return refused("parameter_invalid_integer", { param: "line_items" });
  const id = stub.next("cs");
  const session = {
    id,
    created: stub.seconds,
    status: "open",
    url: `https://pay.example/${id}`,
    currency,
    amount: Number(amount),
    customer: sent.get("customer"),
    metadata: under(sent, "metadata"),
    intentMetadata: under(sent, "payment_intent_data[metadata]"),
    intent: null,
  } as const;
  stub.sessions.set(id, session);
  return done(shownSession(session, false));
}

function charge({ stub, sent }: Answering, isExpanded: boolean): Done {
  const [amount, currency] = [sent.get("amount")!, sent.get("currency")!];
  if (stub.refuses)
    return { reply: { status: stub.refuses.status, body: { error: stub.refuses.error } }, isBegun: false };
  if (!isAmount(amount, currency)) return refused("parameter_invalid_integer", { param: "amount" });
  const intent: Intent = stub.newIntent(Number(amount), currency, under(sent, "metadata"));
  intent.customer = sent.get("customer");
  intent.payment_method = sent.get("payment_method");
  const { declines: code } = stub;
  if (stub.slow) {
    stub.debit(intent, stub.card.last4);
    return done(shownIntent(intent, isExpanded));
  }
  if (code === undefined) {
    stub.succeed(intent, intent.amount, stub.card.last4);
    return done(shownIntent(intent, isExpanded));
  }
  intent.last_payment_error = { code: "card_declined", decline_code: code };
  stub.event("payment_intent.payment_failed", shownIntent(intent, false));
  const error = { type: "card_error", code: "card_declined", decline_code: code };
  const body = { error: { ...error, payment_intent: shownIntent(intent, false) } };
  return { reply: { status: 402, body }, isBegun: true };
}

function cancel(stub: Holdings, id: string): Done {
  const intent = stub.intents.get(id);
  if (!intent) return refused("resource_missing", {}, 404);
  const final = ["succeeded", "canceled", ...(stub.cancelsDebits ? [] : ["processing"])];
  if (final.includes(intent.status)) return refused("payment_intent_unexpected_state");
  intent.status = "canceled";
  stub.event("payment_intent.canceled", shownIntent(intent, false));
  return done(shownIntent(intent, false));
}

function refund({ stub, sent }: Answering): Done {
  const intent = stub.intents.get(sent.get("payment_intent")!);
  if (!intent) return refused("resource_missing", { param: "payment_intent" }, 404);
  if (stub.refusesRefunds) return refused("charge_disputed");
  const amount = sent.get("amount")!;
  const { amount_refunded: before = 0 } = intent.latest_charge ?? {};
  if (!isAmount(amount, intent.currency)) return refused("parameter_invalid_integer", { param: "amount" });
  if (before + Number(amount) > intent.amount_received) return refused("charge_already_refunded");
  return done(shownRefund(stub.refund(intent.id, Number(amount), under(sent, "metadata"))));
}
