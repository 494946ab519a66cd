import { useState } from "react";
import type { FileColumn } from "../../../api/import-preview.ts";
import { t } from "../../../base/language/language.ts";
import { Button } from "../../../parts/button.tsx";
import { countColumn, Table } from "../../../parts/table.tsx";
import { type Mapping, withWords } from "./mapping.ts";

interface FileWordsProps {
  readonly columns: readonly FileColumn[];
  readonly mapping: Mapping;
  change(mapping: Mapping): unknown;
}

interface Word {
  readonly column: string;
  readonly as: string;
  readonly word: string;
  readonly rows: number;
}

const keyOf = ({ as, word }: Word): string => `${as}\n${word}`;

/** What is typed for a word; null if it means nothing. */
type Typed = Readonly<Record<string, string | null>>;

/** Words of a file that its mapping does not translate, with a field each. */
export function FileWords({ columns, mapping, change }: FileWordsProps) {
  const [typed, setTyped] = useState<Typed>({});
  const words = columns.flatMap(({ name, as, unmapped }) =>
    as === null ? [] : Object.entries(unmapped).map(([word, rows]) => ({ column: name, as, word, rows })),
  );
  if (words.length === 0) return null;
  const isTyped = (word: Word) => typed[keyOf(word)] !== undefined && typed[keyOf(word)] !== "";
  const apply = () =>
    change(
      words
        .filter(isTyped)
        .reduce((next, word) => withWords(next, word, { [word.word]: typed[keyOf(word)] ?? null }), mapping),
    );
  const type = (word: Word, value: string | null) => setTyped({ ...typed, [keyOf(word)]: value });
  return (
    <div>
      <h4>{t("Words without a translation")}</h4>
      <p className="muted xs">{t("Rows with such a word are rejected until it is translated.")}</p>
      <Table<Word>
        caption={t("Words without a translation")}
        items={words}
        keyOf={keyOf}
        columns={[
          { head: t("Word"), cell: ({ word }) => <code dir="auto">{word}</code> },
          {
            head: t("Import as"),
            cell: ({ column, as }) => <code>{as === column ? as : `${column} → ${as}`}</code>,
          },
          countColumn(t("Rows"), ({ rows }) => rows),
          {
            head: t("Value"),
            cell: (word) => (
              <input
                className="in"
                aria-label={t("Value of {word}", { word: word.word })}
                autoComplete="off"
                dir="auto"
                disabled={typed[keyOf(word)] === null}
                value={typed[keyOf(word)] ?? ""}
                onChange={({ target }) => type(word, target.value)}
              />
            ),
          },
          {
            head: t("No value"),
            cell: (word) => (
              <label className="check">
                <input
                  type="checkbox"
                  checked={typed[keyOf(word)] === null}
                  onChange={({ target }) => type(word, target.checked ? null : "")}
                />
                <span>{t("{word} means nothing", { word: word.word })}</span>
              </label>
            ),
          },
        ]}
      />
      <p className="actions note">
        <Button onPress={apply} unavailable={!words.some(isTyped) && t("Translate a word first.")}>
          {t("Use translations")}
        </Button>
      </p>
    </div>
  );
}
