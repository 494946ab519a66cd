import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { asker } from "../../../../test/callers.ts";
import { kinds } from "../../../../test/harness.ts";
import { findingsWith } from "../../../../test/metering/planted-damage.ts";
import { callOf } from "../../../../test/metering/test-nodes.ts";
import { secondMissing } from "../../../../test/verify/run-second.ts";
import { sql } from "../../../database/sql.ts";
import { apply } from "../../../metering/apply/apply.ts";
import { writeUsage } from "../../../metering/apply/write-usage.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import { startOf } from "../days/calendar.ts";
import type { SubscriptionStatement } from "../statements/statement.ts";
import {
  callsIn,
  freePath,
  type Given,
  type MovedScene,
  newSession,
  startMoved,
  verdictsOf,
} from "./moved-scene.ts";

const hour = 3_600_000;

/** What a test compares of a subscription in a statement. */
const shortOf = ({ opening, closing, ledger, days, earlier }: SubscriptionStatement) => ({
  opening: opening.balance,
  added: ledger.map(({ kind, delta }) => `${kind} ${delta}`),
  used: days.map((leaf) => ("day" in leaf ? `${leaf.day} ${leaf.calls}/${leaf.credits}` : "epoch")),
  closing: closing.balance,
  earlier: earlier.size,
});

