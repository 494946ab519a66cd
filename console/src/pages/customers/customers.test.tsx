import { expect, test } from "bun:test";
import { choose, confirm, fire, press, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import {
  customer,
  keys,
  operator,
  product,
  subscription,
  user,
} from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { Customers } from "./customers.tsx";

setUp();

const list = (customers = [customer()], more = {}) => ({
  total: customers.length,
  needs_you: 0,
  organizations: 0,
  customers,
  ...more,
});

async function open(all = list(), at = "/customers") {
  respond("get", "/system/customers", all);
  respond("get", "/products", [product(), product({ id: "fleet", display_name: "Fleet" })]);
  await show(<Customers />, { as: operator(), at });
}

const asking = customer({
  id: "eva",
  name: "Northgate",
  kind: "organization",
  members: 3,
  first_member: "Sam Ofori",
  state: "requested",
  needs_you: true,
  request_id: "sub-2",
  request: "Scale",
});

test("a customer has plan with price, credits, calls, the next payment and its state", async () => {
  await open(
    list(
      [
        asking,
        customer({
          price_minor: 9900,
          price_every: "month",
          currency: "EUR",
          next_payment_minor: 11_979,
          next_payment_currency: "EUR",
          next_payment_at: "2026-11-11T00:00:00.000Z",
          next_payment_state: "unpaid",
          lapses_at: "2026-11-30T00:00:00.000Z",
          state: "unpaid",
        }),
        customer({ id: "c", calls: 0, credits_left: null }),
        customer({ id: "d", plan: null, state: "no_plan", credits_left: 0, calls: 0 }),
      ],
      { total: 96, needs_you: 2, organizations: 28 },
    ),
  );
  expect(textOf(one("h1"))).toBe("96 customers, 2 need you");
  expect(text()).toContain("68 people and 28 organizations.");
  expect(cells("Customers")).toEqual([
    ["Customer", "Plan", "Left", "Calls, 30 days", "Next payment", "State", "Actions"],
    [
      "Northgate Organization · Sam Ofori and 2 others",
      "Trial requests Scale",
      "60",
      "12",
      "none",
      "Waits for approval",
      "Approve Scale for Northgate",
    ],
    [
      "Ada Byron Person · ada@example.com",
      "Trial €99.00 per month",
      "60",
      "12",
      "€119.79 late, lapses 30 Nov 2026",
      "Unpaid",
      "",
    ],
    ["Ada Byron Person · ada@example.com", "Trial", "Unlimited", "0", "none", "No call for 30 days", ""],
    ["Ada Byron Person · ada@example.com", "none", "0", "0", "none", "No plan", ""],
  ]);
});

test("a request is approved by one press in its row", async () => {
  answer("PATCH /subscriptions/{subscription_id}", () => json(subscription()));
  await open(list([asking]));
  await press("Approve Scale for Northgate");
  expect(sent("PATCH /subscriptions/sub-2").map(({ body }) => body)).toEqual([{ state: "active" }]);
  expect(toast()).toBe("Scale approved for Northgate");
  refuse("PATCH /subscriptions/{subscription_id}", 409, "It was cancelled.");
  await press("Approve Scale for Northgate");
  expect(toast()).toBe("It was cancelled.");
});

test("a search and filters go into the address and to the service", async () => {
  await open(list(), "/customers?page=3");
  await type("Search customers", " ada ");
  await fire(one(".finds form"), "submit", { bubbles: true, cancelable: true });
  await choose("State", "used_up");
  await choose("Plan", "fleet");
  expect(address()).toBe("/customers?text=ada&state=used_up&plan=fleet");
  expect(names("button").filter((name) => name.startsWith("Remove"))).toEqual([
    "Remove the filter Plan",
    "Remove the filter State",
  ]);
  expect(sent("GET /system/customers").at(-1)?.query).toEqual({
    page: "1",
    page_size: "50",
    text: "ada",
    state: "used_up",
    product_id: "fleet",
  });
});

test.each([
  ["?state=submitted", "requested"],
  ["?state=blocked", "suspended"],
  ["?credits=none", "used_up"],
  ["?state=cancelled", undefined],
])("the former address %p lists those with the state %p", async (search, state) => {
  await open(list(), `/customers${search}`);
  expect(sent("GET /system/customers").at(-1)?.query.state).toBe(state);
});

test("a search without result can be cleared, and no customer has one way on", async () => {
  await open(list([]), "/customers?text=eva&state=active");
  expect(text()).toContain("No customer matches The search compares the beginnings of words");
  await press("Clear filters");
  expect([address(), control("Search customers").value]).toEqual(["/customers", ""]);
  expect(text()).toContain("No customers yet");
  expect(names("button")).toContain("Add customer");
});

test("a failure keeps the heading", async () => {
  refuse("GET /system/customers", 500, "Try later.");
  respond("get", "/products", []);
  await show(<Customers />, { as: operator(), at: "/customers" });
  expect(textOf(get("alert"))).toStartWith("Could not load the customers Try later.");
  expect(textOf(one("h1"))).toBe("Customers");
});

test("a customer is added on a plan, and a failed plan does not add it again", async () => {
  await open();
  answer("POST /users/signup", () =>
    json({ user: user({ id: "eva" }), subscription: subscription(), keys: keys() }, 201),
  );
  refuse("POST /subscriptions/{id}", 503, "Try later.");
  await press("Add customer");
  const values = { "First name": "Eva", "Last name": "Curie", Email: "eva@example.com" };
  for (const [label, value] of Object.entries(values)) await type(label, value);
  await choose("Language of mails and invoices", "de");
  await choose("Add to a plan", "fleet");
  await confirm();
  expect(textOf(get("alert"))).toBe("Try later.");
  answer("POST /subscriptions/{id}", () => json(subscription()));
  await confirm();
  expect(sent("POST /users/signup").map(({ body }) => body)).toEqual([
    { first_name: "Eva", last_name: "Curie", email: "eva@example.com", language: "de" },
  ]);
  const requests = sent("POST /subscriptions/{id}");
  expect(new Set(requests.map(({ path }) => path)).size).toBe(1);
  expect(requests.at(-1)!.body).toEqual({
    scope: "/products/fleet",
    owner_id: "eva",
    display_name: "Fleet",
    state: "active",
  });
  expect(address()).toBe("/customers/eva");
});

test("a colleague is added with a role and without a plan", async () => {
  await open();
  answer("POST /users/{id}", ({ path }) => json(user({ id: path.slice(7), role: "operator" })));
  await press("Add customer");
  await choose("Role", "support");
  for (const [label, value] of [
    ["First name", "Grace"],
    ["Last name", "Hopper"],
    ["Email", "grace@example.com"],
  ] as const)
    await type(label, value);
  await confirm();
  const [request] = sent("POST /users/{id}");
  expect(request?.path).toMatch(/^\/users\/operator-[a-z0-9]{16}$/);
  expect(request?.body).toEqual({
    first_name: "Grace",
    last_name: "Hopper",
    email: "grace@example.com",
    language: "en",
    role: "operator",
    operator_role: "support",
    state: "active",
    note: null,
  });
  expect([address(), has("dialog")]).toEqual([request!.path.replace("/users/", "/customers/"), false]);
});
