import { expect, test } from "bun:test";
import { account, signInFor } from "../../../test/console/dom/account-records.ts";
import { setUp } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import { navigate, startRouter } from "../parts/router.tsx";
import { findPage } from "./find-page.ts";
import { movedTo } from "./moved.ts";

setUp();

/** Former addresses, and where operators and customers are led; "" stays. */
const moved: readonly (readonly [former: string, operators: string, customers: string])[] = [
  ["/overview", "/inbox", "/home"],
  ["/quick-start", "/home?start=1", "/home?start=1"],
  ["/lists", "/look-up?tab=lists", "/look-up?tab=lists"],
  ["/users", "/customers", "/customers"],
  ["/users?text=ann&page=2", "/customers?text=ann&page=2", "/customers?text=ann&page=2"],
  ["/users/ada", "/customers/ada", "/customers/ada"],
  ["/users/a%20b", "/customers/a%20b", "/customers/a%20b"],
  ["/users/ada/statements", "/customers/ada?tab=billing", "/customers/ada?tab=billing"],
  ["/customers/ada/statements", "/customers/ada?tab=billing", "/customers/ada?tab=billing"],
  ["/users/ada/statements/2026-10", "/customers/ada/statements/2026-10", "/customers/ada/statements/2026-10"],
  ["/subscriptions", "/customers", "/customers"],
  ["/subscriptions?state=submitted", "/customers?state=submitted", "/customers?state=submitted"],
  ["/products", "/plans", "/plans"],
  ["/products/growth", "/plans/growth", "/plans/growth"],
  ["/offers", "/plans", "/plans"],
  ["/offers/growth", "/plans/growth#price", "/plans/growth#price"],
  ["/plans?view=prices", "/plans", "/plans"],
  ["/plans/growth?tab=price", "/plans/growth#price", "/plans/growth#price"],
  ["/plans/growth?tab=price&a=b", "/plans/growth?a=b#price", "/plans/growth?a=b#price"],
  ["/plans", "", "/billing#plan"],
  ["/plans?subscription=s", "", "/billing?subscription=s#plan"],
  ["/billing?tab=plans", "/billing#plan", "/billing#plan"],
  ["/billing?subscription=s&tab=plans", "/billing?subscription=s#plan", "/billing?subscription=s#plan"],
  ["/billing?tab=statements", "/billing#invoices", "/billing#invoices"],
  ["/billing", "", ""],
  ["/billing?subscription=s", "", ""],
  ["/statements", "/billing#invoices", "/billing#invoices"],
  ["/statements/2026-10", "/billing/statements/2026-10", "/billing/statements/2026-10"],
  ["/payments", "/money", "/money"],
  ["/payments?user=ada", "/money?user=ada", "/money?user=ada"],
  ["/payments/p1", "/money/p1", "/billing/p1"],
  ["/payments/p1?kind=plan", "/money/p1?kind=plan", "/billing/p1?kind=plan"],
  ["/bank-file", "/money/bank-file", "/money/bank-file"],
  ["/renewals", "/money?state=due", "/money?state=due"],
  ["/papers", "/money", "/money"],
  ["/money?view=periods", "/money?state=due", "/money?state=due"],
  ["/money?view=papers&kind=invoice", "/money?kind=invoice", "/money?kind=invoice"],
  ["/requests", "/calls", "/calls"],
  ["/requests?id=r1", "/calls?id=r1", "/calls?id=r1"],
  ["/usage", "/calls?by=api", "/calls?by=api"],
  ["/usage?range=7d", "/calls?range=7d&by=api", "/calls?range=7d&by=api"],
  ["/calls?view=usage&by=week", "/calls?by=api", "/calls?by=api"],
  ["/datasets", "/data", "/data"],
  ["/datasets/vpic", "/data/vpic", "/data/vpic"],
  ["/datasets/auction", "/data/auction", "/data/auction"],
  ["/audit", "/settings/audit", "/settings/audit"],
  [
    "/audit?object=/users/ada",
    "/settings/audit?object=%2Fusers%2Fada",
    "/settings/audit?object=%2Fusers%2Fada",
  ],
  ["/brand", "/settings/brand", "/settings/brand"],
  ["/mail", "/settings/mail", "/settings/mail"],
  ["/roles", "/settings/roles", "/settings/roles"],
  ["/system", "/settings/system", "/settings/system"],
  ["/terms", "/settings/terms", "/settings/terms"],
  ["/webhooks", "/settings/webhooks", "/alerts"],
  ["/webhooks/w1", "/settings/webhooks/w1", "/alerts/w1"],
  ["/webhooks/w1?state=failed", "/settings/webhooks/w1?state=failed", "/alerts/w1?state=failed"],
  ["/webhooks/w1/deliveries/e1", "/settings/webhooks/w1?event=e1", "/alerts/w1?event=e1"],
  ["/alerts/w1/deliveries/e1", "/settings/webhooks/w1?event=e1", "/alerts/w1?event=e1"],
  ["/settings/webhooks/w1/deliveries/e1", "/settings/webhooks/w1?event=e1", "/alerts/w1?event=e1"],
  ["/watches", "/settings/webhooks", "/alerts?tab=watches"],
  ["/alerts", "/settings/webhooks", ""],
  ["/alerts/w1?event=e1", "/settings/webhooks/w1?event=e1", ""],
  ["/members", "/account?tab=members", "/account?tab=members"],
  ["/profile", "/me", "/me"],
  ["/security", "/me?tab=security", "/me?tab=security"],
  ["/reference", "/docs/reference", "/docs/reference"],
  ["/reference?op=decodeVin", "/docs/reference?op=decodeVin", "/docs/reference?op=decodeVin"],
  ["/assistants", "/docs/assistants", "/docs/assistants"],
  ["/keys", "", ""],
  ["/settings", "", ""],
  ["/docs/errors/not_found", "", ""],
  ["/pricing", "", ""],
];

