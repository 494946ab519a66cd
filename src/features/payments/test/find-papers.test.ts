import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { noting, scansOf } from "../../../../test/management/plans.ts";
import { sql } from "../../../database/sql.ts";
import { matchesMax } from "../../../management/common/word-index.ts";
import { tidyUp } from "../../../management/system/housekeeping.ts";
import { formsOf } from "../../../management/system/search/forms.ts";
import { given } from "../../../running/ports.ts";
import { findPapers } from "../../papers/find-papers.ts";
import { invoicesOfText } from "../../papers/ports.ts";
import { enterBuyer, issueOne } from "../../papers/test/issued.ts";
import { sellMonths } from "./sold-months.ts";

interface Paper {
  readonly id: string;
  readonly number: string;
  readonly account_id: string;
  readonly currency: string;
  readonly gross_minor: number;
  readonly corrects: string | null;
  readonly month: string;
}

test("a search of papers scans none of the tables that grow", async () => {
  const service = await startService(kinds[0]!);
  try {
    const { database, running } = service.app;
    const texts = ["2026-0061", "2026-006", "99.00", "€99", "Ada Byron", "PO 77", "VK7Q", "pi_3N0000"];
    for (const isAmongAll of [true, false])
      for (const text of texts) {
        const byPayment = given(running, invoicesOfText).flatMap((of) => of(text));
        const { noted, sent } = noting(database);
        const required = isAmongAll ? [] : [sql`account_id = ${"de"}`];
        const among = { byPayment, isAmongAll, required, isOfOne: !isAmongAll };
        const found = await findPapers(noted, formsOf(text), among);
        for (const statement of [...sent, sql`select count(*) from paper p where ${found}`])
          expect([
            text,
            await scansOf(database, statement, ["paper", "payment", "billing_word", "user_word"]),
          ]).toEqual([text, []]);
      }
  } finally {
    await service.end();
  }
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`papers that a text finds on ${kind.dialect}`, () => {
    let service: TestService;
    let all: readonly Paper[];
    let customer: Account;
    beforeAll(async () => {
      service = await startService(kind);
      const { database: db } = service.app;
      await sellMonths(db, 3);
      customer = await signUp(service);
      await enterBuyer(db, customer.userId, { order_reference: "PO 77-18" });
      await issueOne(db, customer.userId, 4242);
      all = await list("");
    });
    afterAll(() => service?.end());

    const list = async (query: string, headers: Record<string, string> = service.operatorHeaders) => {
      const got = await service.ask("GET", `/papers?page_size=1000${query}`, { headers });
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      const papers = got.body as Paper[];
      expect(got.headers.get("x-total-count")).toBe(String(papers.length));
      return papers;
    };
    const find = async (q: string, more = "") =>
      (await list(`&q=${encodeURIComponent(q)}${more}`)).map(({ number }) => number);
    const those = (isOne: (paper: Paper) => boolean) => all.filter(isOne).map(({ number }) => number);

    test("by number, its start, ID, sum, order, buyer, and reference of the payment", async () => {
      const one = all.find(({ currency, corrects }) => currency === "EUR" && corrects !== null)!;
      const invoice = all.find(({ id }) => id === one.corrects)!;
      expect(await find(one.number)).toEqual([one.number]);
      expect(await find("2026-00")).toEqual(those(({ number }) => number.startsWith("2026-00")));
      expect(await find(one.id)).toEqual([one.number]);
      const sum = (one.gross_minor / 100).toFixed(2);
      expect(await find(sum)).toEqual(
        those(({ gross_minor, currency }) => gross_minor === one.gross_minor && /EUR|USD/.test(currency)),
      );
      expect(await find(`€${sum}`)).toEqual(
        those(({ gross_minor, currency }) => gross_minor === one.gross_minor && currency === "EUR"),
      );
      expect(await find(`${sum} USD`)).toEqual(
        those(({ gross_minor, currency }) => gross_minor === one.gross_minor && currency === "USD"),
      );
      expect(await find("-DE")).toEqual(those(({ account_id }) => account_id === "de"));
      expect(await find("strasse sohn")).toEqual(those(({ account_id }) => account_id === "at"));
      expect(await find("strasse", "&kind=credit_note&month=2027-03")).toEqual(
        (await list("&account=at&kind=credit_note&month=2027-03")).map(({ number }) => number),
      );
      const [payment] = await service.app.database.all<{ reference: string; ref: string | null }>(sql`
        select reference, provider_ref as ref from payment where paper_id = ${invoice.id}`);
      const ofPayment = those(({ id, corrects }) => id === invoice.id || corrects === invoice.id);
      if (payment!.ref) expect(await find(payment!.ref)).toEqual(ofPayment);
      expect(await find("nothing at all")).toEqual([]);
      expect(await find("' or 1=1 --")).toEqual([]);
      expect(all.length).toBeGreaterThan(200);
    });

    test("customers find their own alone", async () => {
      const headers = await signedIn(service, customer);
      const own = (await list("", headers)).map(({ number }) => number);
      expect(own).toHaveLength(1);
      const found = async (q: string) =>
        (await list(`&q=${encodeURIComponent(q)}`, headers)).map(({ number }) => number);
      for (const q of [own[0]!, own[0]!.slice(0, 7), "po77-18", "42.42"])
        expect([q, await found(q)]).toEqual([q, own]);
      const [other] = all.filter(({ account_id }) => account_id === "de");
      for (const q of [
        other!.number,
        other!.id,
        String(other!.gross_minor / 100),
        "-de",
        "Zwei",
        "HYPERLINK",
      ])
        expect([q, await found(q)]).toEqual([q, []]);
    });

    test("of a sum that more papers of others have", async () => {
      const { database: db } = service.app;
      const [old] = all.filter(({ account_id }) => account_id === customer.userId);
      await db.transaction(async (tx) => {
        for (let index = 0; index < matchesMax; index++)
          await tx.run(sql`
            insert into paper (id, account_id, kind, series, number, month, currency, net_minor, tax_minor,
              gross_minor, body, issued_at, order_key)
            values (${`same-${index}`}, 'same', 'invoice', 'same', ${`same-${index}`}, '2027-01', 'EUR', 1, 1,
              ${old!.gross_minor}, '{}', ${Date.UTC(2030, 0) + index}, '')`);
      });
      const q = (old!.gross_minor / 100).toFixed(2);
      expect((await list(`&q=${q}`, await signedIn(service, customer))).map(({ number }) => number)).toEqual([
        old!.number,
      ]);
      expect(await find(q, `&account=${customer.userId}`)).toEqual([old!.number]);
      const ofMonth = those(
        ({ gross_minor, month }) => gross_minor === old!.gross_minor && month === old!.month,
      );
      expect(await find(q, `&kind=invoice&month=${old!.month}`)).toEqual(ofMonth);
      await db.run(sql`delete from paper where account_id = 'same'`);
    });

    test("one search finds them by their order, also those that a former version or a restore wrote", async () => {
      const search = async () => {
        const got = await service.ask("POST", "/system/search", {
          headers: service.operatorHeaders,
          json: { text: "PO 77-18" },
        });
        const { groups } = got.body as { groups: { hits: { kind: string; label: string }[] }[] };
        return groups
          .flatMap(({ hits }) => hits)
          .filter(({ kind }) => kind === "invoice")
          .map(({ label }) => label);
      };
      const own = those(({ account_id }) => account_id === customer.userId);
      expect(await search()).toEqual(own);
      await service.change(sql`update paper set order_key = null`);
      expect(await search()).toEqual([]);
      await tidyUp(service.app);
      expect(await search()).toEqual(own);
      expect(await find("-fr")).toEqual(those(({ account_id }) => account_id === "fr"));
    });
  });
