import type { RefObject } from "react";
import type { UploadOptions } from "../../../api/datasets.ts";
import { t } from "../../../base/language/language.ts";
import { T } from "../../../base/language/rich-text.tsx";
import { Field, Select } from "../../../parts/field.tsx";
import type { Reading } from "./file-settings.tsx";
import type { Columns } from "./template.ts";

interface FileFieldsProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly reading: Reading;
  readonly sources: Columns["sources"];
  take(files: FileList | null): unknown;
  read(change: Partial<Reading>): void;
}

/** The file, what it contains, and what happens to former records. */
export function FileFields({ input, reading, sources, take, read }: FileFieldsProps) {
  return (
    <>
      {sources.length > 0 && (
        <Select
          label={t("Source")}
          value={reading.source}
          change={(source) => read({ source, encoding: "", sheet: "", mapping: "" })}
          options={[
            ["records", t("Your own records")],
            ...sources.map(({ name, title }) => [name, title] as const),
          ]}
        />
      )}
      <Field
        ref={input}
        label={t("File")}
        hint={t("Drop it anywhere here, or choose it. It is validated immediately, which changes nothing.")}
        type="file"
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.gz,.zst,.zip"
        // The same file can be chosen again after it has changed.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ target }) => void take(target.files)}
      />
      <Select
        label={t("Mode")}
        value={reading.mode}
        change={(mode) => read({ mode: mode as UploadOptions["mode"] })}
        options={[
          ["replace", t("Replace all")],
          ["merge", t("Merge")],
        ]}
      />
    </>
  );
}

/** Where the file of a public source is published. */
export function PublishedFile({ source }: { readonly source: Columns["sources"][number] }) {
  const { address, size, cadence, licence } = source;
  return (
    <p className="muted">
      {address ? (
        <T
          text="Download <link>the published file</link> ({size}, {cadence}) and choose it above. {licence}."
          size={size}
          cadence={cadence}
          licence={licence}
          link={(words) => <a href={address}>{words}</a>}
        />
      ) : (
        t("Your own file. {licence}.", { licence })
      )}
    </p>
  );
}
