import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { systemClock } from "../../src/base/clock.ts";
import { sql } from "../../src/database/sql.ts";
import { signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";
import { callOf, recordCalls } from "../usage-calls.ts";
import { follow, type ReceivedEvent } from "./event-lines.ts";

const path = "/reports/byRequest/events";
const vin = "5J6RW2H59JL990075";

interface Calls {
  readonly items: readonly {
    request_id: string;
    user_id: string;
    operation: string;
    response_code: number;
  }[];
  readonly skipped: number;
}
const calls = (received: ReceivedEvent | undefined) => received?.data as Calls;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`events of recorded calls on ${kind.dialect}`, () => {
    let service: TestService;
    let ada: Account;
    let bob: Account;
    beforeAll(async () => {
      service = await startService(kind, {}, { clock: systemClock });
      ada = await signUp(service);
      bob = await signUp(service);
    });
    afterAll(() => service.end());

    const look = async (account: Account, id: string) => {
      const got = await service.ask("GET", `/vin-decoder/${vin}`, {
        headers: { "x-authkey": account.key, "x-request-id": id },
      });
      expect(got.status).toBe(200);
    };

    test("operators receive every call, customers their own, once", async () => {
      const all = await follow(service, path, service.operatorHeaders);
      const own = await follow(service, path, await signedIn(service, ada));
      expect([all.status, all.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      for (const stream of [all, own])
        expect(await stream.next()).toEqual({
          event: "calls",
          id: expect.any(String),
          data: { items: [], skipped: 0 },
        });
      await look(bob, "of-bob");
      await look(ada, "of-ada");
      const received = new Map<string, Calls["items"][number]>();
      while (received.size < 2)
        for (const one of calls(await all.next()).items) received.set(one.request_id, one);
      const logged = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
      const { items } = logged.body as Calls;
      expect([...received.keys()].sort()).toEqual(["of-ada", "of-bob"]);
      for (const one of received.values())
        expect(one).toEqual(items.find(({ request_id }) => request_id === one.request_id)!);
      expect(calls(await own.next()).items.map(({ request_id }) => request_id)).toEqual(["of-ada"]);
      await all.leave();
      await own.leave();
      expect(service.app.responses.streams.total).toBe(0);
    });

    test("a customer receives no calls of others", async () => {
      const headers = await signedIn(service, ada);
      const ofBob = `${path}?seconds=0&user_id=${bob.userId}`;
      const { id } = (await (await follow(service, ofBob, headers)).next())!;
      await look(bob, "not-for-ada");
      await look(ada, "not-requested-for");
      const resumed = await follow(service, ofBob, { ...headers, "last-event-id": id! });
      expect(calls(await resumed.next())).toEqual({ items: [], skipped: 0 });
    });

    test("an unknown event ID starts again with a gap event", async () => {
      const stream = await follow(service, `${path}?seconds=0`, {
        ...service.operatorHeaders,
        "last-event-id": "nothing that was ever received",
      });
      expect(await stream.next()).toEqual({ event: "gap", id: expect.any(String), data: {} });
      expect(await stream.next()).toBeUndefined();
    });

    test("an interrupted stream resumes after its last event", async () => {
      const first = await follow(service, `${path}?seconds=0`, service.operatorHeaders);
      const received = await first.next();
      expect(await first.next()).toBeUndefined();
      await look(ada, "while-away-1");
      await look(bob, "while-away-2");
      const resumed = await follow(service, `${path}?seconds=0`, {
        ...service.operatorHeaders,
        "last-event-id": received!.id!,
      });
      const next = await resumed.next();
      expect(calls(next).items.map(({ request_id }) => request_id)).toEqual(["while-away-2", "while-away-1"]);
      const third = await follow(service, `${path}?seconds=0`, {
        ...service.operatorHeaders,
        "last-event-id": next!.id!,
      });
      expect(calls(await third.next()).items).toEqual([]);
      for (const one of [first, resumed, third]) await one.leave();
    });

    test("late calls of another node are sent, the newest of many", async () => {
      const first = await follow(service, `${path}?seconds=0`, service.operatorHeaders);
      const { id } = (await first.next())!;
      const now = Date.now();
      const many = Array.from({ length: 250 }, (_, index) => callOf(bob, now - 90_000 + index));
      await recordCalls(service, many);
      const [run] = await service.app.database.all<{ journal_id: string }>(
        sql`select journal_id from request_chunk order by last_at limit 1`,
      );
      await service.app.database.run(sql`
        insert into journal (journal_id, node, place, state, applied_seq, opened_at)
        values (${run!.journal_id}, 'other/1', '', 'open', 250, ${now})`);
      const resumed = await follow(service, `${path}?seconds=0`, {
        ...service.operatorHeaders,
        "last-event-id": id!,
      });
      const { items, skipped } = calls(await resumed.next());
      expect([items.length, skipped, items[0]!.request_id]).toEqual([200, 50, many.at(-1)!.requestId]);
    });

    test("streams per account are limited and end at shutdown", async () => {
      const open = await Promise.all(
        Array.from({ length: 12 }, () => follow(service, path, service.operatorHeaders)),
      );
      for (const one of open) expect((await one.next())?.event).toBe("calls");
      const refused = await service.ask("GET", path, { headers: service.operatorHeaders });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      const other = await follow(service, `${path}?seconds=0`, await signedIn(service, ada));
      expect(other.status).toBe(200);
      await open[0]!.leave();
      const again = await follow(service, path, service.operatorHeaders);
      expect((await again.next())?.event).toBe("calls");
      service.app.responses.streams.end();
      for (const one of [...open.slice(1), again]) expect(await one.next()).toBeUndefined();
      await other.leave();
      expect(service.app.responses.streams.total).toBe(0);
    });
  });
