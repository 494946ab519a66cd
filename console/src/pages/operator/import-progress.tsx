import { useState } from "react";
import { answerOf, api } from "../../api/client.ts";
import type { Import, ImportProgress as Progress } from "../../api/datasets.ts";
import { useEvents } from "../../api/events.ts";
import { bytes, count, counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Failure } from "../../parts/states.tsx";

const stages: Readonly<Record<Progress["stage"], string>> = {
  receive: "Receiving the file",
  read: "Reading rows",
  keep: "Keeping former records",
  verify: "Verifying",
  compare: "Comparing with the records before",
  swap: "Making them current",
};

/** How far an import is, told as it goes on, with a way to stop it. */
export function ImportProgress({ id, ended }: { readonly id: string; ended(done: Import): void }) {
  const [progress, setProgress] = useState<Progress>();
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  useEvents(over ? undefined : `/imports/${id}/events`, ({ event, data }) => {
    if (event === "progress") setProgress(data as Progress);
    if (event !== "end") return;
    setOver(true);
    ended(data as Import);
  });
  const stop = async () => {
    try {
      await answerOf(api.DELETE("/imports/{id}", { params: { path: { id } } }));
    } catch (error) {
      setProblem(error);
    }
  };
  const { bytes: read = 0, bytes_total: total = null } = progress ?? {};
  const part = total === null || total === 0 ? undefined : read / total;
  return (
    <div className="progress" aria-live="polite">
      <p className="strong">{progress ? stages[progress.stage] : "Waiting for its first step"}</p>
      <svg
        className="bar"
        role="img"
        aria-label={part === undefined ? "under way" : `${Math.round(part * 100)} %`}
      >
        <rect className="b0" x="0.5" y="0.5" width="99.9%" height="7" rx="2" />
        <rect className="b1" width={`${100 * Math.min(1, part ?? 0)}%`} height="8" rx="2" />
      </svg>
      {progress && (
        <p className="muted">
          {counted(progress.rows, "row")}, {count(progress.rejects)} rejected
          {progress.rows_per_second > 0 && `, ${count(progress.rows_per_second)} a second`}; {bytes(read)}
          {total !== null && ` of ${bytes(total)}`}
          {progress.seconds_left !== null &&
            progress.seconds_left > 0 &&
            `, about ${counted(progress.seconds_left, "second")} left`}
          .
        </p>
      )}
      {problem !== undefined && <Failure error={problem} what="It could not be stopped" />}
      <p className="actions note">
        <Button onPress={stop} busy="Stopping">
          Stop the import
        </Button>
      </p>
    </div>
  );
}
