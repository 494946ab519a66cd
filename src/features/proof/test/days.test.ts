import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { type Account, kinds, signUp, testStart } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { base64, leafOf, rootOf, sha256 } from "../../../../test/verify/proofs.ts";
import { sql } from "../../../database/sql.ts";
import { tidyUp } from "../../../management/system/housekeeping.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

interface LogRow {
  readonly journal_id: string;
  readonly seq: number;
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  readonly credits: number;
  readonly request_id: string;
  readonly method: string;
  readonly url: string;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`proof days on ${kind.dialect}`, () => {
    let service: ProvedService;
    let account: Account;
    beforeAll(async () => {
      service = await startProved(kind);
      account = await signUp(service);
    });
    afterAll(() => service.end());

    const call = (path: string, headers = {}) =>
      service.ask("GET", path, { headers: { "x-AuthKey": account.key, ...headers } });
    const days = async () =>
      (
        await service.db.all<Record<string, unknown>>(sql`
          select day, number, calls, credits, call_root, ledger_rows, ledger_head from proof_day
          where subscription_id = ${account.subscriptionId} order by day`)
      ).map((row) => ({ ...row }));
    /** The lines of calls as they are in the view of the log, in the order of their IDs. */
    const linesOf = async (from: string, to: string) => {
      const salt = await service.db.get<{ salt: Uint8Array }>(
        sql`select salt from proof_salt where user_id = ${account.userId}`,
      );
      const rows = await service.db.all<LogRow>(sql`
        select journal_id, seq, at, operation, status, credits, request_id, method, url from request_log
        where subscription_id = ${account.subscriptionId} and at >= ${Date.parse(from)} and at < ${Date.parse(to)}
        order by journal_id, seq`);
      return rows.map((row) => {
        const message = `${row.request_id}\n${row.method}\n${row.url}`;
        const digest = createHmac("sha256", salt!.salt).update(message).digest().subarray(0, 16);
        return `vingate-call/v1\t${row.journal_id}/${row.seq}\t${row.at}\t${row.operation}\t${row.status}\t${row.credits}\t${digest.toString("base64")}\n`;
      });
    };

    test("a day has all calls, free ones too, as a tree, and the end of the ledger", async () => {
      await call(`/vin-decoder/${goodVin}`);
      await call(`/vin-decoder/${goodVin}`, { "x-request-id": "my own/id" });
      await call("/vin-decoder/short");
      await call("/lien/1HGCM82633A004352");
      await service.prove("2026-11-22");
      const lines = await linesOf("2026-11-21", "2026-11-22");
      const first = base64(sha256(`vingate-ledger/v1\t${account.subscriptionId}\n`));
      const [entry] = await service.db.all<{ id: string; at: number }>(
        sql`select id, at from credit_ledger where subscription_id = ${account.subscriptionId}`,
      );
      const head = base64(
        sha256(`vingate-ledger/v1\t${first}\t${entry!.id}\t${entry!.at}\tgrant\t15\t${entry!.id}\n`),
      );
      expect(await days()).toEqual([
        {
          day: "2026-11-21",
          number: 0,
          calls: 4,
          credits: 2,
          call_root: base64(rootOf(lines.map(leafOf))),
          ledger_rows: 1,
          ledger_head: head,
        },
      ]);
    });

    test("a day without calls and entries has no leaf; the log grows by those that have", async () => {
      await service.setTime(Date.parse("2026-11-24T10:00:00Z"));
      for (let count = 0; count < 5; count++) await call(`/vin-decoder/${goodVin}`);
      await service.prove("2026-11-26");
      const [first, second, ...more] = await days();
      expect([first!.day, second!.day, more]).toEqual(["2026-11-21", "2026-11-24", []]);
      const lines = await linesOf("2026-11-24", "2026-11-25");
      expect(second).toEqual({
        ...{
          day: "2026-11-24",
          number: 1,
          calls: 5,
          credits: 5,
          ledger_rows: 1,
          ledger_head: first!.ledger_head,
        },
        call_root: base64(rootOf(lines.map(leafOf))),
      });
      const leaves = [first!, second!].map((one) =>
        leafOf(
          `vingate-proof-day/v1\t${account.subscriptionId}\t${one.day}\t${one.calls}\t${one.credits}\t${one.call_root}\t${one.ledger_rows}\t${one.ledger_head}\n`,
        ),
      );
      const log = await service.db.get<{ size: number; subtrees: string; balance: number }>(
        sql`select size, subtrees, balance from proof_log where subscription_id = ${account.subscriptionId}`,
      );
      expect({ ...log }).toEqual({ size: 2, subtrees: base64(rootOf(leaves)), balance: 8 });
      const [month] = await service.db.all<{ usage: string }>(
        sql`select usage from proof_month where subscription_id = ${account.subscriptionId}`,
      );
      expect(JSON.parse(month!.usage)).toEqual([
        ["decodeVin", "charged", 7, 7],
        ["decodeVin", "invalid", 1, 0],
        ["getLiens", "not_found", 1, 0],
      ]);
    });

    test("proving again changes nothing", async () => {
      const before = await days();
      await service.proof.look();
      expect(await days()).toEqual(before);
    });

    test("lines of batches, repeats, 304 and charged misses are in the day", async () => {
      await service.setTime(Date.parse("2026-11-27T10:00:00Z"));
      const json = { vins: [goodVin, goodVin, "short"] };
      const headers = { "x-AuthKey": account.key, "idempotency-key": "once" };
      for (const _ of [1, 2]) await service.ask("POST", "/vin-decoder/batch", { headers, json });
      const etag = (await call(`/vin-decoder/${goodVin}`)).headers.get("etag");
      expect((await call(`/vin-decoder/${goodVin}`, { "if-none-match": etag })).status).toBe(304);
      await service.prove("2026-11-28");
      const lines = await linesOf("2026-11-27", "2026-11-28");
      const statuses = lines.map((line) => line.split("\t").slice(4, 6).join(" "));
      expect(
        Object.fromEntries(
          Map.groupBy(statuses, (one) => one)
            .entries()
            .map(([k, v]) => [k, v.length]),
        ),
      ).toEqual({
        "200 0": 2,
        "200 1": 3,
        "304 0": 1,
        "422 0": 2,
      });
      expect((await days()).at(-1)).toMatchObject({
        day: "2026-11-27",
        calls: lines.length,
        call_root: base64(rootOf(lines.map(leafOf))),
      });
    });
  });

