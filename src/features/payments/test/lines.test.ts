import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { camt } from "./bank-files.ts";
import { type Bank, startBank } from "./bank-service.ts";

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly detail: string;
  readonly action: string | null;
  readonly number: string | null;
  readonly reference: string;
  readonly minor: number;
  readonly [member: string]: unknown;
}
interface Sum {
  readonly state: string;
  readonly currency: string;
  readonly lines: number;
  readonly minor: number;
  readonly needs_action: number;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`lines of money on ${kind.dialect}`, () => {
    let bank: Bank;
    let paid: { id: string; reference: string };
    let partly: { id: string; reference: string };
    let refunded: { id: string; reference: string };
    let cancelled: { id: string; reference: string };
    beforeAll(async () => {
      bank = await startBank(kind);
      const { operator } = bank.service;
      const settled = async () => {
        const due = await bank.due();
        await operator("POST", `/payments/${due.id}/received`, { minor: 6050 });
        return due;
      };
      paid = await settled();
      refunded = await settled();
      const iban = "CZ6508000000192000145399";
      await operator("POST", `/payments/${refunded.id}/refund`, { minor: 2000, reason: "Asked", iban });
      partly = await bank.due();
      await operator("POST", `/payments/${partly.id}/received`, { minor: 1000 });
      cancelled = await bank.due();
      await bank.customer.ask("POST", `/payments/${cancelled.id}/cancel`);
      await bank.done(
        camt({ entries: [{ amount: "99.00", text: ["GROWTH 100%"], ref: "T1", sender: "ACME FLEET GMBH" }] }),
      );
    });
    afterAll(() => bank.service.end());

    const list = async (query = ""): Promise<Line[]> => {
      const got = await bank.service.operator("GET", `/payments/lines${query}`);
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      return got.body as Line[];
    };
    const sums = async (query = ""): Promise<Sum[]> =>
      (await bank.service.operator("GET", `/payments/lines/sums${query}`)).body as Sum[];
    const short = (lines: readonly Line[]) =>
      lines
        .map(({ kind, state, detail, action, minor }) => [kind, state, detail, action, minor].join(" "))
        .toSorted();

    test("what is due, paid, returned and not matched is a line each, and no sum is counted twice", async () => {
      expect(short(await list())).toEqual([
        "payment due by_transfer record 5050",
        "payment paid paid  11979",
        "payment paid paid  6050",
        "payment paid paid  6050",
        "refund refunded to_send sent -2000",
        "transfer problem not_matched match 9900",
      ]);
      expect(await sums()).toEqual([
        { state: "due", currency: "EUR", lines: 1, minor: 5050, needs_action: 0 },
        { state: "paid", currency: "EUR", lines: 3, minor: 24_079, needs_action: 0 },
        { state: "problem", currency: "EUR", lines: 1, minor: 9900, needs_action: 1 },
        { state: "refunded", currency: "EUR", lines: 1, minor: -2000, needs_action: 1 },
      ]);
      expect(short(await list("?state=ended"))).toEqual(["payment ended cancelled  6050"]);
    });

    test("the sums are those of the lists, of the payments and of their invoices", async () => {
      const all = await sums();
      for (const { state, lines, minor } of all) {
        const of = await list(`?state=${state}`);
        expect([state, of.length, of.reduce((sum, one) => sum + one.minor, 0)]).toEqual([
          state,
          lines,
          minor,
        ]);
      }
      const received = all.filter(({ state }) => state === "paid" || state === "refunded");
      const [money] = await rowsOf<{ minor: number }>(
        bank.service.db,
        sql`select cast(sum(received_minor - refunded_minor) as bigint) as minor from payment where paid_at is not null`,
      );
      const [papers] = await rowsOf<{ minor: number }>(
        bank.service.db,
        sql`select cast(sum(case when kind = 'credit_note' then -gross_minor else gross_minor end) as bigint) as minor
          from paper`,
      );
      const sum = received.reduce((all, { minor }) => all + minor, 0);
      expect([money!.minor, papers!.minor]).toEqual([sum, sum]);
    });

    test("a line has its number, its customer, what it is for, and what it corrects", async () => {
      const [line] = await list(`?q=${paid.reference}`);
      const [invoice] = await rowsOf<{ id: string; number: string }>(
        bank.service.db,
        sql`select id, number from paper where payment_id = ${paid.id}`,
      );
      expect(line).toEqual({
        id: paid.id,
        kind: "payment",
        state: "paid",
        detail: "paid",
        until: null,
        action: null,
        needs_action: false,
        at: expect.any(String),
        number: invoice!.number,
        reference: paid.reference,
        account_id: bank.customer.account.userId,
        customer: "Ada Byron",
        company: null,
        description: expect.any(String),
        minor: 6050,
        currency: "EUR",
        method: "Transfer",
        problem: null,
        payment_id: paid.id,
        paper_id: invoice!.id,
        corrects: null,
      });
      const [of] = await rowsOf<{ number: string }>(
        bank.service.db,
        sql`select number from paper where payment_id = ${refunded.id} and kind = 'invoice'`,
      );
      expect(await list("?state=refunded")).toMatchObject([{ corrects: of!.number, needs_action: true }]);
    });

    test("it is found by number, reference, ID, name, company, sender and amount, ended ones too", async () => {
      const number = (await list(`?q=${paid.reference}`))[0]!.number!;
      const found = async (text: string) => short(await list(`?q=${encodeURIComponent(text)}`));
      expect(await found(number)).toEqual(["payment paid paid  6050"]);
      expect(await found(paid.id)).toEqual(["payment paid paid  6050"]);
      expect(await found(cancelled.reference)).toEqual(["payment ended cancelled  6050"]);
      expect(await found("acme fleet")).toContain("transfer problem not_matched match 9900");
      expect(await found("100%")).toEqual(["transfer problem not_matched match 9900"]);
      expect(await found("€99")).toEqual(["transfer problem not_matched match 9900"]);
      expect(await found("119.79")).toEqual(["payment paid paid  11979"]);
      expect(await found("byron")).toHaveLength(6);
      expect(await found("noone")).toEqual([]);
    });

    test("a range has what was paid in it, and what is open at any age", async () => {
      const later = "?from=2026-12-01T00:00:00Z";
      expect(short(await list(later))).toEqual([
        "payment due by_transfer record 5050",
        "transfer problem not_matched match 9900",
      ]);
      expect(await list("?to=2026-01-01T00:00:00Z")).toEqual([]);
      expect(short(await list(`${later}&needs_action=true`))).toEqual([
        "refund refunded to_send sent -2000",
        "transfer problem not_matched match 9900",
      ]);
      const { userId } = bank.customer.account;
      expect(await list(`?user=${userId}`)).toHaveLength(5);
      expect(await list("?user=noone")).toEqual([]);
      const pages = [await list("?page_size=4"), await list("?page_size=4&page=2")];
      expect(pages.flat().map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
    });

    test("the CSV has a row for each rate, with the sums of the invoices", async () => {
      const got = await bank.service.ask("GET", "/payments/lines?from=2026-11-01T00:00:00Z", {
        headers: { ...bank.service.operatorHeaders, accept: "text/csv" },
      });
      const [head, ...rows] = got.text.trim().split("\r\n");
      expect(head).toBe(
        "date,number,reference,customer_number,customer,company,country,vat_id,description,net,vat_rate,vat,total,currency,method,state,corrects",
      );
      expect(rows).toHaveLength(6);
      const number = (await list(`?q=${paid.reference}`))[0]!.number!;
      expect(rows.find((row) => row.includes(`,${number},${paid.reference}`))).toContain(
        ",50,21,10.5,60.5,EUR,Transfer,paid,",
      );
      expect(rows.find((row) => row.includes(",refunded,"))).toContain(",-16.53,21,-3.47,-20,EUR,");
    });

    test("a payment is read by its reference and number, and by no other customer", async () => {
      const number = (await list(`?q=${paid.reference}`))[0]!.number!;
      for (const name of [paid.id, paid.reference, paid.reference.toLowerCase(), number])
        expect((await bank.customer.ask("GET", `/payments/${name}`)).body).toMatchObject({ id: paid.id });
      const other = await bank.service.customer();
      for (const name of [paid.id, paid.reference, number])
        expect((await other.ask("GET", `/payments/${name}`)).status).toBe(404);
      expect((await bank.service.operator("GET", "/payments/2026-9999")).status).toBe(404);
    });

    test("the bank's number of what was received is recorded once", async () => {
      const { operator, db } = bank.service;
      const first = await bank.due();
      const second = await bank.due();
      const body = { minor: 6050, bank_ref: "B-77", received_at: "2026-11-20T00:00:00Z" };
      expect((await operator("POST", `/payments/${first.id}/received`, body)).body).toMatchObject({
        state: "paid",
      });
      // Spaces that were copied with it make no other number of it.
      for (const bank_ref of [body.bank_ref, ` ${body.bank_ref}`, `${body.bank_ref}\u00a0`])
        expect(
          (await operator("POST", `/payments/${second.id}/received`, { ...body, bank_ref })).status,
        ).toBe(409);
      const blank = { ...body, bank_ref: " " };
      expect((await operator("POST", `/payments/${second.id}/received`, blank)).status).toBe(422);
      expect(await bank.stateOf(second.id)).toEqual(["pending", 0]);
      expect(
        await rowsOf(
          db,
          sql`select provider_ref, state, payment_id, received_at from payment_transfer where provider_ref = 'B-77'`,
        ),
      ).toEqual([
        {
          provider_ref: "B-77",
          state: "matched",
          payment_id: first.id,
          received_at: Date.parse(body.received_at),
        },
      ]);
      await bank.customer.ask("POST", `/payments/${second.id}/cancel`);
    });

    test("an unpaid period is late with its payment, and without one is settled by hand", async () => {
      const { db } = bank.service;
      const now = bank.service.now();
      await db.run(sql`
        insert into billing_period (subscription_id, number, product_id, offer_version, starts_at, ends_at, state,
          price_minor, currency, lapses_at, created_at)
        values ('s1', 90, 'growth', 1, ${now - 2 * dayMs}, ${now + 30 * dayMs}, 'due', 5000, 'EUR', ${now + dayMs}, ${now})`);
      const until = new Date(now + dayMs).toISOString();
      expect((await list("?needs_action=true&state=due")).map(({ at: _, ...one }) => one)).toMatchObject([
        {
          id: "s1/90",
          kind: "period",
          detail: "late",
          action: "settle",
          minor: 5000,
          until,
          customer: "Ada Byron",
        },
      ]);
      const { id } = await bank.due();
      await db.run(sql`update payment set kind = 'renewal', period = 90 where id = ${id}`);
      expect(await list("?needs_action=true&state=due")).toMatchObject([
        { id, kind: "payment", detail: "late", action: "record", minor: 6050, until },
      ]);
      // Declined for good, it is still owed.
      await db.run(sql`update payment set state = 'failed' where id = ${id}`);
      expect(await list(`?q=${id}`)).toMatchObject([
        { id, state: "problem", detail: "declined", needs_action: true },
      ]);
      await db.run(sql`update billing_period set state = 'lapsed' where number = 90`);
      expect(await list(`?q=${id}`)).toMatchObject([{ id, state: "ended", needs_action: false }]);
    });
  });
