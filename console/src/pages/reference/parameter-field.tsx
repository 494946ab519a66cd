import { useQuery } from "@tanstack/react-query";
import { choicesAt } from "../../api/lookup.ts";
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

/** A parameter: a choice of the family's values, or a text. */
export function ParameterField({ parameter, value, choices, values, ownKey, change }: ParameterFieldProps) {
  const path = choices && filledPath(choices.path, values);
  const { data } = useQuery({
    queryKey: ["choices", path],
    enabled: Boolean(path && ownKey),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => choicesAt(path ?? "", ownKey ?? "", signal),
  });
  const listed = data ?? parameter.schema.enum ?? [];
  const label = `${parameter.name}${parameter.required ? "" : " (optional)"}`;
  if (listed.length === 0)
    return (
      <Field
        label={label}
        value={value}
        placeholder={parameter.required ? "" : String(parameter.example ?? "")}
        autoComplete="off"
        spellCheck={false}
        change={change}
      />
    );
  const known = listed.find((choice) => choice.toLowerCase() === value.toLowerCase());
  const none: readonly [string, string] = ["", value && !known ? `${value}: not listed` : "Choose one"];
  const first = known ? (parameter.required ? [] : [["", "none"] as const]) : [none];
  return <Select label={label} value={known ?? ""} change={change} options={[...first, ...listed]} />;
}
