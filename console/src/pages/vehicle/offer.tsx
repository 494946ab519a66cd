import { type ReactNode, useState } from "react";
import { counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/section.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { type Asked, useLookups } from "./use-lookups.ts";

interface OfferProps {
  /** What it is before it has been asked, and what it found. */
  readonly title: string;
  finding(asked: readonly Asked[]): ReactNode;
  readonly note: string;
  readonly paths: readonly string[];
  readonly ownKey: string | undefined;
  /** Whether the person has asked for all there is. */
  readonly all: boolean;
  answered(): void;
  readonly className?: string;
  children(asked: readonly Asked[]): ReactNode;
}

/** A part of a vehicle's page that costs lookups: it says so, and asks only when it is told to. */
export function Offer({
  title,
  finding,
  note,
  paths,
  ownKey,
  all,
  className,
  children,
  answered,
}: OfferProps) {
  const [wanted, setWanted] = useState(false);
  const { asked, ready, failed, retry } = useLookups(paths, ownKey, wanted || all);
  const sources = new Set(asked.flatMap(({ got }) => got?.source ?? []));
  const begun = wanted || all || ready;
  return (
    <Section
      className={className}
      title={ready ? finding(asked) : title}
      note={ready ? undefined : note}
      aside={[...sources].map((source) => (
        <span key={source} className={/demo/.test(source) ? "tag tag-syn" : "tag"}>
          {source === "demo" ? "synthetic" : source}
        </span>
      ))}
    >
      {!begun && (
        <Button
          disabled={!ownKey}
          onPress={() => {
            setWanted(true);
            answered();
          }}
        >
          Ask<span className="vh"> for: {title}</span> ({counted(paths.length, "lookup")})
        </Button>
      )}
      {begun && failed !== undefined && (
        <Failure error={failed} what="This could not be asked" retry={retry} />
      )}
      {begun && !ready && failed === undefined && <Skeleton />}
      {ready && children(asked)}
    </Section>
  );
}
