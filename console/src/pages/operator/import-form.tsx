import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { columnsOf, type UploadOptions } from "../../api/datasets.ts";
import { saveText } from "../../api/download.ts";
import { csvRows } from "../../base/csv.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Field, Select } from "../../parts/field.tsx";
import {
  type ColumnChoice,
  type Columns,
  guessed,
  mapOf,
  missing,
  orderOf,
  repeated,
  templateOf,
} from "./column-map.ts";
import { FileColumns } from "./file-columns.tsx";
import { FollowedImport } from "./followed-import.tsx";
import { useImport } from "./use-import.ts";

const blank = {
  mode: "replace",
  names: "vin",
  max_rejects: "",
  name: "",
  version: "",
  licence: "",
  source: "records",
} as const;

/** Enough for the header and the first rows. */
const headBytes = 65_536;
const rowsShown = 4;
/** Rows in which the order of dates is looked for. */
const rowsRead = 1000;

/** The header and the first rows of a CSV file, as far as 64 KiB have them; none of another one. */
async function headOf(file: File): Promise<string[][]> {
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return [];
  const text = await file.slice(0, headBytes).text();
  return csvRows(text, rowsRead, file.size <= headBytes);
}

/** NHTSA's campaigns have no header: the second of their many columns is a number such as 26V123000. */
const isNhtsaCampaign = (row: readonly string[] = []): boolean =>
  row.length >= 24 && /^\d{2}[A-Z]\d{6}$/.test(row[1] ?? "");

/** The source of a chosen file: NHTSA's own file is known by its name or form. */
function sourceOf(
  { name }: File,
  firstRow: readonly string[] | undefined,
  described: Columns | undefined,
  chosen: string,
): string {
  const isNhtsa = /^flat_rcl/i.test(name) || isNhtsaCampaign(firstRow);
  return isNhtsa && described?.sources.some((one) => one.name === "recalls") ? "recalls" : chosen;
}

/** Validates or imports a file and shows the progress and the result. */
export function ImportForm({ family }: { readonly family: string }) {
  const one = useImport(family);
  const { sending, busy } = one;
  const [file, setFile] = useState<File>();
  const [values, setValues] = useState<Omit<UploadOptions, "dry_run" | "map" | "dates">>(blank);
  const described = useQuery(columnsOf(family)).data;
  const [head, setHead] = useState<readonly (readonly string[])[]>([]);
  const [choice, setChoice] = useState<ColumnChoice>();
  const [chosenOrder, setChosenOrder] = useState<string>();
  const header = values.source === "records" && described && head[0];
  const columns = described?.columns ?? [];
  const chosen = header ? (choice ?? guessed(header, columns)) : [];
  const map = header ? mapOf(header, chosen) : "";
  const unusable = Boolean(header) && (missing(chosen, columns).length > 0 || repeated(chosen).length > 0);
  const waits = busy ? t("An import is running.") : unusable && t("Assign the columns first.");
  const order = header ? orderOf(head.slice(1)) : undefined;
  const dates = chosenOrder ?? (order === "unknown" ? "" : (order ?? ""));
  const published = described?.sources.find(({ name }) => name === values.source);
  const take = async (picked: File | undefined) => {
    setFile(picked);
    one.forget();
    setChoice(undefined);
    setChosenOrder(undefined);
    const rows = picked ? await headOf(picked) : [];
    setHead(rows);
    if (picked) setValues((last) => ({ ...last, source: sourceOf(picked, rows[0], described, last.source) }));
  };
  const send = async (dryRun: boolean) => {
    if (!file || sending || unusable) return;
    await one.send(file, { ...values, dates, map, dry_run: dryRun });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(true);
  };
  const text = (name: "name" | "version" | "licence" | "max_rejects", label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      maxLength={200}
      dir="auto"
      value={values[name]}
      change={(value) => setValues({ ...values, [name]: value })}
    />
  );
  return (
    <>
      <form className="policy" onSubmit={submit}>
        <fieldset disabled={busy}>
          <legend>{t("Records")}</legend>
          {described && described.sources.length > 0 && (
            <Select
              label={t("Source")}
              value={values.source}
              change={(source) => setValues({ ...values, source })}
              options={[
                ["records", t("Your own records")],
                ...described.sources.map(({ name, title }) => [name, title] as const),
              ]}
            />
          )}
          <Field
            label={t("File")}
            type="file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,.gz,.zst,.zip"
            required
            onChange={(event) => void take(event.target.files?.[0])}
          />
          <Select
            label={t("Mode")}
            value={values.mode}
            change={(mode) => setValues({ ...values, mode: mode as UploadOptions["mode"] })}
            options={[
              ["replace", t("Replace all")],
              ["merge", t("Merge")],
            ]}
          />
          {values.source === "records" && columns.some(({ name }) => name === "vin") && (
            <Select
              label={t("Year, make, model and trim")}
              value={values.names}
              change={(names) => setValues({ ...values, names: names as UploadOptions["names"] })}
              options={[
                ["vin", t("From the VIN, if it decodes cleanly")],
                ["file", t("From the file")],
              ]}
            />
          )}
        </fieldset>
        <fieldset disabled={busy}>
          <legend>{t("Details")}</legend>
          {text("name", t("Source name"), t("Returned in x-data-source. Default: own."))}
          {text("version", t("Version"), t("Default: today's date."))}
          {text("licence", t("License"), t("License of the data."))}
          {text("max_rejects", t("Max. rejected rows"), t("A number or a percentage. Default: 1%."))}
        </fieldset>
        {published && (
          <p className="muted">
            {published.address ? (
              <T
                text="Download <link>the published file</link> ({size}, {cadence}) and choose it above. {licence}."
                size={published.size}
                cadence={published.cadence}
                licence={published.licence}
                link={(words) => <a href={published.address ?? undefined}>{words}</a>}
              />
            ) : (
              t("Your own file. {licence}.", { licence: published.licence })
            )}
          </p>
        )}
        {order && (
          <Select
            label={t("Dates such as 3/2/2024")}
            value={dates}
            change={setChosenOrder}
            hint={
              order === "unknown"
                ? t(
                    "All dates of the first rows can be read two ways. Choose, or rows with such dates are counted as doubtful.",
                  )
                : t("Found in the first rows.")
            }
            options={[
              ["", t("Month first, counted as doubtful")],
              ["month_first", t("Month first: 2 March")],
              ["day_first", t("Day first: 3 February")],
            ]}
          />
        )}
        {header && (
          <FileColumns rows={head.slice(0, rowsShown)} columns={columns} choice={chosen} change={setChoice} />
        )}
        <p className="actions">
          <Button type="submit" look="primary" unavailable={waits}>
            {sending ? t("Uploading") : t("Validate file")}
          </Button>
          <Button
            onPress={() => send(false)}
            unavailable={!waits && !file && t("Choose a file first.")}
            disabled={waits !== false}
          >
            {t("Import file")}
          </Button>
          {described && (
            <Button onPress={() => saveText(`${family}-template.csv`, templateOf(described))}>
              {t("Download template")}
            </Button>
          )}
        </p>
      </form>
      <FollowedImport one={one} />
    </>
  );
}
