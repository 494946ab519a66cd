import type { ComponentProps } from "react";
import { t } from "../base/language/language.ts";
import { Select } from "./field.tsx";
import { useSearchState } from "./router.tsx";

interface FilterSelectProps {
  readonly label: string;
  /** The search parameter. */
  readonly name: string;
  readonly options: ComponentProps<typeof Select>["options"];
}

/** A filter of a list: all, or one option. The address keeps it. */
export function FilterSelect({ label, name, options }: FilterSelectProps) {
  const { search, change } = useSearchState();
  return (
    <Select
      label={label}
      value={search[name] ?? ""}
      change={(value) => change({ [name]: value, page: "" })}
      options={[["", t("All")], ...options]}
    />
  );
}
