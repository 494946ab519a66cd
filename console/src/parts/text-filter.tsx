import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { t } from "../base/language/language.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { useSearchState } from "./router.tsx";

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  /** Filters between the text and the button. */
  readonly children?: ReactNode;
}

/** A filter of a list by a text, applied on submit. The address keeps it as `text`. */
export function TextFilter({ label, placeholder, children }: TextFilterProps) {
  const { search, change } = useSearchState();
  const applied = search.text ?? "";
  const [text, setText] = useState(applied);
  useEffect(() => setText(applied), [applied]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ text: text.trim(), page: "" });
  };
  return (
    <form className="filters note" onSubmit={submit}>
      <Field label={label} type="search" value={text} placeholder={placeholder} change={setText} />
      {children}
      <Button type="submit">{t("Search")}</Button>
    </form>
  );
}
