import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { purgeCharged } from "../../src/metering/sharing/charged-calls.ts";
import { type Account, ask, kinds, startService, type TestService } from "../harness.ts";
import { ownId } from "../own-id.ts";
import { goodVin, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";

const hour = 3_600_000;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`repeated calls on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const decoded = `/vin-decoder/${goodVin}`;
    /** A call as a client sends it: nothing is applied to the database before the next one. */
    const call = (account: Account, path = decoded, repeatOf?: string, method = "GET") =>
      send(account, repeatOf === undefined ? {} : { "x-repeat-of": repeatOf }, path, method);
    const send = (account: Account, headers: Record<string, string>, path = decoded, method = "GET") =>
      ask(service.serve, method, path, { headers: { "x-authkey": account.key, ...headers } });
    const idOf = ({ headers }: { headers: Headers }) => headers.get("x-request-id")!;
    const left = ({ headers }: { headers: Headers }) => headers.get("x-credits-remaining");
    const logged = async (account: Account) => {
      const found = await service.ask("GET", `/reports/byRequest?user_id=${account.userId}`, {
        headers: service.operatorHeaders,
      });
      const { items } = found.body as { items: { response_code: number; credits: number; cache: string }[] };
      return items.map((one) => [one.response_code, one.credits, one.cache]);
    };
    /** Every node has applied its calls, as its next heartbeat reports. */
    const reported = () =>
      service.app.database.run(sql`update journal set clear_at = ${service.app.clock() + hour}`);
    const notCharged = "no call of yours with this ID and this path was charged in the last 24 hours";
    const refused = (id: string, fault = notCharged) => ({
      detail: [
        {
          type: "value_error",
          loc: ["header", "x-repeat-of"],
          msg: `Value error, ${fault}`,
          input: id,
          ctx: { error: {} },
        },
      ],
    });

    test("a paid answer is free again for 24 hours", async () => {
      const account = await who.subscribe({});
      const paid = await call(account);
      expect([paid.status, left(paid)]).toEqual([200, "14"]);
      const again = await call(account, decoded, idOf(paid));
      expect([again.status, left(again), again.body]).toEqual([200, "14", paid.body]);
      service.advance(24 * hour - 1);
      expect((await call(account, decoded, idOf(paid))).status).toBe(200);
      service.advance(1);
      const late = await call(account, decoded, idOf(paid));
      const old = "this ID cannot be repeated: its time is 24 hours or more ago";
      expect([late.status, late.body]).toEqual([422, refused(idOf(paid), old)]);
      expect(await logged(account)).toEqual([
        [422, 0, "none"],
        [200, 0, "hit"],
        [200, 0, "hit"],
        [200, 1, "none"],
      ]);
      expect(await who.used(account)).toBe(1);
    });

    test("a repetition is free without credits", async () => {
      const account = await who.subscribe({ credit_cost: { default: 15 } });
      const paid = await call(account);
      expect((await call(account)).status).toBe(402);
      expect([(await call(account, decoded, idOf(paid))).status, await who.used(account)]).toEqual([200, 15]);
    });

    test("a charged miss is free again", async () => {
      const account = await who.subscribe({ charge_on: "always" });
      const missed = await call(account, `/vin-decoder/${unknownVin}`);
      const again = await call(account, `/vin-decoder/${unknownVin}`, idOf(missed));
      expect([missed.status, again.status, left(again)]).toEqual([404, 404, "14"]);
    });

    test("another user, path, parameter or call is not free", async () => {
      const account = await who.subscribe({});
      const paid = await call(account);
      const again = await call(account, decoded, idOf(paid));
      const missed = await call(account, `/vin-decoder/${unknownVin}`);
      const other = await who.subscribe({});
      const tries: [Account, string, string][] = [
        [other, decoded, idOf(paid)],
        [account, `${decoded}?explain=true`, idOf(paid)],
        [account, "/vin-decoder/5J6RW2H59JL990075", idOf(paid)],
        [account, decoded, idOf(again)],
        [account, `/vin-decoder/${unknownVin}`, idOf(missed)],
      ];
      await reported();
      for (const [caller, path, id] of tries) {
        const got = await call(caller, path, id);
        expect([path, id, got.status, got.body]).toEqual([path, id, 422, refused(id)]);
      }
      await service.app.metering.flush();
      expect([await who.used(account), await who.used(other)]).toEqual([1, 0]);
    });

    test("an ID by which no call can be found says why, and never that nothing was charged", async () => {
      const account = await who.subscribe({});
      const now = service.app.clock();
      const long = `${decoded}?${"&".repeat(2048)}year=2003`;
      const cases: [id: string, path: string, fault: string][] = [
        [
          "mine",
          decoded,
          "it is no UUID of version 7, by whose time a call is found. Send such an ID as X-Request-Id, or none",
        ],
        [
          ownId(now + 10_000),
          decoded,
          "its time is 10 seconds or more in the future. Set the clock that made it",
        ],
        [ownId(now - 24 * hour), decoded, "its time is 24 hours or more ago"],
        [ownId(now), long, "calls whose path and query have 2048 characters or more are not repeated"],
      ];
      for (const [id, path, fault] of cases) {
        await send(account, { "x-request-id": id }, path);
        await service.app.metering.flush();
        const got = await call(account, path, id);
        const body = refused(id, `this ID cannot be repeated: ${fault}`);
        expect([id, path, got.status, got.body]).toEqual([id, path, 422, body]);
      }
    });

    test("a batch is not repeated by an ID, and is not charged instead", async () => {
      const account = await who.subscribe({});
      const id = ownId(service.app.clock());
      const got = await ask(service.serve, "POST", "/vin-decoder/batch", {
        headers: { "x-authkey": account.key, "x-repeat-of": id },
        json: { vins: [goodVin] },
      });
      const fault = "this ID cannot be repeated: calls with POST are not repeated, only those with GET";
      expect([got.status, got.body, await who.used(account)]).toEqual([422, refused(id, fault), 0]);
    });

    test("a caller's ID whose clock is behind says what was looked up", async () => {
      const account = await who.subscribe({});
      const id = ownId(service.app.clock() - 12_000);
      await reported();
      const got = await call(account, decoded, id);
      expect([got.status, got.body]).toEqual([
        422,
        refused(id, `${notCharged}, apart from the last 10 seconds`),
      ]);
    });

    test("a caller's own ID is found if its time is at most ten seconds ahead", async () => {
      const account = await who.subscribe({});
      const now = service.app.clock();
      for (const [id, status] of [
        [ownId(now - 9000), 200],
        [ownId(now + 9000), 200],
        [ownId(now - 12_000), 200],
        [ownId(now - hour), 200],
        [ownId(now + 12_000), 422],
      ] as const) {
        await send(account, { "x-request-id": id });
        await reported();
        expect([id, (await call(account, decoded, id)).status]).toEqual([id, status]);
      }
      await service.app.metering.flush();
      expect(await who.used(account)).toBe(5);
    });

    test("a call that a node may have is neither free nor charged again until the node reports it", async () => {
      const account = await who.subscribe({});
      const { database, clock, metering } = service.app;
      const id = ownId(clock());
      const silent = (state: string, closedAt: number | null) => sql`
        insert into journal (journal_id, node, place, state, opened_at, closed_at, slot)
        values ('silent', 'silent', '', ${state}, ${clock() - hour}, cast(${closedAt} as bigint), 99)`;
      await reported();
      for (const [state, closedAt, status] of [
        ["open", null, 409],
        ["expired", clock() + 60_000, 409],
        ["expired", clock() - 60_000, 422],
        ["closed", clock() + 60_000, 422],
      ] as const) {
        await database.run(silent(state, closedAt));
        const got = await call(account, decoded, id);
        expect([state, got.status, got.headers.get("retry-after")]).toEqual([
          state,
          status,
          status === 409 ? "2" : null,
        ]);
        await database.run(sql`delete from journal where journal_id = 'silent'`);
      }
      await metering.flush();
      expect(await who.used(account)).toBe(0);
    });

    test("a caller's ID is found by one read, also beside thousands of calls", async () => {
      const account = await who.subscribe({});
      const id = ownId(service.app.clock());
      await send(account, { "x-request-id": id });
      const { requestLog } = service.app;
      const search = spyOn(requestLog, "search");
      expect((await call(account, decoded, id)).status).toBe(200);
      expect(search).toHaveBeenCalledTimes(0);
      search.mockRestore();
      const rows = await service.app.database.all(sql`
        select request_id, user_id, repeats from charged_call where request_id = ${id}`);
      expect(rows).toEqual([{ request_id: id, user_id: account.userId, repeats: 1 }]);
      await purgeCharged(service.app.database, service.app.clock());
      expect(
        await service.app.database.all(sql`select * from charged_call where request_id = ${id}`),
      ).toHaveLength(1);
      await purgeCharged(service.app.database, service.app.clock() + 1);
      expect(
        await service.app.database.all(sql`select * from charged_call where request_id = ${id}`),
      ).toEqual([]);
    });

    test("a charge is repeated ten times", async () => {
      const account = await who.subscribe({});
      const paid = await call(account);
      const statuses: number[] = [];
      for (let repeats = 0; repeats < 11; repeats++)
        statuses.push((await call(account, decoded, idOf(paid))).status);
      expect(statuses).toEqual([...Array(10).fill(200), 409]);
    });

    test("too many repetitions of an account at a time are refused", async () => {
      const account = await who.subscribe({});
      const second = await who.subscribe({});
      await service.change(
        sql`update subscription set owner_id = ${account.userId} where id = ${second.subscriptionId}`,
      );
      const paid = await call(account);
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, index) => call(index % 2 ? second : account, decoded, idOf(paid))),
      );
      const counts = Map.groupBy(all, ({ status }) => status);
      // Ten of the calls that are not refused are free.
      expect([counts.get(200)?.length, counts.get(409)?.length, counts.get(429)?.length]).toEqual([
        10, 14, 6,
      ]);
    });

    test("an Idempotency-Key makes two lookups one charge", async () => {
      const account = await who.subscribe({});
      const once = (key: string, path = decoded) =>
        ask(service.serve, "GET", path, {
          headers: { "x-authkey": account.key, "idempotency-key": key, "x-request-id": "mine" },
        });
      const [first, second] = [await once("k1"), await once("k1")];
      expect([first.status, left(first), second.status, left(second)]).toEqual([200, "14", 200, "14"]);
      expect(second.body).toEqual(first.body);
      expect(left(await once("k2"))).toBe("13");
      expect((await once("k1", `${decoded}?year=2003`)).status).toBe(422);
      expect((await once("not printable é")).status).toBe(422);
    });

    test("a path whose end the log does not keep is not free", async () => {
      const account = await who.subscribe({});
      const path = `${decoded}?${"&".repeat(2048)}year=2003`;
      const paid = await call(account, path);
      expect(paid.status).toBe(200);
      expect((await call(account, path, idOf(paid))).status).toBe(422);
    });

    test("a repetition is no call of the quota", async () => {
      const account = await who.subscribe({ quota: { calls: 2, renewal: "day" } });
      const paid = await call(account);
      await call(account, decoded, idOf(paid));
      await service.app.metering.flush();
      // Another node would read what is used.
      service.app.limits.quotas.review(account.subscriptionId);
      const statuses = [await call(account), await call(account)];
      expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
    });

    test("a repetition counts for the rate limit", async () => {
      const account = await who.subscribe({ rate_limit: { calls: 2, renewal_period_s: 3600 } });
      const paid = await call(account);
      const statuses = [await call(account, decoded, idOf(paid)), await call(account, decoded, idOf(paid))];
      expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
    });
  });
}
