import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import type { Import, ImportProgress as Progress } from "../../api/datasets.ts";
import { useEvents } from "../../api/events.ts";
import { bytes, count } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Bar } from "../../parts/meter.tsx";
import { Failure } from "../../parts/states.tsx";

const stages: Readonly<Record<Progress["stage"], string>> = {
  receive: t("Receiving the file"),
  wait: t("Waiting for two other imports"),
  read: t("Reading rows"),
  compile: t("Compiling for the decoder"),
  keep: t("Merging records"),
  verify: t("Verifying"),
  compare: t("Comparing with the current records"),
  fit: t("Fitting prices to the sales"),
  swap: t("Activating"),
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
      <p className="strong">{progress ? stages[progress.stage] : t("Starting")}</p>
      <Bar
        share={share ?? 0}
        label={share === undefined ? t("In progress") : `${Math.round(share * 100)}%`}
      />
      {progress && (
        <p className="muted">
          {t(
            "{rows, plural, one {# row} other {# rows}}, {rejects} rejected{speed, select, none {} other {, {speed} per second}}; {bytes}{total, select, none {} other { of {total}}}{seconds, plural, =0 {} one {, about # second left} other {, about # seconds left}}.",
            {
              rows: progress.rows,
              rejects: count(progress.rejects),
              speed: progress.rows_per_second > 0 ? count(progress.rows_per_second) : "none",
              bytes: bytes(read),
              total: total === null ? "none" : bytes(total),
              seconds: Math.max(0, progress.seconds_left ?? 0),
            },
          )}
        </p>
      )}
      {problem !== undefined && <Failure error={problem} what={t("Could not stop the import")} />}
      <p className="actions note">
        <Button permission="data.change" onPress={stop} busy={t("Stopping")}>
          {t("Stop import")}
        </Button>
      </p>
    </div>
  );
}
