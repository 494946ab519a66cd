import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sentTexts, sentWords } from "../console/sent-texts.ts";
import german from "../console/src/base/language/sent/de.json";
import spanish from "../console/src/base/language/sent/es.json";
import { features } from "../src/features.ts";
import { permissionAreas } from "../src/http/permission-declaration.ts";
import { permissionNames } from "../src/http/permissions.ts";
import { matrixOf } from "../src/management/sign-in/roles.ts";
import { operations, services } from "../src/operations.ts";
import { declaredEvents } from "../src/outbox/declared-events.ts";
import { consoleWords, sentNames } from "../tools/console-words.ts";
import { isTest } from "./layering.ts";

const root = join(import.meta.dir, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const listedPermissions = [
  "keys.view",
  "keys.change",
  "calls.view",
  "events.view",
  "events.change",
  "credits.view",
  "credits.change",
  "spending.change",
  "subscriptions.change",
  "catalogue.view",
  "plans.change",
  "offers.view",
  "offers.change",
  "papers.view",
  "papers.change",
  "details.change",
  "payments.decide",
  "mails.view",
  "mails.change",
  "self.view",
  "self.change",
  "sign-in.view",
  "sign-in.change",
  "session.change",
  "tokens.change",
  "account.view",
  "account.change",
  "members.change",
  "account.close",
  "customers.view",
  "notes.change",
  "customers.visit",
  "customers.change",
  "terms.change",
  "operators.view",
  "operators.change",
  "audit.view",
  "data.view",
  "data.change",
  "products.change",
  "apis.change",
  "inbox.view",
  "service.view",
  "service.change",
];
const listedEvents = [
  "credits.low",
  "credits.gone",
  "credits.period_used",
  "credits.cap_used",
  "credits.expiring",
  "key.replaced",
  "key.expiring",
  "subscription.changed",
  "dataset.changed",
  "watch.changed",
  "batch.done",
  "period.renewed",
  "period.unpaid",
  "period.lapsed",
  "plan.changed",
  "plan.terms_changed",
  "statement.ready",
  "terms.published",
  "payment.paid",
  "payment.failed",
  "payment.refunded",
  "payment.disputed",
  "payment.reinstated",
  "payment.provider_problem",
  "payment.unmatched",
  "billing_details.missing",
  "topup.stopped",
  "webhook.disabled",
  "import.done",
  "import.failed",
];

test("permissions and events of features are listed at their places", () => {
  expect(permissionNames as readonly string[]).toEqual(listedPermissions);
  expect(declaredEvents.map(({ type }) => type as string)).toEqual(listedEvents);
  const { areas } = matrixOf(operations);
  expect(areas.map(({ area }) => area)).toEqual([...permissionAreas]);
  // The areas follow each other in the list, so they have its order together.
  expect(
    areas.flatMap(({ permissions }) => permissions.map(({ permission }) => permission as string)),
  ).toEqual(listedPermissions);
});

const namesOf = ({ events = [], permissions = {} }: (typeof features)[number]) => [
  ...events.map(({ type }) => type as string),
  ...Object.keys(permissions),
];
const declared = new Set(features.flatMap(namesOf));

/** The names that features declare, in files of the core. */
const namedIn = (path: string, text: string) =>
  [...text.matchAll(/(?<=["'`])[a-z_-]+\.[a-z_]+(?=["'`])/g)]
    .filter(([name]) => declared.has(name))
    .map(([name]) => `${path}: ${name}`);

test("no file of the core names an event or a permission of a feature", () => {
  const paths = ["src", "console/src"]
    .flatMap((folder) =>
      [...new Bun.Glob("**/*.{ts,tsx}").scanSync(join(root, folder))].map((path) => `${folder}/${path}`),
    )
    .filter((path) => !/^(console\/)?src\/features\/|\.gen\.ts$/.test(path) && !isTest(path));
  expect(paths).toContain("src/http/permissions.ts");
  expect(paths).toContain("console/src/parts/audit-words.ts");
  expect(paths.flatMap((path) => namedIn(path, read(path)))).toEqual([]);
  expect(namedIn("planted.ts", 'if (type === "watch.changed") {}')).toEqual(["planted.ts: watch.changed"]);
});

test("a feature's permissions are those of its own operations alone", () => {
  const ownerOf = new Map(
    features.flatMap(({ name, permissions = {} }) =>
      Object.keys(permissions).map((one) => [one, name] as const),
    ),
  );
  const ofServices = new Set(services.flatMap(({ operations: own = [] }) => own));
  const users = [
    ...services.flatMap(({ name, operations: own = [] }) => own.map((one) => [name, one] as const)),
    ...operations.filter((one) => !ofServices.has(one)).map((one) => ["the core", one] as const),
  ];
  const foreign = users.filter(([name, { permission = "" }]) => (ownerOf.get(permission) ?? name) !== name);
  expect(foreign.map(([name, { id }]) => `${name}: ${id}`)).toEqual([]);
  const used = new Set(users.map(([, { permission }]) => permission as string | undefined));
  expect([...ownerOf.keys()].filter((name) => !used.has(name))).toEqual([]);
});

test("every type of event that a feature adds is described, but the one of tests", () => {
  const typed = [...new Bun.Glob("src/features/*/events.ts").scanSync(root)].flatMap((path) =>
    [...read(path).matchAll(/^ {4}readonly "([a-z_.]+)":/gm)].map(([, name]) => name!),
  );
  const described = features.flatMap(({ events = [] }) => events.map(({ type }) => type as string));
  expect(typed.sort()).toEqual([...described, "webhook.test"].sort());
});

test("the console's catalogues of declared texts are up to date (npm run words)", async () => {
  for (const [name, text] of Object.entries(await consoleWords()))
    expect([name, read(`console/src/base/language/declared/${name}`)]).toEqual([name, text]);
});

test("every text that the service sends to the console's pages is translated, and no other", () => {
  const sent = new Set([...sentNames(), ...sentTexts(), ...sentWords]);
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const catalogue of [german, spanish] as Readonly<Record<string, string>>[]) {
    expect([...sent].filter((text) => !(text in catalogue))).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !sent.has(text))).toEqual([]);
    // A value can be left out, and none can be made up.
    const made = Object.entries(catalogue).filter(([text, translation]) =>
      placeholders(translation).some((name) => !placeholders(text).includes(name)),
    );
    expect(made).toEqual([]);
  }
});