for (const kind of kinds.filter(() => secondMissing === undefined))
  describe.skipIf(kind.missing)(`statements of a subscription that moves, on ${kind.dialect}`, () => {
    let scene: MovedScene;
    let id: string;
    beforeAll(async () => {
      scene = await startMoved(kind);
      id = scene.lena.subscriptionId;
    });
    afterAll(() => scene.service.end());
    afterEach(async () => {
      const { app, db } = scene.service;
      expect(await findingsWith(db, app.config.comparisons)).toEqual([]);
    });

    const at = (time: string) => scene.service.setTime(Date.parse(`${time}:00Z`));
    const prove = async (day: string) => {
      await scene.service.prove(day);
      await scene.service.setTime(startOf(day) + 2 * hour);
    };
    const ofMoved = ({ statement }: Given) => {
      const own = statement.subscriptions.find((one) => one.id === id);
      return own && shortOf(own);
    };
    const expectOwnCalls = (all: readonly Given[]) => {
      for (const one of all) {
        const own = scene.made.filter(
          ({ account, at: made }) =>
            account === one.account && new Date(made).toISOString().startsWith(one.month),
        );
        expect(callsIn(one).toSorted()).toEqual(own.map(({ call }) => call).toSorted());
      }
    };

    test("calls, ledger and balance up to a move stay with the former owner", async () => {
      const { lena, bruno, organizationId: acme } = scene;
      await at("2026-11-21T10:00");
      for (let count = 0; count < 3; count++) await scene.call(lena);
      await scene.call(lena, freePath);
      await prove("2026-11-22");
      await at("2026-11-22T09:00");
      await scene.call(lena);
      await scene.grant(id, 100);
      // Applied after the move.
      await scene.call(lena, undefined, true);
      await scene.move(id, acme, "transfer");
      await scene.call(lena);
      await scene.call(lena);
      await scene.grant(id, 10);
      const open = [await scene.statement(lena.userId, "2026-11"), await scene.statement(acme, "2026-11")];
      expect(open.map(ofMoved)).toEqual([
        { opening: 0, added: ["grant 15", "adjust 100"], used: ["2026-11-21 4/3"], closing: 110, earlier: 0 },
        { opening: 110, added: ["adjust 10"], used: [], closing: 118, earlier: 0 },
      ]);
      expect(await verdictsOf(open, scene.made)).toEqual(Array(2).fill(["provisional", "provisional"]));
      // On PostgreSQL a day is signed an hour later, and a log begins with its first signed day.
      await scene.service.prove("2026-11-23");
      const young = await scene.statement(acme, "2026-11");
      const isSigned = kind.dialect === "sqlite";
      expect(ofMoved(young)).toMatchObject({ closing: 118, earlier: isSigned ? 1 : 0 });
      expect(await verdictsOf([young], scene.made)).toEqual([["provisional", "provisional"]]);
      await prove("2026-12-01");
      const final = [
        await scene.statement(lena.userId, "2026-11"),
        await scene.statement(acme, "2026-11"),
        await scene.statement(bruno.userId, "2026-12"),
      ];
      const grantsOf = ({ statement }: Given) =>
        statement.subscriptions.find((one) => one.id === id)?.grants.map(({ amount }) => amount);
      expect(final.slice(0, 2).map((one) => grantsOf(one)?.toSorted((a, b) => a - b))).toEqual([
        [15, 100],
        [10, 15, 100],
      ]);
      expect(final.map(ofMoved)).toEqual([
        {
          opening: 0,
          added: ["grant 15", "adjust 100"],
          used: ["2026-11-21 4/3", "2026-11-22 2/2"],
          closing: 110,
          earlier: 0,
        },
        { opening: 110, added: ["adjust 10"], used: ["2026-11-22 2/2"], closing: 118, earlier: 1 },
        undefined,
      ]);
      expect(await verdictsOf(final.slice(0, 2), scene.made)).toEqual(Array(2).fill(["holds", "holds"]));
      expectOwnCalls(final.slice(0, 2));
    });

    test("each account's list of statements has its own calls", async () => {
      const { lena, service, organizationId: acme } = scene;
      const listed = async (account: string) =>
        (await service.ask("GET", `/users/${account}/statements`, { headers: service.operatorHeaders })).body;
      const december = { month: "2026-12", state: "provisional", calls: 0, credits: 0 };
      expect([await listed(lena.userId), await listed(acme)]).toEqual([
        [december, { month: "2026-11", state: "final", calls: 6, credits: 5 }],
        [december, { month: "2026-11", state: "final", calls: 2, credits: 2 }],
      ]);
      const rows = await service.db.all<{ user_id: string; data: string }>(
        sql`select user_id, data from outbox_event where type = 'statement.ready' order by user_id`,
      );
      expect(rows.map(({ data }) => JSON.parse(data)).toSorted((a, b) => b.calls - a.calls)).toEqual([
        { user_id: lena.userId, month: "2026-11", calls: 6, credits: 5 },
        { user_id: acme, month: "2026-11", calls: 2, credits: 2 },
      ]);
    });

    test("the former owner's next statement does not have the subscription", async () => {
      const { lena, organizationId: acme } = scene;
      expect(ofMoved(await scene.statement(lena.userId, "2026-12"))).toBeUndefined();
      expect(ofMoved(await scene.statement(acme, "2026-12"))).toEqual({
        opening: 118,
        added: [],
        used: [],
        closing: 118,
        earlier: 2,
      });
    });

    test("a receipt is for the account that made the call, with a proof in its log", async () => {
      const { lena, bruno, service, made, organizationId: acme } = scene;
      const first = made[0]!.call;
      const person = await newSession(service, lena);
      const own = await person.ask("GET", `/receipts/${first}`);
      expect(own.body).toMatchObject({ call: first, subscription_id: id, day: "2026-11-21", index: 0 });
      const [one, another] = made.filter(({ account }) => account === acme).map(({ call }) => call);
      expect((await person.ask("GET", `/receipts/${one}`)).status).toBe(404);
      expect((await (await newSession(service, bruno)).ask("GET", `/receipts/${first}`)).status).toBe(404);
      const got = await asker(service, service.operatorHeaders)("GET", `/receipts/${another}`);
      const { day, index, proof } = got.body as { day: string; index: number; proof: string };
      expect([day, index, proof.split("\n")[1]]).toEqual(["2026-11-22", 1, "index 1"]);
      expect(proof).toContain(`/proof/${id}/1000001\n2\n`);
    });

    test("moves to others and back within one day, by each way, keep all apart", async () => {
      const { lena, bruno, organizationId: acme } = scene;
      await at("2026-12-01T08:00");
      await scene.call(lena);
      await scene.move(id, bruno.userId, "PATCH");
      await scene.call(lena);
      await scene.call(lena, freePath);
      await scene.grant(id, -20);
      await scene.call(lena, undefined, true);
      await scene.move(id, acme, "PUT");
      await scene.call(lena);
      await scene.grant(id, 7);
      await scene.move(id, lena.userId, "transfer");
      await scene.call(lena);
      await scene.grant(id, 1);
      expect(scene.balances.get(id)).toBe(101);
      const accounts = [lena.userId, bruno.userId, acme];
      const all = () => Promise.all(accounts.map((one) => scene.statement(one, "2026-12")));
      const open = await all();
      expect(await verdictsOf(open, scene.made)).toEqual(Array(3).fill(["provisional", "provisional"]));
      expect(open.map(ofMoved)).toMatchObject([
        { opening: 110, added: ["move -9", "adjust 1"], closing: 101 },
        { opening: 117, added: ["adjust -20"], closing: 95 },
        { opening: 118, added: ["move -22", "adjust 7"], closing: 101 },
      ]);
      await prove("2027-01-01");
      const final = await all();
      expect(final.map(ofMoved)).toEqual([
        { opening: 110, added: ["move -9", "adjust 1"], used: ["2026-12-01 1/1"], closing: 101, earlier: 2 },
        { opening: 117, added: ["adjust -20"], used: ["2026-12-01 3/2"], closing: 95, earlier: 1 },
        { opening: 118, added: ["move -22", "adjust 7"], used: ["2026-12-01 2/2"], closing: 101, earlier: 2 },
      ]);
      expect(await verdictsOf(final, scene.made)).toEqual(Array(3).fill(["holds", "holds"]));
      expectOwnCalls(final);
    });

    test("a move in the last hour of a month parts the calls of its last day", async () => {
      const { lena, bruno } = scene;
      await at("2027-01-31T23:30");
      await scene.call(lena);
      await scene.call(lena, undefined, true);
      await scene.move(id, bruno.userId, "PATCH");
      await scene.call(lena);
      await prove("2027-02-01");
      const january = [
        await scene.statement(lena.userId, "2027-01"),
        await scene.statement(bruno.userId, "2027-01"),
      ];
      expect(january.map(ofMoved)).toEqual([
        { opening: 101, added: [], used: ["2027-01-31 2/2"], closing: 99, earlier: 3 },
        { opening: 95, added: ["move 4"], used: ["2027-01-31 1/1"], closing: 98, earlier: 2 },
      ]);
      expect(await verdictsOf(january, scene.made)).toEqual(Array(2).fill(["holds", "holds"]));
      expectOwnCalls(january);
    });

    test("a call that arrives in the next month is its caller's, and lowers the new owner's opening", async () => {
      const { lena, bruno } = scene;
      await at("2027-02-28T23:30");
      await scene.call(lena);
      // Another node records a call, and is away until March.
      const { db } = scene.service;
      const journalId = "ab".repeat(16);
      await openJournal(db, { journalId, node: "n", place: "p", at: scene.service.now() });
      const caller = {
        kind: "subscription",
        subscriptionId: id,
        userId: bruno.userId,
        productId: "trial",
      } as const;
      // Its clock is ahead.
      const call = callOf(id, 1, { at: scene.service.now() + 60_000, caller });
      await scene.move(id, lena.userId, "PATCH");
      await prove("2027-03-01");
      const february = [
        await scene.statement(bruno.userId, "2027-02"),
        await scene.statement(lena.userId, "2027-02"),
      ];
      expect(february.map(ofMoved)).toEqual([
        { opening: 98, added: [], used: ["2027-02-28 1/1"], closing: 97, earlier: 3 },
        { opening: 99, added: ["move -2"], used: ["2027-02-28 0/0"], closing: 97, earlier: 4 },
      ]);
      await apply(db, { journalId, records: [{ seq: 1, call }], now: scene.service.now() }, writeUsage);
      await scene.call(lena);
      await prove("2027-04-01");
      const march = [
        await scene.statement(bruno.userId, "2027-03"),
        await scene.statement(lena.userId, "2027-03"),
      ];
      expect(march.map(ofMoved)).toEqual([
        { opening: 97, added: [], used: ["2027-03-01 1/1"], closing: 96, earlier: 4 },
        { opening: 96, added: [], used: ["2027-03-01 1/1"], closing: 95, earlier: 5 },
      ]);
      expect(await verdictsOf([...february, march[0]!], [])).toEqual(Array(3).fill(["holds", "holds"]));
      const got = await scene.service.ask("GET", `/subscriptions/${id}`, {
        headers: scene.service.operatorHeaders,
      });
      expect(got.body).toMatchObject({ owner_id: lena.userId, credits: { remaining: 95 } });
    });

    test("a new epoch begins in each log, and statements of before stay as they are", async () => {
      const { lena, bruno, service } = scene;
      const before = await scene.statement(bruno.userId, "2027-03");
      await service.db.run(sql`
        insert into setting (name, value) values ('restored_backup', 'b1')
        on conflict (name) do update set value = excluded.value`);
      await at("2027-04-02T08:00");
      await service.proof.look();
      await scene.call(lena);
      await prove("2027-04-03");
      expect(await scene.statement(bruno.userId, "2027-03")).toEqual(before);
      const open = await scene.statement(lena.userId, "2027-04");
      expect(await verdictsOf([open], scene.made)).toEqual([["provisional", "provisional"]]);
      const rows = await service.db.all<{ epoch: number }>(
        sql`select epoch from proof_epoch where subscription_id like ${`${id}%`}`,
      );
      expect(new Set(rows.map(({ epoch }) => epoch)).size).toBe(3);
    });

    test("a log names the epoch of a former one that begins on the same day", async () => {
      const { lena, bruno, service, organizationId: acme } = scene;
      const { subscriptionId } = bruno;
      await at("2027-04-03T08:00");
      for (const account of [lena.userId, acme]) {
        await scene.move(subscriptionId, account, "PATCH");
        await scene.call(bruno);
      }
      await prove("2027-04-04");
      const [, one, other] = await service.db.all<{ epoch: number; former_epoch: number }>(sql`
        select epoch, former_epoch from proof_tenure where subscription_id = ${subscriptionId} order by number`);
      expect(other!.former_epoch).toBe(one!.epoch);
      await service.db.run(sql`update setting set value = 'b2' where name = 'restored_backup'`);
      await service.proof.look();
    });
  });
