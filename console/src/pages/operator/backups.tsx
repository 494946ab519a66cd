import type { SystemState } from "../../api/system.ts";
import { bytes, counted, recently } from "../../base/format.ts";
import { Facts } from "../../parts/facts.tsx";

type Backups = SystemState["backups"];

const notes: Readonly<Record<Backups["state"], string>> = {
  off: "No scheduled backups. Set VINGATE_BACKUP_DIR, or run vingate backup FILE.",
  waiting: "The first scheduled backup is due.",
  ok: "Scheduled backups are made.",
  late: "The last backup is older than the schedule permits. View the service's log.",
  failed: "The last scheduled backup was not made.",
};

/** When the last backup was made, and whether the schedule is kept. */
export function BackupState({ backups, now }: BackupStateProps) {
  const { state, last, error, drill, drill_error, folder, ...schedule } = backups;
  return (
    <>
      <p className={state === "failed" || state === "late" ? "fault" : undefined}>
        {notes[state]} {error}
      </p>
      {drill_error !== null && <p className="fault">A backup cannot be restored. {drill_error}</p>}
      <Facts
        facts={[
          ["Last backup", last ? `${recently(last.at)}, ${ageOf(last.at, now)}` : "none"],
          ...(last
            ? ([
                ["File", <code key="f">{last.file}</code>],
                ["Size", bytes(last.bytes)],
              ] as const)
            : []),
          [
            "Schedule",
            folder === null
              ? "off"
              : `every ${counted(schedule.every_hours, "hour")} into ${folder}, the last ${schedule.keep} are kept`,
          ],
          ...(drill
            ? ([["Last one restored to try it", `${recently(drill.at)}, ${ageOf(drill.at, now)}`]] as const)
            : []),
        ]}
      />
    </>
  );
}

function ageOf(at: string, now: string): string {
  const hours = Math.floor((Date.parse(now) - Date.parse(at)) / 3_600_000);
  return hours < 1 ? "less than an hour ago" : `${counted(hours, "hour")} ago`;
}

interface BackupStateProps {
  readonly backups: Backups;
  readonly now: string;
}
