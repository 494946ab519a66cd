import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeOf, type LookedUp, lookUp, saidBy } from "../../api/lookup.ts";
import { Problem } from "../../api/problem.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import { LookupAnswer } from "../reference/lookup-response.tsx";

const steps = ["year", "make", "model", "trim"] as const;

function useChoices(key: string | undefined, path: string | undefined) {
  return useQuery({
    queryKey: ["choices", path],
    enabled: Boolean(key && path),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const got = await lookUp(path ?? "", key ?? "", signal);
      if (got.status !== 200)
        throw new Problem(got.status, saidBy(got), codeOf(got), { requestId: got.requestId });
      return (got.body as { data: string[] }).data;
    },
  });
}

const joined = (base: string, parts: readonly string[]) =>
  base + parts.map((part) => `/${encodeURIComponent(part)}`).join("");

interface SelectorProps {
  readonly ownKey: string | undefined;
  readonly answered: () => void;
}

/** Year, make, model, trim, each drawn from what the ones before it leave; then the lookup. */
export function Selector({ ownKey, answered }: SelectorProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [got, setGot] = useState<LookedUp>();
  const path = joined("/ymm-specs/v3", chosen);
  const run = async () => {
    setGot(await lookUp(path, ownKey ?? ""));
    answered();
  };
  return (
    <Section
      title="No VIN at hand"
      note="Choose down to the trim. The lists are free; what you get at the end is one lookup."
    >
      <div className="filters">
        {steps.map((step, index) => (
          <Step
            key={step}
            step={step}
            ownKey={ownKey}
            path={
              chosen.length >= index
                ? joined(`/ymm-specs/options/v3/${step}`, chosen.slice(0, index))
                : undefined
            }
            value={chosen[index] ?? ""}
            choose={(value) => setChosen(value ? [...chosen.slice(0, index), value] : chosen.slice(0, index))}
          />
        ))}
        <Button look="primary" onPress={run} busy="Asking" disabled={chosen.length < steps.length}>
          Get specifications
        </Button>
      </div>
      <p className="sm muted note mono">GET {path}</p>
      {got && <LookupAnswer got={got} />}
    </Section>
  );
}

interface StepProps {
  readonly step: string;
  readonly ownKey: string | undefined;
  readonly path: string | undefined;
  readonly value: string;
  choose(value: string): void;
}

function Step({ step, ownKey, path, value, choose }: StepProps) {
  const { data, error } = useChoices(ownKey, path);
  return (
    <Select
      label={step.charAt(0).toUpperCase() + step.slice(1)}
      value={value}
      disabled={!data}
      fault={error ? (error as Error).message : undefined}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{data ? `Choose a ${step}` : "…"}</option>
      {data?.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  );
}
