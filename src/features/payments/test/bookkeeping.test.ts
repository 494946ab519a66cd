import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import Big from "big.js";
import { kinds, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import type { PaperBody } from "../../papers/paper-body.ts";
import { isOwn, major, monthOf, type SoldService, Sums, startSold } from "./sold-service.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`months for the bookkeeper on ${kind.dialect}`, () => {
    let sold: SoldService;
    let service: TestService;
    let tables: SoldService["tables"];
    let get: SoldService["get"];
    beforeAll(async () => {
      sold = await startSold(kind);
      ({ service, tables, get } = sold);
    });
    afterAll(() => sold?.end());

    test("the sums of 13 months are those of papers and payments, by month, rate and currency", async () => {
      const exported = new Sums();
      for (const [month, rows] of tables)
        for (const { kind, currency, vat_rate, net, vat, gross } of rows) {
          const name = `${month} ${kind} ${currency} ${vat_rate}`;
          if (net) exported.add(`${name} net`, Big(net));
          if (vat) exported.add(`${name} vat`, Big(vat));
          exported.add(`${name} gross`, Big(gross!));
        }
      const { database: db } = service.app;
      const stored = new Sums();
      const papers = await db.all<{
        kind: string;
        body: string;
        currency: string;
        net: number;
        tax: number;
        gross: number;
        at: number;
      }>(sql`select kind, body, currency, net_minor as net, tax_minor as tax, gross_minor as gross, issued_at as at
        from paper`);
      for (const { kind, body, currency, net, tax, gross, at } of papers) {
        const rate = (JSON.parse(body) as PaperBody).lines[0]!.vat_rate;
        const name = `${monthOf(at)} ${kind} ${currency} ${Big(rate).div(100)}`;
        const sign = kind === "credit_note" ? -1 : 1;
        stored.add(`${name} net`, major(sign * net, currency));
        stored.add(`${name} vat`, major(sign * tax, currency));
        stored.add(`${name} gross`, major(sign * gross, currency));
      }
      const paid = await db.all<{ currency: string; minor: number; at: number }>(sql`
        select currency, received_minor as minor, paid_at as at from payment where paid_at is not null`);
      for (const { currency, minor, at } of paid)
        stored.add(`${monthOf(at)} payment ${currency}  gross`, major(minor, currency));
      const isRefund = (name: string) => name.includes(" refund ");
      const isOfBalance = (name: string) => / (fee|payout|adjustment) /.test(name);
      const others = (sums: Sums) =>
        Object.fromEntries(
          Object.entries(sums.shown).filter(([name]) => !isRefund(name) && !isOfBalance(name)),
        );
      expect(others(exported)).toEqual(others(stored));
      expect(Object.keys(others(stored)).length).toBeGreaterThan(200);

      // Refunds over all months: what payments have returned, less what is not sent yet.
      const returned = new Sums();
      const back = await db.all<{ currency: string; minor: number }>(sql`
        select y.currency, y.refunded_minor + case when y.dispute = 'lost' then y.disputed_minor else 0 end
          - (select coalesce(sum(r.minor), 0) from payment_refund r where r.payment_id = y.id and r.sent_at is null)
          as minor from payment y`);
      for (const { currency, minor } of back) returned.add(currency, major(-minor, currency));
      const refunded = new Sums();
      for (const rows of tables.values())
        for (const { kind, currency, gross } of rows)
          if (kind === "refund") refunded.add(currency!, Big(gross!));
      expect(refunded.shown).toEqual(returned.shown);
    });

    test("each paper and each payment is in one month, under its number and its texts", async () => {
      const { database: db } = service.app;
      const rows = [...tables.values()].flat();
      const numbers = rows
        .filter(({ kind }) => kind === "invoice" || kind === "credit_note")
        .map(({ number }) => number!);
      const all = await db.all<{ number: string }>(sql`
        select number from paper where kind <> 'statement' order by series, number`);
      expect(numbers.toSorted()).toEqual(all.map(({ number }) => number).toSorted());
      const texts = new Set(rows.map(({ buyer, reference }) => `${buyer} ${reference}`));
      // A formula is text, with an apostrophe; an amount below zero is a number.
      expect(texts.has("'=HYPERLINK(1) '-de")).toBe(true);
      expect(texts.has('Straße & Söhne, "Wien" \'-at')).toBe(true);
      const amounts = rows.flatMap(({ net, vat, gross }) => [net!, vat!, gross!]);
      expect(amounts.filter((one) => one !== "" && !/^-?\d+(\.\d{2,3})?$/.test(one))).toEqual([]);
      expect(amounts.some((one) => one.startsWith("-"))).toBe(true);
    });

    test("the file of DATEV has each euro of the month's CSV, on the accounts that are entered", async () => {
      const none = await get("/papers/months/2027-03/datev");
      expect([none.status, (none.body as { detail: string }).detail]).toEqual([
        404,
        "No accounts are entered yet. Enter them under Settings, DATEV accounts, or with PUT /papers/accounts.",
      ]);
      const accounts = {
        consultant: 29_098,
        client: 55_003,
        debtors: "10000",
        bank: "1200",
        card: "1360",
        fees: "4970",
        transit: "1361",
        revenue: [{ category: "S", rate: 1900, account: "8400" }],
      };
      const put = (json: object) =>
        service.ask("PUT", "/papers/accounts", { headers: service.operatorHeaders, json });
      expect((await put(accounts)).status).toBe(200);
      const refused = async () => {
        const { status, body } = await get("/papers/months/2027-03/datev");
        expect(status).toBe(409);
        return (body as { detail: string }).detail;
      };
      expect(await refused()).toContain("tax of category S at 20%");
      const revenue = [...accounts.revenue, { category: "S", rate: 2000, account: "8320" }];
      const { fees: _, ...noFees } = accounts;
      await put({ ...noFees, revenue });
      expect(await refused()).toMatch(
        /^No account fees is entered, and 2027-03-\d\d has a posting of the kind fee\. Enter it under Settings/,
      );
      const { transit: __, ...noTransit } = accounts;
      await put({ ...noTransit, revenue });
      expect(await refused()).toMatch(
        /^No account transit is entered, and 2027-03-\d\d has a posting of the kind adjustment\. Enter it under Settings/,
      );
      await put({ ...accounts, revenue });

      const posted = new Sums();
      const booked = new Sums();
      for (const [month, rows] of tables) {
        const got = await get(`/papers/months/${month}/datev`);
        const [, , ...postings] = got.text.trimEnd().split("\r\n");
        for (const posting of postings) {
          const [amount, side, currency, , , , account, contra] = posting.split(";");
          expect(currency).toBe('"EUR"');
          const sign = side === '"S"' ? 1 : -1;
          posted.add(`${month} ${account} ${contra}`, Big(amount!.replace(",", ".")).times(sign));
        }
        for (const { kind, currency, vat_rate, gross, provider_id } of rows) {
          if (currency !== "EUR") continue;
          const isMoney = kind === "payment" || kind === "refund";
          const own = provider_id!.startsWith("pi_") ? "1360" : "1200";
          const ofBalance = `1360 ${kind === "fee" ? "4970" : "1361"}`;
          const ofPaper = `10000 ${vat_rate === "19" ? "8400" : "8320"}`;
          const accounts = isMoney ? `${own} 10000` : isOwn(kind!) ? ofBalance : ofPaper;
          booked.add(`${month} ${accounts}`, Big(gross!));
        }
      }
      expect(posted.shown).toEqual(booked.shown);
    });

    test("a month is for operators, and has a form", async () => {
      expect((await service.ask("GET", "/papers/months/2026-11/csv")).status).toBe(401);
      expect((await get("/papers/months/2026-13/csv")).status).toBe(422);
      const empty = await get("/papers/months/2026-10/csv");
      const header = empty.headers.get("content-disposition");
      expect([empty.status, header]).toEqual([200, 'attachment; filename="papers-2026-10.csv"']);
      expect(empty.text).toBe(
        "date,kind,number,reference,buyer,country,tax_id,vat_category,vat_rate,net,vat,gross,currency,method,provider_id,corrects,customer_number\r\n",
      );
    });
  });
