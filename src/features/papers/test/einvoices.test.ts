import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type Account, embedded, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { forms } from "../einvoice/forms.ts";
import { missingOf } from "../einvoice/missing.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import { issueCreditNote, mailedFiles, type Paper, paperFile } from "../issue.ts";
import type { PaperBody } from "../paper-body.ts";
import { findPaper } from "../paper-rows.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { Seller, writeSetting } from "../parties/seller.ts";
import { enterSeller, issueOne, seller } from "./issued.ts";

const complete = {
  ...seller,
  contact: "Accounts",
  phone: "+420 222 333 444",
  electronic_address: { scheme: "9929", id: "CZ12345679" },
};
const plain = {
  company: "Acme Fleet GmbH",
  address: ["Hafenstraße 8"],
  postal_code: "20457",
  city: "Hamburg",
  country: "DE",
  tax_id: "DE123456788",
};
const routed = {
  ...plain,
  buyer_reference: "04011000-12345-03",
  electronic_address: { scheme: "0204", id: "04011000-12345-03" },
};

describe("e-invoices of papers", () => {
  let service: TestService;
  let account: Account;
  let other: Account;
  /** Issued before seller and buyer had entered what e-invoices need. */
  let early: Paper;
  let invoice: Paper;
  let note: Paper;
  beforeAll(async () => {
    service = await startService(embedded[0]!);
    account = await signUp(service);
    other = await signUp(service);
    const { database, clock } = service.app;
    const now = clock();
    await enterSeller(database);
    await writeDetails(database, account.userId, BillingDetailsRequest.parse(plain));
    early = await issueOne(database, account.userId, 9900, { now });
    await writeSetting(database, "seller", Seller.parse(complete));
    await writeDetails(database, account.userId, BillingDetailsRequest.parse(routed));
    invoice = await issueOne(database, account.userId, 9900, { now });
    note = await database.transaction((tx) =>
      issueCreditNote(tx, { corrects: invoice.id, grossMinor: 900, reason: "Our fault", now }),
    );
  });
  afterAll(() => service?.end());

  async function ask(path: string, headers: Record<string, string>) {
    const answer = await service.serve(new Request(`http://vingate.test${path}`, { headers }), "127.0.0.1");
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      file: answer.headers.get("content-disposition"),
      text: await answer.text(),
    };
  }
  const as = async (who: Account, path: string) => ask(path, await signedIn(service, who));
  const bodyOf = async ({ id }: Paper): Promise<PaperBody> =>
    JSON.parse((await as(account, `/papers/${id}`)).text);

  test("its buyer and operators download each form of a complete paper", async () => {
    for (const paper of [invoice, note]) {
      const body = await bodyOf(paper);
      const ends = {
        en16931_cii: "cii",
        xrechnung_cii: "xrechnung-cii",
        xrechnung_ubl: "xrechnung",
        peppol: "peppol",
      };
      for (const form of forms) {
        const path = `/papers/${paper.id}/xml?form=${form}`;
        const found = await as(account, path);
        expect(found).toEqual({
          status: 200,
          type: "application/xml",
          file: `attachment; filename="${paper.number}-${ends[form]}.xml"`,
          text: einvoiceOf(body, form),
        });
        expect(await ask(path, service.operatorHeaders)).toEqual(found);
      }
      const listed = await as(account, `/papers/${paper.id}/forms`);
      expect([listed.status, JSON.parse(listed.text)]).toEqual([
        200,
        forms.map((form) => ({ form, missing: [] })),
      ]);
    }
  });

  test("what an issued paper lacks is named with where it is entered for later ones", async () => {
    const body = await bodyOf(early);
    const listed = await as(account, `/papers/${early.id}/forms`);
    const lacking = forms.map((form) => ({ form, missing: [...missingOf(body, form)] }));
    expect(JSON.parse(listed.text)).toEqual(lacking);
    expect(lacking.map(({ missing }) => missing.map(({ of, member }) => `${of}.${member}`))).toEqual([
      [],
      ...Array.from({ length: 2 }, () => [
        "seller.electronic_address",
        "buyer.electronic_address",
        "buyer.buyer_reference",
        "seller.contact",
        "seller.phone",
      ]),
      ["seller.electronic_address", "buyer.electronic_address", "buyer.buyer_reference"],
    ]);
    const refused = await as(account, `/papers/${early.id}/xml?form=xrechnung_ubl`);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      409,
      {
        detail: [
          `Paper ${early.number} is not complete for xrechnung_ubl.`,
          ...lacking[2]!.missing.map(({ text }) => text),
          "The operator enters the seller's data under Settings, Seller.",
          "The buyer's data are entered in the billing details, under Billing.",
          "Issued papers do not change: what is entered now is for later ones.",
        ].join(" "),
      },
    ]);
  });

  test("a mail about a paper has its e-invoice for a buyer that receives them, if it is complete", async () => {
    const { app } = service;
    const now = app.clock();
    const belgian = {
      ...plain,
      country: "BE",
      tax_id: null,
      order_reference: "PO-7718",
      electronic_address: { scheme: "0208", id: "0202239951" },
    };
    const issuedTo = async (id: string, details: object) => {
      await writeDetails(app.database, id, BillingDetailsRequest.parse(details));
      return issueOne(app.database, id, 9900, { now });
    };
    const cases = [
      // Neither reference nor address.
      [early, undefined],
      [await issuedTo("plain", plain), undefined],
      // A reference alone is not complete.
      [await issuedTo("referred", { ...plain, buyer_reference: "Cost center 7" }), undefined],
      [invoice, "xrechnung_ubl"],
      [note, "xrechnung_ubl"],
      [await issuedTo("belgian", belgian), "peppol"],
    ] as const;
    for (const [{ id, number }, form] of cases) {
      const [pdf, ...rest] = await mailedFiles(app, id);
      const body: PaperBody = JSON.parse((await findPaper(app.database, id))!.body);
      expect(Buffer.compare(pdf!.bytes, (await paperFile(app, id)).bytes)).toBe(0);
      expect(rest.map(({ bytes, ...file }) => ({ ...file, text: Buffer.from(bytes).toString() }))).toEqual(
        form === undefined
          ? []
          : [
              {
                name: `${number}-${form === "peppol" ? form : "xrechnung"}.xml`,
                type: "application/xml",
                text: einvoiceOf(body, form),
              },
            ],
      );
    }
    await expect(mailedFiles(app, "none")).rejects.toMatchObject({ code: "not_found" });
  });

  test("they are nothing to others, and without a form or with an unknown one there is none", async () => {
    for (const end of ["xml?form=peppol", "forms"])
      for (const [who, id] of [
        [other, invoice.id],
        [account, "none"],
      ] as const) {
        const refused = await as(who, `/papers/${id}/${end}`);
        expect(refused.status).toBe(404);
        expect(JSON.parse(refused.text)).toMatchObject({ detail: `There is no paper ${id}.` });
      }
    for (const query of ["", "?form=zugferd", "?form=", "?form=constructor"])
      expect((await as(account, `/papers/${invoice.id}/xml${query}`)).status).toBe(422);
  });

  test("a paper whose buyer's data are removed is no e-invoice", async () => {
    const { id, number } = await issueOne(service.app.database, account.userId, 100, {
      now: service.app.clock(),
    });
    const path = `/papers/${id}`;
    const body: PaperBody = JSON.parse((await as(account, path)).text);
    const without = JSON.stringify({ ...body, buyer: null, order_reference: null, buyer_reference: null });
    await service.app.database.run(sql`update paper set body = ${without} where id = ${id}`);
    const refused = await as(account, `${path}/xml?form=en16931_cii`);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      409,
      { detail: `Paper ${number} is not complete for en16931_cii. The buyer's data were removed.` },
    ]);
  });
});
