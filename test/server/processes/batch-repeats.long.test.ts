import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { kinds } from "../../database/databases.ts";
import { addCustomers, type Customer } from "../../torture/customers.ts";
import { type Installation, install } from "../../torture/installation.ts";
import { until } from "../../until.ts";

const lines = 4000;
const body = "1HGCM82633A004352\n".repeat(lines);

for (const { dialect, missing } of kinds)
  describe.skipIf(missing)(`repeated batches of killed nodes on ${dialect}`, () => {
    let service: Installation;
    beforeAll(async () => {
      service = await install({ dialect, nodes: dialect === "postgres" ? 2 : 1 });
    }, 180_000);
    afterAll(() => service?.end());

    const send = ({ key }: Customer, node: number, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${service.nodes[node]!.port}/vin-decoder/batch`, {
        method: "POST",
        headers: { "x-AuthKey": key, "idempotency-key": "k", "content-type": "application/x-ndjson" },
        body,
        ...(signal && { signal }),
      });
    /** Sends the batch to the last node until earlier calls have ended or are recovered. */
    const sendAtLast = (customer: Customer) =>
      until(async () => {
        const got = await send(customer, service.nodes.length - 1);
        const text = await got.text();
        return got.status !== 409 && [got.status, text.match(/"status":"success"/g)?.length];
      }, "the earlier calls have ended");
    /** The answered lines of a customer when as many credits are charged as there are lines. */
    async function whenCharged({ subscription }: Customer) {
      const db = await service.open();
      return until(async () => {
        const row = await db.get<{ calls: number; hits: number; credits: number }>(sql`
          select cast(sum(calls) as bigint) as calls, cast(sum(cache_hits) as bigint) as hits,
            cast(sum(credits) as bigint) as credits
          from usage_hourly where subscription_id = ${subscription} and class = 'success'`);
        return row?.credits === lines && row;
      }, "every line is charged").finally(() => db.close());
    }

    test("each line is charged once, whichever node is killed", async () => {
      const [customer] = await addCustomers(service, 100_000);
      for (let kill = 0; kill < 2; kill++) {
        const response = await until(async () => {
          const got = await send(customer!, 0);
          return got.status === 200 && got;
        }, "the earlier call is recovered");
        await response.body!.getReader().read();
        await service.nodes[0]!.end("SIGKILL");
        await service.nodes[0]!.start();
      }
      expect(await sendAtLast(customer!)).toEqual([200, lines]);
      const { calls, hits } = await whenCharged(customer!);
      // What was charged before the kills was answered again.
      expect([calls - hits, hits > 0]).toEqual([lines, true]);
    }, 120_000);

    test("each line is charged once, however often a connection is cut", async () => {
      const [customer] = await addCustomers(service, 100_000);
      for (let cut = 0; cut < 3; cut++) {
        const hangUp = new AbortController();
        const response = await send(customer!, 0, hangUp.signal);
        await response.body!.getReader().read();
        hangUp.abort();
      }
      expect(await sendAtLast(customer!)).toEqual([200, lines]);
      expect((await whenCharged(customer!)).hits).toBeGreaterThan(0);
    }, 120_000);
  });
