import { api, dataOf } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { amountText, price } from "../../base/money.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { datesIn } from "../billing/zone-dates.ts";
import { changedByPayments, type RefundTransfer } from "./payment-queries.ts";

const utc = datesIn("UTC");

/** A refund that an operator sends in the bank: what the transfer names, each to copy, and the note that it was sent. */
export function RefundToSend({ refund }: { refund: RefundTransfer }) {
  const { id, minor, currency, recipient, account, reference, created_at } = refund;
  const decide = useDecision(...changedByPayments);
  const sum = price(minor, currency);
  const send = () =>
    decide(
      dataOf(api.POST("/payments/refunds/{id}/sent", { params: { path: { id } }, body: {} })),
      t("{sum} noted as sent", { sum }),
    );
  return (
    <Section
      title={t("Refund to send: {sum}", { sum })}
      aside={<Mark outcome="blocked">{t("Since {day}", { day: utc.day(created_at) })}</Mark>}
    >
      <p>{t("Send it in your bank, then note it here.")}</p>
      <Facts
        className="facts note"
        facts={[
          [
            t("Amount"),
            <Copied key="sum" text={amountText(minor, currency)} shown={sum} name={t("Amount")} />,
          ],
          [t("Recipient"), recipient && <Copied key="to" text={recipient} name={t("Recipient")} />],
          [t("IBAN or account"), <Copied key="account" text={account} name={t("IBAN or account")} />],
          [t("Reference"), <Copied key="reference" text={reference} name={t("Reference")} />],
        ]}
      />
      <div className="actions note">
        <Button permission="payments.decide" look="primary" onPress={send}>
          {t("I have sent it")}
        </Button>
      </div>
    </Section>
  );
}

function Copied({ text, shown = text, name }: { text: string; shown?: string; name: string }) {
  return (
    <span className="actions">
      <code>
        <bdi>{shown}</bdi>
      </code>
      <Button onPress={() => copyText(text)}>
        {t("Copy")}
        <span className="vh"> {name}</span>
      </Button>
    </span>
  );
}
