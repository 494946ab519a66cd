import { expect, test } from "bun:test";
import { choose, confirm, press, toggle, type } from "../../../../test/console/dom/act.ts";
import { cells, control, get, has, one, text, textOf, texts } from "../../../../test/console/dom/find.ts";
import { address, setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { apiRecord, operator, product } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { confirmState } from "../../../../test/console/dom/window.ts";
import type { Policy } from "../../parts/policy-words.ts";
import { navigate } from "../../parts/router.tsx";
import { PlanPage } from "./plan.tsx";
import { customerGets, requestedDetails } from "./plan-details.ts";

setUp();

const lien = apiRecord({ id: "lien", name: "lien", display_name: "Liens" });

const details = {
  display_name: "Trial",
  description: "For a first look.",
  terms: "",
  subscription_required: true,
  approval_required: false,
  subscriptions_limit: null,
  credits_granted: 15,
  state: "not_published",
};

async function open({
  productId = "trial",
  own = [apiRecord()],
  policy = {} as Policy,
  state = "not_published" as "not_published" | "published",
} = {}) {
  respond("get", "/products", [product({ state, policy })]);
  respond("get", "/products/{id}", product({ state, policy }), { etag: '"1"' });
  respond("get", "/apis", [apiRecord(), lien]);
  respond("get", "/products/{id}/apis", own);
  answer("PUT /products/{id}", () => json({ ...product(), reset: [] }));
  await show(<PlanPage params={{ productId }} />, { as: operator() });
}
const saved = () => sent("PUT /products/trial").map(({ body }) => body);

test("without the feature of prices, a plan has its contents", async () => {
  await open();
  expect([textOf(one("h1")), document.title]).toEqual(["Trial", "Trial · Vingate"]);
  expect(get("link", "Plans").getAttribute("href")).toBe("/console/plans");
  expect(texts("h2")).toEqual(["Contents"]);
  expect(texts("summary")).toContain("Charging, access and watches");
  expect([control("Auction history").checked, control("Liens").checked]).toEqual([true, false]);
});

test("details, policy, APIs and prices are saved together", async () => {
  await open({ policy: { cache: { ttl_s: 5 } } });
  await type("Name", "Starter");
  await type("Initial credits", "");
  await type("Plans per customer", "1,000");
  await choose("Starts", "yes");
  await choose("Quota: calls per", "week");
  await type("Calls per week", "1,000");
  await type("Per lookup", "2");
  await type("Allowed networks", "10.0.0.0/8 192.0.2.0/24");
  await toggle("Liens");
  await toggle("Auction history");
  await type("Credits per call of Liens", "3");
  expect(saved()).toEqual([]);
  expect(text()).toContain("A customer gets unlimited credits for each subscription that you approve.");
  await press("Publish plan");
  expect(saved()).toEqual([
    {
      ...details,
      display_name: "Starter",
      approval_required: true,
      subscriptions_limit: 1000,
      credits_granted: null,
      state: "published",
      policy: {
        quota: { calls: 1000, renewal: "week" },
        credit_cost: { default: 2, per_api: { lien: 3 } },
        ip_filter: { allow: ["10.0.0.0/8", "192.0.2.0/24"] },
        cache: { ttl_s: 5 },
      },
      apis: ["lien"],
    },
  ]);
  expect(toast()).toBe("Plan published");
});

test("contents are saved without being published", async () => {
  await open();
  await type("Description", "Mine.");
  await press("Save contents only");
  expect(saved()).toEqual([{ ...details, description: "Mine.", policy: {}, apis: ["auction"] }]);
  expect([toast(), control("Description").value]).toEqual(["Contents saved", "Mine."]);
});

test("a published plan is saved, and is offered no more after a question", async () => {
  await open({ state: "published" });
  expect(document.querySelector(".savebar")).toBe(null);
  await type("Description", "Mine.");
  await press("Save plan");
  expect([saved()[0], toast()]).toEqual([
    { ...details, state: "published", description: "Mine.", policy: {}, apis: ["auction"] },
    "Plan saved",
  ]);
  await press("Stop offering");
  await confirm();
  expect(saved()[1]).toEqual({ ...details, state: "not_published", policy: {} });
});

test.each([
  ["Initial credits", "many"],
  ["Credits per call of Liens", "two"],
  ["Calls per minute", "0"],
])("%p of %p is not saved", async (label, typed) => {
  await open();
  await type(label, typed);
  await press("Publish plan");
  expect([textOf(get("alert")), control(label).getAttribute("aria-invalid"), saved()]).toEqual([
    "Correct the marked fields.",
    "true",
    [],
  ]);
});

test("the price of an API that does not exist is shown and can be removed", async () => {
  await open({ policy: { credit_cost: { per_api: { auctoin: 3 } } } });
  expect(texts(".fam li")[2]).toBe("auctoin No such API. Clear its price to remove it.");
  await type("Credits per call of auctoin", "");
  await press("Publish plan");
  expect(saved()).toEqual([{ ...details, state: "published", policy: {}, apis: ["auction"] }]);
});

test("what somebody else changed is shown beside the own values", async () => {
  await open();
  await type("Initial credits", "20");
  await type("Description", "Mine.");
  const stored = { state: "not_published", credits_granted: 50, policy: {} } as const;
  respond("get", "/products/{id}", product(stored), { etag: '"2"' });
  await press("Publish plan");
  expect([saved(), textOf(one("dialog h2"))]).toEqual([[], "Someone else has changed this"]);
  expect(cells("Fields with two values")).toEqual([
    ["Field", "Stored now", "Yours"],
    ["Initial credits", "50", "20"],
  ]);
  await press("Continue editing");
  expect(control("Initial credits").value).toBe("20");
  await press("Publish plan");
  expect(textOf(get("dialog"))).toContain("Choose the values to keep.");
  await toggle("Initial credits: Yours");
  await press("Save");
  const [request] = sent("PUT /products/trial");
  expect(request?.headers.get("if-match")).toBe('"2"');
  expect(request?.body).toMatchObject({ credits_granted: 20, description: "Mine." });
  expect(toast()).toBe("Plan published");
});

test("what is stored can be used in place of the own values", async () => {
  await open();
  await type("Initial credits", "20");
  const stored = product({ state: "not_published", credits_granted: 50 });
  respond("get", "/products/{id}", stored, { etag: '"2"' });
  respond("get", "/products", [stored]);
  await press("Publish plan");
  await toggle("Initial credits: Stored now");
  await press("Save");
  const [body] = saved() as { credits_granted: number }[];
  expect([body!.credits_granted, control("Initial credits").value]).toEqual([50, "50"]);
});

test("what only somebody else has changed is kept, and shown afterwards", async () => {
  await open();
  await type("Description", "Mine.");
  const policy = { credit_cost: { default: 3 } };
  const stored = product({ state: "not_published", credits_granted: 50, policy });
  respond("get", "/products/{id}", stored, { etag: '"2"' });
  respond("get", "/products", [stored]);
  await press("Publish plan");
  expect(has("dialog")).toBe(false);
  expect(saved()).toMatchObject([{ credits_granted: 50, description: "Mine.", policy }]);
  expect(control("Initial credits").value).toBe("50");
});

test("a change between reading and saving is found by its version", async () => {
  await open();
  refuse("PUT /products/{id}", 412, "The resource is not the version that If-Match names.");
  await type("Initial credits", "20");
  await press("Publish plan");
  // It is read again, merged and sent again, and not without end.
  expect(sent("PUT /products/trial").map(({ headers }) => headers.get("if-match"))).toEqual([
    '"1"',
    '"1"',
    '"1"',
  ]);
  expect(textOf(get("alert"))).toBe("The resource is not the version that If-Match names.");
});

test("a changed form asks before it is left", async () => {
  await open();
  await navigate("/plans/trial", { search: { tab: "a" } });
  await type("Name", "Starter");
  confirmState.answers = false;
  await navigate("/plans");
  expect([address(), confirmState.asked]).toEqual([
    "/plans/trial?tab=a",
    ["Leave this page? What you changed is not saved."],
  ]);
  confirmState.answers = true;
  await navigate("/plans");
  expect(address()).toBe("/plans");
});

test("a plan without APIs is published only after a warning", async () => {
  await open({ own: [] });
  expect(text()).toContain("No API is included. Every call of a subscription to this plan returns 403.");
  await type("Description", "Mine.");
  await press("Save contents only");
  expect(saved()).toHaveLength(1);
  respond("get", "/products/{id}", product({ state: "not_published", description: "Mine." }), {
    etag: '"2"',
  });
  await press("Publish plan");
  expect(textOf(get("dialog", "Publish “Trial” without APIs?"))).toContain(
    "every call of their subscriptions returns 403",
  );
  await press("Cancel");
  expect(saved()).toHaveLength(1);
  await press("Publish plan");
  await confirm();
  expect(saved()[1]).toEqual({
    ...details,
    description: "Mine.",
    state: "published",
    policy: {},
    apis: [],
  });
});

test("a refused plan stays in the form", async () => {
  await open();
  refuse("PUT /products/{id}", 409, "The plan was changed.");
  await type("Name", "Starter");
  await press("Publish plan");
  expect([textOf(get("alert")), control("Name").value]).toEqual(["The plan was changed.", "Starter"]);
});

test("an unknown plan leads to the list", async () => {
  await open({ productId: "nothing" });
  expect(text()).toBe("Plans / nothing No matching plan nothing View all");
  expect(get("link", "View all").getAttribute("href")).toBe("/console/plans");
});

test("the editor says what a customer can get", () => {
  const plan = {
    display_name: "Pro",
    description: "",
    terms: "",
    credits: "8000",
    limit: "",
    approval: "no",
  };
  const says = ({ state, ...more }: Partial<typeof plan> & { state?: "not_published" }) =>
    customerGets({ ...requestedDetails({ ...plan, ...more }), state: state ?? "published" });
  expect([
    says({}),
    says({ limit: "3" }),
    says({ approval: "yes" }),
    says({ credits: "" }),
    says({ state: "not_published" }),
  ]).toEqual([
    "A customer can subscribe once without approval, and gets 8,000 credits.",
    "A customer can subscribe 3 times without approval, and gets 24,000 credits in all.",
    "A customer gets 8,000 credits for each subscription that you approve.",
    "A customer can subscribe any number of times without approval, each time with unlimited credits.",
    "Customers cannot subscribe: the plan is not published.",
  ]);
});
