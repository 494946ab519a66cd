import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import type { Customer } from "../../billing/test/billed-service.ts";
import { enterBuyer } from "../../papers/test/issued.ts";
import { camt } from "./bank-files.ts";
import { type Bank, startBank } from "./bank-service.ts";

interface Hit {
  readonly kind: string;
  readonly label: string;
  readonly detail: string;
  readonly object: string;
  readonly account: string | null;
  readonly exact: boolean;
}
interface Found {
  readonly groups: readonly { readonly group: string; readonly hits: readonly Hit[] }[];
  readonly missing: { readonly code: string; readonly text: string } | null;
  readonly unread: readonly string[];
}
const money = ({ groups }: Found) => groups.find(({ group }) => group === "money")?.hits ?? [];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`money in one search on ${kind.dialect}`, () => {
    let bank: Bank;
    let other: Customer;
    let paid: { id: string; reference: string };
    let open: { id: string; reference: string };
    let others: { id: string; reference: string };
    beforeAll(async () => {
      bank = await startBank(kind);
      other = await bank.service.subscriber("s2");
      paid = await bank.due();
      await bank.service.operator("POST", `/payments/${paid.id}/received`, { minor: 6050 });
      open = await bank.due();
      others = await bank.due(other, "s2");
      await bank.service.operator("POST", `/payments/${others.id}/received`, { minor: 6050 });
    });
    afterAll(() => bank.service.end());

    const search = async (text: string): Promise<Found> => {
      const got = await bank.service.operator("POST", "/system/search", { text });
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      const found = got.body as Found;
      expect(found.unread).toEqual([]);
      return found;
    };
    const searchOwn = async ({ account, ask }: Customer, text: string): Promise<Found> => {
      const got = await ask("POST", `/users/${account.userId}/search`, { text });
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      return got.body as Found;
    };
    const papersOf = async ({ ask }: Customer) =>
      (await ask("GET", "/papers")).body as { id: string; number: string; gross_minor: number }[];

    test("an invoice by its number is first, and by its start and its sum", async () => {
      const [invoice] = await papersOf(bank.customer);
      const found = await search(invoice!.number);
      expect(found.groups[0]!.hits[0]).toMatchObject({
        kind: "invoice",
        label: invoice!.number,
        object: `/papers/${invoice!.id}`,
        account: bank.customer.account.userId,
        exact: true,
      });
      expect(found.missing).toBeNull();
      expect(money(await search(invoice!.number.slice(0, -1))).map(({ label }) => label)).toContain(
        invoice!.number,
      );
      for (const text of ["60.50", "€60.50", "60,50 EUR"])
        expect([text, money(await search(text)).map(({ label }) => label)]).toEqual([
          text,
          expect.arrayContaining([invoice!.number, paid.reference]),
        ]);
      expect(money(await search("$60.50"))).toEqual([]);
      expect(money(await search("60.51"))).toEqual([]);
    });

    test("a payment by its reference in any form, the start of it, and its ID", async () => {
      const { id, reference } = open;
      const spread = `${reference.slice(0, 4)} ${reference.slice(4, 8)}-${reference.slice(8)}`.toLowerCase();
      for (const text of [reference, spread, id])
        expect([text, money(await search(text))]).toEqual([
          text,
          [
            expect.objectContaining({
              kind: "payment",
              label: reference,
              object: `/payments/${id}`,
              exact: true,
            }),
          ],
        ]);
      expect(money(await search(reference.slice(0, 6)))).toMatchObject([{ label: reference, exact: false }]);
    });

    test("a transfer by the bank's number and by what the payer wrote; a return by its charge", async () => {
      const { operator, db } = bank.service;
      const transfer = {
        bank_ref: "2026-11-23/0042",
        minor: 123_456,
        currency: "EUR",
        sender: "ACME FLEET GMBH",
      };
      await operator("POST", "/payments/transfers", { ...transfer, reference: "December, thank you" });
      for (const text of ["2026-11-23/0042", "December, thank you", "1,234.56"])
        expect([text, money(await search(text))]).toEqual([
          text,
          [expect.objectContaining({ kind: "transfer", label: "December, thank you" })],
        ]);
      await db.run(sql`
        insert into payment_return (id, provider, provider_ref, named, currency, received_minor, refunded_minor,
          disputed_minor, state, created_at, updated_at)
        values ('r1', 'stripe', 'pi_9', 'p', 'EUR', 900, 900, 0, 'unmatched', 1, 1)`);
      expect(money(await search("pi_9"))).toMatchObject([{ kind: "return", object: "/payments/returns/r1" }]);
      expect(money(await searchOwn(bank.customer, "pi_9"))).toEqual([]);
      expect(money(await searchOwn(bank.customer, "December, thank you"))).toEqual([]);
    });

    test("a refund by transfer by what its transfer names, beside its credit note", async () => {
      const iban = "CZ6508000000192000145399";
      await bank.service.operator("POST", `/payments/${paid.id}/refund`, {
        minor: 2000,
        reason: "Asked",
        iban,
      });
      const note = (await papersOf(bank.customer)).find(({ gross_minor }) => gross_minor === 2000)!;
      expect(money(await search(note.number)).map((one) => [one.kind, one.object])).toEqual([
        ["credit_note", `/papers/${note.id}`],
        ["refund", `/payments/${paid.id}`],
      ]);
      expect(money(await searchOwn(other, note.number))).toEqual([]);
    });

    test("a number that no paper has is answered with the last one, for a customer with its own last one", async () => {
      const numbers = [...(await papersOf(bank.customer)), ...(await papersOf(other))].map(
        ({ number }) => number,
      );
      const last = numbers.sort().at(-1)!;
      const sentence = (number: string) => `No invoice 2026-0161. The last is ${number}.`;
      expect((await search("2026-0161")).missing).toMatchObject({
        code: "no_paper_last",
        text: sentence(last),
      });
      const [own] = await papersOf(other);
      expect((await searchOwn(other, "2026-0161")).missing!.text).toBe(sentence(own!.number));
      const third = await bank.service.customer();
      expect((await searchOwn(third, last)).missing!.text).toBe(`No invoice ${last}.`);
    });

    test("a customer finds what its lists have, and nothing of another", async () => {
      const listed = async ({ account, ask }: Customer): Promise<Set<string>> => {
        const pathsOf = async (list: string, under = list) =>
          ((await ask("GET", list)).body as { id: string }[]).map(({ id }) => `${under}/${id}`);
        return new Set([
          ...(await pathsOf("/papers")),
          ...(await pathsOf("/payments")),
          ...(await pathsOf(`/users/${account.userId}/subscriptions`, "/subscriptions")),
        ]);
      };
      const own = await listed(bank.customer);
      const theirs = await listed(other);
      const numbers = [...(await papersOf(bank.customer)), ...(await papersOf(other))].map(
        ({ number }) => number,
      );
      const ids = [...own, ...theirs].map((path) => path.split("/").at(-1)!);
      const texts = [paid, open, others].flatMap(({ id, reference }) => [
        id,
        reference,
        reference.slice(0, 5),
      ]);
      let hits = 0;
      for (const text of [
        ...texts,
        ...ids,
        ...numbers,
        "60.50",
        "20.00",
        "2026-00",
        "s1",
        "s2",
        "growth",
        "Byron",
      ])
        for (const [customer, lists] of [
          [bank.customer, own],
          [other, theirs],
        ] as const) {
          const found = await searchOwn(customer, text);
          const of = found.groups.filter(({ group }) => ["money", "customers", "calls"].includes(group));
          for (const { object, account } of of.flatMap((one) => one.hits)) {
            expect([text, object, lists.has(object)]).toEqual([text, object, true]);
            expect(account).toBe(customer.account.userId);
            hits += 1;
          }
        }
      expect(hits).toBeGreaterThan(20);
      // Each object of a list is found by its ID.
      for (const path of own) {
        const found = await searchOwn(bank.customer, path.split("/").at(-1)!);
        expect(found.groups.flatMap((one) => one.hits).map(({ object }) => object)).toContain(path);
      }
    });

    test("a customer by its company, folded, until the account is deleted; also of a former version", async () => {
      const { db } = bank.service;
      const id = other.account.userId;
      await enterBuyer(db, id, { company: "Żółw & Großhandel Øst-Łódź sp. z o.o." });
      const objects = async (text: string) =>
        (await search(text)).groups
          .flatMap(({ hits }) => hits)
          .map((one) => [one.kind, one.label, one.object]);
      const found = ["customer", "Żółw & Großhandel Øst-Łódź sp. z o.o.", `/users/${id}`];
      for (const text of ["zolw", "ZOLW grossh", "lodz", "ost-lodz", "Øst"])
        expect([text, await objects(text)]).toEqual([text, expect.arrayContaining([found])]);
      await db.run(sql`delete from billing_word`);
      await db.run(sql`update billing_account set has_words = 0`);
      expect(await objects("zolw")).toEqual([]);
      for (const one of bank.service.app.running) await one.tidyUp?.(bank.service.app.clock());
      expect(await objects("zolw")).toEqual([found]);
      expect((await searchOwn(bank.customer, "zolw")).groups).toEqual([]);
      await bank.service.operator("DELETE", `/users/${id}`);
      expect(await db.all(sql`select word from billing_word where account_id = ${id}`)).toEqual([]);
    });

    test("a transfer of a bank's file by its text and sum", async () => {
      const entries = [{ amount: "77.70", text: ["GROWTH DEZ"], ref: "T9", sender: "ACME FLEET GMBH" }];
      await bank.done(camt({ entries }));
      expect(money(await search("77.70"))).toMatchObject([{ kind: "transfer", exact: false }]);
    });
  });
