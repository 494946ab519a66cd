import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { type BatchLine, outcomeOf } from "../batch-stream.ts";
import { openEndingNode } from "../ending-node.ts";
import { kinds, startService, type TestService, testOrigin } from "../harness.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";
import { until } from "../until.ts";

const hour = 3_600_000;
const vins = (count: number, vin = goodVin) => Array.from({ length: count }, () => vin);
const ndjson = "application/x-ndjson";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`repeated batches on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const headersOf = ({ key }: Subscriber, once: string, type = ndjson) => {
      return { "x-AuthKey": key, "idempotency-key": once, "content-type": type };
    };
    /** Sends lines with an `Idempotency-Key`; resolves to the outcomes of the lines. */
    async function send(account: Subscriber, once: string, lines: readonly string[]): Promise<string[]> {
      const headers = headersOf(account, once);
      const got = await service.ask("POST", "/vin-decoder/batch", { headers, body: `${lines.join("\n")}\n` });
      if (got.status !== 200) return [String(got.status)];
      return got.text
        .trimEnd()
        .split("\n")
        .map((line) => outcomeOf(JSON.parse(line) as BatchLine));
    }
    const setCredits = ({ subscriptionId }: Subscriber, set: number) =>
      service.ask("POST", `/subscriptions/${subscriptionId}/credits`, {
        headers: service.operatorHeaders,
        json: { set, reason: "test" },
      });
    const logged = async ({ userId }: Subscriber) => {
      const path = `/reports/byRequest?user_id=${userId}`;
      const got = await service.ask("GET", path, { headers: service.operatorHeaders });
      const { items } = got.body as { items: { response_code: number; credits: number; cache: string }[] };
      return items.map((one) => `${one.response_code} ${one.credits} ${one.cache}`).toSorted();
    };

    test("lines are answered again without a charge", async () => {
      const account = await who.subscribe({ credit_cost: { default: 2 } });
      const lines = [goodVin, "short", unknownVin, goodVin];
      const outcomes = ["success", "validation_error", "vehicle_not_found", "success"];
      expect(await send(account, "a", lines)).toEqual(outcomes);
      expect(await send(account, '"a"', lines)).toEqual(outcomes);
      expect(await who.used(account)).toBe(4);
      expect(await logged(account)).toEqual([
        "200 0 hit",
        "200 0 hit",
        "200 2 none",
        "200 2 none",
        "404 0 hit",
        "404 0 none",
        "422 0 none",
        "422 0 none",
      ]);
    });

    test("JSON is answered again, under a request ID of the service", async () => {
      const account = await who.subscribe({});
      const headers = { ...headersOf(account, "a", "application/json"), "x-request-id": "mine" };
      const call = () =>
        service.ask("POST", "/vin-decoder/batch", { headers, json: { vins: [goodVin, unknownVin] } });
      const [first, second] = [await call(), await call()];
      expect(second.body).toEqual(first.body);
      expect(await who.used(account)).toBe(1);
      const ids = [first, second].map((got) => got.headers.get("x-request-id"));
      expect(new Set([...ids, "mine"]).size).toBe(3);
    });

    test("charged misses are answered again without a charge", async () => {
      const account = await who.subscribe({ charge_on: "always" });
      await send(account, "a", [unknownVin, goodVin]);
      expect(await send(account, "a", [unknownVin, goodVin])).toEqual(["vehicle_not_found", "success"]);
      expect(await who.used(account)).toBe(2);
    });

    test("only lines that were refused are charged by a repetition", async () => {
      const account = await who.subscribe({});
      const outcomes = await send(account, "a", vins(20));
      expect(outcomes).toEqual([...vins(15, "success"), ...vins(5, "credits_exhausted")]);
      await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, {
        headers: service.operatorHeaders,
        json: { change: 3, reason: "test" },
      });
      expect(await send(account, "a", vins(20))).toEqual([
        ...vins(18, "success"),
        ...vins(2, "credits_exhausted"),
      ]);
      expect(await who.used(account)).toBe(18);
    });

    test("a quota that is used up does not refuse what it counted", async () => {
      const account = await who.subscribe({
        quota: { calls: 4, renewal: "lifetime" },
        credit_cost: { default: 0 },
      });
      const outcomes = [...vins(4, "success"), "quota_exceeded"];
      for (let turn = 0; turn < 3; turn++) expect(await send(account, "a", vins(5))).toEqual(outcomes);
      await who.putPolicy(account.productId, {
        quota: { calls: 6, renewal: "lifetime" },
        credit_cost: { default: 0 },
      });
      expect(await send(account, "b", vins(3))).toEqual([...vins(2, "success"), "quota_exceeded"]);
    });

    test("another body, key, customer or day is not paid for", async () => {
      const account = await who.subscribe({});
      await send(account, "a", vins(2));
      expect(await send(account, "a", vins(3))).toEqual(["422"]);
      expect(await send(account, "a b", vins(2))).toEqual(["422"]);
      expect(await who.used(account)).toBe(2);
      await send(account, "b", vins(2));
      expect(await who.used(account)).toBe(4);
      const other = await who.subscribe({});
      await send(other, "a", vins(2));
      expect(await who.used(other)).toBe(2);
      service.advance(24 * hour - 1);
      await send(account, "a", vins(2));
      expect(await who.used(account)).toBe(4);
      service.advance(1);
      await send(account, "a", vins(2));
      expect(await who.used(account)).toBe(6);
    });

    test("a body above 512 KiB needs a batch without a key", async () => {
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      expect(await send(account, "a", vins(30_000))).toEqual(["413"]);
    });

    test("an open batch is not repeated at the same time", async () => {
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      const body = `${vins(3000).join("\n")}\n`;
      const headers = headersOf(account, "a");
      const request = new Request(`${testOrigin}/vin-decoder/batch`, { method: "POST", headers, body });
      const reader = (await service.serve(request, "127.0.0.1")).body!.getReader();
      await reader.read();
      // A busy machine may not answer in time.
      const got = await until(async () => {
        const tried = await service.ask("POST", "/vin-decoder/batch", { headers, body });
        return tried.status !== 503 && tried;
      }, "the key is read");
      expect([got.status, got.headers.get("retry-after"), got.body]).toMatchObject([
        409,
        "1",
        { code: "conflict" },
      ]);
      await reader.cancel();
      expect(await send(account, "a", vins(3000))).toEqual(vins(3000, "success"));
    });

    /** A node that ends in the middle of a batch: only its journal reaches the database. */
    async function sendAndEnd(account: Subscriber, once: string, lines: readonly string[]): Promise<void> {
      const node = await openEndingNode(service, account.key);
      // A stream that is not read has at most two groups.
      const request = new Request(`${testOrigin}/vin-decoder/batch`, {
        method: "POST",
        headers: headersOf(account, once),
        body: `${lines.join("\n")}\n`,
      });
      const { value } = await (await node.serve(request, "127.0.0.1")).body!.getReader().read();
      expect(new TextDecoder().decode(value)).toStartWith('{"status":"success"');
      await node.end();
    }

    test("the request log has what an ended node answered", async () => {
      const account = await who.subscribe({});
      await setCredits(account, 10_000);
      const lines = vins(1000);
      await sendAndEnd(account, "a", lines);
      expect(await send(account, "a", lines)).toEqual(vins(1000, "success"));
      expect(await who.used(account)).toBe(1001);
    });

    test("lines that an ended node answered for free are not counted again", async () => {
      // Without a price, a free line differs from a repeated one in its mark alone.
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      const lines = vins(1000);
      for (let nodes = 0; nodes < 3; nodes++) await sendAndEnd(account, "a", lines);
      expect(await send(account, "a", lines)).toEqual(vins(1000, "success"));
      const [row] = await service.app.database.all(sql`
        select count(*) as calls from request_log
        where subscription_id = ${account.subscriptionId} and status = 200 and cache = 'none'`);
      expect(row).toEqual({ calls: 1003 });
    });

    test("a charged 304 that an ended node answered is not charged again", async () => {
      const account = await who.subscribe({ charge_on: "always" });
      const { etag } = Object.fromEntries((await who.decode(account)).headers);
      const node = await openEndingNode(service, account.key);
      const { admit } = node.app.metering;
      node.app.metering.admit = (...call) => {
        node.cutOff();
        return admit.apply(node.app.metering, call);
      };
      const headers = { ...headersOf(account, "a"), "if-none-match": etag! };
      const call = async (serve: typeof node.serve) => {
        const request = new Request(`${testOrigin}/vin-decoder/${goodVin}`, { headers });
        const { status, headers: got } = await serve(request, "127.0.0.1");
        return [status, got.get("x-credits-charged")];
      };
      expect(await call(node.serve)).toEqual([304, "1"]);
      await node.end();
      expect(await call(service.serve)).toEqual([304, "0"]);
      await service.app.metering.flush();
      expect(await who.used(account)).toBe(3);
    });

    test("however often a client is cut off, each line is charged once", async () => {
      const account = await who.subscribe({});
      await setCredits(account, 10_000);
      const lines = vins(2000);
      for (let cut = 1; cut <= 4; cut++) {
        const hangUp = new AbortController();
        const request = new Request(`${testOrigin}/vin-decoder/batch`, {
          method: "POST",
          headers: headersOf(account, "a"),
          body: `${lines.join("\n")}\n`,
          signal: hangUp.signal,
        });
        const reader = (await service.serve(request, "127.0.0.1")).body!.getReader();
        for (let piece = 0; piece < cut; piece++) await reader.read();
        if (cut % 2 === 0) hangUp.abort();
        await reader.cancel();
      }
      const outcomes = await until(async () => {
        const got = await send(account, "a", lines);
        return got[0] !== "409" && got;
      }, "the last cut is noticed");
      expect(outcomes).toEqual(vins(2000, "success"));
      await service.app.metering.flush();
      expect(await who.used(account)).toBe(2000);
    });

    test("a line after an abandoned one is charged when it is repeated", async () => {
      const account = await who.subscribe({});
      await setCredits(account, 10_000);
      const lines = vins(200).map((vin, index) => (index % 2 === 0 ? vin : unknownVin));
      for (let steps = 0; steps < 12; steps += 1) {
        const hangUp = new AbortController();
        const request = new Request(`${testOrigin}/vin-decoder/batch`, {
          method: "POST",
          headers: headersOf(account, `${steps}`),
          body: `${lines.join("\n")}\n`,
          signal: hangUp.signal,
        });
        const reader = (await service.serve(request, "127.0.0.1")).body!.getReader();
        const reading = reader.read().catch(() => undefined);
        // Its records are on the way to the journal after one of these.
        for (let step = 0; step < steps; step += 1) await undefined;
        hangUp.abort();
        await reading;
        await reader.cancel().catch(() => undefined);
        await until(async () => (await send(account, `${steps}`, lines))[0] !== "409", "the cut is noticed");
      }
      await service.app.metering.flush();
      expect(await who.used(account)).toBe(12 * 100);
    });

    test("balances, quotas and the request log agree", async () => {
      expect(await consistencyFindings(service.app.database)).toEqual([]);
    });
  });
}