for (const kind of kinds) {
  test.skipIf(kind.missing)(
    `a ledger row of the next day is not in the day, on ${kind.dialect}`,
    async () => {
      const service = await startProved(kind);
      const account = await signUp(service);
      const grant = (credits: number) =>
        service.ask("POST", `/subscriptions/${account.subscriptionId}/grants`, {
          headers: service.operatorHeaders,
          json: { source: "grant", credits, reason: "outage" },
        });
      await service.setTime(Date.parse("2026-11-21T23:59:59Z"));
      expect((await grant(5)).status).toBe(200);
      await service.setTime(Date.parse("2026-11-22T00:00:01Z"));
      expect((await grant(7)).status).toBe(200);
      await service.prove("2026-11-22");
      await service.prove("2026-11-23");
      const rows = await service.db.all<{ day: string; ledger_rows: number }>(sql`
      select day, ledger_rows from proof_day where subscription_id = ${account.subscriptionId} order by day`);
      expect(rows.map((row) => [row.day, row.ledger_rows])).toEqual([
        ["2026-11-21", 2],
        ["2026-11-22", 3],
      ]);
      await service.end();
    },
  );

  test.skipIf(kind.missing)(`calls are kept until their day has its leaves, on ${kind.dialect}`, async () => {
    const service = await startProved(kind, { VINGATE_REQUEST_LOG_DAYS: "1" });
    const account = await signUp(service);
    const headers = { "x-AuthKey": account.key };
    await service.ask("GET", `/vin-decoder/${goodVin}`, { headers });
    const logged = async () =>
      (await service.db.get<{ calls: number }>(sql`select count(*) as calls from request_log`))!.calls;
    // Journals are opened by the system's clock.
    await service.db.run(sql`update journal set opened_at = ${testStart}`);
    await service.setTime(Date.parse("2026-11-30T12:00:00Z"));
    await tidyUp(service.app);
    expect(await logged()).toBe(1);
    await service.proof.look();
    await tidyUp(service.app);
    expect(await logged()).toBe(0);
    await service.end();
  });
}

test("a day ends two minutes after midnight, when nodes have applied its calls", async () => {
  const service = await startProved(kinds[0]!);
  const account = await signUp(service);
  const made = async () => {
    await service.proof.look();
    return service.db.get<{ days: number }>(
      sql`select count(*) as days from proof_day where subscription_id = ${account.subscriptionId}`,
    );
  };
  const midnight = Date.parse("2026-11-22T00:00:00Z");
  await service.setTime(midnight + 119_999);
  expect((await made())!.days).toBe(0);
  await service.setTime(midnight + 120_000);
  expect((await made())!.days).toBe(1);
  await service.end();
});

test("a day is signed an hour after its leaves on PostgreSQL, immediately on SQLite", async () => {
  for (const kind of kinds.filter(({ missing }) => !missing)) {
    const service = await startProved(kind);
    await signUp(service);
    await service.prove("2026-11-22");
    const immediately = kind.dialect === "sqlite" ? "2026-11-21" : "2026-11-20";
    expect([kind.dialect, await service.proof.signedDay()]).toEqual([kind.dialect, immediately]);
    // Its leaves were made at ten minutes past midnight.
    await service.setTime(Date.parse("2026-11-22T01:09:59Z"));
    expect([kind.dialect, await service.proof.signedDay()]).toEqual([kind.dialect, immediately]);
    await service.setTime(Date.parse("2026-11-22T01:10:00Z"));
    expect(await service.proof.signedDay()).toBe("2026-11-21");
    await service.end();
  }
});
