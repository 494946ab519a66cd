import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import type { Inspected } from "../../../running/check.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { paymentCheck } from "../payment-check.ts";
import { camt } from "./bank-files.ts";
import { type Bank, short, startBank } from "./bank-service.ts";
import { paidPackage, take } from "./histories.ts";

const iban = "DE02120300000000202051";
const other = "CZ65 0800 0000 1920 0014 5399";
const reason = "Requested by customer";

interface Shown {
  readonly id: string;
  readonly reference: string;
  readonly [member: string]: unknown;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`refunds by transfer on ${kind.dialect}`, () => {
    let bank: Bank;
    beforeAll(async () => {
      bank = await startBank(kind);
    });
    afterAll(() => bank.service.end());

    /** A payment of €60.50 that a line of the bank has paid. */
    async function paid(ref: string) {
      const { id, reference } = await bank.due();
      const entries = [{ amount: "60.50", text: [reference], ref, sender: "ACME FLEET GMBH", iban }];
      await bank.done(camt({ entries }));
      return id;
    }
    /** One that an operator has recorded. */
    async function recorded() {
      const { id, reference } = await bank.due();
      await bank.service.operator("POST", `/payments/${id}/received`, { minor: 6050 });
      return { id, reference };
    }
    const refund = (id: string, more: object = {}) =>
      bank.service.operator("POST", `/payments/${id}/refund`, { minor: 2000, reason, ...more });
    const listed = async (query: string) =>
      (await bank.service.operator("GET", `/payments/refunds${query}`)).body as Shown[];
    const sent = (id: string, body: object = {}) =>
      bank.service.operator("POST", `/payments/refunds/${id}/sent`, body);
    const notesOf = (id: string) =>
      rowsOf<{ id: string; number: string; gross: number }>(
        bank.service.db,
        sql`select n.id, n.number, n.gross_minor as gross from paper n join payment p on p.paper_id = n.corrects
          where p.id = ${id} order by n.number`,
      );
    const finding = async () => {
      const { config, database, clock } = bank.service.app;
      const inspected = { config, database, clock } as unknown as Inspected;
      const { state, found, advice } = await paymentCheck.run(inspected);
      return { state, found, advice };
    };

    test("it is open with sum, account and reference until it is sent", async () => {
      const id = await paid("R1");
      const preview = await bank.service.operator("GET", `/payments/${id}/refund?minor=2000`);
      expect(preview.body).toMatchObject({ by: "transfer", account: iban, recipient: "ACME FLEET GMBH" });
      expect((await refund(id)).body).toMatchObject({ state: "part_refunded", refunded_minor: 2000 });
      const [note] = await notesOf(id);
      const open = {
        id: expect.any(String),
        payment_id: id,
        account_id: bank.customer.account.userId,
        minor: 2000,
        currency: "EUR",
        recipient: "ACME FLEET GMBH",
        account: iban,
        reference: note!.number,
        paper_id: note!.id,
        reason,
        state: "open",
        created_at: expect.any(String),
        sent_at: null,
        sent_by: null,
      };
      expect(await listed("?state=open")).toEqual([open]);
      expect(await finding()).toEqual({
        state: "warning",
        advice: "Decide them on the page Money.",
        found:
          "0 unmatched transfers, 0 refunds or disputes without a payment, 1 refund to send, 0 disputes, 0 payments with a problem",
      });
      const [{ id: refundId }] = (await listed("?state=open")) as [Shown];
      const got = await sent(refundId, { sent_at: "2026-11-21T00:00:00Z" });
      const after = { ...open, state: "sent", sent_at: "2026-11-21T00:00:00.000Z", sent_by: "operator" };
      expect([got.status, got.body]).toEqual([200, after]);
      // Again it changes nothing.
      expect((await sent(refundId)).body).toEqual(after);
      expect(await listed("?state=open")).toEqual([]);
      expect(await listed(`?payment_id=${id}`)).toEqual([after]);
      const audit = await rowsOf(
        bank.service.db,
        sql`select actor from audit_log where action = 'payment.refund_sent' and object = ${`/payments/refunds/${refundId}`}`,
      );
      expect(audit).toEqual([{ actor: "operator" }]);
      expect(await finding()).toMatchObject({ state: "ok" });
    });

    test("the statement names the refund and its credit note, and the customer reads its state", async () => {
      const id = await paid("R2");
      await refund(id);
      const [note] = await notesOf(id);
      const { userId } = bank.customer.account;
      const { body } = await bank.customer.ask("GET", `/users/${userId}/statements/2026-11`);
      const { lines } = (body as { money: { lines: { text: string; minor: number }[] } }).money;
      expect(lines.find(({ text }) => text.endsWith(note!.number))).toEqual({
        text: `Refund of €20.00, credit note ${note!.number}`,
        minor: -1653,
      });
      const own = await bank.customer.ask("GET", `/payments/refunds?payment_id=${id}`);
      const [{ id: refundId }] = own.body as [Shown];
      expect(own.body).toMatchObject([{ state: "open", reference: note!.number, account: iban }]);
      const stranger = await bank.service.customer();
      expect((await stranger.ask("GET", `/payments/refunds?account_id=${userId}`)).body).toEqual([]);
      expect((await stranger.ask("POST", `/payments/refunds/${refundId}/sent`, {})).status).toBe(403);
      await sent(refundId);
      const read = await bank.customer.ask("GET", `/payments/refunds?payment_id=${id}`);
      expect(read.body).toMatchObject([{ state: "sent", sent_by: null }]);
    });

    test("without an account it is refused, and an IBAN is compared with its check digits", async () => {
      const { id } = await recorded();
      const none = await refund(id);
      expect([none.status, none.body]).toMatchObject([
        409,
        {
          detail:
            "No bank account of the payer is known, to which the refund goes. Enter `iban`, or `account` where there are no IBANs. Nothing was changed.",
        },
      ]);
      expect((await refund(id, { iban: "DE02120300000000202052" })).status).toBe(422);
      expect((await refund(id, { iban: other, account: "x" })).status).toBe(422);
      for (const account of [" ", "\u202e12345", "First Bank\n12345"])
        expect((await refund(id, { account })).status).toBe(422);
      expect((await refund(id, { iban: other, by: "provider" })).status).toBe(409);
      expect(await notesOf(id)).toEqual([]);
      expect((await refund(id, { iban: other })).status).toBe(200);
      expect((await refund(id, { account: "First Bank 021000021, 12345" })).status).toBe(200);
      expect((await listed(`?payment_id=${id}`)).map(({ account }) => account).toSorted()).toEqual([
        "CZ6508000000192000145399",
        "First Bank 021000021, 12345",
      ]);
    });

    test("two refunds of a payment have each their own credit note", async () => {
      const id = await paid("R3");
      await refund(id);
      await refund(id, { minor: 500 });
      const notes = await notesOf(id);
      expect(notes.map(({ gross }) => gross)).toEqual([2000, 500]);
      const all = await listed(`?payment_id=${id}`);
      expect(all.map(({ minor, reference }) => [minor, reference]).toSorted()).toEqual([
        [2000, notes[0]!.number],
        [500, notes[1]!.number],
      ]);
    });

    test("a line that has paid it out is proposed, and known once it is sent", async () => {
      const id = await paid("R4");
      await refund(id);
      const [{ id: refundId, reference }] = (await listed(`?payment_id=${id}`)) as [Shown];
      const line = (amount: string, ref: string, text: string, more: object = {}) =>
        ({ amount, ref, text: [text], direction: "DBIT", ...more }) as const;
      const text = `Refund ${reference.replace("-", " ")}`;
      const file = camt({
        entries: [
          line("20.00", "O1", text, { status: "PDNG" }),
          line("20.01", "O2", text),
          line("20.00", "O3", text, { currency: "USD" }),
          line("20.00", "O4", "Rent"),
          line("20.00", "O5", text),
          line("20.00", "O6", text),
        ],
      });
      const before = await bank.stored();
      const shown = await bank.done(file);
      expect(short(shown)).toEqual([
        ["ignored", "debit", null, []],
        ["ignored", "debit", null, []],
        ["ignored", "debit", null, []],
        ["ignored", "debit", null, []],
        ["proposed", "refund", id, []],
        ["ignored", "debit", null, []],
      ]);
      expect(shown.lines.map(({ refund_id }) => refund_id)).toEqual([null, null, null, null, refundId, null]);
      expect(await bank.stored()).toEqual(before);
      await sent(refundId);
      expect(short(await bank.done(file))[4]).toEqual(["known", "refund_sent", id, []]);
    });

    test("what a card paid is returned by transfer, and its provider's state takes nothing back", async () => {
      const { service, customer } = bank;
      const { payment, intent, sent: event } = await paidPackage(service, customer, "s1");
      await service.hear(event.id, event.type, event.object);
      expect((await refund(payment.id, { iban: other })).status).toBe(409);
      expect((await refund(payment.id, { by: "transfer" })).status).toBe(409);
      const by = await refund(payment.id, { by: "transfer", iban: other });
      expect(by.body).toMatchObject({ state: "part_refunded", refunded_minor: 2000 });
      expect(service.stripe.intents.get(intent)!.latest_charge!.amount_refunded).toBe(0);
      const refreshed = await service.operator("POST", `/payments/${payment.id}/refresh`);
      expect(refreshed.body).toMatchObject({ state: "part_refunded", refunded_minor: 2000 });
      // The rest at the provider.
      const { id, type, object } = take(service, intent, 1000, 0);
      await service.hear(id, type, object);
      const read = await service.operator("GET", `/payments/${payment.id}`);
      expect(read.body).toMatchObject({ state: "part_refunded", refunded_minor: 3000 });
      expect((await notesOf(payment.id)).map(({ gross }) => gross)).toEqual([2000, 1000]);
      expect((await listed(`?payment_id=${payment.id}`)).map(({ minor }) => minor)).toEqual([2000]);
    });

    test("a time in which it cannot have been sent is refused", async () => {
      const id = await paid("R5");
      await refund(id);
      const [{ id: refundId }] = (await listed(`?payment_id=${id}`)) as [Shown];
      for (const sent_at of ["2026-10-01T00:00:00Z", "2027-10-01T00:00:00Z"])
        expect((await sent(refundId, { sent_at })).status).toBe(422);
      expect((await sent("none")).status).toBe(404);
      expect(await listed(`?payment_id=${id}`)).toMatchObject([{ state: "open" }]);
    });

    test("refunds of before the upgrade are not open", async () => {
      const { id } = await recorded();
      await refund(id, { iban: other });
      await bank.service.db.run(sql`
        update payment_refund set account = null, recipient = null, reference = null, paper_id = null where payment_id = ${id}`);
      expect(await listed(`?payment_id=${id}`)).toEqual([]);
    });

    test("the comparisons find no difference", async () => {
      const compared = await compareAll(bank.service.db, { schema: ["none"] });
      expect(compared.flatMap((one) => (one.differing > 0 ? one.found : []))).toEqual(["schema"]);
    });
  });
