import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type ClockedService, startClocked } from "../../../../test/clocked-service.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { tidyUp } from "../../../management/system/housekeeping.ts";
import { moneyOf } from "../../../running/account-ports.ts";
import { given } from "../../../running/ports.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import { issueCreditNote, type Paper, paperFile } from "../issue.ts";
import type { PaperBody } from "../paper-body.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { enterSeller, issueNamed, issueOne, lineOf, requestOf, seller, taxes } from "./issued.ts";

const details = { company: "Acme Fleet GmbH", country: "DE", tax_id: "DE123456788" };
const empty = {
  tax_id_check: null,
  company: null,
  name: null,
  address: null,
  postal_code: null,
  city: null,
  country: null,
  tax_id: null,
  order_reference: null,
  buyer_reference: null,
  electronic_address: null,
  invoices_to: null,
  invoice_allowed: false,
  currency: null,
  tax: null,
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`operations of papers on ${kind.dialect}`, () => {
    let service: ClockedService;
    let account: Account;
    let other: Account;
    let buyer: Account;
    let invoice: Paper;
    let note: Paper;
    beforeAll(async () => {
      service = await startClocked(kind, { VINGATE_PAPERS_YEARS: "2" });
      account = await signUp(service);
      other = await signUp(service);
      buyer = await signUp(service);
      const now = service.app.clock();
      await enterSeller(service.db);
      const routed = { ...details, buyer_reference: "Cost center 7" };
      await writeDetails(service.db, account.userId, BillingDetailsRequest.parse(routed));
      invoice = await issueOne(service.db, account.userId, 9900, { now });
      note = await service.db.transaction((tx) =>
        issueCreditNote(tx, { corrects: invoice.id, grossMinor: 900, reason: "Our fault", now: now + 1 }),
      );
    });
    afterAll(() => service?.end());

    const operator = (method: string, path: string, json?: unknown, headers = {}) =>
      service.ask(method, path, {
        headers: { ...service.operatorHeaders, ...headers },
        ...(json !== undefined && { json }),
      });
    const as = async (who: Account, method: string, path: string, json?: unknown) =>
      service.ask(method, path, {
        headers: await signedIn(service, who),
        ...(json !== undefined && { json }),
      });

    test("seller and taxes are entered by operators", async () => {
      for (const [path, value] of [
        ["/papers/seller", seller],
        ["/papers/taxes", taxes],
      ] as const) {
        const put = await operator("PUT", path, value);
        expect([path, put.status]).toEqual([path, 200]);
        const got = await operator("GET", path);
        expect(got.body).toEqual(put.body);
        expect(got.body).toMatchObject(value);
        const stale = await operator("PUT", path, value, { "if-match": '"other"' });
        expect(stale.status).toBe(412);
      }
      for (const bad of [{ tax_id: "DE1" }, { country: "XX" }, { iban: "none" }, { address: [] }])
        expect((await operator("PUT", "/papers/seller", { ...seller, ...bad })).status).toBe(422);
      for (const otherwise of [
        { rate: 1900, category: "AE", reason: "x" },
        { rate: 0, category: "O" },
        { rate: 10_001, category: "S" },
      ])
        expect((await operator("PUT", "/papers/taxes", { otherwise })).status).toBe(422);
    });

    test("what is no country, tax ID, IBAN or BIC is refused with what to send", async () => {
      const refusalOf = async (bad: object) => {
        const { status, body } = await operator("PUT", "/papers/seller", { ...seller, ...bad });
        const { detail } = body as { detail: { loc: string[]; msg: string }[] };
        return [status, ...detail.map(({ loc, msg }) => `${loc.at(-1)} ${msg.replace("Value error, ", "")}`)];
      };
      const code = "must be a code of ISO 3166-1";
      for (const [bad, message] of [
        [{ country: "Germany" }, `country ${code}: send DE for Germany`],
        [{ country: "de" }, `country ${code}: send DE for Germany`],
        [{ country: "UK" }, `country ${code}: send GB for United Kingdom`],
        [{ country: "XX" }, `country ${code}: two capitals, such as DE for Germany`],
        [{ tax_id: "CZ1" }, "tax_id is no tax ID of Czechia: send one such as CZ12345679"],
        [
          { tax_id: "CZ12345678" },
          "tax_id is no tax ID of Czechia: its check digits do not match. Compare it with the original",
        ],
        [
          { iban: "CZ65 0800 0000 1920 0014 5939" },
          "iban is no IBAN: its check digits do not match. Compare it with the bank's",
        ],
        [
          { iban: "CZ65 0800 0000 1920 0014 539" },
          "iban is no IBAN: one of Czechia has 24 characters without spaces, not 23",
        ],
        [
          { bic: "GIBAZZPX" },
          "bic is no BIC: send 8 or 11 letters and digits, of which the fifth and sixth are the country, such as GIBACZPX",
        ],
      ] as const)
        expect(await refusalOf(bad)).toEqual([422, message]);
      const path = `/users/${buyer.userId}/billing-details`;
      for (const bad of [{ country: "Germany" }, { country: "Denmark" }, { tax_id: "DE123456789" }])
        expect((await as(buyer, "PUT", path, { ...details, ...bad })).status).toBe(422);
    });

    test("billing details are the account's own, and operators allow invoices", async () => {
      const path = `/users/${buyer.userId}/billing-details`;
      const tax = taxes.rules[0].tax;
      expect((await as(buyer, "GET", path)).body).toEqual({ ...empty, tax: { ...tax, reason: "" } });
      for (const bad of [{ tax_id: "DE1" }, { company: null }, { country: "ZZ" }, { invoices_to: "x" }])
        expect((await as(buyer, "PUT", path, { ...details, ...bad })).status).toBe(422);
      const allowing = await as(buyer, "PUT", path, { ...details, invoice_allowed: true });
      expect([allowing.status, (await as(buyer, "GET", path)).body]).toMatchObject([403, { company: null }]);
      const put = await as(buyer, "PUT", path, details);
      const check = { state: "by_form", on: null, reference: null, asked_until: null };
      const shown = { ...empty, ...details, address: [], tax: taxes.rules[1].tax, tax_id_check: check };
      expect(put.body).toEqual(shown);
      const allowed = await operator("PUT", path, { ...details, invoice_allowed: true });
      expect(allowed.body).toEqual({ ...shown, invoice_allowed: true });
      expect((await as(buyer, "PUT", path, { ...details, invoice_allowed: true })).status).toBe(200);
      expect((await operator("GET", "/users/none/billing-details")).status).toBe(404);
    });

    test("papers are listed by account, kind and month, as JSON and CSV", async () => {
      const now = invoice.issuedAt;
      await issueOne(service.db, other.userId, 100, { now: now + 2 });
      const own = await as(account, "GET", "/papers");
      expect([(own.body as Paper[]).map(({ id }) => id), own.headers.get("x-total-count")]).toEqual([
        [note.id, invoice.id],
        "2",
      ]);
      expect((own.body as Paper[])[1] as unknown).toEqual({
        id: invoice.id,
        kind: "invoice",
        number: "2026-0001",
        account_id: account.userId,
        currency: "EUR",
        net_minor: 9900,
        tax_minor: 0,
        gross_minor: 9900,
        month: "2026-11",
        issued_at: new Date(now).toISOString(),
        corrects: null,
      });
      const countOf = async (query: string) =>
        ((await operator("GET", `/papers?${query}`)).body as Paper[]).length;
      expect(await countOf("")).toBe(3);
      expect(await countOf(`account=${account.userId}`)).toBe(2);
      expect(await countOf("kind=credit_note")).toBe(1);
      expect(await countOf("month=2026-10")).toBe(0);
      expect(await countOf("page_size=2&page=2")).toBe(1);
      // Another's account in the filter shows nothing of it.
      expect((await as(other, "GET", `/papers?account=${account.userId}`)).body).toEqual([]);
      const csv = await operator("GET", `/papers?account=${account.userId}`, undefined, {
        accept: "text/csv",
      });
      expect(csv.text.split("\r\n").slice(0, 2)).toEqual([
        "id,kind,number,account_id,currency,net_minor,tax_minor,gross_minor,month,issued_at,corrects",
        `${note.id},credit_note,${note.number},${account.userId},EUR,900,0,900,2026-11,${new Date(now + 1).toISOString()},${invoice.id}`,
      ]);
    });

    test("a paper is read as JSON and PDF by its owner, and is nothing to others", async () => {
      const json = await as(account, "GET", `/papers/${invoice.id}`);
      expect([json.status, json.body]).toMatchObject([200, { number: invoice.number }]);
      const file = await service.serve(
        new Request(`http://vingate.test/papers/${invoice.id}/pdf`, {
          headers: await signedIn(service, account),
        }),
        "127.0.0.1",
      );
      expect(file.headers.get("content-disposition")).toBe('attachment; filename="invoice-2026-0001.pdf"');
      const bytes = new Uint8Array(await file.arrayBuffer());
      expect(readPdf(bytes).files.map((one) => one.bytes.toString())).toEqual([
        json.text,
        einvoiceOf(json.body as PaperBody, "en16931_cii"),
      ]);
      const mailed = await paperFile(service.app, invoice.id);
      expect([mailed.name, Buffer.compare(mailed.bytes, bytes)]).toEqual(["invoice-2026-0001.pdf", 0]);
      for (const end of ["", "/pdf"]) {
        const path = `/papers/${invoice.id}${end}`;
        const refused = await as(other, "GET", path);
        expect([refused.status, refused.body]).toMatchObject([
          404,
          { detail: `There is no paper ${invoice.id}.` },
        ]);
        for (const method of ["PUT", "PATCH", "DELETE"])
          expect((await operator(method, path, {})).status).toBe(405);
      }
    });

    test("a statement has the papers of its month, without tax", async () => {
      await service.db.transaction((tx) =>
        issueNamed(
          tx,
          requestOf(
            account.userId,
            [lineOf(500, { text: `Package\r\nof October${"\u{1f600}".repeat(3000)}` })],
            {
              suppliedFrom: Date.parse("2026-10-31T23:59:59Z"),
              now: service.app.clock(),
            },
          ),
        ),
      );
      const path = `/users/${account.userId}/statements/2026-11`;
      const { money } = (await as(account, "GET", path)).body as { money: unknown };
      expect(money).toEqual({
        currency: "EUR",
        lines: [
          { text: "Growth, 12 Nov to 12 Dec 2026", minor: 9900 },
          { text: `Refund of €9.00, credit note ${note.number}`, minor: -900 },
        ],
        total_minor: 9000,
      });
      expect(await given(service.app.running, moneyOf)?.(account.userId, "2026-10")).toEqual({
        currency: "EUR",
        lines: [{ text: `Package of October${"\u{1f600}".repeat(491)}`, minor: 500 }],
        total_minor: 500,
      });
    });

    test("a changed seller, changed details and an erased account change no paper", async () => {
      const bodyOf = async () => (await operator("GET", `/papers/${invoice.id}`)).text;
      const before = await bodyOf();
      await operator("PUT", "/papers/seller", { ...seller, name: "Another" });
      await operator("PUT", `/users/${account.userId}/billing-details`, {
        company: "Another",
        country: "US",
      });
      expect(await bodyOf()).toBe(before);
      expect((await operator("DELETE", `/users/${account.userId}`)).status).toBe(200);
      expect(await bodyOf()).toBe(before);
      const details = await operator("GET", `/users/${account.userId}/billing-details`);
      expect(details.body).toMatchObject({ company: null, currency: null, invoice_allowed: false });
      const entries = await service.db.all<{ after: string | null }>(sql`
        select after from audit_log where object = ${`/users/${account.userId}/billing-details`}`);
      expect([entries.length > 0, entries.filter(({ after }) => after !== null)]).toEqual([true, []]);
      const again = await operator("PUT", `/users/${account.userId}/billing-details`, {
        name: "A",
        country: "US",
      });
      expect(again.status).toBe(409);
    });

    test("the buyer's data are removed after the years of the setting; number and sums stay", async () => {
      const rowOf = () =>
        service.db.get<{ body: string; number: string; gross: number }>(sql`
          select body, number, gross_minor as gross from paper where id = ${invoice.id}`);
      await service.setTime(invoice.issuedAt + 730 * dayMs);
      await tidyUp(service.app);
      expect((await rowOf())!.body).toContain("Acme Fleet GmbH");
      await service.setTime(invoice.issuedAt + 732 * dayMs);
      await tidyUp(service.app);
      const { body, number, gross } = (await rowOf())!;
      expect([number, gross]).toEqual([invoice.number, 9900]);
      expect(JSON.parse(body)).toMatchObject({
        buyer: null,
        order_reference: null,
        buyer_reference: null,
        number,
      });
      expect(body).not.toMatch(/Acme|Cost center/);
      const { bytes } = await paperFile(service.app, invoice.id);
      expect(readPdf(bytes).pages[0]).toContain("The buyer's data were removed.");
    });
  });
