import { dayMs } from "../../src/base/durations.ts";
import { startService, type TestService } from "../../test/harness.ts";
import { callOf } from "../../test/usage-calls.ts";
import { fillCalls } from "../common/calls.ts";
import { installed } from "../common/databases.ts";
import { type Figure, figure, median } from "../common/figure.ts";
import { elapsed } from "../common/measure.ts";
import { scaled } from "../common/settings.ts";

const calls = scaled(300_000, 3000);
const customers = 92;
const rounds = 7;
const goalMs = 300;
const failures = [404, 404, 404, 422, 429];

/** Calls of 30 days, of customers of whom the first makes half, the next a quarter, and so on; one in 20 has an error. */
function callAt(since: number, number: number) {
  const customer = number % 64 === 63 ? number % customers : Math.clz32(number % 64) - 26;
  const status = number % 20 === 0 ? failures[(number / 20) % failures.length]! : 200;
  return callOf(
    { userId: `user-${customer}`, subscriptionId: `subscription-${customer}` },
    since + Math.floor((number / calls) * 30 * dayMs),
    {
      requestId: `bench-${number}`,
      api: `api-${number % 7}`,
      operation: `operation-${number % 7}`,
      url: `/api-${number % 7}/1HGCM82633A${String(number % 1_000_000).padStart(6, "0")}`,
      status,
      credits: status === 200 ? 1 : 0,
      key: number % 5 === 0 ? "secondary" : "primary",
      ...(status !== 200 && { errorCode: `code_${status}` }),
    },
  );
}

/** The reports of the tabs of Calls, and its search. */
const reads = (now: number): readonly (readonly [name: string, path: string])[] => [
  ["chart and By day, in the reader's zone", "timeseries?granularity=day&time_zone=Europe/Prague"],
  ["chart and By day, in a zone of half hours", "timeseries?granularity=day&time_zone=Asia/Kolkata"],
  ["Calls", "byRequest?page_size=50"],
  ["Calls, the last page", `byRequest?page_size=50&page=${Math.ceil(calls / 50)}`],
  ["Calls, a VIN", "byRequest?page_size=50&url=1HGCM82633A299998"],
  ["Calls, a request ID", "byRequest?page_size=50&request_id=bench-150000"],
  ["Calls of a day", `byRequest?page_size=50&timestamp_le=${new Date(now - 15 * dayMs).toISOString()}`],
  ["By lookup or API", "byApi?page_size=1000"],
  ["By customer", "byUser?page_size=100"],
  ["By key", "byKey?"],
  ["By key, one customer", "byKey?user_id=user-1"],
  ["By error", "byError?"],
  ["By error, one customer", "byError?user_id=user-1"],
];

async function figuresOf(service: TestService, dialect: string): Promise<Figure[]> {
  const now = service.app.clock();
  await fillCalls(service.app.database, calls, (number) => callAt(now - 30 * dayMs, number));
  const figures: Figure[] = [];
  for (const [name, path] of reads(now)) {
    const from = new Date(now - 30 * dayMs).toISOString();
    let note = `goal ${goalMs} ms`;
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(
        await elapsed(async () => {
          const { status, body } = await service.ask("GET", `/reports/${path}&timestamp_ge=${from}`, {
            headers: service.operatorHeaders,
          });
          const { searched_from: since } = body as { searched_from?: string };
          if (status !== 200) throw new Error(`${path}: ${status}`);
          if (since) note = `goal ${goalMs} ms; back to ${since}`;
        }),
      );
    figures.push(figure(`${name}, ${dialect}`, median(times), "ms", note));
  }
  return figures;
}

/** Calls at 300,000 calls: each read of its tabs. */
export async function benchCalls(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of installed) {
    const service = await startService(kind);
    figures.push(...(await figuresOf(service, kind.dialect)));
    await service.end();
  }
  return figures;
}
