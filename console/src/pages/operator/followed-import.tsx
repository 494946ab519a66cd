import type { ReactNode } from "react";
import { t } from "../../base/language/language.ts";
import { Failure } from "../../parts/states.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";
import type { useImport } from "./use-import.ts";

interface FollowedImportProps {
  readonly one: ReturnType<typeof useImport>;
  /** The result in place of the usual one. */
  readonly children?: ReactNode;
}

/** The progress of an import, then its result, or why it could not begin. */
export function FollowedImport({ one, children }: FollowedImportProps) {
  const { problem, watched, done, ended } = one;
  return (
    <div className="note">
      {problem !== undefined && <Failure error={problem} what={t("Could not import the file")} />}
      {watched && <ImportProgress key={watched} id={watched} ended={ended} />}
      {/* It is announced, since it is here before its content. */}
      <div aria-live="polite">{children ?? (done && <ImportOutcome done={done} />)}</div>
    </div>
  );
}
