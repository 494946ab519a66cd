import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { signedIn } from "../../../../test/callers.ts";
import { type ClockedService, startClocked } from "../../../../test/clocked-service.ts";
import { type Account, kinds, signUp } from "../../../../test/harness.ts";
import { dayMs, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { opened } from "../../../running/opened.ts";
import { quoteTax } from "../issue.ts";
import { findPaper } from "../paper-rows.ts";
import { Papers } from "../papers.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { enterSeller, issueOne, reverseCharge } from "./issued.ts";
import { outages, refusedRequester, ViesStub } from "./vies-stub.ts";

const details = { company: "Acme Fleet GmbH", country: "DE", tax_id: "DE 123 456 788" };
const reference = "WAPI123456788";
const answered = { on: "2026-11-12", reference, asked_until: null };
const none = { on: null, reference: null, asked_until: null };

interface Shown {
  readonly tax: { readonly rate: number; readonly category: string; readonly reason: string };
  readonly tax_id_check: object | null;
}

const reversed = { rate: 0, category: "AE", reason: reverseCharge };
const standard = { rate: 1900, category: "S", reason: "" };

for (const kind of kinds)
  describe.skipIf(kind.missing)(`VAT IDs and VIES on ${kind.dialect}`, () => {
    let service: ClockedService;
    let stub: ViesStub;
    let buyer: Account;
    beforeAll(async () => {
      stub = new ViesStub();
      service = await startClocked(kind, stub.settings);
      await enterSeller(service.db);
    });
    afterAll(async () => {
      await service?.end();
      await stub?.stop();
    });
    beforeEach(async () => {
      stub.reply = undefined;
      stub.invalid.clear();
      stub.asked.length = 0;
      await service.db.run(sql`update tax_id_check set due_at = null`);
      buyer = await signUp(service);
    });

    const operator = (method: string, path: string, json?: unknown) =>
      service.ask(method, path, {
        headers: service.operatorHeaders,
        ...(json !== undefined && { json }),
      });
    const save = async (more: object = {}): Promise<Shown> => {
      const put = await service.ask("PUT", `/users/${buyer.userId}/billing-details`, {
        headers: await signedIn(service, buyer),
        json: { ...details, ...more },
      });
      expect(put.status).toBe(200);
      return put.body as unknown as Shown;
    };
    const shown = async (): Promise<Shown> =>
      (await operator("GET", `/users/${buyer.userId}/billing-details`)).body as unknown as Shown;
    const look = () => opened(service.app, Papers).taxIds.look();
    const pass = (ms: number) => service.setTime(service.app.clock() + ms);
    /** The buyer of an invoice that is issued now, and its tax. */
    const printed = async () => {
      const paper = await issueOne(service.db, buyer.userId, 4990, { now: service.app.clock() });
      const { buyer: named } = JSON.parse((await findPaper(service.db, paper.id))!.body);
      return [paper.taxMinor, named.tax_id_check];
    };
    const entries = async () =>
      (
        await service.db.all<{ action: string; after: string }>(sql`
          select action, after from audit_log where object = ${`/users/${buyer.userId}/billing-details`}
            and action <> 'user.update_billing_details' order by at, id`)
      ).map(({ action, after }) => [action, JSON.parse(after).tax_id_check]);

    test("a valid ID is confirmed with the consultation number, which papers keep", async () => {
      const { tax, tax_id_check } = await save();
      expect([tax, tax_id_check]).toEqual([reversed, { state: "valid", ...answered }]);
      expect(stub.asked).toEqual([
        {
          countryCode: "DE",
          vatNumber: "123456788",
          requesterMemberStateCode: "CZ",
          requesterNumber: "12345679",
        },
      ]);
      expect(await printed()).toEqual([0, { state: "valid", on: "2026-11-12", reference }]);
      // Neither the same ID nor a missing one causes a request.
      await save({ city: "Hamburg" });
      expect((await save({ tax_id: null })).tax_id_check).toBeNull();
      expect((await save({ country: "US", tax_id: "12-3456789" })).tax_id_check).toEqual({
        state: "by_form",
        ...none,
      });
      expect(stub.asked).toHaveLength(1);
    });

    test("an invalid ID is charged as none, which customer, operator and paper read", async () => {
      stub.invalid.add("123456788");
      const { tax, tax_id_check } = await save();
      expect([tax, tax_id_check]).toEqual([standard, { state: "invalid", ...answered }]);
      expect((await quoteTax(service.db, buyer.userId, 4990, "EUR")).grossMinor).toBe(5938);
      expect(await printed()).toEqual([948, { state: "invalid", on: "2026-11-12", reference }]);
      const { body } = await operator("GET", "/papers/tax-ids?state=invalid&page_size=100");
      expect(body).toContainEqual({
        account_id: buyer.userId,
        country: "DE",
        tax_id: "DE123456788",
        state: "invalid",
        since: expect.any(String),
        attempts: 1,
        asked_at: expect.any(String),
        answered_on: "2026-11-12",
        reference,
        next_at: null,
        needs_decision: false,
      });
      // Who is registered by now saves again.
      stub.invalid.clear();
      expect((await save()).tax).toEqual(reversed);
    });

    test("without an answer an ID is taken by its form, and papers say that it is not confirmed", async () => {
      stub.reply = outages["rate-limited"];
      const { tax, tax_id_check } = await save();
      const now = service.app.clock();
      const on = new Date(now).toISOString().slice(0, 10);
      expect([tax, tax_id_check]).toEqual([
        reversed,
        { state: "unconfirmed", on, reference: null, asked_until: expect.any(String) },
      ]);
      expect(await printed()).toEqual([0, { state: "unconfirmed", on, reference: null }]);
      // It is checked again later, by the schedule alone.
      stub.reply = undefined;
      stub.asked.length = 0;
      await look();
      expect(stub.asked).toEqual([]);
      await pass(6 * minuteMs);
      await look();
      expect(stub.asked).toHaveLength(1);
      expect((await shown()).tax_id_check).toEqual({ state: "valid", ...answered });
      expect(await entries()).toEqual([["user.check_tax_id", "valid"]]);
    });

    test("an ID that turns out invalid is charged from then on; issued papers stay", async () => {
      stub.reply = outages["5xx"];
      await save();
      const paper = await issueOne(service.db, buyer.userId, 4990, { now: service.app.clock() });
      const before = (await findPaper(service.db, paper.id))!.body;
      stub.reply = undefined;
      stub.invalid.add("123456788");
      await pass(6 * minuteMs);
      await look();
      expect((await shown()).tax).toEqual(standard);
      expect(await printed()).toEqual([948, { state: "invalid", on: "2026-11-12", reference }]);
      await save({ tax_id: "DE136695976" });
      expect((await findPaper(service.db, paper.id))!.body).toBe(before);
      expect(await entries()).toEqual([["user.check_tax_id", "invalid"]]);
    });

    test("an answer about a former ID changes nothing", async () => {
      stub.reply = outages["5xx"];
      await save();
      await pass(6 * minuteMs);
      const asked = Promise.withResolvers<void>();
      const { promise, resolve } = Promise.withResolvers<Response>();
      stub.reply = () => {
        asked.resolve();
        return promise;
      };
      const looking = look();
      await asked.promise;
      stub.reply = outages["5xx"];
      expect((await save({ tax_id: "DE136695976" })).tax_id_check).toMatchObject({ state: "unconfirmed" });
      resolve(
        Response.json({ countryCode: "DE", vatNumber: "123456788", valid: false, requestDate: "2026-11-12" }),
      );
      await looking;
      expect([(await shown()).tax, (await shown()).tax_id_check]).toMatchObject([
        reversed,
        { state: "unconfirmed", reference: null },
      ]);
    });

    test("two nodes ask once, and ever more rarely, for 30 days", async () => {
      stub.reply = outages["rate-limited"];
      await save();
      const other = new Papers(service.app).taxIds;
      await pass(6 * minuteMs);
      stub.asked.length = 0;
      await Promise.all([look(), other.look()]);
      expect(stub.asked).toHaveLength(1);
      await pass(6 * minuteMs);
      await look();
      expect(stub.asked).toHaveLength(1);
      await pass(5 * minuteMs);
      await look();
      expect(stub.asked).toHaveLength(2);
      await pass(30 * dayMs);
      await look();
      await pass(dayMs);
      await look();
      expect(stub.asked).toHaveLength(3);
      expect((await shown()).tax_id_check).toMatchObject({ state: "unconfirmed", asked_until: null });
    });

    test("an operator decides after 30 days, and not before", async () => {
      const path = () => `/papers/tax-ids/${buyer.userId}/decision`;
      const decision = (decision: string, tax_id = "DE123456788") =>
        operator("POST", path(), { decision, tax_id });
      expect((await decision("accept")).status).toBe(404);
      stub.reply = outages["5xx"];
      await save();
      const early = await decision("refuse");
      expect([early.status, early.body]).toMatchObject([
        409,
        { detail: "Nothing is to be decided about DE123456788: VIES is still asked. Nothing was changed." },
      ]);
      await pass(30 * dayMs);
      const { body: waiting } = await operator("GET", "/papers/tax-ids?state=unconfirmed&page_size=100");
      expect(waiting).toContainEqual(
        expect.objectContaining({ account_id: buyer.userId, needs_decision: true }),
      );
      expect((await decision("accept", "DE136695976")).status).toBe(409);
      expect([(await decision("refuse")).status, (await shown()).tax]).toEqual([200, standard]);
      expect((await decision("accept")).status).toBe(409);
      const on = new Date(service.app.clock()).toISOString().slice(0, 10);
      expect(await printed()).toEqual([948, { state: "refused", on, reference: null }]);
      // The same ID keeps the decision; another one is checked.
      expect((await save()).tax).toEqual(standard);
      await save({ tax_id: "DE136695976" });
      await pass(30 * dayMs);
      expect((await decision("accept", "DE136695976")).status).toBe(200);
      expect(await printed()).toEqual([0, { state: "accepted", on: expect.any(String), reference: null }]);
      expect(await entries()).toEqual([
        ["user.refuse_tax_id", "refused"],
        ["user.accept_tax_id", "accepted"],
      ]);
    });

    test("an ID that an operator refused is refused again after another one, until VIES confirms it", async () => {
      stub.reply = outages["5xx"];
      await save();
      await pass(30 * dayMs);
      const path = `/papers/tax-ids/${buyer.userId}/decision`;
      await operator("POST", path, { decision: "refuse", tax_id: "DE123456788" });
      const saveAgain = (between: object) => save(between).then(() => save());
      for (const between of [{ tax_id: null }, { tax_id: "DE136695976" }])
        expect(await saveAgain(between)).toMatchObject({ tax: standard, tax_id_check: { state: "refused" } });
      stub.reply = undefined;
      expect((await saveAgain({ tax_id: null })).tax_id_check).toMatchObject({ state: "valid" });
      stub.reply = outages["5xx"];
      expect((await saveAgain({ tax_id: null })).tax_id_check).toMatchObject({ state: "unconfirmed" });
    });

    test("IDs saved while VIES was off are asked for; those of a wrong form do not count", async () => {
      const wrong = await signUp(service);
      const row = BillingDetailsRequest.parse(details);
      await writeDetails(service.db, buyer.userId, row);
      await writeDetails(service.db, wrong.userId, { ...row, tax_id: "DE123456789" });
      expect((await shown()).tax_id_check).toEqual({ state: "by_form", ...none });
      await pass(61 * minuteMs);
      await look();
      expect(stub.asked).toHaveLength(1);
      expect((await shown()).tax_id_check).toEqual({ state: "valid", ...answered });
      const { body } = await operator("GET", `/users/${wrong.userId}/billing-details`);
      expect(body).toMatchObject({ tax: standard, tax_id_check: { state: "wrong_form", ...none } });
    });

    test("an operator's ID that VIES refuses costs the consultation number alone", async () => {
      stub.reply = refusedRequester;
      expect((await save()).tax_id_check).toEqual({ state: "valid", ...answered, reference: null });
      expect(stub.asked.map(({ requesterNumber }) => requesterNumber)).toEqual(["12345679", undefined]);
    });

    test("an account that changes its ID again and again is asked for later", async () => {
      for (let saved = 0; saved < 4; saved++)
        await save({ tax_id: saved % 2 === 0 ? "DE136695976" : details.tax_id });
      stub.asked.length = 0;
      await save({ tax_id: "DE136695976" });
      expect((await save()).tax_id_check).toMatchObject({ state: "unconfirmed" });
      expect(stub.asked).toHaveLength(1);
      buyer = await signUp(service);
      expect((await save()).tax_id_check).toMatchObject({ state: "valid" });
    });

    test("an erased account leaves no check", async () => {
      await save();
      expect((await operator("DELETE", `/users/${buyer.userId}`)).status).toBe(200);
      const left = await service.db.get(sql`
        select 1 as found from tax_id_check where account_id = ${buyer.userId}
        union all select 1 from tax_id_refusal where account_id = ${buyer.userId}`);
      expect(left).toBeUndefined();
    });
  });
