import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asker } from "../../../../test/callers.ts";
import { kinds, startService, startServiceOn, type TestService } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { seller, taxes } from "../../papers/test/issued.ts";

const path = "/payments/settings";
const off = { payments: "off", chosen_by: null, missing: ["seller", "taxes"] };
const asOperator = (node: TestService) => asker(node, node.operatorHeaders);
const notSold = async (node: TestService) =>
  ((await node.ask("GET", "/pricing")).body as { not_sold: string | null }).not_sold;
for (const kind of kinds)
  describe.skipIf(kind.missing)(`the way that an operator chooses on ${kind.dialect}`, () => {
    const folders: string[] = [];
    let fresh: Awaited<ReturnType<typeof kind.migrated>>;
    let nodes: readonly TestService[];

    beforeEach(async () => {
      fresh = await kind.migrated();
      folders.push(...[0, 1].map(() => mkdtempSync(join(tmpdir(), "vingate-node-"))));
      const first = await startServiceOn({ folder: folders[0]!, fresh });
      nodes = [first];
      // SQLite is for one node: on one thread two connections wait for each other.
      if (kind.dialect === "sqlite") return;
      copyFileSync(join(folders[0]!, "master.key"), join(folders[1]!, "master.key"));
      nodes = [first, await startServiceOn({ folder: folders[1]!, fresh, firstRun: first.firstRun })];
    });
    afterEach(async () => {
      for (const node of nodes.toReversed()) await node.end();
      await fresh.end();
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    });

    test("all nodes follow it without a restart, and say what is missing", async () => {
      const [first = nodes[0]!, second = first] = nodes;
      expect([await notSold(first), await notSold(second)]).toEqual(
        Array(2).fill("Not sold: payments are off."),
      );
      expect((await asOperator(second)("GET", path)).body).toEqual(off);

      const manual = { ...off, payments: "manual", chosen_by: "operator" };
      expect((await asOperator(first)("PUT", path, { payments: "manual" })).body).toEqual(manual);
      expect((await asOperator(second)("GET", path)).body).toEqual(manual);
      const noSeller = "Not sold yet: the seller's data and the rates of tax are not entered.";
      await until(async () => (await notSold(second)) === noSeller, "the other node has the way", 5000);

      await asOperator(first)("PUT", "/papers/seller", seller);
      expect((await asOperator(second)("GET", path)).body).toEqual({ ...manual, missing: ["taxes"] });
      await asOperator(first)("PUT", "/papers/taxes", taxes);
      expect((await asOperator(second)("GET", path)).body).toEqual({ ...manual, missing: [] });
      await until(async () => (await notSold(second)) === null, "the other node sells", 5000);

      expect((await asOperator(second)("PUT", path, { payments: "off" })).body).toEqual({
        payments: "off",
        chosen_by: "operator",
        missing: [],
      });
      await until(async () => (await notSold(first)) !== null, "the first node sells nothing", 5000);
      const audit = (await asOperator(first)("GET", `/audit?object=${encodeURIComponent(path)}`)).body as {
        action: string;
      }[];
      expect(audit.map(({ action }) => action)).toEqual(Array(2).fill("payment.update_settings"));
    });
  });

test("a value of the environment wins, and is named", async () => {
  const service = await startService(undefined, { VINGATE_PAYMENTS: "invoice" });
  const ask = asOperator(service);
  expect((await ask("GET", path)).body).toEqual({ ...off, payments: "invoice", chosen_by: "environment" });
  const { status, body } = await ask("PUT", path, { payments: "manual" });
  expect([status, (body as { detail: string }).detail]).toEqual([
    409,
    "VINGATE_PAYMENTS is set to invoice, and wins. Change it there, and restart. Nothing was changed.",
  ]);
  await service.end();
});

test("cards cannot be chosen without their key", async () => {
  const service = await startService();
  expect((await asOperator(service)("PUT", path, { payments: "stripe" })).status).toBe(422);
  const unknown = { payments: "manual", slow_debits: "grant" };
  expect((await asOperator(service)("PUT", path, unknown)).status).toBe(422);
  await service.end();
});
