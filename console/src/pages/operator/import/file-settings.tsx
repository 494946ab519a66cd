import type { UploadOptions } from "../../../api/datasets.ts";
import { t } from "../../../base/language/language.ts";
import { rateWords } from "../../../base/typed-numbers.ts";
import { Field, Select } from "../../../parts/field.tsx";
import { ShareField } from "../../../parts/number-field.tsx";

/** How a file is read: a change reads it again. */
export type Reading = Pick<UploadOptions, "mode" | "names" | "source" | "encoding" | "sheet" | "mapping">;

/** What an import of it is called, and what it may reject. */
export type Named = Pick<UploadOptions, "name" | "version" | "licence" | "max_rejects">;

/** Encodings of `TextDecoder`, each with the languages of its letters. */
const encodings = [
  ["utf-8", "UTF-8"],
  ["utf-16le", "UTF-16"],
  ["windows-1252", t("Western European")],
  ["macintosh", t("Western European, of an older Mac")],
  ["windows-1250", t("Central European")],
  ["windows-1257", t("Baltic")],
  ["windows-1251", t("Cyrillic")],
  ["windows-1253", t("Greek")],
  ["windows-1254", t("Turkish")],
  ["shift_jis", t("Japanese")],
  ["euc-kr", t("Korean")],
  ["gb18030", t("Simplified Chinese")],
  ["big5", t("Traditional Chinese")],
] as const;

interface FileSettingsProps {
  readonly reading: Reading;
  readonly named: Named;
  /** Whether the records have a VIN, from which names can be decoded. */
  readonly hasVin: boolean;
  read(change: Partial<Reading>): void;
  rename(change: Partial<Named>): void;
}

/** What is seldom needed to import a file. */
export function FileSettings({ reading, named, hasVin, read, rename }: FileSettingsProps) {
  const text = (name: "name" | "version" | "licence", label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      maxLength={200}
      dir="auto"
      value={named[name]}
      change={(value) => rename({ [name]: value })}
    />
  );
  return (
    <details className="datat">
      <summary>{t("Details")}</summary>
      <div className="pairs">
        {reading.source === "records" && hasVin && (
          <Select
            label={t("Year, make, model and trim")}
            value={reading.names}
            change={(names) => read({ names: names as UploadOptions["names"] })}
            options={[
              ["vin", t("From the VIN, if it decodes cleanly")],
              ["file", t("From the file")],
            ]}
          />
        )}
        <Select
          label={t("Encoding")}
          value={reading.encoding}
          change={(encoding) => read({ encoding })}
          options={[["", t("As the file shows")], ...encodings]}
        />
        {text("name", t("Source name"), t("Returned in x-data-source. Default: own."))}
        {text("version", t("Version"), t("Default: today's date."))}
        {text("licence", t("License"), t("License of the data."))}
        <ShareField
          label={t("Max. rejected rows")}
          value={named.max_rejects}
          hint={t("A number or a percentage, for example {share}. Default: as many as the preview shows.", {
            share: rateWords(100),
          })}
          change={(value) => rename({ max_rejects: value })}
        />
      </div>
    </details>
  );
}
