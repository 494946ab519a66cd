import { isEmptyWord } from "../../../base/reading/words.ts";
import { RecordError } from "../input/import-error.ts";
import { yearForm } from "./forms.ts";
import type { ColumnReading } from "./mapped-column.ts";

/** A text as a mapping translates it; undefined for nothing. Throws `RecordError` for a word that it lacks. */
export type WordReader = (text: string) => string | undefined;

export const unmappedWord =
  "is not among the words of the mapping's values; add it there, or write null for nothing";

const folded = (text: string): string => text.trim().toLowerCase();

/** What a mapping does to the texts of a column; absent if they stay as they are. */
export function wordReader(
  name: string,
  { values, empty = [], form }: ColumnReading,
): WordReader | undefined {
  if (!values && empty.length === 0 && form !== yearForm) return undefined;
  const nothing = new Set(empty.map(folded));
  const exact = new Map(Object.entries(values ?? {}));
  const byFold = new Map([...exact].reverse().map(([theirs, ours]) => [folded(theirs), ours]));
  return (text) => {
    const ours = exact.has(text) ? exact.get(text) : byFold.get(folded(text));
    if (ours !== undefined) return ours ?? undefined;
    if (nothing.has(folded(text))) return undefined;
    if (values) {
      if (isEmptyWord(text, "text")) return undefined;
      throw new RecordError(name, text, unmappedWord);
    }
    return form === yearForm ? yearIn(text) : text;
  };
}

/** The only year of a date, such as 03/2018; any other text as it is. */
function yearIn(text: string): string {
  const years = new Set(text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g));
  return years.size === 1 ? [...years].join("") : text;
}
