import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { verifyStatement } from "../../../../verify/src/index.ts";
import { sql } from "../../../database/sql.ts";
import { moveRequestLogStart } from "../../../metering/usage/log-start.ts";
import { statementMails } from "../statement-mails.ts";
import type { Statement } from "../statements/statement.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

const reader = { account: "Lena", userId: "lena", timeZone: "UTC", language: "en" } as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`statements on ${kind.dialect}`, () => {
    let service: ProvedService;
    let account: Account;
    const receipts: string[] = [];
    beforeAll(async () => {
      service = await startProved(kind);
      account = await signUp(service);
    });
    afterAll(() => service.end());

    const call = async (path: string) => {
      const got = await service.ask("GET", path, {
        headers: { "x-AuthKey": account.key, "want-receipt": "1" },
      });
      receipts.push(got.headers.get("x-receipt")!);
      return got;
    };
    const customer = async (path: string, headers = {}) =>
      service.ask("GET", path, { headers: { ...(await signedIn(service, account)), ...headers } });
    const announced = async () => {
      const rows = await service.db.all<{ user_id: string; data: string }>(
        sql`select user_id, data from outbox_event where type = 'statement.ready' order by event_id`,
      );
      return rows.map(({ user_id, data }) => ({ user_id, data: JSON.parse(data) as object }));
    };
    const place = (month: string) => `/users/${account.userId}/statements/${month}`;
    const callsOf = async (month: string) => {
      const request = new Request(`http://vingate.test${place(month)}/calls`, {
        headers: await signedIn(service, account),
      });
      return new Uint8Array(await (await service.serve(request, "127.0.0.1")).arrayBuffer());
    };
    const once = async function* (bytes: Uint8Array) {
      yield bytes;
    };
    /** What the verifier finds of a month with its calls and the receipts. */
    const verify = async (month: string) => {
      const statement = new TextEncoder().encode((await customer(place(month))).text);
      const calls = await callsOf(month);
      const text = receipts.map((one) => `${one}\n`).join("");
      const report = await verifyStatement({ statement, calls: once(calls), receipts: text });
      return [
        report.verdict,
        report.findings.filter(({ state }) => state === "fails").map((one) => one.text),
      ];
    };

    test("before the first day ends, all calls are unproved", async () => {
      await call(`/vin-decoder/${goodVin}`);
      expect((await customer(`/users/${account.userId}/statements`)).body).toEqual([
        { month: "2026-11", state: "provisional", calls: 0, credits: 0 },
      ]);
      const { subscriptions, state } = (await customer(place("2026-11"))).body as Statement;
      expect([state, subscriptions]).toMatchObject([
        "provisional",
        [
          {
            opening: { balance: 0, ledger_rows: 0 },
            closing: { balance: 14, ledger_rows: 1 },
            usage: [{ operation: "decodeVin", class: "charged", calls: 1, credits: 1 }],
            days: [],
            checkpoint: null,
            unproved: { calls: 1, credits: 1 },
          },
        ],
      ]);
      expect(await verify("2026-11")).toEqual(["provisional", []]);
    });

    test("a month with proved days and open calls is provisional and holds", async () => {
      await service.setTime(Date.parse("2026-11-23T10:00:00Z"));
      for (let count = 0; count < 3; count++) await call(`/vin-decoder/${goodVin}`);
      await call("/lien/1HGCM82633A004352");
      await call("/vin-decoder/short");
      await service.prove("2026-11-24");
      await service.setTime(Date.parse("2026-11-24T12:00:00Z"));
      await call(`/vin-decoder/${goodVin}`);
      expect(await verify("2026-11")).toEqual(["provisional", []]);
      expect(await announced()).toEqual([]);
    });

    test("a final statement holds with all calls and receipts, and never changes", async () => {
      await service.prove("2026-12-01");
      await service.setTime(Date.parse("2026-12-01T02:00:00Z"));
      expect((await customer(`/users/${account.userId}/statements`)).body).toEqual([
        { month: "2026-12", state: "provisional", calls: 0, credits: 0 },
        { month: "2026-11", state: "final", calls: 7, credits: 5 },
      ]);
      const first = await customer(place("2026-11"));
      await service.setTime(Date.parse("2026-12-01T10:00:00Z"));
      await call(`/vin-decoder/${goodVin}`);
      expect((await customer(place("2026-11"))).text).toBe(first.text);
      expect(await verify("2026-11")).toEqual(["holds", []]);
      const { closing } = (first.body as Statement).subscriptions[0]!;
      expect(closing.balance).toBe(10);
    });

    test("the end of a month is announced once, when its last day is proved", async () => {
      await service.prove("2026-12-02");
      const rows = await announced();
      expect(rows).toEqual([
        {
          user_id: account.userId,
          data: { user_id: account.userId, month: "2026-11", calls: 7, credits: 5 },
        },
      ]);
      expect(await statementMails[0]!.write(service.app, rows[0]!.data as never, reader)).toEqual({
        subject: "Your statement of November 2026",
        before: ["It lists the calls and credits of all your subscriptions, and proves them by itself."],
        rows: [
          { label: "Calls", value: "7" },
          { label: "Credits", value: "5", isTotal: true },
        ],
        button: { text: "View statement", path: "/console/billing/statements/2026-11" },
        after: ["It never changes. Anyone can verify it, without an account."],
      });
    });

    test("the PDF holds as its JSON does, and with another byte in it fails", async () => {
      const request = new Request(`http://vingate.test${place("2026-11")}`, {
        headers: { ...(await signedIn(service, account)), accept: "application/pdf" },
      });
      const pdf = new Uint8Array(await (await service.serve(request, "127.0.0.1")).arrayBuffer());
      expect((await verifyStatement({ statement: pdf })).verdict).toBe("holds");
      const at = Buffer.from(pdf).indexOf("stream", Buffer.from(pdf).indexOf("/EmbeddedFile"));
      pdf[at + 60]! ^= 1;
      expect((await verifyStatement({ statement: pdf })).verdict).toBe("fails");
    }, 180_000);

    test("the next month begins where the last one ended", async () => {
      const november = ((await customer(place("2026-11"))).body as Statement).subscriptions[0]!;
      await service.prove("2026-12-02");
      await service.setTime(Date.parse("2026-12-02T03:00:00Z"));
      const december = ((await customer(place("2026-12"))).body as Statement).subscriptions[0]!;
      expect([december.opening, december.earlier.size]).toEqual([november.closing, november.days.length]);
      expect(await verify("2026-12")).toEqual(["provisional", []]);
      const statement = new TextEncoder().encode((await customer(place("2026-12"))).text);
      const report = await verifyStatement({ statement, seen: november.checkpoint! });
      expect(report.findings.filter(({ check }) => check === "consistency")).toMatchObject([
        { state: "holds" },
      ]);
    });

    test("CSV has the usage by operation and class", async () => {
      const got = await customer(place("2026-11"), { accept: "text/csv" });
      const id = account.subscriptionId;
      expect(got.text).toBe(
        [
          "subscription,operation,class,calls,credits",
          `${id},decodeVin,charged,5,5`,
          `${id},decodeVin,invalid,1,0`,
          `${id},getLiens,not_found,1,0`,
          "",
        ].join("\r\n"),
      );
    });

    test("months without a statement and accounts of others are not found", async () => {
      for (const path of [place("2026-10"), place("2027-01"), "/users/other/statements/2026-11"])
        expect([path, (await customer(path)).status]).toEqual([path, 404]);
      expect((await customer(place("2026-13"))).status).toBe(422);
      expect((await customer(`${place("2026-10")}/calls`)).status).toBe(404);
      expect((await service.ask("GET", place("2026-11"))).status).toBe(401);
      const operator = await service.ask("GET", place("2026-11"), { headers: service.operatorHeaders });
      expect(operator.status).toBe(200);
    });

    test("calls that are not kept any more cannot be downloaded", async () => {
      const before = await customer(`${place("2026-11")}/calls`);
      expect(before.status).toBe(200);
      await moveRequestLogStart(service.db, Date.parse("2026-11-22T00:00:00Z"));
      const after = await customer(`${place("2026-11")}/calls`);
      expect([after.status, after.body]).toMatchObject([
        404,
        { detail: expect.stringContaining("2026-11-22") },
      ]);
    });
  });
