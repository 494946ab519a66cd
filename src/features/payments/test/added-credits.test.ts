import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { kinds } from "../../../../test/harness.ts";
import { meteringOver, meteringWith } from "../../../../test/harness-parts.ts";
import { callOnce } from "../../../../test/metering/test-nodes.ts";
import { until } from "../../../../test/until.ts";
import { creditsAdded } from "../../../access/keys/added-credits.ts";
import { KeyCache } from "../../../access/keys/key-cache.ts";
import { enterWaiting } from "../../../metering/credits/grants/enter-grants.ts";
import type { Metering } from "../../../metering/metering.ts";
import { type PaidService, startPaid } from "./paid-service.ts";
import type { Way } from "./way.ts";
import { startWays, ways } from "./ways.ts";

/** One call; 503 means try again: on a busy machine the database may take longer than a call waits. */
async function call(node: Metering, id: string): Promise<string> {
  for (;;) {
    const outcome = await callOnce(node, id);
    if (outcome !== "unavailable") return outcome;
  }
}

/** Whether a node refuses calls without asking the database. */
const remembers = (node: Metering, id: string): boolean => !(node.admit(id, 1) instanceof Promise);

for (const kind of kinds)
  describe.skipIf(kind.missing)(`credits that are added on ${kind.dialect}`, () => {
    let service: PaidService;
    let other: Metering;
    let changes: KeyCache;
    let folder: string;
    beforeAll(async () => {
      service = await startPaid(kind);
      await startWays(service);
      folder = mkdtempSync(join(tmpdir(), "vingate-other-"));
      const { app, db } = service;
      const common = { log: app.log, leaseTtlMs: 900_000, sync: "never", journalMax: 2 ** 30 } as const;
      const store = await meteringOver(db).openStore({ ...common, folder, database: { url: "" } }, app.log);
      other = await meteringWith()({ ...common, store, dataDir: folder, staleMs: 60_000, node: "other" });
      changes = new KeyCache({
        // As one of another process, it reads changes and learns of no commit.
        database: { ...db, transaction: (work, how) => db.transaction((tx) => work({ ...tx }), how) },
        clock: app.clock,
        staleMs: 60_000,
        changed: (object) => {
          for (const id of (object && creditsAdded(object)) || []) other.notice(id, "added");
          if (object?.startsWith("/subscriptions/")) other.notice(object.split("/")[2]);
        },
      });
    });
    afterAll(async () => {
      changes.close();
      await other.close();
      rmSync(folder, { recursive: true });
      await service.end();
    });

    /** Leaves a subscription without credits, until both nodes refuse its calls and keep that for half a minute. */
    async function runOut(id: string): Promise<void> {
      await service.operator("POST", `/subscriptions/${id}/credits`, { change: 100 });
      await changes.refresh();
      // A node keeps nothing of one who has used nothing.
      for (const node of [service.app.metering, other]) expect(await call(node, id)).toBe("served");
      await service.operator("POST", `/subscriptions/${id}/credits`, { set: 0 });
      await changes.refresh();
      await service.app.identity.keys.refresh();
      for (const node of [service.app.metering, other])
        await until(async () => (await call(node, id)) === "exhausted" && remembers(node, id), "refused");
    }

    for (const [at, way] of ways.entries())
      test(`by ${way.name}, are there at once on its own node and on others after a poll`, async () => {
        const id = `w${at}`;
        const add = await way.begin({ service, id });
        await runOut(id);
        await add();
        const { metering } = service.app;
        if (way.isOwnWork) await until(async () => (await call(metering, id)) === "served", "served");
        else expect(await call(metering, id)).toBe("served");
        await changes.refresh();
        expect(await call(other, id)).toBe("served");
      });

    test("by a grant that waits, are known before its start", async () => {
      const id = "waiting";
      const customer = await service.customer();
      await customer.ask("POST", `/subscriptions/${id}`, { scope: "/products/empty" });
      await runOut(id);
      const startsAt = service.now() + 1000;
      const grant = { id: "grant", subscriptionId: id, source: "period", period: 9, credits: 5 } as const;
      await service.db.transaction((tx) => enterWaiting(tx, [{ ...grant, startsAt }]));
      await changes.refresh();
      expect(remembers(other, id)).toBeFalse();
    });
  });

const root = join(import.meta.dir, "../../../..");
const sources = [...new Glob("src/**/*.ts").scanSync(root)]
  .filter((path) => !/\.test\.ts$|\/(test|bench)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test("the ways are all that there are", () => {
  const adding =
    /(?<!function )\b(enterGrant|enterWaiting|giveBackToGrant|resizeGrant|adjustCredits|bumpCredits|setUnlimited)\(/g;
  const calls = sources.flatMap(({ path, text }) =>
    [...text.matchAll(adding)].map(([, name]) => `${name} in ${path}`),
  );
  expect([...new Set(calls)].sort()).toEqual([...new Set(ways.flatMap((way: Way) => way.calls))].sort());
});

test("balances rise by grants alone, which are noted where they are written", () => {
  const having = (text: string | RegExp) =>
    sources.filter((one) => one.text.match(text)).map(({ path }) => path);
  const credits = "src/metering/credits";
  expect(having(/\bwriteBalances\(/).sort()).toEqual([
    `${credits}/grants/grant-rows.ts`,
    `${credits}/grants/settle-balances.ts`,
  ]);
  // What leases return was theirs before, and counted as left.
  expect(having(/\bremaining = (?:excluded|credit_balance)\./).sort()).toEqual([
    `${credits}/acquire.ts`,
    `${credits}/close-journal.ts`,
    `${credits}/grants/grant-rows.ts`,
    `${credits}/release.ts`,
  ]);
});
