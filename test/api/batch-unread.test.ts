import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
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

test("bodies that are received take an account's share, and others' are received beside them", async () => {
  const account = await who.subscribe(free);
  const gates: PromiseWithResolvers<void>[] = [];
  const slow = ({ key }: Subscriber) => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    const text = new TextEncoder().encode(bodyOf(1));
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(text.slice(0, 5));
        await gate.promise;
        controller.enqueue(text.slice(5));
        controller.close();
      },
    });
    const headers = { "content-type": "application/json", "x-AuthKey": key };
    return service.serve(
      new Request(`${testOrigin}/vin-decoder/batch`, { method: "POST", headers, body }),
      "127.0.0.1",
    );
  };
  const held = Array.from({ length: 32 }, () => slow(account));
  const refused = await until(async () => {
    const response = await unread(account, 1);
    return response.status === 429 ? response : void (await response.text());
  }, "the share is taken");
  expect(((await refused.json()) as { detail: string }).detail).toBe(
    "Too many batches of your account are being received. Nothing was charged. Retry.",
  );
  const other = await unread(await who.subscribe(free), 1);
  expect(other.status).toBe(200);
  await other.text();
  for (const { resolve } of gates) resolve();
  for (const response of await Promise.all(held)) {
    expect(response.status).toBe(200);
    await response.text();
  }
  const again = await unread(account, 1);
  expect(again.status).toBe(200);
  await again.text();
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

test("an account whose batches are not read begins no other one", async () => {
  const account = await who.subscribe(free);
  const second = await who.subscribe(free);
  await service.change(
    sql`update subscription set owner_id = ${account.userId} where id = ${second.subscriptionId}`,
  );
  const open: Response[] = [];
  const last = await until(async () => {
    const response = await unread(open.length % 2 ? second : account, 10_000);
    if (response.status !== 200) return response;
    open.push(response);
    return undefined;
  }, "a batch is refused");
  expect(open.length).toBeGreaterThan(20);
  expect(open.length).toBeLessThan(50);
  const text = await last.text();
  const detail = "Too many answers of this account's batches are not read. Read them first.";
  expect(JSON.parse(text)).toEqual(
    problem("rate_limited", 429, "Too many requests", detail, { ...last, headers: last.headers } as never),
  );
  expect(last.headers.get("retry-after")).toBe("1");
  const other = await who.subscribe(free);
  expect((await unread(other, 10)).status).toBe(200);
  for (const { body } of open) await body?.cancel();
  expect((await (await unread(account, 10)).json()) as object).toMatchObject({ status: "success" });
});
