import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { callOf } from "../../../../test/metering/test-nodes.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { verifyStatement } from "../../../../verify/src/index.ts";
import { name, type Sql, sql } from "../../../database/sql.ts";
import { apply } from "../../../metering/apply/apply.ts";
import { writeUsage } from "../../../metering/apply/write-usage.ts";
import { openJournal } from "../../../metering/sharing/journal-rows.ts";
import type { Statement } from "../statements/statement.ts";
import { type ProvedService, startProved } from "./proved-service.ts";

const tables = ["proof_state", "proof_cut", "proof_day", "proof_log", "proof_month", "proof_done"] as const;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`epochs of proofs on ${kind.dialect}`, () => {
    let service: ProvedService;
    let account: Account;
    beforeAll(async () => {
      service = await startProved(kind);
      account = await signUp(service);
    });
    afterAll(() => service.end());

    const run = (statement: Sql) => service.db.run(statement);
    const call = () =>
      service.ask("GET", `/vin-decoder/${goodVin}`, { headers: { "x-AuthKey": account.key } });
    const statementOf = async (month: string) =>
      (
        await service.ask("GET", `/users/${account.userId}/statements/${month}`, {
          headers: await signedIn(service, account),
        })
      ).text;
    const verify = async (text: string, seen: string[] = []) => {
      const statement = new TextEncoder().encode(text);
      const { verdict, findings } = await verifyStatement({ statement, seen });
      return [verdict, findings.filter(({ state }) => state === "fails").map((one) => one.text)];
    };
    /** Keeps the database's rows of proofs; the returned function restores them. */
    const keepProofs = async () => {
      for (const table of tables)
        await run(sql`create table ${name(`kept_${table}`)} as select * from ${name(table)}`);
      await run(sql`create table kept_marks as select journal_id, proved_seq from journal`);
      return async () => {
        for (const table of tables) {
          await run(sql`delete from ${name(table)}`);
          await run(sql`insert into ${name(table)} select * from ${name(`kept_${table}`)}`);
          await run(sql`drop table ${name(`kept_${table}`)}`);
        }
        await run(sql`
          update journal set proved_seq = coalesce((
            select k.proved_seq from kept_marks k where k.journal_id = journal.journal_id), 0)`);
        await run(sql`drop table kept_marks`);
      };
    };
    /** The calls of an ended process, made at a time and applied now. */
    const arriveLate = async (at: number, count: number) => {
      const journalId = randomBytes(16).toString("hex");
      await openJournal(service.db, { journalId, node: "away", place: "p", at });
      const { subscriptionId, userId } = account;
      const caller = { kind: "subscription", subscriptionId, userId, productId: "trial" } as const;
      const records = Array.from({ length: count }, (_, index) => ({
        seq: index + 1,
        call: callOf(subscriptionId, 1, { at: at + index, caller, operation: "decodeVin" }),
      }));
      await apply(service.db, { journalId, records, now: at }, writeUsage);
      await run(sql`update journal set state = 'closed' where journal_id = ${journalId}`);
    };
    const afterHours = async (day: string) => {
      await service.prove(day);
      await service.setTime(Date.parse(`${day}T02:00:00Z`));
    };

    test("calls of a machine that was away are in the day in which they arrive", async () => {
      await call();
      await afterHours("2026-11-23");
      const before = await statementOf("2026-11");
      await arriveLate(Date.parse("2026-11-21T05:00:00Z"), 3);
      await afterHours("2026-11-24");
      const after = await statementOf("2026-11");
      const days = (text: string) =>
        (JSON.parse(text) as Statement).subscriptions[0]!.days.map((day) => ("day" in day ? day : undefined));
      expect(days(after).map((day) => [day?.day, day?.calls])).toEqual([
        ["2026-11-21", 1],
        ["2026-11-23", 3],
      ]);
      expect(days(after)[0]).toEqual(days(before)[0]);
      const [seen] = (JSON.parse(before) as Statement).subscriptions.map((one) => one.checkpoint!);
      expect(await verify(after, [seen!])).toEqual(["provisional", []]);
    });

    test("a database that has lost a signed day begins an epoch, and signs nothing before", async () => {
      const goBack = await keepProofs();
      await call();
      await afterHours("2026-11-25");
      const signed = await statementOf("2026-11");
      const seen = (JSON.parse(signed) as Statement).subscriptions.map((one) => one.checkpoint!);
      expect(await verify(signed)).toEqual(["provisional", []]);
      await goBack();
      expect(JSON.parse(await statementOf("2026-11"))).toMatchObject({ code: "unavailable" });
      await arriveLate(Date.parse("2026-11-24T05:00:00Z"), 2);
      await service.proof.look();
      await service.setTime(Date.parse("2026-11-25T05:00:00Z"));
      const repeated = await statementOf("2026-11");
      const { epoch, days } = (JSON.parse(repeated) as Statement).subscriptions[0]!;
      expect([
        epoch,
        days.map((one) => ("day" in one ? [one.day, one.calls] : [one.epoch, one.reason])),
      ]).toEqual([
        1,
        [
          ["2026-11-21", 1],
          ["2026-11-23", 3],
          [1, "the database has lost the signed day 2026-11-24"],
          ["2026-11-24", 3],
        ],
      ]);
      expect(await verify(repeated, seen)).toEqual(["new_epoch", []]);
      expect(await verify(repeated)).toEqual(["new_epoch", []]);
      expect(service.logged.some((line) => line.includes("a new epoch of proofs begins"))).toBe(true);
    });

    test("a restored database begins an epoch", async () => {
      await run(sql`insert into setting (name, value) values ('restored_backup', 'b-1')`);
      await call();
      await afterHours("2026-11-26");
      const { subscriptions } = JSON.parse(await statementOf("2026-11")) as Statement;
      const epochs = subscriptions[0]!.days.flatMap((one) => ("epoch" in one ? [one] : []));
      expect(epochs.map(({ reason }) => reason)).toEqual([
        "the database has lost the signed day 2026-11-24",
        "restored from the backup b-1",
      ]);
      expect(epochs[1]!.epoch).toBeGreaterThan(1);
      await afterHours("2026-11-27");
      const repeated = (JSON.parse(await statementOf("2026-11")) as Statement).subscriptions[0]!;
      expect(repeated.epoch).toBe(epochs[1]!.epoch);
    });
  });
