import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { choicesAt } from "../../api/lookup.ts";
import { t } from "../../base/language/language.ts";
import { Field, Select } from "../../parts/field.tsx";
import { filledPath, type Operation, type Parameter } from "./document.ts";

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  /** The free operation that lists its choices, if the family has one. */
  readonly choices: Operation | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly ownKey: string | undefined;
  change(value: string): void;
}

/**
 * A parameter: a choice of its values, or a text. Values that the family lists are offered once the field has the focus:
 * the list is a call of the customer's key, which only its page opening must not make.
 */
export function ParameterField({ parameter, value, choices, values, ownKey, change }: ParameterFieldProps) {
  const list = useId();
  const [focused, setFocused] = useState(false);
  const path = choices && filledPath(choices.path, values);
  const { data } = useQuery({
    queryKey: ["choices", path],
    enabled: Boolean(path && ownKey && focused),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => choicesAt(path ?? "", ownKey ?? "", signal),
  });
  const label = parameter.required ? parameter.name : t("{name} (optional)", { name: parameter.name });
  const options = parameter.schema.enum ?? [];
  if (options.length === 0)
    return (
      <>
        <Field
          label={label}
          value={value}
          placeholder={parameter.required ? "" : String(parameter.example ?? "")}
          autoComplete="off"
          spellCheck={false}
          change={change}
          onFocus={() => setFocused(true)}
          {...(data && { list })}
        />
        {data && (
          <datalist id={list}>
            {data.map((choice) => (
              <option key={choice} value={choice} />
            ))}
          </datalist>
        )}
      </>
    );
  const known = options.find((choice) => choice.toLowerCase() === value.toLowerCase());
  const none: readonly [string, string] = [
    "",
    value && !known ? t("{value}: not listed", { value }) : t("Choose one"),
  ];
  const first = known ? (parameter.required ? [] : [["", t("none")] as const]) : [none];
  return <Select label={label} value={known ?? ""} change={change} options={[...first, ...options]} />;
}
