import { saveBlob } from "../../api/download.ts";
import { bytes } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Section } from "../../parts/section.tsx";
import { Table } from "../../parts/table.tsx";
import type { Checked } from "./check-statement.ts";
import { aboutText, resultsOf, resultText, states, verdictMark, verdictOf } from "./check-words.ts";
import type { FileKind, GivenFiles } from "./given-files.ts";

interface ResultProps {
  readonly checked: Checked;
  readonly files: GivenFiles;
  restart(): void;
}

/** The verdict, then each check: failures first. */
export function Result({ checked, files, restart }: ResultProps) {
  const results = resultsOf(checked.findings);
  const fails = checked.verdict === "fails";
  const names = Object.values(files).map(({ name }) => name);
  const save = () =>
    saveBlob(
      `check-${checked.statement?.month ?? "of-file"}.txt`,
      new Blob([resultText(checked, names)], { type: "text/plain" }),
    );
  return (
    <Section title={t("Result")}>
      <div role={fails ? "alert" : "status"}>
        <p className={`verdict st st-${verdictMark(checked)}`}>{verdictOf(checked, results)}</p>
      </div>
      <p className="muted note wrapany">{aboutText(checked)}</p>
      <ul className="checks note">
        {results.map(({ check, name, state, texts }) => {
          const [outcome, text] = states[state];
          return (
            <li key={check}>
              <Mark outcome={outcome}>{text}</Mark>
              <div>
                <p className="strong">{name}</p>
                {texts.map((one, index) => (
                  <p key={`${index + 1}`} className="muted wrapany">
                    {one}
                  </p>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      {fails && (
        <p className="sm muted note">
          {t("Send the result and the files to the seller. They need nothing else to find the fault.")}
        </p>
      )}
      <p className="actions note">
        <Button look={fails ? "primary" : undefined} onPress={save}>
          {t("Save result as text")}
        </Button>
        <Button onPress={restart}>{t("Check another statement")}</Button>
      </p>
    </Section>
  );
}

const kinds: Readonly<Record<FileKind, string>> = {
  statement: t("Statement"),
  calls: t("Calls"),
  receipts: t("Receipts"),
};

/** The files of a check. */
export function GivenTable({ files, isPdf }: { files: GivenFiles; isPdf: boolean }) {
  return (
    <Section title={t("Files")}>
      <Table
        caption={t("Files")}
        items={Object.entries(files) as [FileKind, File][]}
        keyOf={([kind]) => kind}
        columns={[
          { head: t("File"), cell: ([, { name }]) => <bdi className="wrapany">{name}</bdi> },
          { head: t("Size"), cell: ([, { size }]) => bytes(size), figures: true },
          {
            head: t("Read as"),
            cell: ([kind]) =>
              kind === "statement" && isPdf ? t("Statement, from the JSON inside the PDF") : kinds[kind],
          },
        ]}
      />
    </Section>
  );
}
