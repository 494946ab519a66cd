import { z } from "zod";
import { auditedChange } from "../../../access/audited-change.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { type Answer, type BodyCall, json } from "../../../http/endpoint.ts";
import { conflict } from "../../../http/errors.ts";
import { findSetting } from "../../papers/parties/seller.ts";
import { readWay, storedWays, storeWay } from "../selling.ts";

const PaymentSettings = z
  .object({
    payments: z
      .enum(["off", "invoice", "manual", "stripe"])
      .describe(
        "How what has a price is paid: not at all, by the operator's own invoices, by transfer, or by card too.",
      ),
    chosen_by: z
      .enum(["environment", "operator"])
      .nullable()
      .describe("`environment` if VINGATE_PAYMENTS is set, which wins; null if nothing was chosen yet."),
    missing: z
      .array(z.enum(["seller", "taxes"]))
      .describe("What is not entered yet: nothing is sold by transfer or card without it."),
  })
  .meta({ id: "PaymentSettings" });

const PaymentSettingsRequest = z
  .strictObject({ payments: z.enum(storedWays).describe("Cards need VINGATE_PAYMENTS=stripe and a key.") })
  .meta({ id: "PaymentSettingsRequest" });

const path = "/payments/settings";
const common = { tag: "Payments", audience: "operator", extension: true, path } as const;

export const paymentSettingsEndpoints = [
  endpoint({
    ...common,
    id: "getPaymentSettings",
    permission: "papers.view",
    method: "GET",
    summary: "Read how customers pay, and what is missing before they can",
    response: PaymentSettings,
    handle: async (context: Context): Promise<Answer> => json(await read(context.database, context)),
  }),
  endpoint({
    ...common,
    id: "putPaymentSettings",
    permission: "payments.decide",
    method: "PUT",
    summary: "Choose how customers pay, without a restart",
    description:
      "All nodes follow within a second. 409 if VINGATE_PAYMENTS is set. Payments that are open stay so.",
    lock: (tx) => tx.run(sql`update payment_setting set value = value where id = 'chosen'`),
    body: PaymentSettingsRequest,
    response: PaymentSettings,
    errors: ["conflict"],
    handle: choose,
  }),
];

async function read(db: Queries, { config }: Context): Promise<z.output<typeof PaymentSettings>> {
  const { way, chosenBy } = await readWay(db, config);
  const missing: ("seller" | "taxes")[] = [];
  for (const id of ["seller", "taxes"] as const) if (!(await findSetting(db, id))) missing.push(id);
  return { payments: way, chosen_by: chosenBy, missing };
}

function choose(context: Context, call: BodyCall<typeof PaymentSettingsRequest>): Promise<Answer> {
  return auditedChange(context, call, "payment.update_settings", path, async (tx) => {
    const before = await read(tx, context);
    if (before.chosen_by === "environment")
      throw conflict(
        `VINGATE_PAYMENTS is set to ${before.payments}, and wins. Change it there, and restart. Nothing was changed.`,
      );
    await storeWay(tx, call.body.payments);
    return { before, after: await read(tx, context) };
  });
}
