import { useState } from "react";
import { createPortal } from "react-dom";
import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { useDo } from "../../parts/use-do.ts";
import { changedByPayments, type Payment } from "./payment-queries.ts";
import { canReceive, dueOf, sumOf } from "./payment-words.ts";
import { RecordDialog } from "./record-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

type Decision = "refund" | "received" | "forgive";

interface ActionsProps {
  readonly payment: Payment;
  readonly customer: string;
}

/** What an operator can do with a payment in its state. */
export function PaymentActions({ payment, customer }: ActionsProps) {
  const [chosen, setOpen] = useState<Exclude<Decision, "refund">>();
  const refund = useDo("refund", "payments.decide");
  const decide = useDecision(...changedByPayments);
  const { id, state, provider, credits_owed: owed, problem, dispute } = payment;
  const params = { path: { id } };
  const of = (
    <span className="vh">
      {" "}
      {t("of {description} of {customer}", { description: payment.description, customer })}
    </span>
  );
  const canRefund = (state === "paid" || state === "part_refunded") && dispute !== "lost";
  const open: Decision | undefined = refund.isOpen && canRefund ? "refund" : chosen;
  return (
    <span className="actions">
      {canRefund && (
        <Button permission="payments.decide" onPress={refund.open}>
          <T text="Refund{of}" of={of} />
        </Button>
      )}
      {canReceive(payment) && (
        <Button permission="payments.decide" onPress={() => setOpen("received")}>
          <T text="Record transfer{of}" of={of} />
        </Button>
      )}
      {provider === "stripe" && (state === "pending" || state === "disputed") && (
        <Button
          permission="payments.decide"
          onPress={() =>
            decide(dataOf(api.POST("/payments/{id}/refresh", { params })), t("State read from the provider"))
          }
        >
          <T text="Ask the provider{of}" of={of} />
        </Button>
      )}
      {problem && (
        <Button
          permission="payments.decide"
          onPress={() =>
            decide(dataOf(api.POST("/payments/{id}/resolve", { params })), t("Marked as resolved"))
          }
        >
          <T text="Mark resolved{of}" of={of} />
        </Button>
      )}
      {owed > 0 && (
        <Button permission="payments.decide" onPress={() => setOpen("forgive")}>
          <T text="Forgive {owed, plural, one {# credit} other {# credits}}{of}" owed={owed} of={of} />
        </Button>
      )}
      {/* A row's alignment and lines are not the dialog's. */}
      {open &&
        createPortal(
          <Deciding
            payment={payment}
            customer={customer}
            what={open}
            close={open === "refund" ? refund.close : () => setOpen(undefined)}
          />,
          document.getElementById("root")!,
        )}
    </span>
  );
}

interface DecidingProps {
  readonly payment: Payment;
  readonly customer: string;
  readonly what: Decision;
  close(): void;
}

/** The dialog of a decision. */
function Deciding({ what, ...props }: DecidingProps) {
  if (what === "refund") return <RefundDialog {...props} />;
  if (what === "received") {
    const { payment, customer, close } = props;
    const { id, transfer, description, currency } = payment;
    const name = [transfer?.reference, customer, description].filter(Boolean).join(", ");
    return <RecordDialog given={{ id, name, minor: dueOf(payment), currency }} close={close} />;
  }
  return <ForgiveDialog {...props} />;
}

function ForgiveDialog({ payment, customer, close }: Omit<DecidingProps, "what">) {
  const decide = useDecision(...changedByPayments);
  const owed = t("{creditsOwed, plural, one {# credit} other {# credits}}", {
    creditsOwed: payment.credits_owed,
  });
  const params = { path: { id: payment.id } };
  return (
    <Dialog
      title={t("Forgive {owed} of {customer}?", { owed, customer })}
      action={t("Forgive {owed}", { owed })}
      act={() =>
        decide(dataOf(api.POST("/payments/{id}/forgive", { params })), t("{owed} forgiven", { owed }))
      }
      close={close}
    >
      <p>
        {t(
          "They were spent before {sumOf} was returned. Later credits of the customer are not used for them then.",
          { sumOf: sumOf(payment) },
        )}
      </p>
      <p className="muted">{t("This cannot be undone.")}</p>
    </Dialog>
  );
}
