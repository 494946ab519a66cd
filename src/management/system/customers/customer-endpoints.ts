import type { z } from "zod";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Call } from "../../../http/endpoint.ts";
import { Accept, type Accepting, reportAnswer } from "../../common/csv-answer.ts";
import { Customer, Customers, CustomersQuery } from "./customer-record.ts";
import { findCustomers } from "./found-customers.ts";
import { readCustomers } from "./read-customers.ts";

export const customerEndpoints = [
  endpoint({
    id: "listCustomers",
    method: "GET",
    path: "/system/customers",
    tag: "System",
    audience: "operator",
    permission: "customers.view",
    extension: true,
    summary: "List customers with plan, credits, calls and next payment, those that need an operator first",
    description:
      "People and organizations; members of an organization are found under it, and as people. Then the newest are first. As CSV, one row for each.",
    query: CustomersQuery,
    headers: Accept,
    types: ["application/json", "text/csv"],
    readsUsage: true,
    response: Customers,
    handle: listCustomers,
  }),
];

async function listCustomers(
  context: Context,
  call: Call<unknown, z.output<typeof CustomersQuery>, Accepting>,
) {
  const { page, total, needsYou, organizations } = await findCustomers(context, call.query);
  const customers = await readCustomers(context, page);
  const answer = { total, needs_you: needsYou, organizations, customers };
  return reportAnswer(
    call.headers.accept,
    "customers",
    answer,
    Object.keys(Customer.shape),
    customers.map(({ needs_you, ...one }) => ({ ...one, needs_you: needs_you ? 1 : 0 })),
  );
}
