import { type ReactNode, useState } from "react";
import { withinSentence } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/section.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { Source } from "../../parts/table.tsx";
import { type LookupState, useLookups, type VinCalls } from "./use-vin-calls.ts";

interface PaidSectionProps {
  /** The title before the lookups. */
  readonly title: string;
  /** The title after the lookups. */
  finding(lookups: readonly LookupState[]): ReactNode;
  readonly note: string;
  readonly paths: readonly string[];
  readonly calls: VinCalls;
  /** Whether the full report is open. */
  readonly all: boolean;
  readonly className?: string;
  children(lookups: readonly LookupState[]): ReactNode;
}

/** A section whose lookups are charged. A button with their price loads it; what was paid for is shown. */
export function PaidSection(props: PaidSectionProps) {
  const { title, finding, note, paths, calls, all, className, children } = props;
  const [opened, setOpened] = useState(false);
  const covered = paths.filter(calls.covers);
  const { lookups, started, ready, failed, retry } = useLookups(calls, covered, opened || all);
  const sources = new Set(lookups.flatMap(({ result }) => result?.source ?? []));
  if (covered.length === 0) return null;
  const offered = !opened && !all && calls.unpaid(covered).length > 0;
  return (
    <Section
      className={className}
      title={ready ? finding(lookups) : title}
      note={ready ? undefined : note}
      aside={[...sources].map((source) => <Source key={source} name={source} short />)}
    >
      {started && failed !== undefined && (
        <Failure error={failed} what={t("Could not load this section")} retry={retry} />
      )}
      {started && !ready && failed === undefined && <Skeleton />}
      {ready && children(lookups)}
      {offered && (
        <Button disabled={!calls.key} unavailable={calls.unavailable} onPress={() => setOpened(true)}>
          {t("Get {started, select, yes {more } other {}}{title} ({price})", {
            started: started ? "yes" : "no",
            title: withinSentence(title),
            price: calls.price(covered),
          })}
        </Button>
      )}
    </Section>
  );
}
