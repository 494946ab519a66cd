import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { CostBox } from "../billing/change-sum.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { candidatesFor } from "./candidates.ts";
import { type Payment, paymentsOf, type Transfer } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";
import { useDecision } from "./use-decision.ts";

const utc = datesIn("UTC");

/** Open payments, of which those by transfer wait for money. */
const mostOpen = { page: 1, page_size: 1000 } as const;

/** Money whose payment is not known: the open payments of its amount, each with the reason. */
export function UnmatchedTransfer({ transfer }: { transfer: Transfer }) {
  const pending = useQuery(paymentsOf({ ...mostOpen, state: "pending" }));
  const requested = useQuery(paymentsOf({ ...mostOpen, state: "requested" }));
  const query = {
    data: pending.data && requested.data && [...pending.data.items, ...requested.data.items],
    error: pending.error ?? requested.error,
    refetch: () => Promise.all([pending.refetch(), requested.refetch()]),
  };
  const { minor, currency, received_at, sender, reference, provider } = transfer;
  const sum = price(minor, currency);
  return (
    <Section
      className="c6"
      title={t("Unmatched transfer: {sum}", { sum })}
      aside={<Mark outcome="blocked">{t("Since {day}", { day: utc.day(received_at) })}</Mark>}
    >
      <p>
        <T
          text="Received on {day} from {sender}, {reference}."
          day={utc.day(received_at)}
          sender={sender ? <b dir="auto">{sender}</b> : t("an unknown sender")}
          reference={
            reference ? (
              <T text="reference “{reference}”" reference={<bdi>{reference}</bdi>} />
            ) : (
              t("without a reference")
            )
          }
        />
      </p>
      {provider === "manual" ? (
        <Loaded query={query} what={t("Could not load the open payments")}>
          {(open) => <Matching transfer={transfer} sum={sum} open={open} />}
        </Loaded>
      ) : (
        <>
          <p className="muted">{t("It was paid by card for another payment. Return it at the provider.")}</p>
          <div className="actions note">
            <Return transfer={transfer} sum={sum} />
          </div>
        </>
      )}
    </Section>
  );
}

interface MatchingProps {
  readonly transfer: Transfer;
  readonly sum: string;
  readonly open: readonly Payment[];
}

const another = "another";

function Matching({ transfer, sum, open }: MatchingProps) {
  const decide = useDecision();
  const ofAmount = candidatesFor(transfer, open, (id) => id);
  const names = useNames(ofAmount.map(({ payment }) => payment.account_id));
  const nameOf = (id: string) => names.get(id) ?? id;
  const candidates = candidatesFor(transfer, open, nameOf);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState("");
  const choice = chosen ?? candidates[0]?.payment.id ?? another;
  const payment = candidates.find((one) => one.payment.id === choice)?.payment;
  const paymentId = payment?.id ?? typed.trim();
  const match = () =>
    decide(
      () =>
        dataOf(
          api.POST("/payments/transfers/{id}/match", {
            params: { path: { id: transfer.id } },
            body: { payment_id: paymentId },
          }),
        ),
      t("{sum} matched", { sum }),
    );
  return (
    <>
      <fieldset className="radios">
        <legend className="vh">{t("Match {sum} with", { sum })}</legend>
        {candidates.map(({ payment: { id, account_id, description, ...rest }, reason }) => (
          <Choice key={id} name={transfer.id} checked={choice === id} choose={() => setChosen(id)}>
            <bdi>{nameOf(account_id)}</bdi>, {description}, {price(rest.minor, rest.currency)}
            <span className="sub">{reason}</span>
          </Choice>
        ))}
        <Choice name={transfer.id} checked={choice === another} choose={() => setChosen(another)}>
          {t("Another payment")}
        </Choice>
      </fieldset>
      {choice === another && (
        <Field
          label={t("Payment ID")}
          value={typed}
          autoComplete="off"
          hint={t("From the page of the payment. It must be open, by transfer, and in the same currency.")}
          change={setTyped}
        />
      )}
      {payment && (
        <CostBox
          title={t("After matching")}
          lines={[
            [t("Payment"), t("Paid, {sumOf}", { sumOf: sumOf(payment) })],
            [t("Credits"), `+${count(payment.credits)}`],
            [t("Invoice"), payment.paper_id ? t("was issued before") : t("issued")],
          ]}
        />
      )}
      <div className="actions note">
        <Button permission="payments.decide" look="primary" onPress={match} disabled={paymentId === ""}>
          <span>
            <T
              text="Match {sum} with {nameOf}"
              sum={sum}
              nameOf={payment ? <bdi>{nameOf(payment.account_id)}</bdi> : t("this payment")}
            />
          </span>
        </Button>
        <Return transfer={transfer} sum={sum} />
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly checked: boolean;
  readonly children: React.ReactNode;
  choose(): void;
}

function Choice({ name, checked, children, choose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name={name} checked={checked} onChange={choose} />
      <span>{children}</span>
    </label>
  );
}

function Return({ transfer: { id }, sum }: { transfer: Transfer; sum: string }) {
  const [isOpen, setOpen] = useState(false);
  const decide = useDecision();
  const send = () =>
    decide(
      () => dataOf(api.POST("/payments/transfers/{id}/return", { params: { path: { id } } })),
      t("{sum} noted as returned", { sum }),
    );
  return (
    <>
      <Button permission="payments.decide" onPress={() => setOpen(true)}>
        {t("Return {sum}", { sum })}
      </Button>
      {isOpen && (
        <Dialog
          title={t("Return {sum}?", { sum })}
          action={t("Note as returned")}
          act={send}
          close={() => setOpen(false)}
        >
          <p>
            {t("This notes that you have returned it, in the bank or at the provider. It moves no money.")}
          </p>
          <p className="muted">{t("This cannot be undone.")}</p>
        </Dialog>
      )}
    </>
  );
}
