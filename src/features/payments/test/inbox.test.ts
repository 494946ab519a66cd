import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { day } from "../../billing/test/billed-service.ts";
import { camt } from "./bank-files.ts";
import { type Bank, startBank } from "./bank-service.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly band: string;
  readonly [member: string]: unknown;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money in Inbox on ${kind.dialect}`, () => {
    let bank: Bank;
    beforeAll(async () => {
      bank = await startBank(kind);
    });
    afterAll(() => bank.service.end());

    const read = async (kindOf: string): Promise<readonly Row[]> => {
      const { body } = await bank.service.operator("GET", "/system/inbox");
      const { rows, unread } = body as { rows: Row[]; unread: string[] };
      expect(unread).toEqual([]);
      return rows.filter((row) => row.kind === kindOf);
    };
    const euros = (minor: number) => ({ minor, currency: "EUR" });

    test("a transfer without a payment, until it is matched", async () => {
      const { id } = await bank.due();
      const entries = [{ amount: "60.50", text: ["GROWTH DEZ"], ref: "T1", sender: "ACME FLEET GMBH" }];
      await bank.done(camt({ entries }));
      const [row] = await read("transfer");
      expect(row).toMatchObject({
        band: "today",
        entry: "money",
        code: "transfer_unmatched",
        found: "€60.50 received from ACME FLEET GMBH, not matched",
        cost: euros(6050),
        values: { sender: "ACME FLEET GMBH", ...euros(6050) },
        action: { code: "match" },
      });
      const { object } = row!.action as { object: string };
      const matched = await bank.service.operator("POST", `${object}/match`, { payment_id: id });
      expect(matched.status).toBe(200);
      expect(await read("transfer")).toEqual([]);
    });

    test("a transfer whose reference and sum are those of a payment names it; a text that names two does not", async () => {
      const [one, other] = [await bank.due(), await bank.due()];
      // It came before its payment was there.
      const insert = (id: string, reference: string, minor: number) =>
        bank.service.db.run(sql`
          insert into payment_transfer (id, provider, provider_ref, minor, currency, reference, sender, state, received_at, created_at)
          values (${id}, 'manual', ${id}, ${minor}, 'EUR', ${reference}, 'ACME', 'unmatched', 1, 1)`);
      await insert("equal", `Invoice ${one.reference}`, 6050);
      await insert("less", one.reference, 6049);
      await insert("two", `${one.reference} ${other.reference}`, 6050);
      const rows = new Map((await read("transfer")).map((row) => [row.id, row]));
      expect(rows.get("transfer.equal")).toMatchObject({
        code: "transfer_equal",
        found: `€60.50 received for ${one.reference} from ACME`,
        values: { payment: one.id, named: one.reference },
        action: { code: "match_equal", object: "/payments/transfers/equal" },
      });
      for (const id of ["transfer.less", "transfer.two"])
        expect(rows.get(id)).toMatchObject({ code: "transfer_unmatched", action: { code: "match" } });
      await bank.service.db.run(sql`delete from payment_transfer where id in ('equal', 'less', 'two')`);
      await bank.service.operator("POST", `/payments/${one.id}/received`, { minor: 6050 });
      await bank.service.operator("POST", `/payments/${other.id}/received`, { minor: 6050 });
    });

    test("a refund by transfer, until it is noted as sent", async () => {
      const { id } = await bank.due();
      await bank.service.operator("POST", `/payments/${id}/received`, { minor: 6050 });
      const iban = "CZ6508000000192000145399";
      await bank.service.operator("POST", `/payments/${id}/refund`, { minor: 2000, reason: "Asked", iban });
      const [row] = await read("refund");
      expect(row).toMatchObject({ band: "today", cost: euros(2000), code: "refund_to_send" });
      expect(row!.found).toStartWith("Send €20.00 back to Ada Byron: ");
      const { object } = row!.action as { object: string };
      expect((await bank.service.operator("POST", `${object}/sent`, {})).status).toBe(200);
      expect(await read("refund")).toEqual([]);
    });

    test("disputes, inquiries, problems and what went back without a payment", async () => {
      const disputed = await bank.due();
      const asked = await bank.due();
      const { db } = bank.service;
      await db.run(sql`
        update payment set state = 'disputed', dispute = 'open', disputed_minor = 6050 where id = ${disputed.id}`);
      await db.run(sql`update payment set inquiry = 1 where id = ${asked.id}`);
      await db.run(sql`
        insert into payment_return (id, provider, provider_ref, named, currency, received_minor, refunded_minor,
          disputed_minor, state, created_at, updated_at)
        values ('r1', 'stripe', 'pi_1', 'p', 'EUR', 900, 900, 0, 'unmatched', 1, 1)`);
      await db.run(sql`update payment set problem = 'The card is wrong.' where id = ${disputed.id}`);
      expect((await read("dispute")).map(({ id, code, found, band }) => [id, code, found, band])).toEqual([
        [`dispute.${disputed.id}`, "payment_disputed", "Ada Byron disputes €60.50", "week"],
        [`dispute.${asked.id}`, "payment_inquiry", "The bank of Ada Byron inquires about €60.50", "week"],
      ]);
      expect(await read("payment")).toMatchObject([
        { found: `${disputed.reference}, €60.50: The card is wrong`, band: "today" },
      ]);
      expect(await read("return")).toMatchObject([{ id: "return.r1", cost: euros(900), band: "week" }]);
      await db.run(sql`update payment set state = 'cancelled', problem = null, inquiry = 0
        where id in (${disputed.id}, ${asked.id})`);
      expect([await read("dispute"), await read("payment")]).toEqual([[], []]);
    });

    test("unpaid periods are one row, with the sum of their payments and the first that lapses", async () => {
      const { db } = bank.service;
      const now = bank.service.now();
      const period = (
        subscription: string,
        net: number,
        startsAt: number,
        lapsesAt: number,
        currency = "EUR",
      ) =>
        db.run(sql`
          insert into billing_period (subscription_id, number, product_id, offer_version, starts_at, ends_at, state,
            price_minor, currency, lapses_at, created_at)
          values (${subscription}, 90, 'growth', 1, ${startsAt}, ${now + 30 * dayMs}, 'due', ${net}, ${currency},
            ${lapsesAt}, ${now})`);
      await period("s1", 5000, now - 2 * dayMs, now + 3 * dayMs);
      await period("gone", 1000, now - dayMs, now + 9 * dayMs);
      await period("dollars", 700, now - dayMs, Number.MAX_SAFE_INTEGER, "USD");
      await period("later", 1000, now + dayMs, now + 9 * dayMs);
      // With tax, where its payment is requested.
      const { id } = await bank.due();
      await db.run(sql`update payment set kind = 'renewal', period = 90 where id = ${id}`);
      expect(await read("unpaid")).toMatchObject([
        {
          id: "unpaid.EUR",
          band: "week",
          found: "2 periods unpaid: €70.50",
          cost: euros(7050),
          since: new Date(now - 2 * dayMs).toISOString(),
          deadline: new Date(now + 3 * dayMs).toISOString(),
          values: { count: 2, account: "Ada Byron" },
        },
        { id: "unpaid.USD", band: "later", deadline: null, found: "1 period unpaid: $7.00" },
      ]);
      await bank.service.at(day("2026-11-23"));
      expect((await read("unpaid"))[0]!.band).toBe("today");
    });

    test("problems of the provider", async () => {
      await bank.service.db.run(sql`
        insert into payment_provider_problem (code, found, advice, since)
        values ('events_refused', 'No event had a right signature', 'Set the secret.', 1000),
          ('events_not_sent', 'An event is not sent', 'Add it.', 2000)`);
      expect(await read("provider")).toMatchObject([
        {
          code: "provider_events_refused",
          band: "today",
          since: "1970-01-01T00:00:01.000Z",
          entry: "settings",
        },
        { code: "provider_events_not_sent", band: "week" },
      ]);
    });
  });
