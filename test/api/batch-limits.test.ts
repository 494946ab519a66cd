import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type BatchLine, openBatch, outcomeOf } from "../batch-stream.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import {
  goodVin,
  type Subscriber,
  type Subscribers,
  subscribers,
  tally,
  unknownVin,
} from "../subscribers.ts";

const vins = (count: number, vin = goodVin) => Array.from({ length: count }, () => vin);
/** Outcomes in their order, those in a row once with their number. */
function runs(outcomes: readonly string[]): string[] {
  const found: [outcome: string, count: number][] = [];
  for (const outcome of outcomes) {
    const last = found.at(-1);
    if (last?.[0] === outcome) last[1] += 1;
    else found.push([outcome, 1]);
  }
  return found.map(([outcome, count]) => `${count} ${outcome}`);
}

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
    async function asJson(account: Subscriber, sent: readonly string[]): Promise<BatchLine[]> {
      const headers = headersOf(account);
      const got = await service.ask("POST", "/vin-decoder/batch", { headers, json: { vins: sent } });
      return (got.body as { data: BatchLine[] }).data;
    }
    async function asLines(account: Subscriber, sent: readonly string[]): Promise<BatchLine[]> {
      const headers = { ...headersOf(account), "content-type": "application/x-ndjson" };
      const got = await service.ask("POST", "/vin-decoder/batch", { headers, body: `${sent.join("\n")}\n` });
      const lines = got.text.trimEnd().split("\n");
      return lines.map((line) => JSON.parse(line));
    }
    const forms = [
      ["JSON", asJson],
      ["lines", asLines],
    ] as const;
    const outcomes = (lines: readonly BatchLine[]) => runs(lines.map(outcomeOf));

    test.each(forms)("%s beyond the quota is refused as single calls are", async (_, send) => {
      const account = await who.subscribe({
        quota: { calls: 50, renewal: "day" },
        credit_cost: { default: 0 },
      });
      expect(outcomes(await send(account, vins(60)))).toEqual(["50 success", "10 quota_exceeded"]);
      expect(tally((await who.recorded(account)).map(({ status }) => status))).toEqual({ 200: 50, 429: 10 });
      expect((await who.decode(account)).body).toMatchObject({ code: "quota_exceeded" });
    });

    test.each(forms)("%s far beyond the quota ends with its first refused group", async (_, send) => {
      const account = await who.subscribe({
        quota: { calls: 100, renewal: "lifetime" },
        credit_cost: { default: 0 },
      });
      const lines = await send(account, vins(400));
      expect(outcomes(lines)).toEqual(["100 success", "157 quota_exceeded"]);
      expect(lines.at(-2)?.error?.from_line).toBeUndefined();
      expect(lines.at(-1)).toEqual({
        status: "error",
        vin: goodVin,
        error: {
          status: 429,
          code: "quota_exceeded",
          detail: "Quota exceeded. It does not reset. Lines from 257 on have no answer.",
          from_line: 257,
        },
      });
    });

    test("each line counts towards a quota of bytes", async () => {
      const account = await who.subscribe({
        quota: { bandwidth_kb: 20, renewal: "day" },
        credit_cost: { default: 0 },
      });
      const size = Buffer.byteLength((await who.decode(account)).text);
      const allowed = Math.ceil((20 * 1024 - size) / size);
      expect(outcomes(await asLines(account, vins(256)))).toEqual([
        `${allowed} success`,
        `${256 - allowed} quota_exceeded`,
      ]);
    });

    test("a batch ends after 256 invalid lines in a row", async () => {
      const account = await who.subscribe({ credit_cost: { default: 0 } });
      const almost = [...vins(255, "short"), goodVin, ...vins(255, "short"), goodVin];
      expect(outcomes(await asJson(account, almost))).toEqual([
        "255 validation_error",
        "1 success",
        "255 validation_error",
        "1 success",
      ]);
      const lines = await asJson(account, vins(600, "short"));
      expect(outcomes(lines)).toEqual(["257 validation_error"]);
      expect(lines.at(-1)?.error?.from_line).toBe(257);
    });

    test("an open stream ends after its refused line", async () => {
      const account = await who.subscribe({
        quota: { calls: 1, renewal: "day" },
        credit_cost: { default: 0 },
      });
      const stream = await openBatch(service, account);
      const answers: unknown[] = [];
      for (let line = 0; line < 3; line++) {
        await stream.send(goodVin);
        answers.push(await stream.next());
      }
      expect(answers.map((lines) => (lines as BatchLine[])[0]?.error?.from_line)).toEqual([
        undefined,
        undefined,
        3,
      ]);
      expect(await stream.next()).toBeUndefined();
    });

    test("refused lines count towards the rate", async () => {
      const account = await who.subscribe({ rate_limit: { calls: 100, renewal_period_s: 3600 } });
      const sent = [...vins(14), "short", unknownVin, ...vins(4)];
      expect(outcomes(await asLines(account, sent))).toEqual([
        "14 success",
        "1 validation_error",
        "1 vehicle_not_found",
        "1 success",
        "3 credits_exhausted",
      ]);
      // The batch, four refused lines, and this call.
      const { headers } = await who.decode(account);
      expect(headers.get("ratelimit")).toStartWith('"default";r=94;');
      await asLines(account, vins(600));
      expect((await who.decode(account)).body).toMatchObject({ code: "rate_limited" });
    });

    test("invalid lines return their place in the quota", async () => {
      const account = await who.subscribe({ quota: { calls: 3, renewal: "lifetime" } });
      expect(outcomes(await asJson(account, ["short", goodVin, unknownVin]))).toEqual([
        "1 validation_error",
        "1 success",
        "1 vehicle_not_found",
      ]);
      expect(outcomes(await asJson(account, vins(2)))).toEqual(["1 success", "1 quota_exceeded"]);
    });

    test("misses are charged where the policy charges them", async () => {
      const account = await who.subscribe({ charge_on: "always", credit_cost: { default: 2 } });
      expect(outcomes(await asJson(account, [goodVin, unknownVin, "short"]))).toEqual([
        "1 success",
        "1 vehicle_not_found",
        "1 validation_error",
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
      expect(outcomes(await asLines(account, vins(20)))).toEqual(["15 success", "5 credits_exhausted"]);
      await who.putPolicy(account.productId, {
        quota: { calls: 16, renewal: "day" },
        credit_cost: { default: 0 },
      });
      expect(outcomes(await asLines(account, vins(2)))).toEqual(["1 success", "1 quota_exceeded"]);
    });

    test("balances, quotas and the request log agree", async () => {
      expect(await consistencyFindings(service.app.database)).toEqual([]);
    });
  });
}
