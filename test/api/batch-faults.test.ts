import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { kinds, meteringWith, startService, type TestService, testOrigin } from "../harness.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import { faultyFiles } from "../metering/test-journal.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";
import { until } from "../until.ts";

const files = faultyFiles();
let service: TestService;
let who: Subscribers;
beforeAll(async () => {
  service = await startService(kinds[0]!, {}, { openMetering: meteringWith(files) });
  who = subscribers(service);
});
afterAll(() => service.end());

interface LineAnswer {
  readonly status: string;
  readonly error?: { readonly code: string };
}

const batch = ({ key }: Subscriber, vins: readonly string[]) =>
  service.ask("POST", "/vin-decoder/batch", { headers: { "x-AuthKey": key }, json: { vins } });
async function outcomes(account: Subscriber, vins: readonly string[]): Promise<string[]> {
  const { data } = (await batch(account, vins)).body as { data: LineAnswer[] };
  return data.map(({ status, error }) => error?.code ?? status);
}
const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

test("lines that miss return their credits", async () => {
  const account = await who.subscribe({});
  expect(await outcomes(account, [...times(15, unknownVin), ...times(15, goodVin)])).toEqual([
    ...times(15, "vehicle_not_found"),
    ...times(15, "success"),
  ]);
  expect(await who.used(account)).toBe(15);
});

test("lines that cannot be recorded return credits and quota", async () => {
  const account = await who.subscribe({ quota: { calls: 15, renewal: "lifetime" } });
  expect(await outcomes(account, [goodVin])).toEqual(["success"]);
  Object.assign(files, { room: 0, creates: false });
  expect(await outcomes(account, times(14, goodVin))).toEqual(times(14, "unavailable"));
  Object.assign(files, { room: undefined, creates: true });
  await until(() => service.app.metering.journalFault === undefined, "the journal is written again");
  expect(await outcomes(account, times(15, goodVin))).toEqual([...times(14, "success"), "quota_exceeded"]);
  expect(await who.used(account)).toBe(15);
});

test("each line is recorded with the bytes of its answer", async () => {
  const account = await who.subscribe({});
  const { data } = (await batch(account, [goodVin, unknownVin, "short"])).body as { data: LineAnswer[] };
  const rows = await service.app.database.all<{ response_size: number }>(sql`
    select response_size from request_log where subscription_id = ${account.subscriptionId} order by seq`);
  expect(rows.map(({ response_size }) => response_size)).toEqual(
    data.map((each) => Buffer.byteLength(JSON.stringify(each))),
  );
});

test("a client that leaves before the records are written pays nothing", async () => {
  const account = await who.subscribe({});
  const { metering } = service.app;
  const { admit } = metering;
  const gone = new AbortController();
  const leavingLater = (admitted: Awaited<ReturnType<typeof admit>>) => {
    if (!("settle" in admitted)) return admitted;
    const settle = admitted.settle.bind(admitted);
    admitted.settle = (...record) => {
      gone.abort();
      return settle(...record);
    };
    return admitted;
  };
  metering.admit = (...call) => {
    const admitted = admit.apply(metering, call);
    return admitted instanceof Promise ? admitted.then(leavingLater) : leavingLater(admitted);
  };
  const request = new Request(`${testOrigin}/vin-decoder/batch`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-AuthKey": account.key },
    body: JSON.stringify({ vins: times(3, goodVin) }),
    signal: gone.signal,
  });
  await (await service.serve(request, "127.0.0.1")).text();
  metering.admit = admit;
  // The body ends with the client; the lines that were begun, one to three, end after it.
  const recorded = await until(async () => {
    await metering.flush();
    const calls = await who.recorded(account);
    return calls.length > 0 && calls;
  }, "a line is recorded");
  expect(recorded).toEqual(times(recorded.length, { status: 200, credits: 0 }));
  expect(await outcomes(account, times(15, goodVin))).toEqual(times(15, "success"));
});

test("balances, quotas and the request log agree", async () => {
  expect(await consistencyFindings(service.app.database)).toEqual([]);
});
