import { useState } from "react";
import { asProblem } from "../../api/problem.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { showToast } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Figures } from "../../parts/facts.tsx";
import { Link, navigate } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Failure } from "../../parts/states.tsx";
import { BankFileDrop } from "./bank-file-drop.tsx";
import { BankLines } from "./bank-lines.tsx";
import { BankQuestion } from "./bank-question.tsx";
import {
  type BankFileQuery,
  type ImportedTransfers,
  importTransfers,
  useRefreshed,
} from "./payment-queries.ts";

/** A bank's file: what would become of each line, and one press that records them. */
export function BankFile() {
  const [file, setFile] = useState<File>();
  const [answers, setAnswers] = useState<BankFileQuery>({});
  const [shown, setShown] = useState<ImportedTransfers>();
  const [error, setError] = useState<unknown>();
  const [isWorking, setWorking] = useState(false);
  const refreshed = useRefreshed();
  const read = async (given: File, query: BankFileQuery) => {
    setWorking(true);
    setError(undefined);
    setFile(given);
    setAnswers(query);
    try {
      setShown(await importTransfers(given, { ...query, dry_run: true }));
    } catch (problem) {
      setShown(undefined);
      setError(problem);
    }
    setWorking(false);
  };
  const record = async (how: Recording) => {
    setWorking(true);
    try {
      const { counts } = await importTransfers(file!, { ...answers, ...how });
      await refreshed();
      showToast(
        t("{matched, plural, one {# transfer} other {# transfers}} matched", { matched: counts.matched }),
      );
      await navigate("/money");
    } catch (problem) {
      showToast(asProblem(problem).message);
    }
    setWorking(false);
  };
  return (
    <>
      <Head title={t("Bank file")} crumb={<Link to="/money">{t("Payments")}</Link>}>
        {t("Shows what would become of each line. Nothing is recorded yet.")}
      </Head>
      <div className="sec">
        <BankFileDrop file={file} isWorking={isWorking} take={(given) => read(given, {})} />
      </div>
      {error !== undefined && (
        <Failure
          error={error}
          what={t("Could not read the file")}
          retry={file && (() => read(file, answers))}
        />
      )}
      {file && shown?.question && (
        <BankQuestion
          shown={shown}
          answer={(more) => read(file, { ...answers, ...more })}
          key={shown.question.needs}
        />
      )}
      {shown && !shown.question && <Preview shown={shown} isWorking={isWorking} record={record} />}
    </>
  );
}

type Recording = Pick<BankFileQuery, "unknown" | "alike">;

interface PreviewProps {
  readonly shown: ImportedTransfers;
  readonly isWorking: boolean;
  record(how: Recording): void;
}

function Preview({ shown, isWorking, record }: PreviewProps) {
  const { counts, lines, refused } = shown;
  const { matched, proposed, unknown } = counts;
  const total = lines.filter(
    ({ outcome, note, refund_id }) =>
      (/^(?:matched|proposed|unknown)$/.test(outcome) && refund_id === null) || note === "recorded_by_hand",
  ).length;
  const alike = lines.filter(({ note }) => note === "other_format").length;
  const left = lines.filter(({ outcome, note }) => outcome === "unknown" && note === null).length;
  return (
    <>
      <Section title={t("{lines, plural, one {# line} other {# lines}}", { lines: lines.length })}>
        <Figures
          figures={[
            [t("Matched"), count(matched), t("with the payment that they name")],
            [t("Proposed"), count(proposed), t("you match them afterwards")],
            [t("Unknown"), count(unknown), t("no payment is likely")],
            [t("Recorded before"), count(counts.known), t("nothing changes")],
            [t("Not received"), count(counts.ignored), t("paid out or pending")],
          ]}
        />
        <div className="actions note">
          <Button
            permission="payments.decide"
            look="primary"
            onPress={() => record({ unknown: "record" })}
            disabled={isWorking}
            unavailable={total === 0 && t("The file has nothing new.")}
          >
            {t("Record {total, plural, one {# transfer} other {# transfers}}", { total })}
          </Button>
          {left > 0 && total > left && (
            <Button
              permission="payments.decide"
              onPress={() => record({ unknown: "leave" })}
              disabled={isWorking}
            >
              {t("Record without {left} unknown", { left: count(left) })}
            </Button>
          )}
          {alike > 0 && (
            <Button
              permission="payments.decide"
              onPress={() => record({ unknown: "record", alike: "record" })}
              disabled={isWorking}
            >
              {t("Record {alike} of another format as new, too", { alike: count(alike) })}
            </Button>
          )}
        </div>
      </Section>
      <BankLines lines={lines} refused={refused} />
    </>
  );
}
