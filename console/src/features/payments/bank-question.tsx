import { type FormEvent, useState } from "react";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import type { BankFileQuery, ImportedTransfers } from "./payment-queries.ts";

interface BankQuestionProps {
  readonly shown: ImportedTransfers;
  answer(query: BankFileQuery): unknown;
}

/** Shows a question about a bank file that the table cannot answer; the file is read again with the user's answer. */
export function BankQuestion({ shown, answer }: BankQuestionProps) {
  const { needs, text } = shown.question!;
  return (
    <Section title={t("One more answer")}>
      <p dir="auto">{text}</p>
      {needs === "dates" && (
        <p className="actions note">
          <Button look="primary" onPress={() => answer({ dates: "day_first" })}>
            {t("The day is first")}
          </Button>
          <Button onPress={() => answer({ dates: "month_first" })}>{t("The month is first")}</Button>
        </p>
      )}
      {needs === "decimals" && (
        <p className="actions note">
          <Button look="primary" onPress={() => answer({ decimals: "comma" })}>
            {t("Comma")}
          </Button>
          <Button onPress={() => answer({ decimals: "point" })}>{t("Point")}</Button>
        </p>
      )}
      {needs === "currency" && <CurrencyForm answer={answer} />}
      {needs === "map" && <ColumnsForm shown={shown} answer={answer} />}
    </Section>
  );
}

function CurrencyForm({ answer }: Pick<BankQuestionProps, "answer">) {
  const [currency, setCurrency] = useState("EUR");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answer({ currency });
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label={t("Currency")}
        value={currency}
        maxLength={3}
        autoComplete="off"
        change={(value) => setCurrency(value.toUpperCase())}
      />
      <p className="actions">
        <Button type="submit" look="primary">
          {t("Read the file")}
        </Button>
      </p>
    </form>
  );
}

const labels = {
  day: t("Booked on"),
  amount: t("Amount"),
  text: t("Reference"),
  sender: t("Sender"),
  sender_account: t("Sender's account"),
  currency: t("Currency"),
} as const;
type Asked = keyof typeof labels;

/** Which column has what, beginning with those that were known by their heads. */
function ColumnsForm({ shown, answer }: BankQuestionProps) {
  const known = (member: Asked) => shown.columns.find(({ members }) => members.includes(member))?.name ?? "";
  const asked = Object.keys(labels) as Asked[];
  const [columns, setColumns] = useState(
    () => Object.fromEntries(asked.map((member) => [member, known(member)])) as Record<Asked, string>,
  );
  const named = shown.columns.map(({ name }) => name).filter((name) => name !== "");
  const options: readonly (readonly [string, string])[] = [
    ["", t("None")],
    ...[...new Set(named)].map((name) => [name, name] as const),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = Object.entries(columns).filter(([, name]) => name !== "");
    void answer({ map: JSON.stringify(Object.fromEntries(chosen)) });
  };
  return (
    <form className="form" onSubmit={submit}>
      {asked.map((member) => (
        <Select
          key={member}
          label={labels[member]}
          value={columns[member]}
          change={(name) => setColumns({ ...columns, [member]: name })}
          options={options}
        />
      ))}
      <p className="actions">
        <Button
          type="submit"
          look="primary"
          unavailable={(columns.day === "" || columns.amount === "") && t("Choose the day and the amount.")}
        >
          {t("Read the file")}
        </Button>
      </p>
    </form>
  );
}
