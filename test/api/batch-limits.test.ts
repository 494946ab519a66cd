import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { consistencyFindings } from "../../src/metering/consistency/findings.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import {
  goodVin,
  type Subscriber,
  type Subscribers,
  subscribers,
  tally,
  unknownVin,
} from "../subscribers.ts";

const counted = Array.from({ length: 60 }, () => goodVin);
const counts = (outcomes: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(outcomes, (each) => each)
      .entries()
      .map(([each, all]) => [each, all.length]),
  );
const outcome = (line: { status: string; error?: { code: string } }) => line.error?.code ?? line.status;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the limits of a batch's lines on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const headersOf = ({ key }: Subscriber) => ({ "x-AuthKey": key });
    async function asJson(account: Subscriber, vins: readonly string[]): Promise<string[]> {
      const got = await service.ask("POST", "/vin-decoder/batch", {
        headers: headersOf(account),
        json: { vins },
      });
      return (got.body as { data: Parameters<typeof outcome>[0][] }).data.map(outcome);
    }
    async function asLines(account: Subscriber, vins: readonly string[]): Promise<string[]> {
      const headers = { ...headersOf(account), "content-type": "application/x-ndjson" };
      const got = await service.ask("POST", "/vin-decoder/batch", { headers, body: `${vins.join("\n")}\n` });
      const lines = got.text.trimEnd().split("\n");
      return lines.map((line) => outcome(JSON.parse(line)));
    }

    test.each([
      ["JSON", asJson],
      ["lines", asLines],
    ])("%s beyond the quota is refused as single calls are", async (_, send) => {
      const account = await who.subscribe({
        quota: { calls: 50, renewal: "day" },
        credit_cost: { default: 0 },
      });
      const outcomes = await send(account, counted);
      expect([...new Set(outcomes.slice(0, 50))]).toEqual(["success"]);
      expect([...new Set(outcomes.slice(50))]).toEqual(["quota_exceeded"]);
      expect(tally((await who.recorded(account)).map(({ status }) => status))).toEqual({ 200: 50, 429: 10 });
      expect((await who.decode(account)).body).toMatchObject({ code: "quota_exceeded" });
    });

    test("invalid lines return their place in the quota", async () => {
      const account = await who.subscribe({ quota: { calls: 2, renewal: "lifetime" } });
      expect(await asJson(account, ["short", goodVin, unknownVin])).toEqual([
        "validation_error",
        "success",
        "vehicle_not_found",
      ]);
      expect(await asJson(account, [goodVin])).toEqual(["quota_exceeded"]);
    });

    test("misses are charged where the policy charges them", async () => {
      const account = await who.subscribe({ charge_on: "always", credit_cost: { default: 2 } });
      expect(await asJson(account, [goodVin, unknownVin, "short"])).toEqual([
        "success",
        "vehicle_not_found",
        "validation_error",
      ]);
      expect(await who.recorded(account)).toEqual([
        { status: 200, credits: 2 },
        { status: 404, credits: 2 },
        { status: 422, credits: 0 },
      ]);
      expect(await who.used(account)).toBe(4);
    });

    test("lines without credits return their place in the quota", async () => {
      const account = await who.subscribe({ quota: { calls: 16, renewal: "day" } });
      expect(counts(await asLines(account, counted.slice(0, 20)))).toEqual({
        success: 15,
        credits_exhausted: 5,
      });
      await who.putPolicy(account.productId, {
        quota: { calls: 16, renewal: "day" },
        credit_cost: { default: 0 },
      });
      expect(await asLines(account, [goodVin, goodVin])).toEqual(["success", "quota_exceeded"]);
    });

    test("balances, quotas and the request log agree", async () => {
      expect(await consistencyFindings(service.app.database)).toEqual([]);
    });
  });
}
