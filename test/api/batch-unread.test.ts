import { afterAll, beforeAll, expect, test } from "bun:test";
import { kinds, problem, startService, type TestService, testOrigin } from "../harness.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers } from "../subscribers.ts";
import { until } from "../until.ts";

let service: TestService;
let who: Subscribers;
beforeAll(async () => {
  service = await startService(kinds[0]!);
  who = subscribers(service);
});
afterAll(() => service.end());

const free = { credit_cost: { default: 0 } };

const bodyOf = (vins: number) => JSON.stringify({ vins: Array.from({ length: vins }, () => goodVin) });

/** Resolves when the first answers of a batch wait: twice its input counts from the beginning. */
const firstPiece = (vins: number) =>
  until(() => service.app.responses.unsent.inAll > 2 * bodyOf(vins).length, "the first piece is made");

/** A batch of a client that has sent everything and reads nothing. */
function unread({ key }: Subscriber, vins: number): Promise<Response> {
  const request = new Request(`${testOrigin}/vin-decoder/batch`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-AuthKey": key },
    body: bodyOf(vins),
  });
  return service.serve(request, "127.0.0.1");
}

test("a batch answers as many lines as its client takes", async () => {
  const account = await who.subscribe(free);
  const response = await unread(account, 2000);
  await firstPiece(2000);
  const { data } = (await response.json()) as { data: object[] };
  expect([data.length, service.app.responses.unsent.inAll]).toEqual([2000, 0]);
});

test("a client that reads nothing leaves most lines unanswered and uncharged", async () => {
  const account = await who.subscribe(free);
  const { body } = await unread(account, 2000);
  await firstPiece(2000);
  await body?.cancel();
  await service.app.metering.flush();
  const { length } = await who.recorded(account);
  expect([length > 0, length < 300, service.app.responses.unsent.inAll]).toEqual([true, true, 0]);
});

test("a subscription whose batches are not read begins no other one", async () => {
  const account = await who.subscribe(free);
  const open: Response[] = [];
  const last = await until(async () => {
    const response = await unread(account, 10_000);
    if (response.status !== 200) return response;
    open.push(response);
    return undefined;
  }, "a batch is refused");
  expect(open.length).toBeGreaterThan(20);
  const text = await last.text();
  const detail = "Too many answers of this subscription's batches are not read. Read them first.";
  expect(JSON.parse(text)).toEqual(
    problem("rate_limited", 429, "Too many requests", detail, { ...last, headers: last.headers } as never),
  );
  expect(last.headers.get("retry-after")).toBe("1");
  const other = await who.subscribe(free);
  expect((await unread(other, 10)).status).toBe(200);
  for (const { body } of open) await body?.cancel();
  expect((await (await unread(account, 10)).json()) as object).toMatchObject({ status: "success" });
});
