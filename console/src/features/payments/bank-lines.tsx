import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { price } from "../../base/money.ts";
import { useNames } from "../../pages/usage/use-names.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { paymentPath } from "../../parts/side-paths.ts";
import { type Column, Table } from "../../parts/table.tsx";
import { useDecision } from "../../parts/use-change.ts";
import { datesIn } from "../billing/zone-dates.ts";
import { changedByPayments, type ImportedTransfers } from "./payment-queries.ts";
import { noteTexts, outcomeMarks, outcomeTexts, reasonsOf } from "./transfer-words.ts";

type Line = ImportedTransfers["lines"][number];
type Refused = ImportedTransfers["refused"][number];

const utc = datesIn("UTC");
/** At a time. */
const step = 100;
/** What changes nothing is below what does. */
const order: readonly Line["outcome"][] = ["unknown", "proposed", "matched", "known", "ignored"];

/** The lines of a file with what becomes of them, those without a payment first. */
export function BankLines({ lines, refused }: Pick<ImportedTransfers, "lines" | "refused">) {
  const [most, setMost] = useState(step);
  const sorted = lines.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const shown = sorted.slice(0, most);
  const names = useNames(
    shown.flatMap(({ proposals }) => proposals.slice(0, 1).map((one) => one.account_id)),
  );
  return (
    <>
      {shown.length > 0 && (
        <Section title={t("Lines of the file")}>
          <Table
            caption={t("Lines of the file")}
            items={shown.map((line, index) => ({ line, index }))}
            keyOf={({ index }) => index}
            columns={columnsOf((id) => names.get(id) ?? id)}
          />
          {sorted.length > most && (
            <p className="actions note">
              <Button onPress={() => setMost(most + step)}>
                {t("Show {left} more lines", { left: count(sorted.length - most) })}
              </Button>
            </p>
          )}
        </Section>
      )}
      {refused.length > 0 && (
        <Section title={t("Lines that cannot be read")}>
          <Table
            caption={t("Lines that cannot be read")}
            items={refused.slice(0, step)}
            keyOf={({ line }) => line}
            columns={refusedColumns}
          />
        </Section>
      )}
    </>
  );
}

const refusedColumns: readonly Column<Refused>[] = [
  { head: t("Line"), cell: ({ line }) => count(line) },
  { head: t("Reason"), cell: ({ reason }) => reason },
];

const columnsOf = (
  nameOf: (id: string) => string,
): readonly Column<{ readonly line: Line; readonly index: number }>[] => [
  { head: t("Booked on"), cell: ({ line }) => utc.day(line.day) },
  { head: t("Amount"), figures: true, cell: ({ line }) => price(line.minor, line.currency) },
  {
    head: t("Sender and reference"),
    className: "wrapany",
    cell: ({ line: { sender, reference } }) => (
      <>
        {sender && <b dir="auto">{sender}</b>}
        <span className="sub" dir="auto">
          {reference || t("without a reference")}
        </span>
      </>
    ),
  },
  { head: t("Result"), cell: ({ line }) => <Result line={line} nameOf={nameOf} /> },
];

/** The press notes the refund that the line has paid out as sent on its day. */
function NoteSent({ line: { refund_id, day, minor, currency } }: { line: Line }) {
  const [isSent, setSent] = useState(false);
  const decide = useDecision(...changedByPayments);
  const sum = price(-minor, currency);
  const send = () => {
    const params = { path: { id: refund_id! } };
    const call = api.POST("/payments/refunds/{id}/sent", { params, body: { sent_at: `${day}T00:00:00Z` } });
    return decide(
      dataOf(call).then(() => setSent(true)),
      t("{sum} noted as sent", { sum }),
    );
  };
  if (isSent) return <span className="sub">{t("Noted as sent")}</span>;
  return (
    <Button permission="payments.decide" onPress={send}>
      {t("Note {sum} as sent", { sum })}
    </Button>
  );
}

function Result({ line, nameOf }: { line: Line; nameOf: (id: string) => string }) {
  const { outcome, note, payment_id, proposals, other_line } = line;
  const [first] = proposals;
  return (
    <>
      <Mark outcome={outcomeMarks[outcome]}>
        {payment_id ? (
          <Link to={paymentPath(payment_id)}>{outcomeTexts[outcome]}</Link>
        ) : (
          outcomeTexts[outcome]
        )}
      </Mark>
      {note && <span className="sub">{noteTexts[note]}</span>}
      {other_line !== null && (
        <span className="sub">{t("Already imported as line {line}", { line: count(other_line) })}</span>
      )}
      {note === "refund" && <NoteSent line={line} />}
      {first && (
        <span className="sub">
          <bdi>{nameOf(first.account_id)}</bdi>, {first.description}: {reasonsOf(first, line)}
        </span>
      )}
    </>
  );
}
