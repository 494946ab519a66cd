import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type ClockedService, startClocked } from "../../../../test/clocked-service.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { BillingDetailsRequest } from "../parties/buyer.ts";
import { enterSeller, reverseCharge, seller } from "./issued.ts";

const details = { company: "Acme Fleet GmbH", country: "DE", tax_id: "DE123456788" };
const shown = {
  ...details,
  name: null,
  address: [],
  postal_code: null,
  city: null,
  tax_id_check: { state: "by_form", on: null, reference: null, asked_until: null },
  order_reference: null,
  buyer_reference: null,
  electronic_address: null,
  invoices_to: null,
  invoice_allowed: false,
  currency: null,
  tax: { rate: 0, category: "AE", reason: reverseCharge },
};

for (const kind of kinds)
  describe.skipIf(kind.missing)(`what e-invoices need on ${kind.dialect}`, () => {
    let service: ClockedService;
    let buyer: Account;
    beforeAll(async () => {
      service = await startClocked(kind);
      buyer = await signUp(service);
      await enterSeller(service.db);
    });
    afterAll(() => service?.end());

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, { headers: service.operatorHeaders, ...(json !== undefined && { json }) });
    const as = async (who: Account, method: string, path: string, json?: unknown) =>
      service.ask(method, path, {
        headers: await signedIn(service, who),
        ...(json !== undefined && { json }),
      });

    test("it is entered by operator and buyer; what was stored before is null", async () => {
      const added = {
        contact: "Accounts",
        phone: "+420 222 333 444",
        electronic_address: { scheme: "9929", id: "CZ12345679" },
      };
      const put = await operator("PUT", "/papers/seller", { ...seller, ...added });
      const saved = { ...seller, ...added, bank_text: null, payment_days: 14 };
      expect([put.status, put.body]).toEqual([200, saved]);
      expect((await operator("GET", "/papers/seller")).body).toEqual(saved);
      const { contact: _c, phone: _p, electronic_address: _e, ...earlier } = saved;
      await service.db.run(
        sql`update paper_setting set body = ${JSON.stringify(earlier)} where id = 'seller'`,
      );
      expect((await operator("GET", "/papers/seller")).body).toEqual({
        ...earlier,
        contact: null,
        phone: null,
        electronic_address: null,
      });
      const path = `/users/${buyer.userId}/billing-details`;
      const routed = {
        buyer_reference: "04011000-12345-03",
        electronic_address: { scheme: "0204", id: "04011000-12345-03" },
      };
      expect((await as(buyer, "PUT", path, { ...details, ...routed })).body).toEqual({ ...shown, ...routed });
      const stored = { ...BillingDetailsRequest.parse(details) } as Record<string, unknown>;
      delete stored.buyer_reference;
      delete stored.electronic_address;
      await service.db.run(sql`
        update billing_account set details = ${JSON.stringify(stored)} where account_id = ${buyer.userId}`);
      expect((await as(buyer, "GET", path)).body).toEqual(shown);
    });

    test("a scheme or an ID that is none is refused with what to send", async () => {
      const refusalOf = async (electronic_address: object) => {
        const { status, body } = await operator("PUT", "/papers/seller", { ...seller, electronic_address });
        const { detail = [] } = body as { detail?: { loc: string[]; msg: string }[] };
        return [status, ...detail.map(({ loc, msg }) => `${loc.at(-1)} ${msg.replace("Value error, ", "")}`)];
      };
      const scheme = "scheme is no scheme of the code list EAS: send";
      const usual =
        "one such as EM for an e-mail address, 0204 for a Leitweg-ID, 9930 for a German VAT ID or 0208 for a Belgian enterprise number";
      for (const [electronic_address, message] of [
        [{ scheme: "0001", id: "x" }, `${scheme} ${usual}`],
        [{ scheme: "e-mail", id: "x" }, `${scheme} ${usual}`],
        [{ scheme: "em", id: "a@b.cz" }, `${scheme} EM`],
        [{ scheme: "9956", id: "0202239951" }, `${scheme} 0208`],
        [{ scheme: "0208", id: "0202239952" }, "id is no ID of scheme 0208: send one such as 0123456749"],
      ] as const)
        expect(await refusalOf(electronic_address)).toEqual([422, message]);
    });
  });
