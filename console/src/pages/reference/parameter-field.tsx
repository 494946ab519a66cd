import { useQuery } from "@tanstack/react-query";
import { lookUp } from "../../api/lookup.ts";
import { Field, Select } from "../../parts/field.tsx";
import { filledPath, type Operation, type Parameter } from "./document.ts";

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  /** The operation that lists its choices, free of charge, if its family has one. */
  readonly choices: Operation | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly ownKey: string | undefined;
  change(value: string): void;
}

/** A parameter: selected from the choices of its family, else typed. */
export function ParameterField({ parameter, value, choices, values, ownKey, change }: ParameterFieldProps) {
  const path = choices && filledPath(choices.path, values);
  const { data } = useQuery({
    queryKey: ["choices", path],
    enabled: Boolean(path && ownKey),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const got = await lookUp(path ?? "", ownKey ?? "", signal);
      return got.status === 200 ? (got.body as { data: string[] }).data : [];
    },
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
        onChange={(event) => change(event.target.value)}
      />
    );
  const known = listed.find((choice) => choice.toLowerCase() === value.toLowerCase());
  return (
    <Select label={label} value={known ?? ""} onChange={(event) => change(event.target.value)}>
      {!known && <option value="">{value ? `${value}: not listed` : "Select one"}</option>}
      {!parameter.required && known && <option value="">none</option>}
      {listed.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  );
}
