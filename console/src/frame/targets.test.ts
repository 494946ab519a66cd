import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { account, signInFor } from "../../../test/console/dom/account-records.ts";
import { setUp } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import type { InboxRow } from "../api/inbox.ts";
import type { Hit } from "../api/search.ts";
import { pageOf } from "../pages/operator/inbox-words.ts";
import { hrefOf } from "../parts/router.tsx";
import { findPage } from "./find-page.ts";
import { foundOf } from "./hits.ts";
import { movedTo } from "./moved.ts";
import { verbs } from "./verbs.ts";

setUp();

type Side = "operator" | "customer";

/** What pages read of their address, besides `do`, ranges and pages of lists. A target may have no other. */
const understood: Readonly<Record<string, readonly string[]>> = {
  "/calls": ["api", "id", "q", "status"],
  "/customers": ["state"],
  "/docs/reference": ["op"],
  "/look-up": ["vin", "plate", "state"],
  "/money": ["match", "needs", "state", "text"],
  "/settings": ["find"],
};

function signIn(side: Side): void {
  const as = side === "operator" ? operator() : user();
  signInFor([account({ id: as.id })], as);
}

/** Why an address is none to lead to; undefined if it is one. */
function faultOf(address: string, side: Side): string | undefined {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const search = Object.fromEntries(searchParams);
  signIn(side);
  const moved = movedTo({ pathname, search });
  if (moved !== undefined) return `${address} moved to ${moved}`;
  const found = findPage(pathname, search);
  if (!found) return `${address} is no page`;
  if (found.page.access === "operator" && side === "customer") return `${address} is for operators`;
  return undefined;
}

function unreadOf(address: string): string[] {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const read = ["do", "range", ...(understood[pathname] ?? [])];
  return [...searchParams.keys()].filter((name) => !read.includes(name));
}

const hit = (kind: Hit["kind"], more: Partial<Hit>): Hit => ({
  kind,
  label: "2026-0061",
  detail: null,
  values: { number: "ABC 12", state: "NY", minor: 6038, currency: "EUR", at: 0 },
  object: "/of/it",
  account: "ada",
  exact: true,
  ...more,
});
const ofAll: Readonly<Record<Hit["kind"], Partial<Hit>>> = {
  invoice: {},
  credit_note: {},
  payment: {},
  transfer: { values: { state: "unmatched", minor: 6038, currency: "EUR", at: 0 } },
  refund: {},
  return: { values: { state: "matched", minor: 6038, currency: "EUR", at: 0 } },
  customer: {},
  subscription: {},
  key: {},
  call: {},
  calls: {},
  vin: {},
  plate: {},
  plan: {},
  api: {},
  dataset: { object: "/datasets/liens" },
  setting: {},
  doc: { object: "/docs/errors/not_found.md" },
  operation: {},
};
/** What only operators find. */
const ofOperators = new Set(["transfer", "return", "customer", "dataset", "setting"]);

const kinds: Readonly<Record<InboxRow["kind"], readonly (readonly [code: string, object: string | null])[]>> =
  {
    approval: [["approve", "/subscriptions/s1"]],
    account: [["approve", "/users/u1"]],
    customer_webhook: [["open_deliveries", "/webhooks/w1"]],
    transfer: [["match", "/payments/transfers/t1"]],
    return: [["close_return", "/payments/returns/r1"]],
    refund: [["refund_sent", "/payments/refunds/r1"]],
    unpaid: [["open_unpaid", null]],
    dispute: [["answer_dispute", "/payments/p1"]],
    payment: [["resolve_payment", "/payments/p1"]],
    errors: [["open_errors", "/apis/a1"]],
    vendor: [["open_api", "/apis/a1"]],
    import: [["open_import", "/imports/i1"]],
    provider: [["open_provider", "/payments/provider"]],
    webhook: [["open_deliveries", "/webhooks/w1"]],
    mail: [
      ["open_mail", "/mails"],
      ["open_addresses", "/mails/state"],
    ],
    backup: [
      ["back_up", "/system"],
      ["open_backups", "/system"],
    ],
    proof: [["open_check", "/system/checks"]],
    node: [["open_node", "/system/nodes/n1"]],
    disk: [["open_check", "/system/checks"]],
    certificate: [["open_check", "/system/checks"]],
    check: [["open_check", "/system/checks"]],
  };

const pathOf = (to: string, search?: Readonly<Record<string, string>>) =>
  hrefOf(to, search).slice("/console".length);

const found = (["operator", "customer"] as const).flatMap((side) =>
  Object.entries(ofAll)
    .filter(([kind]) => side === "operator" || !ofOperators.has(kind))
    .map(([kind, more]) => {
      const { to, search } = foundOf(hit(kind as Hit["kind"], more), side === "operator");
      return [side, pathOf(to, search)] as const;
    }),
);

const inInbox = Object.entries(kinds).flatMap(([kind, actions]) =>
  [...actions, ["open_several", null] as const].map(([code, object]) => {
    const values = { family: "liens" };
    const row = { kind, values, action: { code, object } } as unknown as InboxRow;
    return ["operator", pageOf(row)] as const;
  }),
);

const done = verbs.map((one) => [one.side, pathOf(one.to, one.do ? { do: one.do } : {})] as const);

test("what is found, the rows of Inbox and verbs lead to pages of their side that read what is in the address", () => {
  const all = [...found, ...inInbox, ...done];
  expect(all.flatMap(([side, address]) => faultOf(address, side) ?? [])).toEqual([]);
  expect(all.flatMap(([, address]) => unreadOf(address).map((name) => `${address}: ${name}`))).toEqual([]);
});

/** Addresses in links of the sources; what is put into them is one segment or value. */
const linked = /(?:\bto=|\bnavigate\(|(?<!scope)[?:] )\{?(?:"(\/[^"$]*)"|`(\/[^`]*)`)/g;

test("no link of a page leads to a former address", async () => {
  const folder = join(import.meta.dir, "..");
  const faults: string[] = [];
  for (const path of new Glob("**/*.{ts,tsx}").scanSync(folder)) {
    if (/\.test\.|\.gen\.|-records\./.test(path)) continue;
    const source = await Bun.file(join(folder, path)).text();
    // The parameter of former pages.
    if (/search=\{\{[^}]*\bview:/.test(source)) faults.push(`${path}: view`);
    for (const [, plain, template] of source.matchAll(linked)) {
      const address = plain ?? template!.replace(/\$\{[^}]*\}/g, "x");
      // It is no former address for one side at least: links of both sides are in one file.
      const all = (["operator", "customer"] as const).map((side) => faultOf(address, side));
      if (all.every((fault) => fault?.includes(" moved to "))) faults.push(`${path}: ${all[0]}`);
    }
  }
  expect(faults).toEqual([]);
});
