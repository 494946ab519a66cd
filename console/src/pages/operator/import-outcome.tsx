import type { Import } from "../../api/datasets.ts";
import { count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { sentText } from "../../base/language/sent.ts";
import { Mark } from "../../parts/outcome.tsx";
import { countColumn, Table, Unknown } from "../../parts/table.tsx";
import { changeWords } from "./dataset-changes.tsx";

interface ReasonsProps {
  readonly caption: string;
  readonly byReason: Readonly<Record<string, number>>;
}

/** Rows by reason, most frequent first. */
export function Reasons({ caption, byReason }: ReasonsProps) {
  return (
    <Table
      caption={caption}
      items={Object.entries(byReason).sort(([, a], [, b]) => b - a)}
      keyOf={([reason]) => reason}
      columns={[
        { head: t("Reason"), cell: ([reason]) => sentText(reason) },
        countColumn<[reason: string, rows: number]>(t("Rows"), ([, rows]) => rows),
      ]}
    />
  );
}

type Calls = NonNullable<NonNullable<Import["vin_data"]>["calls"]>;

/** What new data change of the VINs of the last week's calls. */
function VinsOfCalls({ calls }: { calls: Calls }) {
  const { vins, bounded, same, changed, found, lost, examples } = calls;
  const counts = { same: count(same), changed: count(changed), found: count(found), lost: count(lost) };
  return (
    <>
      <p>
        {bounded
          ? t("Of {vins, plural, one {# VIN} other {# VINs}} of the newest calls:", { vins })
          : t("Of {vins, plural, one {# VIN} other {# VINs}} of the last week's calls:", { vins })}{" "}
        {t(
          "{same} stay the same, {changed} have another year, make or model, {found} are newly decoded, {lost} no longer.",
          counts,
        )}
      </p>
      {examples.length > 0 && (
        <Table
          caption={t("VINs that differ")}
          items={examples}
          keyOf={(one) => JSON.stringify(one)}
          columns={[
            { head: "VIN", cell: ({ vin }) => <code>{vin}…</code> },
            { head: t("Before"), cell: ({ before }) => before || <Unknown /> },
            { head: t("After"), cell: ({ after }) => after || <Unknown /> },
          ]}
        />
      )}
    </>
  );
}

function Summary({ done }: { done: Import }) {
  const { state, dry_run: validated, summary, vin_data: compiled, error } = done;
  if (compiled)
    return (
      <p>
        <T
          text="{result}. Of {sampled, plural, one {# compared VIN} other {# compared VINs}}, {changed} have another model and {lost} have none now."
          result={
            <Mark outcome="ok">
              {t("{validated, select, yes {Valid} other {Imported}}: version {version}", {
                validated: validated ? "yes" : "no",
                version: compiled.version,
              })}
            </Mark>
          }
          sampled={compiled.sampled}
          changed={count(compiled.changed)}
          lost={count(compiled.lost)}
        />{" "}
        {validated && t("Nothing has changed yet.")}
      </p>
    );
  if (state !== "done" || !summary)
    return (
      <p>
        <T
          text="{result}. Nothing has changed. {error}"
          result={
            <Mark outcome={state === "stopped" ? "blocked" : "failed"}>
              {state === "stopped" ? t("Stopped") : t("Import failed")}
            </Mark>
          }
          error={error && sentText(error)}
        />
      </p>
    );
  const changes = changeWords(summary.changes);
  return (
    <p>
      <Mark outcome="ok">
        {t(
          "{validated, select, yes {Valid} other {Imported}}: {rowsAccepted} of {rowsRead, plural, one {# row} other {# rows}}",
          {
            validated: validated ? "yes" : "no",
            rowsAccepted: count(summary.rows_accepted),
            rowsRead: summary.rows_read,
          },
        )}
      </Mark>
      .{" "}
      {validated
        ? t("Compared with the current records: {changes}", { changes })
        : t("Compared with the previous records: {changes}", { changes })}{" "}
      {validated && t("Nothing has changed yet.")}
    </p>
  );
}

/** Warnings on imported rows, if there are any. */
export function Doubtful({ byReason }: { byReason: Readonly<Record<string, number>> | null }) {
  if (!byReason || Object.keys(byReason).length === 0) return null;
  return (
    <>
      <h3 className="note">{t("Imported with warnings")}</h3>
      <Reasons caption={t("Warnings by reason")} byReason={byReason} />
    </>
  );
}

/** The result of an import or a validation: rows, changes, warnings and rejected rows. */
export function ImportOutcome({ done }: { done: Import }) {
  const { rejects, summary, vin_data: vinData } = done;
  return (
    <>
      <Summary done={done} />
      {vinData?.calls && <VinsOfCalls calls={vinData.calls} />}
      <Doubtful byReason={summary?.doubtful ?? null} />
      {rejects !== null && rejects.rows > 0 && (
        <>
          <h3 className="note">
            {t("{rows, plural, one {# rejected row} other {# rejected rows}}", { rows: rejects.rows })}
          </h3>
          <Reasons caption={t("Rejected rows by reason")} byReason={rejects.by_reason} />
          <h3 className="note">
            {rejects.rows > rejects.first.length
              ? t("First {first}", { first: rejects.first.length })
              : t("All rejected rows")}
          </h3>
          <Table
            caption={t("Rejected rows")}
            items={rejects.first}
            keyOf={({ line, column }) => `${line} ${column}`}
            columns={[
              { head: t("Line"), cell: ({ line }) => count(line) },
              {
                head: t("Column"),
                cell: ({ column }) =>
                  column ? <code>{column}</code> : <span className="muted">{t("entire row")}</span>,
              },
              { head: t("Value"), cell: ({ value }) => <code dir="auto">{value}</code> },
              { head: t("Reason"), cell: ({ reason }) => sentText(reason) },
            ]}
          />
        </>
      )}
    </>
  );
}
