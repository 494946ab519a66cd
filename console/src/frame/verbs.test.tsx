import { expect, test } from "bun:test";
import { createElement } from "react";
import { account, permissionsOf, signInFor } from "../../../test/console/dom/account-records.ts";
import { press } from "../../../test/console/dom/act.ts";
import { has, names } from "../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../test/console/dom/page.ts";
import { payment, provider } from "../../../test/console/dom/payment-records.ts";
import { apiRecord, keys, operator, product, subscription, user } from "../../../test/console/dom/records.ts";
import { answer, json, refuse, respond } from "../../../test/console/dom/service.ts";
import { systemState } from "../../../test/console/dom/service-records.ts";
import { hrefOf } from "../parts/router.tsx";
import { findPage } from "./find-page.ts";
import { verbs, verbsNamed } from "./verbs.ts";

setUp();

const none = (route: string) => answer(route, () => json([], 200, { "x-total-count": "0" }));

function answerMoney(): void {
  for (const route of ["lines", "lines/sums", "transfers", "refunds"]) none(`GET /payments/${route}`);
  respond("get", "/payments/provider", provider());
  respond("get", "/system/checks", { checked_at: "2026-11-23T10:00:00Z", checks: [] });
  for (const route of ["/papers", "/papers/gaps", "/papers/tax-ids"]) none(`GET ${route}`);
  respond("get", "/users/", [user()]);
}

function answerPayment(): void {
  respond("get", "/payments/{id}", payment({ paper_id: null }));
  refuse("GET /payments/{id}/refund", 503, "Try later.");
  answerMoney();
}

function answerKeys(): void {
  respond("get", "/users/{id}/subscriptions", [subscription()]);
  respond("get", "/products", [product()]);
  respond("post", "/subscriptions/{subscription_id}/listSecrets", keys());
  none("GET /subscriptions/{subscription_id}/keys");
  none("GET /subscriptions/{id}/credits");
  respond("get", "/reports/byKey", { items: [], searched_from: null } as never);
}

/** The dialog of each verb, and what its page reads. */
const dialogs: Readonly<Record<string, readonly [title: string, respond: () => void]>> = {
  "/money?do=record-transfer": ["Record a transfer", answerMoney],
  "/money/2026-0061?do=refund": ["Refund Ada Byron", answerPayment],
  "/customers?do=add": [
    "Add customer",
    () => {
      respond("get", "/system/customers", { total: 0, needs_you: 0, organizations: 0, customers: [] });
      none("GET /products");
    },
  ],
  "/plans?do=create": ["Create plan", () => none("GET /products")],
  "/settings/backups?do=back-up": [
    "Back up now?",
    () => {
      const backups = { ...systemState().backups, state: "waiting", folder: "/backups" } as const;
      respond("get", "/system", systemState({ backups }));
    },
  ],
  "/settings/roles?do=add": [
    "Add operator",
    () => {
      respond("get", "/operators", []);
      respond("get", "/roles", { areas: [], operations: [] });
      none("GET /products");
    },
  ],
  "/keys?do=rotate": ["Rotate a key", answerKeys],
};

const asked = [
  ...verbs.map((one) => ({ ...one, search: one.do ? { do: one.do } : undefined })),
  ...verbsNamed("refund 2026-0061", "operator", () => true).map((one) => ({
    ...one,
    side: "operator" as const,
  })),
].flatMap(({ to, search, side }) =>
  search ? [{ side, at: hrefOf(to, search).replace("/console", "") }] : [],
);

async function open(side: "operator" | "customer", at: string) {
  const { page, params } = findPage(at.split("?")[0]!)!;
  await show(createElement(await page.load(), { params }), {
    at,
    as: side === "operator" ? operator() : user(),
  });
}

test("every verb that names a dialog is tested here", () => {
  expect(asked.map(({ at }) => at).toSorted()).toEqual(Object.keys(dialogs).toSorted());
});

for (const { side, at } of asked)
  test(`${at} opens its dialog, and leaves the address with it`, async () => {
    const [title, answers] = dialogs[at]!;
    answers();
    await open(side, at);
    expect(names("dialog")).toEqual([title]);
    await press("Cancel");
    expect([has("dialog"), address()]).toEqual([false, at.split("?")[0]!]);
  });

test("an address opens no dialog for a role that may not do it", async () => {
  const supporter = operator({ operator_role: "support" });
  signInFor(
    [
      account({
        id: supporter.id,
        permissions: permissionsOf({ role: "operator", operatorRole: "support" }),
      }),
    ],
    supporter,
  );
  none("GET /products");
  respond("get", "/apis", [apiRecord()]);
  await show(createElement(await findPage("/plans")!.page.load(), { params: {} }), {
    at: "/plans?do=create",
  });
  expect(has("dialog")).toBe(false);
});
