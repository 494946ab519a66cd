import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { CostBox } from "../billing/change-sum.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { type Proposal, paymentOf, type Transfer } from "./payment-queries.ts";
import { sumOf } from "./payment-words.ts";
import { ReturnButton } from "./return-button.tsx";
import { reasonsOf } from "./transfer-words.ts";
import { useDecision } from "./use-decision.ts";

const utc = datesIn("UTC");

/** Money whose payment is not known: the open payments that it may be for, each with the reasons. */
export function UnmatchedTransfer({ transfer }: { transfer: Transfer }) {
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
        <Matching transfer={transfer} sum={sum} />
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
}

const another = "another";

function Matching({ transfer, sum }: MatchingProps) {
  const decide = useDecision();
  const { proposals = [] } = transfer;
  const names = useNames(proposals.map(({ account_id }) => account_id));
  const nameOf = (id: string) => names.get(id) ?? id;
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState("");
  const choice = chosen ?? proposals[0]?.payment_id ?? another;
  const proposal = proposals.find(({ payment_id }) => payment_id === choice);
  const paymentId = proposal?.payment_id ?? typed.trim();
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
        {proposals.map((one) => (
          <Choice
            key={one.payment_id}
            name={transfer.id}
            checked={choice === one.payment_id}
            choose={() => setChosen(one.payment_id)}
          >
            <bdi>{nameOf(one.account_id)}</bdi>, {one.description}, {price(one.due_minor, one.currency)}
            <span className="sub">{reasonsOf(one, transfer)}</span>
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
      {proposal && <AfterMatching proposal={proposal} transfer={transfer} />}
      <div className="actions note">
        <Button permission="payments.decide" look="primary" onPress={match} disabled={paymentId === ""}>
          <span>
            <T
              text="Match {sum} with {nameOf}"
              sum={sum}
              nameOf={proposal ? <bdi>{nameOf(proposal.account_id)}</bdi> : t("this payment")}
            />
          </span>
        </Button>
        <Return transfer={transfer} sum={sum} />
      </div>
    </>
  );
}

/** What becomes of the payment: a part leaves it open, and what is more waits for a decision. */
function AfterMatching({ proposal, transfer }: { proposal: Proposal; transfer: Transfer }) {
  const { data: payment } = useQuery(paymentOf(proposal.payment_id));
  const rest = proposal.due_minor - transfer.minor;
  const sumLeft = price(Math.abs(rest), transfer.currency);
  if (!payment) return null;
  if (rest > 0)
    return (
      <CostBox
        title={t("After matching")}
        lines={[[t("Payment"), t("Open, {sumLeft} is left to pay", { sumLeft })]]}
      />
    );
  return (
    <CostBox
      title={t("After matching")}
      lines={[
        [t("Payment"), t("Paid, {sumOf}", { sumOf: sumOf(payment) })],
        ...(rest < 0 ? [[t("Too much"), sumLeft] as const] : []),
        [t("Credits"), `+${count(payment.credits)}`],
        [t("Invoice"), payment.paper_id ? t("was issued before") : t("issued")],
      ]}
    />
  );
}

function Return({ transfer: { id }, sum }: { transfer: Transfer; sum: string }) {
  const decide = useDecision();
  const send = () =>
    decide(
      () => dataOf(api.POST("/payments/transfers/{id}/return", { params: { path: { id } } })),
      t("{sum} noted as returned", { sum }),
    );
  return (
    <ReturnButton sum={sum} action={t("Note as returned")} act={send}>
      {t("This notes that you have returned it, in the bank or at the provider. It moves no money.")}
    </ReturnButton>
  );
}
