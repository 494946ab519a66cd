import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import { type Bank, startBank } from "./bank-service.ts";
import { purchasesOf } from "./paid-service.ts";

const iban = "DE02120300000000202051";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`more money than was due on ${kind.dialect}`, () => {
    let bank: Bank;
    beforeAll(async () => {
      bank = await startBank(kind);
    });
    afterAll(() => bank.service.end());

    /** A payment of €60.50 for which €90.00 came. */
    async function overpaid(): Promise<string> {
      const { id } = await bank.due();
      await bank.service.operator("POST", `/payments/${id}/received`, { minor: 9000 });
      return id;
    }
    const refund = (id: string, minor: number) =>
      bank.service.operator("POST", `/payments/${id}/refund`, { minor, reason: "Too much", iban });
    const sent = (id: string) =>
      rowsOf(
        bank.service.db,
        sql`select minor, reference = (select reference from payment where id = ${id}) as is_plain
          from payment_refund where payment_id = ${id} order by created_at, id`,
      );
    const credited = (id: string) =>
      rowsOf(
        bank.service.db,
        sql`select n.gross_minor as gross from paper n join payment p on p.paper_id = n.corrects
          where p.id = ${id} order by n.number`,
      );
    const faults = async () =>
      (await compareAll(bank.service.db, { schema: ["none"] })).flatMap(({ differing, found }) =>
        differing > 0 && found !== "schema" ? [found] : [],
      );

    test("the surplus goes back first, and takes neither credits nor a credit note", async () => {
      const id = await overpaid();
      const preview = await bank.service.operator("GET", `/payments/${id}/refund?minor=2950`);
      expect(preview.body).toMatchObject({ minor_max: 9000, credits_removed: 0, credits_owed: 0 });
      expect((await refund(id, 1000)).body).toMatchObject({
        state: "paid",
        refunded_minor: 0,
        problem: "€29.50 more than due was received.",
      });
      expect((await refund(id, 1950)).body).toMatchObject({
        state: "paid",
        refunded_minor: 0,
        problem: null,
        credits_removed: 0,
      });
      expect(await credited(id)).toEqual([]);
      expect(await sent(id)).toMatchObject([
        { minor: 1000, is_plain: 1 },
        { minor: 1950, is_plain: 1 },
      ]);
      const rest = await bank.service.operator("GET", `/payments/${id}/refund?minor=1210`);
      expect(rest.body).toMatchObject({ minor_max: 6050, credits_removed: 1000 });
      expect((await refund(id, 1210)).body).toMatchObject({
        state: "part_refunded",
        refunded_minor: 1210,
        credits_removed: 1000,
      });
      expect(await credited(id)).toEqual([{ gross: 1210 }]);
      expect(await faults()).toEqual([]);
    });

    test("no more goes back than came", async () => {
      const id = await overpaid();
      const statuses: number[] = [];
      for (const minor of [7000, 2000, 1, 2000]) statuses.push((await refund(id, minor)).status);
      expect(statuses).toEqual([200, 200, 409, 409]);
      expect((await sent(id)).length).toBe(2);
      const { body } = await bank.service.operator("GET", `/payments/${id}`);
      expect(body).toMatchObject({ state: "refunded", refunded_minor: 6050, problem: null });
      expect(await credited(id)).toEqual([{ gross: 4050 }, { gross: 2000 }]);
      expect((await purchasesOf(bank.service, "s1")).at(-1)).toMatchObject({ removed: 5000 });
      expect(await faults()).toEqual([]);
    });

    test("what is returned of it at once adds up", async () => {
      const id = await overpaid();
      const all = await Promise.all([2000, 3000, 4000, 500].map((minor) => refund(id, minor)));
      expect(all.filter(({ status }) => status === 200).length).toBe(3);
      const { body } = await bank.service.operator("GET", `/payments/${id}`);
      const minors = (await sent(id)) as { minor: number }[];
      const returned = minors.reduce((sum, { minor }) => sum + minor, 0);
      expect(body).toMatchObject({ refunded_minor: returned - 2950 });
      expect(await faults()).toEqual([]);
    });
  });
