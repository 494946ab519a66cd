import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { kinds } from "../../database/databases.ts";
import { startWorkerService, type WorkerService } from "../../server/processes/worker-service.ts";
import { tally } from "../test-nodes.ts";

const calls = 1500;
const periodSeconds = 600;
const connections = 64;

interface Answer {
  readonly status: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfter: number | undefined;
  readonly policy: string | null;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a rate limit of the service, on ${kind.dialect}`, () => {
    for (const workers of kind.dialect === "sqlite" ? [1, 4] : [4])
      test(`${connections} connections to ${workers} get exactly their calls and true headers`, async () => {
        const running = await startWorkerService(kind, workers);
        try {
          await putPolicy(running, { rate_limit: { calls, renewal_period_s: periodSeconds } });
          const all = await callFor(running, 2000);
          const counts = tally(all.map(({ status }) => String(status)));
          const { 200: admitted = 0, 503: late = 0 } = counts;
          // On a machine that is too busy some calls wait more than a second, and their places stay used.
          const exact = admitted <= calls && admitted + late >= calls;
          expect({ exact, ...counts }).toMatchObject({ exact: true });
          const answers = all.filter(({ status }) => status !== 503);
          expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
          expect(new Set(answers.map(({ policy }) => policy))).toEqual(
            new Set([`"default";q=${calls};w=${periodSeconds}`]),
          );
          const served = answers.filter(({ status }) => status === 200);
          // A single process has the exact rest.
          if (workers === 1)
            expect(served.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
              Array.from({ length: calls }, (_, index) => calls - 1 - index),
            );
          expect(answers.filter((answer) => !isTrue(answer))).toEqual([]);
        } finally {
          await running.remove();
        }
      }, 120_000);
  });

function isTrue({ status, remaining, resetSeconds, retryAfter }: Answer): boolean {
  const counted = remaining < (status === 200 ? calls : 1);
  const timed = resetSeconds > periodSeconds - 30 && resetSeconds <= periodSeconds;
  return counted && timed && retryAfter === (status === 429 ? resetSeconds : undefined);
}

/** The key has not been used before: every process reads it together with this policy. */
async function putPolicy({ folder, service }: WorkerService, policy: object): Promise<void> {
  const { operator_token } = JSON.parse(readFileSync(join(folder, "first-run.json"), "utf8")) as {
    operator_token: string;
  };
  const answer = await fetch(`${service.url}/products/plenty/policies/policy`, {
    method: "PUT",
    headers: { authorization: operator_token, "content-type": "application/json" },
    body: JSON.stringify({ policy }),
  });
  expect(answer.status).toBe(200);
}

const longestMs = 20_000;

async function callFor({ service, key }: WorkerService, milliseconds: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const until = performance.now() + milliseconds;
  // A busy machine takes longer to reach the limit.
  const goesOn = () =>
    performance.now() < until || (answers.length < 2 * calls && performance.now() < until + longestMs);
  const caller = async () => {
    while (goesOn()) {
      const { status, headers } = await fetch(`${service.url}/vin-decoder/1HGCM82633A004352`, {
        headers: { "x-authkey": key },
      });
      const reported = /"default";r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "");
      const retryAfter = headers.get("retry-after");
      answers.push({
        status,
        remaining: Number(reported?.[1]),
        resetSeconds: Number(reported?.[2]),
        retryAfter: retryAfter === null ? undefined : Number(retryAfter),
        policy: headers.get("ratelimit-policy"),
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return answers;
}
