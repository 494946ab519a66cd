import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { kinds } from "../database/databases.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import { until } from "../until.ts";
import { Connection } from "./connection.ts";
import { addCustomers } from "./customers.ts";
import { type Installation, install, type Node } from "./installation.ts";

const target = "/vin-decoder/1HGCM82633A004352";

async function ask(connection: Connection, { port }: Node, key: string): Promise<number> {
  const outcome = await connection.ask(port, target, { "x-AuthKey": key }, 60_000);
  return outcome.kind === "answered" ? outcome.status : 0;
}

for (const { dialect, missing } of kinds) {
  const count = dialect === "postgres" ? 3 : 1;
  describe.skipIf(missing)(`${count} nodes on ${dialect}`, () => {
    let service: Installation;
    beforeAll(async () => {
      service = await install({ dialect, nodes: count });
    }, 180_000);
    afterAll(() => service?.end());

    test("a replaced key fails immediately on its node, soon elsewhere", async () => {
      const [customer] = await addCustomers(service, 1000);
      const { subscription, key } = customer!;
      const connections = service.nodes.map(() => new Connection());
      const askAll = () =>
        Promise.all(service.nodes.map((node, index) => ask(connections[index]!, node, key)));
      expect(await askAll()).toEqual(service.nodes.map(() => 200));
      await service.operate("POST", `/subscriptions/${subscription}/regeneratePrimaryKey`);
      expect(await ask(connections[0]!, service.nodes[0]!, key)).toBe(401);
      for (const [index, node] of service.nodes.entries())
        await until(async () => (await ask(connections[index]!, node, key)) === 401, "the key is refused");
      expect(await askAll()).toEqual(service.nodes.map(() => 401));
      for (const connection of connections) connection.close();
    }, 180_000);

    test("a subscription expires on time on every node", async () => {
      const [customer] = await addCustomers(service, 1000);
      const { subscription, key } = customer!;
      const end = Math.floor(Date.now() / 1000 + 2) * 1000;
      const path = `/subscriptions/${subscription}`;
      await service.operate("PATCH", path, { expires_at: new Date(end).toISOString() });
      // Sent before the end and answered before it, or sent after it; calls in between may have either
      // result.
      const seen = { before: new Set<number>(), after: new Set<number>() };
      await Promise.all(
        service.nodes.map(async (node) => {
          const connection = new Connection();
          while (Date.now() < end + 500) {
            const sentAt = Date.now();
            const status = await ask(connection, node, key);
            if (Date.now() < end) seen.before.add(status);
            else if (sentAt >= end) seen.after.add(status);
            // A caller pauses between calls.
            await Bun.sleep(5);
          }
          connection.close();
        }),
      );
      expect({ before: [...seen.before], after: [...seen.after] }).toEqual({ before: [200], after: [403] });
    }, 180_000);
  });
}

interface Comparison {
  readonly used: number;
  readonly remaining: number;
  readonly written_off: number;
}

const comparisonOf = (subscription: string) => sql`
  select used, remaining, written_off from credit_total where subscription_id = ${subscription}`;

describe.skipIf(kinds.find(({ dialect }) => dialect === "postgres")!.missing)(
  "a node that is lost for good",
  () => {
    test("releases its credits on expiry and writes off spent ones later", async () => {
      const service = await install({ dialect: "postgres", nodes: 2 });
      const db = await service.open();
      try {
        const [customer] = await addCustomers(service, 15);
        const { subscription, key } = customer!;
        const [stays, leaves] = service.nodes as [Node, Node];
        const connections = Array.from({ length: 64 }, () => new Connection());
        const askAt = (node: Node, calls: number) =>
          Promise.all(connections.slice(0, calls).map((connection) => ask(connection, node, key)));
        const totals = () => db.get<Comparison>(comparisonOf(subscription));
        // Killed before its answered calls are applied: the database has only the lease.
        expect(await askAt(leaves, 10)).toEqual(new Array(10).fill(200));
        await leaves.end("SIGKILL");
        const lease = await db.get<{ journal_id: string; held: number }>(sql`
        select journal_id, held from credit_lease where subscription_id = ${subscription} and held > 0`);
        const unreported = 10 - (await totals())!.used;
        expect(unreported).toBeGreaterThan(0);
        const { journal_id: id, held } = lease!;
        expect(await stays.command("journals", "expire", id)).toEqual({
          code: 0,
          output: `expired ${id}: ${held} credits of 1 subscriptions released\n`,
        });
        // The credits that the lost node spent without reporting can be spent again.
        const again = await askAt(stays, 64);
        expect(again.filter((status) => status === 200).length).toBe(5 + unreported);
        expect(again.filter((status) => status === 402).length).toBe(59 - unreported);
        await leaves.start();
        await until(async () => (await totals())!.written_off > 0, "the lost credits are written off");
        const { credits } = await service.operate<{ credits: object }>(
          "GET",
          `/subscriptions/${subscription}`,
        );
        const granted = 15 + unreported;
        expect(credits).toEqual({ granted, used: granted, remaining: 0, unlimited: false });
        expect(await totals()).toEqual({ used: granted, remaining: 0, written_off: unreported });
        const store = await db.all<unknown>(sql`
        select kind, delta, reason from credit_ledger where subscription_id = ${subscription} order by at, id`);
        expect(store).toEqual([
          { kind: "grant", delta: 15, reason: null },
          { kind: "write_off", delta: unreported, reason: "served on a lease that had expired" },
        ]);
        expect(await consistencyFindings(db)).toEqual([]);
        for (const connection of connections) connection.close();
      } finally {
        await db.close();
        await service.end();
      }
    }, 180_000);
  },
);
