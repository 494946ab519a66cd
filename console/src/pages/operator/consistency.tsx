import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { type LedgerCheck, system } from "../../api/system.ts";
import { milliseconds, recently } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Failure } from "../../parts/states.tsx";
import { type Column, countColumn, markedColumn, Table } from "../../parts/table.tsx";

interface ConsistencyCheckProps {
  readonly check: LedgerCheck | null;
  readonly now: string;
}

/** The last consistency check, and a button that runs one. */
export function ConsistencyCheck({ check, now }: ConsistencyCheckProps) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<unknown>();
  const [requested, setRequested] = useState("");
  // A requested check is running until an event reports it.
  const running = check?.state === "running" || requested > (check?.started_at ?? "");
  const run = async () => {
    setProblem(undefined);
    try {
      const { ledger_check: started } = await dataOf(api.POST("/system/ledgerCheck"));
      setRequested(started.started_at);
      await queries.invalidateQueries({ queryKey: system.queryKey });
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      <div aria-live="polite">{running ? <Running check={check} now={now} /> : <Result check={check} />}</div>
      {problem !== undefined && <Failure error={problem} what={t("Could not run the consistency check")} />}
      <p className="actions note">
        <Button
          permission="service.change"
          onPress={run}
          unavailable={running && t("A check is running.")}
          busy={t("Starting")}
        >
          {t("Run check")}
        </Button>
      </p>
      {check && !running && check.comparisons.length > 0 && (
        <details className="datat">
          <summary>{t("View checks")}</summary>
          <Table
            caption={t("Consistency checks")}
            items={check.comparisons}
            keyOf={(one) => one.check}
            columns={columns}
          />
        </details>
      )}
    </>
  );
}

function Running({ check, now }: ConsistencyCheckProps) {
  const seconds = check?.state === "running" ? (Date.parse(now) - Date.parse(check.started_at)) / 1000 : 0;
  return (
    <p>
      <T
        text="{state}{seconds, plural, =0 {} one { for # second} other { for # seconds}}. Calls continue."
        state={<Mark outcome="other">{t("Check running")}</Mark>}
        seconds={seconds >= 1 ? Math.round(seconds) : 0}
      />
    </p>
  );
}

function Result({ check }: { check: LedgerCheck | null }) {
  if (!check)
    return (
      <p className="muted">
        {t(
          "No check yet. A check compares ledger, balances, reports and request log, down to the last call. It only reads; calls continue.",
        )}
      </p>
    );
  const { state, started_at, ended_at, comparisons, findings, error } = check;
  const when = t("{recently} UTC{duration, select, none {} other {, in {duration}}}", {
    recently: recently(started_at),
    duration: ended_at ? milliseconds(Date.parse(ended_at) - Date.parse(started_at)) : "none",
  });
  if (state === "failed")
    return (
      <p>
        <Mark outcome="failed">{t("Check failed")}</Mark>, {when}. {error}
      </p>
    );
  if (state === "agree")
    return (
      <p>
        <Mark outcome="ok">{t("All {comparisons} checks passed", { comparisons: comparisons.length })}</Mark>,{" "}
        {when}.
      </p>
    );
  return (
    <>
      <p>
        <T
          text="{findings}, {when}. Run the check again while the service is idle. <code>vingate doctor --ledger</code> explains remaining mismatches."
          findings={
            <Mark outcome="failed">
              {t("{findings, plural, one {# mismatch} other {# mismatches}}", { findings: findings.length })}
            </Mark>
          }
          when={when}
        />
      </p>
      <ul className="words">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </>
  );
}

type Comparison = LedgerCheck["comparisons"][number];

const columns: readonly Column<Comparison>[] = [
  { head: t("Check"), cell: ({ check }) => check },
  { head: t("Scope"), cell: ({ subjects }) => subjects, className: "muted" },
  countColumn(t("Compared"), ({ compared }) => compared),
  markedColumn(t("Mismatches"), "failed", ({ differing }) => differing),
];
