import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { camt, dkb, type MadeRow, n26 } from "./bank-files.ts";
import { type Bank, short, startBank } from "./bank-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`files of banks on ${kind.dialect}`, () => {
    let bank: Bank;
    beforeAll(async () => {
      bank = await startBank(kind);
    });
    afterAll(() => bank.service.end());

    test("money that an operator recorded on the payment is not received again", async () => {
      const { id, reference } = await bank.due();
      await bank.service.operator("POST", `/payments/${id}/received`, { minor: 6050 });
      const file = camt({ entries: [{ amount: "60.50", text: [reference], ref: "D1" }] });
      expect(short(await bank.done(file))).toEqual([["known", "recorded_by_hand", id, []]]);
      expect(await bank.stateOf(id)).toEqual(["paid", 6050]);
      const { body } = await bank.service.operator("GET", "/payments/transfers?state=matched&page_size=100");
      expect((body as { payment_id: string }[]).filter(({ payment_id }) => payment_id === id).length).toBe(1);
      // Another payment of the same customer is money that nothing accounts for.
      const more = camt({ entries: [{ amount: "60.50", text: [reference], ref: "D2" }] });
      expect(short(await bank.done(more))).toEqual([["unknown", "paid", null, []]]);
    });

    test("a transfer that a person recorded with the bank's ID is known", async () => {
      const { id, reference } = await bank.due();
      const sent = { bank_ref: "E1", minor: 6050, currency: "EUR", reference };
      await bank.service.operator("POST", "/payments/transfers", sent);
      const entries = [{ amount: "60.50", text: [reference], ref: "E1" }];
      expect(short(await bank.done(camt({ entries })))).toEqual([["known", "recorded", id, []]]);
    });

    test("an invoice's number, the sender's account and name propose a payment", async () => {
      const other = await bank.service.subscriber("s2");
      const { userId } = other.account;
      await bank.service.db.run(
        sql`update app_user set first_name = 'Grace', last_name = 'Hopper' where id = ${userId}`,
      );
      const mine = await bank.due(other, "s2");
      const paper = await bank.service.db.get<{ number: string; id: string }>(
        sql`select number, id from paper where account_id = ${userId} limit 1`,
      );
      await bank.service.db.run(sql`update payment set paper_id = ${paper!.id} where id = ${mine.id}`);
      const numbered = `RE ${paper!.number.replaceAll("-", " / ")}`;
      const rows: readonly MadeRow[] = [
        { day: "2026-11-20", amount: "10.00", text: numbered },
        { day: "2026-11-20", amount: "11.00", text: "hello", sender: "Dr. HOPPER, Grace" },
        { day: "2026-11-20", amount: "12.00", text: "for grace hopper, thanks" },
        { day: "2026-11-20", amount: "13.00", text: "hello", sender: "Hop" },
      ];
      expect(short(await bank.done(n26(rows), "?dry_run=true"))).toEqual([
        ["proposed", null, null, [[mine.id, 6050, "invoice"]]],
        ["proposed", null, null, [[mine.id, 6050, "sender_name"]]],
        ["proposed", null, null, [[mine.id, 6050, "sender_name"]]],
        ["unknown", null, null, []],
      ]);
      await bank.service.db.run(sql`update payment set paper_id = null where id = ${mine.id}`);
      // What was matched once from an account is proposed again.
      const iban = "DE02100100100006820101";
      await bank.done(
        n26([{ day: "2026-11-20", amount: "60.50", text: mine.reference, sender: "Fleet", iban }]),
      );
      const next = await bank.due(other, "s2");
      const later = n26([{ day: "2026-11-21", amount: "14.00", text: "x", sender: "Fleet", iban }]);
      expect(short(await bank.done(later, "?dry_run=true"))).toEqual([
        ["proposed", null, null, [[next.id, 6050, "sender_account"]]],
      ]);
      await bank.cancel(next.id);
    });

    test("two imports of one file at once receive its money once", async () => {
      const { id, reference } = await bank.due();
      const file = camt({ entries: [{ amount: "60.50", text: [reference], ref: "F1" }] });
      const outcomes = (await Promise.all([bank.done(file), bank.done(file), bank.done(file)])).map(
        ({ lines }) => lines[0]!.outcome,
      );
      expect(outcomes.toSorted()).toEqual(["known", "known", "matched"]);
      expect(await bank.stateOf(id)).toEqual(["paid", 6050]);
    });

    test("money of a cancelled payment is an unmatched transfer", async () => {
      const { id, reference } = await bank.due();
      const file = camt({ entries: [{ amount: "60.50", text: [reference], ref: "G1" }] });
      await bank.cancel(id);
      expect(short(await bank.done(file))).toEqual([["unknown", "not_open", null, []]]);
    });

    test("unknown money can be left out, and recorded later", async () => {
      const file = dkb([{ day: "20.11.26", amount: "3,33", text: "interest" }]);
      const count = (await bank.stored()).length;
      // What names a payment is recorded all the same.
      const { id, reference } = await bank.due();
      await bank.cancel(id);
      const named = await bank.done(
        n26([{ day: "2026-11-20", amount: "3.34", text: reference }]),
        "?unknown=leave",
      );
      expect(named.lines[0]).toMatchObject({ note: "not_open", transfer_id: expect.any(String) });
      const left = await bank.done(file, "?unknown=leave");
      expect(left.lines.map(({ outcome, transfer_id }) => [outcome, transfer_id])).toEqual([
        ["unknown", null],
      ]);
      expect((await bank.stored()).length).toBe(count + 1);
      expect((await bank.done(file)).lines[0]!.transfer_id).toEqual(expect.any(String));
    });

    test("what a file does not show is asked for, and nothing is recorded before", async () => {
      const file = "Date,Description,Amount\n01/02/2026,x,5.00\n";
      expect((await bank.done(file, "?dry_run=true")).question!.needs).toBe("dates");
      expect((await bank.send(file)).status).toBe(422);
      expect((await bank.done(file, "?dry_run=true&dates=day_first")).question!.needs).toBe("currency");
      const answered = await bank.done(file, "?dry_run=true&dates=day_first&currency=EUR");
      expect(answered.lines).toMatchObject([{ day: "2026-02-01", minor: 500, outcome: "unknown" }]);
      const mapped = `?dry_run=true&currency=EUR&dates=day_first&map=${encodeURIComponent('{"day":"Date","amount":"Amount"}')}`;
      expect((await bank.done(file, mapped)).lines).toMatchObject([{ day: "2026-02-01", reference: "" }]);
      for (const map of ['{"when":"Date"}', "{", '{"day":{"value":"x"}}'])
        expect((await bank.send(file, `?map=${encodeURIComponent(map)}`)).status).toBe(422);
      expect((await bank.send("PK\x03\x04")).body).toMatchObject({
        status: 400,
        detail:
          "The file cannot be read: it is an archive or a workbook; unpack it, or export it as CSV or CAMT.053. Nothing was recorded.",
      });
    });
  });
