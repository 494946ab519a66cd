import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import type { Import, ImportProgress as Progress } from "../../api/datasets.ts";
import { useEvents } from "../../api/events.ts";
import { bytes, count, counted } from "../../base/format.ts";
import { Button } from "../../parts/button.tsx";
import { Bar } from "../../parts/meter.tsx";
import { Failure } from "../../parts/states.tsx";

const stages: Readonly<Record<Progress["stage"], string>> = {
  receive: "Receiving the file",
  wait: "Waiting for two other imports",
  read: "Reading rows",
  compile: "Compiling for the decoder",
  keep: "Merging records",
  verify: "Verifying",
  compare: "Comparing with the current records",
  fit: "Fitting prices to the sales",
  swap: "Activating",
};

/** The live progress of an import, with a stop button. */
export function ImportProgress({ id, ended }: { id: string; ended: (done: Import) => void }) {
  const [progress, setProgress] = useState<Progress>();
  const [complete, setComplete] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  useEvents(complete ? undefined : `/imports/${id}/events`, ({ event, data }) => {
    if (event === "progress") setProgress(data as Progress);
    if (event !== "end") return;
    setComplete(true);
    ended(data as Import);
  });
  const stop = async () => {
    try {
      await dataOf(api.DELETE("/imports/{id}", { params: { path: { id } } }));
    } catch (error) {
      setProblem(error);
    }
  };
  const { bytes: read = 0, bytes_total: total = null } = progress ?? {};
  const share = total === null || total === 0 ? undefined : read / total;
  return (
    <div className="progress" aria-live="polite">
      <p className="strong">{progress ? stages[progress.stage] : "Starting"}</p>
      <Bar share={share ?? 0} label={share === undefined ? "In progress" : `${Math.round(share * 100)}%`} />
      {progress && (
        <p className="muted">
          {counted(progress.rows, "row")}, {count(progress.rejects)} rejected
          {progress.rows_per_second > 0 && `, ${count(progress.rows_per_second)} per second`}; {bytes(read)}
          {total !== null && ` of ${bytes(total)}`}
          {progress.seconds_left !== null &&
            progress.seconds_left > 0 &&
            `, about ${counted(progress.seconds_left, "second")} left`}
          .
        </p>
      )}
      {problem !== undefined && <Failure error={problem} what="Could not stop the import" />}
      <p className="actions note">
        <Button permission="data.change" onPress={stop} busy="Stopping">
          Stop import
        </Button>
      </p>
    </div>
  );
}
