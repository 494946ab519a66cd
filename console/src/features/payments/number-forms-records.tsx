import { plan } from "../../../../test/console/dom/billing-records.ts";
import { close, euros, large, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { payment, quote, topUp } from "../../../../test/console/dom/payment-records.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, respond } from "../../../../test/console/dom/service.ts";
import { t } from "../../base/language/language.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { TopUpSection } from "./top-up-form.tsx";

async function openRefund() {
  answer("GET /payments/{id}/refund", ({ query }) =>
    json({
      minor: Number(query.minor),
      minor_max: large,
      credits_left: 3200,
      credits_removed: 10,
      credits_owed: 0,
      corrects: null,
      by: "provider",
      account: null,
      recipient: "",
    }),
  );
  const paid = payment({ net_minor: large, minor: large, received_minor: large });
  await show(<RefundDialog payment={paid} customer="Ada" close={close} />, { as: operator() });
}

async function openTopUp() {
  const packages = [{ id: "p1000", credits: 1000, price_minor: 1, months: 12 }];
  respond("get", "/subscriptions/{id}/top-up", topUp());
  respond("get", "/payments", []);
  respond("get", "/payments/quote", quote());
  respond("get", "/users/{user_id}/payment-method", {
    account_id: "ada",
    label: "Visa ending 4242",
    saved_at: "2026-10-28T10:00:00.000Z",
  });
  await show(<TopUpSection plan={plan({ payment: "prepaid", packages })} />, { as: user() });
}

/** Money that comes, goes back, and is spent automatically. */
export const numberForms: readonly NumberForm[] = [
  {
    file: "features/payments/refund-dialog.tsx",
    fields: 1,
    money: [t("Refund ({currency})", euros)],
    open: openRefund,
  },
  {
    file: "features/payments/record-dialog.tsx",
    fields: 1,
    money: [t("Amount received")],
    open: () => show(<RecordDialog close={close} />, { as: operator() }),
  },
  {
    file: "features/payments/top-up-form.tsx",
    fields: 2,
    money: [t("Monthly limit ({currency})", euros)],
    open: openTopUp,
  },
];
