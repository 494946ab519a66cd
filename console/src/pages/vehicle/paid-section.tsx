import { type ReactNode, useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/section.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { Source } from "../../parts/table.tsx";
import { type LookupState, useLookups } from "./use-lookups.ts";
import { usePrice } from "./use-price.ts";

interface PaidSectionProps {
  /** The title before the lookups. */
  readonly title: string;
  /** The title after the lookups. */
  finding(lookups: readonly LookupState[]): ReactNode;
  readonly note: string;
  readonly paths: readonly string[];
  readonly ownKey: string | undefined;
  /** Whether the full report is open. */
  readonly all: boolean;
  onCall(): void;
  readonly className?: string;
  children(lookups: readonly LookupState[]): ReactNode;
}

/** A section whose lookups are charged. A button with their price loads it. */
export function PaidSection(props: PaidSectionProps) {
  const { title, finding, note, paths, ownKey, all, className, children, onCall } = props;
  const [opened, setOpened] = useState(false);
  const { lookups, ready, failed, retry } = useLookups(paths, ownKey, opened || all);
  const price = usePrice();
  const sources = new Set(lookups.flatMap(({ result }) => result?.source ?? []));
  const started = opened || all || ready;
  const open = () => {
    setOpened(true);
    onCall();
  };
  return (
    <Section
      className={className}
      title={ready ? finding(lookups) : title}
      note={ready ? undefined : note}
      aside={[...sources].map((source) => <Source key={source} name={source} />)}
    >
      {!started && (
        <Button disabled={!ownKey} onPress={open}>
          Get {title.toLowerCase()} ({price(paths)})
        </Button>
      )}
      {started && failed !== undefined && (
        <Failure error={failed} what="Could not load this section" retry={retry} />
      )}
      {started && !ready && failed === undefined && <Skeleton />}
      {ready && children(lookups)}
    </Section>
  );
}
