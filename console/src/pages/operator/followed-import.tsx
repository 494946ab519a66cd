import { t } from "../../base/language/language.ts";
import { Failure } from "../../parts/states.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";
import type { useImport } from "./use-import.ts";

/** The progress of an import, then its result, or why it could not begin. */
export function FollowedImport({ one }: { one: ReturnType<typeof useImport> }) {
  const { problem, watched, done, ended } = one;
  return (
    <div className="note">
      {problem !== undefined && <Failure error={problem} what={t("Could not import the file")} />}
      {watched && <ImportProgress key={watched} id={watched} ended={ended} />}
      {done && <ImportOutcome done={done} />}
    </div>
  );
}
