import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { choicesAt, type LookupResult, lookUp } from "../../api/lookup.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { Section } from "../../parts/section.tsx";
import { LookupResponse } from "../reference/lookup-response.tsx";

const steps = ["year", "make", "model", "trim"] as const;

const stepNames = {
  year: { name: t("Year"), choose: t("Choose a year") },
  make: { name: t("Make"), choose: t("Choose a make") },
  model: { name: t("Model"), choose: t("Choose a model") },
  trim: { name: t("Trim"), choose: t("Choose a trim") },
} as const;

const joined = (base: string, parts: readonly string[]) =>
  base + parts.map((part) => `/${encodeURIComponent(part)}`).join("");

interface SelectorProps {
  readonly ownKey: string | undefined;
  /** Called after a call that can be charged. */
  onCall(): void;
}

/** Choose year, make, model and trim; then look up the specifications. */
export function Selector({ ownKey, onCall }: SelectorProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [result, setResult] = useState<LookupResult>();
  const path = joined("/ymm-specs/v3", chosen);
  const run = async () => {
    setResult(await lookUp(path, ownKey ?? ""));
    onCall();
  };
  return (
    <Section
      title={t("No VIN? Choose a vehicle")}
      note={t("The lists are free. The specifications cost one lookup.")}
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
            choose={(value) => setChosen([...chosen.slice(0, index), value].filter(Boolean))}
          />
        ))}
        <Button
          look="primary"
          onPress={run}
          busy={t("Loading")}
          unavailable={chosen.length < steps.length && t("Choose all of them first.")}
        >
          {t("Get specifications")}
        </Button>
      </div>
      <p className="sm muted note mono">{t("GET {path}", { path })}</p>
      {result && <LookupResponse result={result} />}
    </Section>
  );
}

interface StepProps {
  readonly step: (typeof steps)[number];
  readonly ownKey: string | undefined;
  /** The path of its choices, once the steps before it are chosen. */
  readonly path: string | undefined;
  readonly value: string;
  choose(value: string): void;
}

function Step({ step, ownKey, path, value, choose }: StepProps) {
  const { data, error } = useQuery({
    queryKey: ["choices", path],
    enabled: Boolean(ownKey && path),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => choicesAt(path ?? "", ownKey ?? "", signal),
  });
  return (
    <Select
      label={stepNames[step].name}
      value={value}
      disabled={!data}
      fault={error?.message}
      change={choose}
      options={[["", data ? stepNames[step].choose : "…"], ...(data ?? [])]}
    />
  );
}
