import { afterEach, beforeEach, expect, test } from "bun:test";
import { stripeVersion } from "../../providers/stripe-request.ts";
import { StripeStub, signedEvent } from "../stripe-stub.ts";
import { contract, operationOf, wrongReply, wrongRequest } from "./contract.ts";

let stripe: StripeStub;
beforeEach(() => {
  stripe = new StripeStub();
});
afterEach(() => stripe.stop());

async function ask(method: string, path: string, form: Record<string, string> = {}, key = "key-1") {
  const response = await fetch(`${stripe.settings.VINGATE_STRIPE_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stripe.settings.VINGATE_STRIPE_KEY}`,
      "stripe-version": stripeVersion,
      ...(method === "POST" && { "idempotency-key": key }),
    },
    ...(method === "POST" && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const charge = { amount: "500", currency: "eur", customer: "cus_1", "metadata[payment_id]": "p1" };

test("the contract is of the version that is sent, and names its documents", () => {
  expect(contract.versions).toEqual({ openapi: "2023-08-16", types: stripeVersion });
  expect(Object.keys(contract.operations)).toHaveLength(16);
});

test("what is outside the contract is found in requests", () => {
  const wrong = (more: Record<string, string>, path = "/v1/payment_intents") =>
    wrongRequest("POST", path, Object.entries({ ...charge, ...more }));
  expect(wrong({})).toEqual([]);
  const post = "POST /v1/payment_intents:";
  expect(wrong({ ammount: "5" })).toEqual([`${post} ammount is no parameter`]);
  expect(wrong({ amount: "5.00" })).toEqual([`${post} amount is no whole number: 5.00`]);
  expect(wrong({ capture_method: "later" })).toEqual([`${post} capture_method is not known: later`]);
  expect(wrong({ confirm: "yes" })).toEqual([`${post} confirm is no boolean: yes`]);
  expect(wrong({ "metadata[payment_id]": "x".repeat(501) })).toEqual([
    `${post} metadata[*] is longer than 500`,
  ]);
  expect(wrongRequest("POST", "/v1/payment_intents", [["amount", "1"]])).toEqual([
    `${post} currency is missing`,
  ]);
  expect(wrong({}, "/v1/charges")).toEqual(["POST /v1/charges is no operation"]);
});

test("what is outside the contract is found in replies", async () => {
  const { body } = await ask("POST", "/v1/payment_intents", { ...charge, "expand[]": "latest_charge" });
  const reply = body as Record<string, unknown>;
  expect(wrongReply("payment_intent", reply)).toEqual([]);
  expect(wrongReply("payment_intent", { ...reply, paid: true })).toEqual([
    "payment_intent.paid is no member",
  ]);
  expect(wrongReply("payment_intent", { ...reply, status: "paid" })).toEqual([
    "payment_intent.status is not known: paid",
  ]);
  expect(wrongReply("payment_intent", { ...reply, amount: "500" })).toEqual([
    "payment_intent.amount is string, not integer",
  ]);
  expect(wrongReply("payment_intent", { ...reply, currency: null })).toEqual([
    "payment_intent.currency is null",
  ]);
  const { created: _, ...less } = reply;
  expect(wrongReply("payment_intent", less)).toEqual(["payment_intent.created is missing"]);
  const of = { ...(reply.latest_charge as object), refund: 1 };
  expect(wrongReply("payment_intent", { ...reply, latest_charge: of })).toEqual([
    "payment_intent.latest_charge.refund is no member",
  ]);
});

test("the fake throws at its end for what was outside the contract", async () => {
  const other = new StripeStub();
  other.faults.push("amount is no parameter");
  await expect(other.stop()).rejects.toThrow("outside Stripe's contract: amount is no parameter");
});

test("every operation of the fake is answered within the contract", async () => {
  const page = {
    mode: "payment",
    success_url: "https://shop.example",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "700",
    "line_items[0][price_data][product_data][name]": "Package",
  };
  const first = await ask("POST", "/v1/payment_intents", charge, "a");
  const intent = first.body.id as string;
  const session = (await ask("POST", "/v1/checkout/sessions", page, "b")).body.id as string;
  const paid = (await ask("POST", "/v1/checkout/sessions", page, "c")).body.id as string;
  stripe.pay(paid);
  stripe.dispute(intent, "needs_response");
  stripe.dispute(intent, "won");
  const refund = (await ask("POST", "/v1/refunds", { payment_intent: intent, amount: "100" }, "d")).body
    .id as string;
  stripe.failRefund(refund);
  stripe.declines = "insufficient_funds";
  expect((await ask("POST", "/v1/payment_intents", charge, "e")).status).toBe(402);
  const declined = [...stripe.intents.keys()].at(-1);
  const answered = [
    `POST /v1/payment_intents/${declined}/cancel`,
    `POST /v1/checkout/sessions/${session}/expire`,
    `GET /v1/checkout/sessions/${paid}?expand[]=payment_intent.latest_charge`,
    "GET /v1/checkout/sessions?created[gte]=0&limit=100",
    `GET /v1/payment_intents/${intent}?expand[]=latest_charge`,
    "GET /v1/payment_intents?created[gte]=0&customer=cus_1",
    "GET /v1/balance_transactions?created[gte]=0&created[lt]=9999999999&expand[]=data.source",
    `GET /v1/refunds/${refund}`,
    `GET /v1/refunds?payment_intent=${intent}`,
    `GET /v1/disputes?payment_intent=${intent}`,
    "GET /v1/events?limit=100&types[]=charge.refund.updated&types[]=checkout.session.expired",
    "GET /v1/events?limit=100",
    "GET /v1/account",
    "GET /v1/webhook_endpoints",
  ];
  for (const [at, one] of answered.entries()) {
    const [method, path] = one.split(" ") as [string, string];
    expect([one, (await ask(method, path, {}, `n${at}`)).status]).toEqual([one, 200]);
  }
  const asked = stripe.asked.map(({ method, path }) => operationOf(method, path.split("?")[0]!));
  expect(new Set(asked).size).toBe(Object.keys(contract.operations).length);
  expect(stripe.events.map(({ type }) => contract.events.includes(type))).not.toContain(false);
});

test("lists have pages, the newest first", async () => {
  for (let at = 0; at < 5; at++) await ask("POST", "/v1/payment_intents", charge, `p${at}`);
  const ids = [...stripe.intents.keys()].reverse();
  const one = await ask("GET", "/v1/payment_intents?limit=3");
  expect(one.body).toMatchObject({ has_more: true, data: ids.slice(0, 3).map((id) => ({ id })) });
  const two = await ask("GET", `/v1/payment_intents?limit=3&starting_after=${ids[2]}`);
  expect(two.body).toMatchObject({ has_more: false, data: ids.slice(3).map((id) => ({ id })) });
});

test("a key belongs to one request with its parameters, for 24 hours", async () => {
  let now = Date.UTC(2026, 10, 21);
  stripe.clock = () => now;
  const { body: made } = await ask("POST", "/v1/payment_intents", charge);
  expect((await ask("POST", "/v1/payment_intents", charge)).body).toEqual(made);
  expect(await ask("POST", "/v1/payment_intents", { ...charge, customer: "cus_2" })).toMatchObject({
    status: 400,
    body: { error: { type: "idempotency_error" } },
  });
  now += 86_400_000 - 1;
  expect((await ask("POST", "/v1/payment_intents", charge)).body.id).toBe(made.id);
  now += 1;
  expect((await ask("POST", "/v1/payment_intents", charge)).body.id).not.toBe(made.id);
});

test("errors are kept with a key once the request has begun, and refused parameters are not", async () => {
  stripe.declines = "expired_card";
  const declined = await ask("POST", "/v1/payment_intents", charge);
  stripe.declines = undefined;
  expect(await ask("POST", "/v1/payment_intents", charge)).toEqual(declined);
  stripe.isBroken = true;
  expect((await ask("POST", "/v1/payment_intents", charge, "key-2")).status).toBe(500);
  stripe.isBroken = false;
  expect((await ask("POST", "/v1/payment_intents", charge, "key-2")).status).toBe(500);
  expect([...stripe.intents.values()].map(({ status }) => status)).toEqual([
    "requires_payment_method",
    "succeeded",
  ]);
  const króna = { ...charge, currency: "isk", amount: "550" };
  expect((await ask("POST", "/v1/payment_intents", króna, "key-3")).status).toBe(400);
  expect((await ask("POST", "/v1/payment_intents", { ...króna, amount: "500" }, "key-3")).status).toBe(200);
});

test("a request with the key of one under way is refused", async () => {
  const end = Promise.withResolvers<void>();
  stripe.during = () => end.promise;
  const first = ask("POST", "/v1/payment_intents", charge);
  while (stripe.intents.size === 0) await Bun.sleep(1);
  expect(await ask("POST", "/v1/payment_intents", charge)).toMatchObject({
    status: 409,
    body: { error: { code: "idempotency_key_in_use" } },
  });
  end.resolve();
  expect((await first).status).toBe(200);
});

test("events are within the contract", () => {
  const { body } = signedEvent("evt_1", "charge.refunded", { object: "charge", id: "ch_1" }, 0);
  expect(wrongReply("event", JSON.parse(body))).toEqual([]);
});
