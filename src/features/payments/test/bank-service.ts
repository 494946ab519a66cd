import type { Kind } from "../../../../test/database/databases.ts";
import type { Got } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";
import { type Customer, day, rowsOf } from "../../billing/test/billed-service.ts";
import { buy, type PaidService, sold, startPaid } from "./paid-service.ts";

export interface Line {
  readonly outcome: string;
  readonly note: string | null;
  readonly minor: number;
  readonly payment_id: string | null;
  readonly transfer_id: string | null;
  readonly refund_id: string | null;
  readonly other_line: number | null;
  readonly proposals: readonly { payment_id: string; due_minor: number; reasons: readonly string[] }[];
}

export interface Imported {
  readonly lines: readonly Line[];
  readonly counts: Record<string, number>;
  readonly question: { needs: string } | null;
}

/** The lines of an import in short. */
export const short = ({ lines }: Imported) =>
  lines.map(({ outcome, note, payment_id, proposals }) => [
    outcome,
    note,
    payment_id,
    proposals.map((one) => [one.payment_id, one.due_minor, one.reasons.join(" ")]),
  ]);

/** A service that imports banks' files, with a customer who has the subscription `s1`. */
export async function startBank(kind: Kind) {
  const service: PaidService = await startPaid(kind);
  await service.sell("growth", sold);
  await service.at(day("2026-11-21"));
  const customer = await service.subscriber("s1");
  const send = (file: string | Buffer, query = ""): Promise<Got> =>
    service.ask("POST", `/payments/transfers/import${query}`, {
      headers: { ...service.operatorHeaders, "content-type": "application/octet-stream" },
      body: file,
    });
  return {
    service,
    customer,
    send,
    async done(file: string | Buffer, query = ""): Promise<Imported> {
      const got = await send(file, query);
      if (got.status !== 200) throw new Error(`${got.status} ${got.text}`);
      return got.body as Imported;
    },
    /** A payment by transfer of €60.50, and its reference. */
    async due(of: Customer = customer, subscription_id = "s1") {
      const wanted = { subscription_id, kind: "package", package_id: "small", minor: 6050 };
      const made = await buy(of, { ...wanted, method: "transfer" });
      return { id: made.id, reference: (made.transfer as { reference: string }).reference };
    },
    async stateOf(id: string) {
      const { body } = await customer.ask("GET", `/payments/${id}`);
      const { state, received_minor } = body as Record<string, unknown>;
      return [state, received_minor];
    },
    stored: () =>
      rowsOf(
        service.db,
        sql`select provider_ref, minor, currency, reference, sender, sender_account, payment_id, state, received_at
          from payment_transfer order by created_at, id`,
      ),
    /** Each open payment would be proposed to later lines of its amount. */
    cancel: (...ids: readonly string[]) =>
      Promise.all(ids.map((id) => service.operator("POST", `/payments/${id}/cancel`))),
  };
}

export type Bank = Awaited<ReturnType<typeof startBank>>;
