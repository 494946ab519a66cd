import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Serve } from "../../src/calls/dispatch.ts";
import { sql } from "../../src/database/sql.ts";
import { LineRefusal } from "../../src/http/lines.ts";
import { type EndingNode, openEndingNode } from "../ending-node.ts";
import { kinds, startService, type TestService, testOrigin } from "../harness.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";
import { until } from "../until.ts";

const groupMax = 256;
const runs = 15;
const codes = {
  402: "credits_exhausted",
  403: "subscription_inactive",
  422: "validation_error",
  429: "quota_exceeded",
  503: "unavailable",
} as const;
type Refused = keyof typeof codes;
const lasting: readonly number[] = [402, 403, 429, 503];
const invalid = "short";

const refusal = fc.constantFrom<Refused>(402, 403, 422, 429, 503);
const attempt = fc.record({
  /** The refusals of lines that reach their credits, again from the first one after the last. */
  refusals: fc.array(fc.option(refusal, { freq: 2, nil: undefined }), { minLength: 1, maxLength: 40 }),
  /** The line at which its client leaves. */
  cutAt: fc.option(fc.nat({ max: 400 }), { freq: 2, nil: undefined }),
  isKilled: fc.boolean(),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer A> ? A : never;
const whole: Attempt = { refusals: [undefined], cutAt: undefined, isKilled: false };

const refusedText = (vin: string, status: number, code: string, detail: string, from?: number) =>
  JSON.stringify({ status: "error", vin, error: { status, code, detail, ...(from && { from_line: from }) } });

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`refused lines of repeated batches on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    /** The answers to lines that nothing refuses. */
    const textOf = new Map<string, string>();
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
      const texts = (await send(service.serve, await who.subscribe({}), [goodVin, unknownVin, invalid])).text;
      for (const [at, vin] of [goodVin, unknownVin, invalid].entries()) textOf.set(vin, texts[at]!);
    });
    afterAll(() => service.end());

    /** Resolves to the lines of the answer as far as they came. */
    async function send(
      serve: Serve,
      { key }: Subscriber,
      lines: readonly string[],
      signal?: AbortSignal,
    ): Promise<{ status: number; text: string[] }> {
      const request = new Request(`${testOrigin}/vin-decoder/batch`, {
        method: "POST",
        headers: { "x-AuthKey": key, "idempotency-key": "a", "content-type": "application/x-ndjson" },
        body: `${lines.join("\n")}\n`,
        ...(signal && { signal }),
      });
      const response = await serve(request, "127.0.0.1");
      const text = await response.text().catch(() => "");
      return { status: response.status, text: text.split("\n").slice(0, -1) };
    }

    /** Refuses credits as an attempt defines; the returned function ends this. `begun` is called at the first line. */
    function refuse(
      { metering }: TestService["app"],
      { refusals, cutAt }: Attempt,
      cut: () => void,
      begun?: () => void,
    ) {
      const { admit } = metering;
      let count = 0;
      metering.admit = (...call) => {
        // Without the begin of its wait it is the record of a refusal.
        if (call[2] === undefined) return admit.apply(metering, call);
        if (count === 0) begun?.();
        if (count === cutAt) cut();
        const status = refusals[count++ % refusals.length];
        if (status) throw new LineRefusal(status, codes[status], "refused by the test");
        return admit.apply(metering, call);
      };
      return () => {
        metering.admit = admit;
      };
    }

    /** The whole answer to an attempt that is not cut. */
    function answerTo(lines: readonly string[], { refusals }: Attempt): string[] {
      const answer: string[] = [];
      let [admitted, inRow] = [0, 0];
      let ending: readonly [status: number, code: string, detail: string] | undefined;
      for (const [at, vin] of lines.entries()) {
        if (at % groupMax === 0 && ending) {
          const [status, code, detail] = ending;
          const from = at + 1;
          const last = `${detail} Lines from ${from} on have no answer.`;
          return [...answer, refusedText(vin, status, code, last, from)];
        }
        const status = vin === invalid ? undefined : refusals[admitted++ % refusals.length];
        const text = status
          ? refusedText(vin, status, codes[status], "refused by the test")
          : textOf.get(vin)!;
        answer.push(text);
        const { error } = JSON.parse(text) as { error?: { status: number; code: string; detail: string } };
        const isRefused = error !== undefined && error.status !== 404;
        inRow = isRefused ? inRow + 1 : 0;
        if (!isRefused) ending = undefined;
        else if (lasting.includes(error.status) || inRow >= groupMax)
          ending = [error.status, error.code, error.detail];
      }
      return answer;
    }

    async function attemptOn(
      { app, serve, cutOff }: Pick<EndingNode, "app" | "serve"> & Partial<EndingNode>,
      account: Subscriber,
      lines: readonly string[],
      tried: Attempt,
    ): Promise<void> {
      const hangUp = new AbortController();
      const restore = refuse(app, tried, () => hangUp.abort(), cutOff);
      const got = await until(async () => {
        const sent = await send(serve, account, lines, hangUp.signal);
        // An earlier cut is noticed a moment later.
        return sent.status !== 409 && sent;
      }, "the earlier call has ended");
      restore();
      if (!hangUp.signal.aborted) expect(got).toEqual({ status: 200, text: answerTo(lines, tried) });
    }

    /** The credits of each line, as the request log has them; free answers are none. */
    async function chargesOf({ subscriptionId }: Subscriber): Promise<string[]> {
      await service.app.metering.flush();
      const rows = await service.app.database.all<{ url: string; credits: number }>(sql`
        select url, credits from request_log
        where subscription_id = ${subscriptionId} and operation = 'decodeVins' and credits > 0`);
      return rows.map(({ url, credits }) => `${url} ${credits}`).toSorted();
    }

    test("every answered line is charged once, and no line is free", async () => {
      const blocks = fc.array(fc.constantFrom(goodVin, goodVin, unknownVin, invalid), {
        minLength: 1,
        maxLength: 24,
      });
      const all = fc.asyncProperty(
        blocks,
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(attempt, { maxLength: 4 }),
        async (block, times, cost, chargesMisses, attempts) => {
          const lines = Array.from({ length: times }, () => block).flat();
          const policy = { credit_cost: { default: cost }, ...(chargesMisses && { charge_on: "always" }) };
          const account = await who.subscribe(policy);
          await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, {
            headers: service.operatorHeaders,
            json: { set: 100_000, reason: "test" },
          });
          for (const tried of attempts)
            if (tried.isKilled) {
              const node = await openEndingNode(service, account.key);
              await attemptOn(node, account, lines, tried);
              await node.end();
            } else await attemptOn(service, account, lines, tried);
          const due = answerTo(lines, whole).flatMap((_, at) =>
            lines[at] === goodVin || (chargesMisses && lines[at] === unknownVin)
              ? [`/vin-decoder/batch#${at + 1} ${cost}`]
              : [],
          );
          for (let turn = 0; turn < 2; turn++) {
            await attemptOn(service, account, lines, whole);
            expect(await chargesOf(account)).toEqual(due.toSorted());
          }
        },
      );
      await fc.assert(all, { numRuns: runs });
    }, 300_000);

    test("balances, quotas and the request log agree", async () => {
      expect(await consistencyFindings(service.app.database)).toEqual([]);
    });
  });
}
