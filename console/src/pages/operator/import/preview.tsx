import type { ReactNode } from "react";
import type { Import } from "../../../api/datasets.ts";
import type { ImportPreview } from "../../../api/import-preview.ts";
import { t } from "../../../base/language/language.ts";
import { sentText } from "../../../base/language/sent.ts";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/field.tsx";
import { changeWords } from "../dataset-changes.tsx";
import { Doubtful, Reasons } from "../import-outcome.tsx";
import { FileColumns } from "./file-columns.tsx";
import { FileWords } from "./file-words.tsx";
import { mappingWords } from "./found-words.ts";
import { type Mapping, mappingOf, withForm } from "./mapping.ts";
import { PreviewRows } from "./preview-rows.tsx";
import { Question } from "./question.tsx";
import { RejectDownloads } from "./reject-downloads.tsx";

/** Files of rejected rows have it; the service leaves it out. */
const reasonColumn = "vingate_reason";

interface PreviewProps {
  readonly done: Import;
  readonly preview: ImportPreview;
  /** The documented names. */
  readonly names: readonly string[];
  /** Reads the file again by another mapping. */
  map(mapping: Mapping): unknown;
  readSheet(sheet: string): unknown;
  /** Reads the file again, to import it beside the current records. */
  merge(): unknown;
  /** The button that imports the file. */
  readonly children: ReactNode;
}

/** What was found in a file, how it is read, and what will be rejected. Each choice reads the file again. */
export function Preview({ done, preview, names, map, readSheet, merge, children }: PreviewProps) {
  const { id, family, mode, summary, rejects, error } = done;
  const { question, required, sheet, sheets, columns } = preview;
  const mapping = mappingOf(family, preview);
  const isOpen = question === null && required.length === 0;
  return (
    <>
      {sheets.length > 1 && (
        <div className="pairs">
          <Select
            label={t("Sheet")}
            value={sheet ?? ""}
            change={readSheet}
            options={[...sheets]}
            dir="auto"
          />
        </div>
      )}
      {question && (
        <Question
          question={question}
          choose={(form) => map(withForm(mapping, { column: question.column, as: question.as }, form))}
        />
      )}
      {required.length > 0 && (
        <p className="fault">{t("Choose a column for {lacks}.", { lacks: required.join(", ") })}</p>
      )}
      {isOpen && error !== null && (
        <p className="fault" dir="auto">
          {sentText(error)}
        </p>
      )}
      <p className="muted">
        {mappingWords(preview)}{" "}
        {summary &&
          t("Compared with the current records: {changes}", { changes: changeWords(summary.changes) })}{" "}
        {t("Nothing has changed yet.")}
      </p>
      {mode === "replace" && columns.some(({ name }) => name === reasonColumn) && (
        <>
          <p className="fault">
            {t("These are rows to correct of an earlier import: alone they would replace all records.")}
          </p>
          <p className="actions">
            <Button onPress={merge}>{t("Keep the other records")}</Button>
          </p>
        </>
      )}
      {children}
      <PreviewRows rows={preview.rows} columns={columns} />
      <FileColumns preview={preview} mapping={mapping} names={names} change={map} />
      <FileWords columns={columns} mapping={mapping} change={map} />
      {rejects !== null && rejects.rows > 0 && (
        <div>
          <h4>{t("{rows, plural, one {# rejected row} other {# rejected rows}}", { rows: rejects.rows })}</h4>
          <Reasons caption={t("Rejected rows by reason")} byReason={rejects.by_reason} />
          <RejectDownloads id={id} family={family} />
        </div>
      )}
      <Doubtful byReason={summary?.doubtful ?? null} />
    </>
  );
}
