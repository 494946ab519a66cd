import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf, type Schemas } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { amountText, price } from "../../base/money.ts";
import { newId } from "../../base/new-id.ts";
import { ibanRefusal } from "../../base/party-faults.ts";
import { showToast } from "../../base/toast.ts";
import { amountFault, shownAmount, type Typed, typedAmount } from "../../base/typed-numbers.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { MoneyField } from "../../parts/number-field.tsx";
import { Failure } from "../../parts/states.tsx";
import { useSettled } from "../../parts/use-settled.ts";
import { CostBox } from "../billing/change-sum.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { type Payment, refundOf, useRefreshed } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";

const utc = datesIn("UTC");
const pauseMs = 300;
const reasons = [t("Requested by customer"), t("Duplicate"), t("Our fault")];

interface RefundProps {
  readonly payment: Payment;
  readonly customer: string;
  close(): void;
}

/** Money back, with what it does to the credits before the press. */
export function RefundDialog({ payment, customer, close }: RefundProps) {
  const {
    id,
    currency,
    description,
    credits,
    minor: paid,
    received_minor,
    refunded_minor,
    paid_at,
  } = payment;
  const tooMuch = payment.problem === null ? 0 : received_minor - paid;
  const [typed, setTyped] = useState<Typed>(tooMuch > 0 ? tooMuch : paid - refunded_minor);
  const [reason, setReason] = useState(reasons[0]!);
  const [by, setBy] = useState<string>(payment.provider === "manual" ? "transfer" : "provider");
  const [account, setAccount] = useState<string>();
  const [key] = useState(() => newId("console"));
  const refreshed = useRefreshed();
  const minor = typedAmount(typed, currency);
  const settled = useSettled(minor, shownAmount(typed, currency), pauseMs);
  const isAmount = settled !== undefined && settled > 0;
  const preview = useQuery({
    ...refundOf(id, isAmount ? settled : 1),
    enabled: isAmount,
    placeholderData: keepPreviousData,
  });
  const most = preview.data?.minor_max;
  const fault =
    amountFault(typed, currency) ??
    (minor === undefined || minor === 0
      ? t("Enter an amount.")
      : most !== undefined && minor > most
        ? t("At most {amountText}.", { amountText: amountText(most, currency) })
        : undefined);
  const isCurrent = preview.data?.minor === minor;
  const isTransfer = by === "transfer";
  const to = (account ?? preview.data?.account ?? "").trim();
  const isKnown = account === undefined && to !== "";
  const accountFault = isTransfer && !isKnown && to !== "" ? ibanRefusal(to) : undefined;
  const isReady = !fault && isCurrent && (!isTransfer || (to !== "" && !accountFault));
  const act = async () => {
    await dataOf(
      api.POST("/payments/{id}/refund", {
        params: { path: { id } },
        headers: { "idempotency-key": `${key}-${minor}` },
        body: {
          minor: minor!,
          reason,
          ...(isTransfer && payment.provider !== "manual" && { by: "transfer" as const }),
          ...(isTransfer && !isKnown && { iban: to }),
        },
      }),
    );
    await refreshed();
    const sum = price(minor!, currency);
    showToast(
      isTransfer
        ? t("{sum} refunded: send the transfer, then note it as sent", { sum })
        : t("{price} refunded", { price: sum }),
    );
  };
  return (
    <Dialog
      title={t("Refund {customer}", { customer })}
      action={!isReady ? t("Refund") : t("Refund {price}", { price: price(minor!, currency) })}
      busy={t("Refunding")}
      disabled={!isReady}
      act={act}
      close={close}
    >
      <p className="sm">
        {t(
          "{description}{day, select, none {} other {, paid on {day}}}: {sum}, {credits, plural, one {# credit} other {# credits}}.",
          { description, day: paid_at ? utc.day(paid_at) : "none", sum: sumOf(payment), credits },
        )}
      </p>
      <div className="row2">
        <MoneyField
          label={t("Refund ({currency})", { currency })}
          value={typed}
          currency={currency}
          hint={
            most !== undefined &&
            t("At most {amountText}, with tax.", { amountText: amountText(most, currency) })
          }
          fault={fault}
          change={setTyped}
        />
        <Select label={t("Reason")} value={reason} change={setReason} options={reasons} />
      </div>
      {payment.provider !== "manual" && (
        <Select
          label={t("Returned by")}
          value={by}
          change={setBy}
          options={[
            ["provider", t("The payment provider, to the card")],
            ["transfer", t("You, by transfer")],
          ]}
        />
      )}
      {isTransfer && (
        <Field
          label={t("IBAN or account")}
          value={account ?? preview.data?.account ?? ""}
          autoComplete="off"
          fault={accountFault}
          hint={
            isKnown ? t("The account that paid.") : t("Where you send it: no account of the payer is known.")
          }
          change={setAccount}
        />
      )}
      {preview.error ? (
        <Failure
          error={preview.error}
          what={t("Could not load the effect")}
          retry={() => preview.refetch()}
        />
      ) : (
        preview.data && !fault && <Effect preview={preview.data} payment={payment} />
      )}
    </Dialog>
  );
}

/** `€30.00 back, 3,000 credits removed`, and its lines. */
function Effect({ preview, payment }: { preview: Schemas["RefundPreview"]; payment: Payment }) {
  const { minor, credits_left: left, credits_removed: removed, credits_owed: owed, corrects } = preview;
  const money = price(minor, payment.currency);
  return (
    <CostBox
      title={t("{money} back, {removed, plural, one {# credit} other {# credits}} removed", {
        money,
        removed,
      })}
      lines={[
        [t("Left of these credits"), count(left)],
        [t("Removed: {money} of {sumOf} paid", { money, sumOf: sumOf(payment) }), `−${count(removed)}`],
        [t("Left after the refund"), count(left - removed), "total"],
        [t("Spent before, and owed by the customer"), count(owed)],
        [
          t("Credit note"),
          corrects ? t("issued, corrects the invoice") : t("none, since no invoice was issued"),
        ],
      ]}
    />
  );
}
