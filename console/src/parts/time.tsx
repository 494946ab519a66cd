import { clock, day, dayAndMonth, two } from "../base/format.ts";
import { inZone, zoneAhead, zoneStore } from "../base/zone.ts";

/** The day of a moment in the reader's zone. */
export const localDay = (time: string | number): string => day(inZone(new Date(time)));

/** The day and the time of a moment in the reader's zone. */
export function localMoment(time: string | number | Date): string {
  const at = inZone(new Date(time));
  return `${day(at)}, ${clock(at)}`;
}

/** The reader's zone as its offset from UTC now: `UTC+1`, `UTC+5:30`, `UTC`. */
export function zoneName(at = new Date()): string {
  const minutes = Math.round(zoneAhead(at.getTime()) / 60_000);
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${two(rest)}`}`;
}

interface TimeProps {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `clock`: without the day. `day`: with it, and with its year unless that is this year. `recent`: unless it is today. */
  readonly show?: "clock" | "day" | "recent";
  readonly seconds?: boolean;
}

/** A moment in the reader's zone, which is named unless the day or more is left out. */
export function Time({ at, show, seconds = true }: TimeProps) {
  zoneStore.use();
  const moment = new Date(at);
  const local = inZone(moment);
  const today = inZone(new Date());
  const isThisYear = local.getUTCFullYear() === today.getUTCFullYear();
  const date =
    show === "day" && isThisYear ? dayAndMonth(local.getUTCDate(), local.getUTCMonth() + 1) : day(local);
  const bare = show === "clock" || (show === "recent" && date === day(today));
  return (
    <time dateTime={at} title={`${localMoment(moment)} ${zoneName(moment)}`}>
      {bare ? clock(local, seconds) : `${date}, ${clock(local, seconds)}`}
      {!show && ` ${zoneName(moment)}`}
    </time>
  );
}
