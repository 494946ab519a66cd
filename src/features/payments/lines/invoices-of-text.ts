import { list, type Sql, sql } from "../../../database/sql.ts";
import { squeezed } from "../prices/reference.ts";
import { providerNames } from "../rows/payment.ts";

const begun = /^V[A-HJ-NP-Z2-9]{1,10}$/;

/** Queries for the invoices of payments by the start of their reference, or by the provider's ID. */
export function invoicesOfText(text: string): readonly Sql[] {
  const reference = squeezed(text);
  return [
    sql`select paper_id from payment where provider in (${list(providerNames)}) and provider_ref = ${text}
      and paper_id is not null`,
    ...(begun.test(reference)
      ? [
          sql`select paper_id from payment where reference >= ${reference} and reference < ${`${reference}~`}
            and paper_id is not null`,
        ]
      : []),
  ];
}
