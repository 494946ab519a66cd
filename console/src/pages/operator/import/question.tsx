import { useState } from "react";
import type { FormQuestion } from "../../../api/import-preview.ts";
import { count, listed } from "../../../base/format.ts";
import { t } from "../../../base/language/language.ts";
import { T } from "../../../base/language/rich-text.tsx";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { formWords, readingWords } from "./read-words.ts";

interface QuestionProps {
  readonly question: FormQuestion;
  choose(form: string): unknown;
}

/**
 * Two readings of a column, with an example each. A click chooses; arrow keys mark a choice only, since they pass over
 * others.
 */
export function Question({ question: { column, reason, lines, readings }, choose }: QuestionProps) {
  const [marked, setMarked] = useState<string>();
  const [byArrow, setByArrow] = useState(false);
  const take = (form: string) => {
    setMarked(form);
    if (!byArrow) void choose(form);
  };
  return (
    <fieldset
      className="radios"
      onKeyDown={({ key }) => setByArrow(key.startsWith("Arrow"))}
      onPointerDown={() => setByArrow(false)}
    >
      <legend>
        <T text="How is {column} written?" column={<code dir="auto">{column}</code>} />
      </legend>
      <p className="muted">
        <span dir="auto">{`${column} ${reason}`}</span>
        {lines.length > 0 &&
          ` (${t("{lines, plural, one {line} other {lines}} {numbers}", { lines: lines.length, numbers: listed(lines.map(count)) })})`}
      </p>
      {readings.map(({ form, example, read }) => (
        <Choice key={form} name="form" checked={marked === form} choose={() => take(form)}>
          <T
            text="{example} is {read}"
            example={<code dir="auto">{example}</code>}
            read={<bdi>{readingWords(read)}</bdi>}
          />
          <span className="sub">{formWords(form) ?? <code>{form}</code>}</span>
        </Choice>
      ))}
      {byArrow && marked !== undefined && (
        <p className="actions note">
          <Button onPress={() => choose(marked)}>{t("Use this reading")}</Button>
        </p>
      )}
    </fieldset>
  );
}