const addressOf = (text: string) => {
  const { pathname, searchParams } = new URL(text, "http://localhost");
  return { pathname, search: Object.fromEntries(searchParams) };
};

for (const [side, as, place] of [
  ["operators", operator(), 1],
  ["customers", user(), 2],
] as const)
  test(`each former address leads ${side} to its page`, async () => {
    signInFor([account({ id: as.id })], as);
    for (const row of moved) {
      const to = await movedTo(addressOf(row[0]));
      expect([row[0], to ?? ""]).toEqual([row[0], row[place]]);
      const { pathname, search } = addressOf(to ?? row[0]);
      expect([row[0], findPage(pathname, search) !== undefined]).toEqual([row[0], true]);
    }
  });

/** What an address names, in whatever order its search is. */
const named = (text: string) => {
  const { pathname, searchParams, hash } = new URL(text, "http://localhost");
  return { pathname, search: Object.fromEntries(searchParams), hash };
};

test.each([
  ["operators", operator(), 1],
  ["customers", user(), 2],
] as const)("the router leads %s from more than a hundred former addresses", async (_, as, place) => {
  signInFor([account({ id: as.id })], as);
  await startRouter({ prepare: async () => {}, pageAt: ({ pathname }) => pathname, moved: movedTo });
  const opened: string[] = [];
  for (const row of moved.filter((one) => one[place] !== "")) {
    const to = named(row[place]);
    for (const [query, hash] of [
      ["", ""],
      ["kept=a%26b", ""],
      ["kept=%C3%BC", "#part"],
    ] as const) {
      const former = [row[0], query].filter(Boolean).join(row[0].includes("?") ? "&" : "?") + hash;
      await navigate(former);
      const search = { ...Object.fromEntries(new URLSearchParams(query)), ...to.search };
      // A place within the page is that of its move.
      const expected = { pathname: `/console${to.pathname}`, search, hash: to.hash || hash };
      expect([former, named(location.href)]).toEqual([former, expected]);
      opened.push(former);
    }
  }
  expect(new Set(opened).size).toBeGreaterThan(100);
});

test("without a session, an address that two roles have is kept for after the sign-in", async () => {
  expect(await movedTo(addressOf("/payments/p1?kind=plan"))).toBe(
    "/sign-in?next=%2Fpayments%2Fp1%3Fkind%3Dplan",
  );
  expect(await movedTo(addressOf("/usage"))).toBe("/calls?by=api");
});

test("an address that stays for the reader changes nothing at once, as typed filters require", () => {
  signInFor([account({ id: "op" })], operator());
  expect(movedTo(addressOf("/plans?text=g"))).toBeUndefined();
});
