import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { amountText, price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { moneyField, textField } from "../../parts/fields.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useSettled } from "../../parts/use-settled.ts";
import { CostBox } from "../billing/change-sum.tsx";
import { datesIn } from "../billing/zone-dates.ts";
import { customerOf } from "./line-words.ts";
import { type Line, linesIn } from "./money-queries.ts";
import { changedByPayments, paymentOf, type Transfer } from "./payment-queries.ts";
import { reasonsOf } from "./transfer-words.ts";

/** A payment that money is recorded for: what is due of it. */
export interface Target {
  readonly id: string;
  readonly name: string;
  readonly minor: number;
  readonly currency: string;
  /** Why it is proposed. */
  readonly reasons?: string;
}

const utc = datesIn("UTC");
const pauseMs = 250;
const shownMost = 6;

/** What is due of a line. */
export const targetOf = (line: Line): Target => ({
  id: line.payment_id!,
  name: [line.number ?? line.reference, customerOf(line), line.description].join(", "),
  minor: line.minor,
  currency: line.currency,
});

interface RecordProps {
  /** The line whose money has arrived. */
  readonly given?: Line | Target;
  /** Money that was received, and that no payment has. */
  readonly transfer?: Transfer;
  /** Opens the question whether it goes back to its sender. */
  giveBack?(): void;
  close(): void;
}

/** Records money that has arrived by transfer, or matches what was recorded: the only place where that is done. */
export function RecordDialog({ given, transfer, giveBack, close }: RecordProps) {
  const fixed = given && ("name" in given ? given : targetOf(given));
  const proposals = useProposals(transfer);
  const [chosen, choose] = useState<Target | null | undefined>(fixed);
  const [words, setWords] = useState("");
  const target = chosen === undefined ? proposals[0] : (chosen ?? undefined);
  const currencyOf = (typed: string) => transfer?.currency ?? target?.currency ?? typed;
  return (
    <FormDialog
      title={
        transfer
          ? t("Match {sum}", { sum: price(transfer.minor, transfer.currency) })
          : t("Record a transfer")
      }
      action={(value) => {
        if (transfer) return t("Match {sum}", { sum: price(transfer.minor, transfer.currency) });
        return value && Number.isFinite(value.minor)
          ? t("Record {sum}", { sum: price(value.minor, currencyOf(value.currency)) })
          : t("Record");
      }}
      unavailable={transfer && !target && t("Choose the payment that it is for.")}
      incomplete={t("Enter the amount.")}
      close={close}
      changes={changedByPayments}
      above={transfer && <Received transfer={transfer} giveBack={giveBack} />}
      fields={({ currency = "EUR" }) => ({
        minor: moneyField(currencyOf(currency), {
          label: t("Amount received"),
          initial: transfer?.minor ?? fixed?.minor,
          shown: !transfer,
          beside: true,
        }),
        day: textField({
          ...plain,
          label: t("Received on"),
          type: "date",
          hint: t("Default: now."),
          shown: !transfer,
        }),
        currency: textField({
          ...plain,
          label: t("Currency"),
          initial: "EUR",
          maxLength: 3,
          shaped: (typed) => typed.toUpperCase(),
          shown: !transfer && !fixed,
          beside: true,
        }),
        bank_ref: textField({
          ...plain,
          label: t("The bank's number"),
          maxLength: 200,
          hint: t("Optional. A second entry of the same number is refused."),
          shown: !transfer,
        }),
      })}
      send={async ({ minor, day, currency, bank_ref }, headers) => {
        if (transfer) {
          const params = { path: { id: transfer.id } };
          await dataOf(
            api.POST("/payments/transfers/{id}/match", { params, headers, body: { payment_id: target!.id } }),
          );
          return t("{sum} matched", { sum: price(transfer.minor, transfer.currency) });
        }
        const ref = bank_ref.trim();
        const at = day === "" ? {} : { received_at: `${day}T00:00:00Z` };
        const sum = price(minor, currencyOf(currency));
        if (target) {
          const body = { minor, ...at, ...(ref && { bank_ref: ref }) };
          const params = { path: { id: target.id } };
          await dataOf(api.POST("/payments/{id}/received", { params, headers, body }));
          return t("{sum} recorded", { sum });
        }
        const body = {
          minor,
          currency,
          reference: words.trim(),
          sender: "",
          bank_ref: ref || headers["idempotency-key"]!,
          ...at,
        };
        const { state } = await dataOf(api.POST("/payments/transfers", { headers, body }));
        return state === "matched"
          ? t("{sum} recorded and matched with its payment", { sum })
          : t("{sum} recorded. Match it once you know its payment.", { sum });
      }}
    >
      {(value) => {
        const minor = transfer?.minor ?? value?.minor;
        return (
          <>
            {fixed ? (
              <p className="sm">
                <T text="For {name}" name={<b dir="auto">{fixed.name}</b>} />
              </p>
            ) : (
              <ForWhom
                amount={minor === undefined ? "" : amountText(minor, currencyOf(value?.currency ?? "EUR"))}
                proposals={proposals}
                canWait={!transfer}
                target={target}
                words={words}
                setWords={setWords}
                choose={choose}
              />
            )}
            {target && minor !== undefined && Number.isFinite(minor) && (
              <Effect target={target} minor={minor} />
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

const plain = { required: false, autoComplete: "off" } as const;

/** What the bank has reported, and how it goes back if it is for nothing. */
function Received({ transfer, giveBack }: { transfer: Transfer; giveBack: (() => void) | undefined }) {
  const { minor, currency, received_at, sender, reference } = transfer;
  const sum = price(minor, currency);
  return (
    <>
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
      {giveBack && (
        <p className="actions">
          <Button onPress={giveBack}>{t("Return {sum}", { sum })}</Button>
        </p>
      )}
    </>
  );
}

/** The payments that the service proposes for a transfer, the likeliest first. */
function useProposals(transfer: Transfer | undefined): readonly Target[] {
  const { proposals = [] } = transfer ?? {};
  const names = useNames(proposals.map(({ account_id }) => account_id));
  return proposals.map((one) => ({
    id: one.payment_id,
    name: `${names.get(one.account_id) ?? one.account_id}, ${one.description}`,
    minor: one.due_minor,
    currency: one.currency,
    reasons: reasonsOf(one, transfer!),
  }));
}

interface ForWhomProps {
  /** What was received, as it is typed. */
  readonly amount: string;
  readonly proposals: readonly Target[];
  /** Whether it can be recorded before its payment is known. */
  readonly canWait: boolean;
  readonly target: Target | undefined;
  readonly words: string;
  setWords(words: string): void;
  choose(target: Target | null): void;
}

/** Finds what is due by reference, invoice, customer or amount. */
function ForWhom({ amount, proposals, canWait, target, words, setWords, choose }: ForWhomProps) {
  const group = useId();
  const q = useSettled(words.trim() || (proposals.length > 0 ? "" : amount), words + amount, pauseMs);
  const found = useQuery({
    ...linesIn({ q: q ?? "", page: 1, page_size: 50 }),
    enabled: Boolean(q),
    placeholderData: keepPreviousData,
  });
  const due = q ? (found.data?.items ?? []).filter(({ action }) => action === "record").map(targetOf) : [];
  const offered = (words.trim() ? due : [...proposals, ...due]).slice(0, shownMost);
  const shown = target && !offered.some(({ id }) => id === target.id) ? [target, ...offered] : offered;
  return (
    <>
      <Field
        label={t("For")}
        value={words}
        autoComplete="off"
        maxLength={200}
        hint={t("Reference, invoice, customer or amount.")}
        change={setWords}
      />
      <fieldset className="radios">
        <legend className="vh">{t("Payment")}</legend>
        {shown.map((one) => (
          <Choice key={one.id} name={group} checked={target?.id === one.id} choose={() => choose(one)}>
            <bdi>{one.name}</bdi>, {t("{sum} due", { sum: price(one.minor, one.currency) })}
            {one.reasons && <span className="sub">{one.reasons}</span>}
          </Choice>
        ))}
        {canWait && (
          <Choice name={group} checked={target === undefined} choose={() => choose(null)}>
            {t("Not known yet: it is a problem until it is matched")}
          </Choice>
        )}
      </fieldset>
    </>
  );
}

/** What becomes of the payment: a part leaves it due, and what is more waits for a decision. */
function Effect({ target, minor }: { target: Target; minor: number }) {
  const { data: payment } = useQuery(paymentOf(target.id));
  const rest = target.minor - minor;
  if (!payment) return null;
  const sum = (value: number) => price(value, target.currency);
  return (
    <>
      <CostBox
        title={t("After recording")}
        lines={
          rest > 0
            ? [[t("Payment"), t("Due, {sum} is left to pay", { sum: sum(rest) })]]
            : [
                [t("Payment"), t("Paid, {sum}", { sum: sum(payment.minor) })],
                ...(rest < 0 ? [[t("Too much: kept until you return it"), sum(-rest)] as const] : []),
                ...(payment.credits > 0 ? [[t("Credits"), `+${count(payment.credits)}`] as const] : []),
                [t("Invoice"), payment.paper_id ? t("was issued before") : t("issued and sent")],
              ]
        }
      />
      {payment.provider === "stripe" && (
        <p className="xs muted">{t("It is not charged to a card any more.")}</p>
      )}
      <p className="xs muted">{t("A wrong entry is corrected by a refund; nothing is deleted.")}</p>
    </>
  );
}
