import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import { type LedgerCheck, system } from "../../api/system.ts";
import { count, counted, milliseconds, recently } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Failure } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";

/** The last comparison of all books, and a button that makes another. */
export function Books({ check, now }: { readonly check: LedgerCheck | null; readonly now: string }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<unknown>();
  const [asked, setAsked] = useState("");
  // From the press until an event tells of it.
  const running = check?.state === "running" || asked > (check?.started_at ?? "");
  const compare = async () => {
    setProblem(undefined);
    try {
      const { ledger_check: started } = await answerOf(api.POST("/system/ledgerCheck"));
      setAsked(started.started_at);
      await queries.invalidateQueries({ queryKey: system.queryKey });
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <>
      <div aria-live="polite">
        {running ? <Running check={check} now={now} /> : <Outcome check={check} />}
      </div>
      {problem !== undefined && <Failure error={problem} what="The books could not be compared" />}
      <p className="actions note">
        <Button onPress={compare} disabled={running} busy="Starting">
          Compare the books now
        </Button>
      </p>
      {check && !running && check.comparisons.length > 0 && <Comparisons check={check} />}
    </>
  );
}

function Running({ check, now }: { readonly check: LedgerCheck | null; readonly now: string }) {
  const seconds = check?.state === "running" ? (Date.parse(now) - Date.parse(check.started_at)) / 1000 : 0;
  return (
    <p>
      <Mark outcome="other">The books are being compared</Mark>
      {seconds >= 1 && ` for ${counted(Math.round(seconds), "second")}`}. Calls go on meanwhile.
    </p>
  );
}

function Outcome({ check }: { readonly check: LedgerCheck | null }) {
  if (!check)
    return (
      <p className="muted">
        They have not been compared here. It only reads, and calls go on: ledger with balances, balances with
        reports, reports with the request log, to the last call.
      </p>
    );
  const { state, started_at, ended_at, comparisons, findings, error } = check;
  const took = ended_at && milliseconds(Date.parse(ended_at) - Date.parse(started_at));
  const when = `${recently(started_at)} UTC${took ? `, in ${took}` : ""}`;
  if (state === "failed")
    return (
      <p>
        <Mark outcome="failed">Not compared</Mark>, {when}. {error}
      </p>
    );
  if (state === "agree")
    return (
      <p>
        <Mark outcome="ok">All {comparisons.length} comparisons agree</Mark>, {when}.
      </p>
    );
  return (
    <>
      <p>
        <Mark outcome="failed">{counted(findings.length, "difference")} found</Mark>, {when}. Compare again
        beside an idle service; what still differs, <code>npx vingate doctor --ledger</code> explains.
      </p>
      <ul className="words">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </>
  );
}

function Comparisons({ check: { comparisons } }: { readonly check: LedgerCheck }) {
  return (
    <details className="datat">
      <summary>What was compared</summary>
      <Table
        caption="Comparisons"
        items={comparisons}
        keyOf={({ check }) => check}
        columns={[
          { head: "These must be equal", cell: ({ check }) => check },
          {
            head: "for all",
            cell: ({ subjects }) => <span className="muted">{subjects}</span>,
            narrow: "for all",
          },
          { head: "Compared", cell: ({ compared }) => count(compared), figures: true, narrow: "compared" },
          {
            head: "Differ",
            cell: ({ differing }) =>
              differing === 0 ? (
                <span className="soft">0</span>
              ) : (
                <Mark outcome="failed">{count(differing)}</Mark>
              ),
            figures: true,
            narrow: "differ",
          },
        ]}
      />
    </details>
  );
}
