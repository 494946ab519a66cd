import { useQuery } from "@tanstack/react-query";
import { type SystemState, system } from "../../api/system.ts";
import { bytes, clock, recently } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Loaded } from "../../parts/states.tsx";
import { BackUpNow } from "./system-findings.tsx";

type Backups = SystemState["backups"];

const notes: Readonly<Record<Backups["state"], string>> = {
  off: t("No scheduled backups. Set VINGATE_BACKUP_DIR, or run vingate backup FILE."),
  waiting: t("The first scheduled backup is due."),
  ok: t("Scheduled backups are made."),
  late: t("The last backup is older than the schedule permits. View the service's log."),
  failed: t("The last scheduled backup was not made."),
};

const everyMs = 2000;

/** Backups: when the last one was made, and one now. */
export function Backups() {
  const query = useQuery({ ...system, refetchInterval: everyMs });
  const state = query.data?.backups.state;
  return (
    <>
      <Head title={t("Backups")} actions={state !== undefined && state !== "off" && <BackUpNow />}>
        <T text="Made beside the running service. Restore one with <code>vingate restore</code>, into an empty installation." />
      </Head>
      <div className="sec tight">
        <Loaded query={query} what={t("Could not load the backups")} rows={4}>
          {({ backups, time }) => (
            <>
              <BackupState backups={backups} now={time} />
              {backups.state === "off" && <HowToSet />}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

const HowToSet = () => (
  <Section title={t("Set up backups")}>
    <ol className="words">
      <li>
        <T text="Choose a folder on another disk, and give it to the user that runs the service." />
      </li>
      <li>
        <T text="Set <code>VINGATE_BACKUP_DIR</code> to it, and restart." />
      </li>
      <li>
        <T text="Keep the master key elsewhere: a backup without it restores no stored secrets." />
      </li>
    </ol>
  </Section>
);

/** When the last backup was made, and whether the schedule is kept. */
export function BackupState({ backups, now }: BackupStateProps) {
  const { state, last, error, drill, drill_error, folder, running_since: running, ...schedule } = backups;
  return (
    <>
      {running !== null && (
        <p role="status">{t("A backup is being made since {time}.", { time: clock(running) })}</p>
      )}
      <p className={state === "failed" || state === "late" ? "fault" : undefined}>
        {notes[state]} {error}
      </p>
      {drill_error !== null && (
        <p className="fault">{t("A backup cannot be restored. {drillError}", { drillError: drill_error })}</p>
      )}
      <Facts
        facts={[
          [t("Last backup"), last ? `${recently(last.at)}, ${ageOf(last.at, now)}` : t("none")],
          ...(last
            ? ([
                [t("File"), <code key="f">{last.file}</code>],
                [t("Size"), bytes(last.bytes)],
              ] as const)
            : []),
          [
            t("Schedule"),
            folder === null
              ? t("off")
              : t(
                  "every {everyHours, plural, one {# hour} other {# hours}} into {folder}, the last {keep} are kept",
                  { everyHours: schedule.every_hours, folder, keep: schedule.keep },
                ),
          ],
          ...(drill
            ? ([
                [t("Last one restored to try it"), `${recently(drill.at)}, ${ageOf(drill.at, now)}`],
              ] as const)
            : []),
        ]}
      />
    </>
  );
}

function ageOf(at: string, now: string): string {
  const hours = Math.floor((Date.parse(now) - Date.parse(at)) / 3_600_000);
  return hours < 1
    ? t("less than an hour ago")
    : t("{hours, plural, one {# hour} other {# hours}} ago", { hours });
}

interface BackupStateProps {
  readonly backups: Backups;
  readonly now: string;
}
