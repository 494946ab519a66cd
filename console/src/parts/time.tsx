import { clock, day, two } from "../base/format.ts";

/** A moment whose UTC fields are those of the reader's zone. */
const inZone = (at: Date): Date => new Date(at.getTime() - at.getTimezoneOffset() * 60_000);

/** Whether the reader's clock shows another time than UTC at a moment. */
const hasOffset = (at: Date): boolean => at.getTimezoneOffset() !== 0;

/** The day of a moment in the reader's zone. */
export const localDay = (time: string | number): string => day(inZone(new Date(time)));

/** The reader's zone as its offset from UTC now: `UTC+1`, `UTC+5:30`, `UTC`. */
export function zoneName(at = new Date()): string {
  const minutes = -at.getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${two(rest)}`}`;
}

interface TimeProps {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `clock`: without the day. `recent`: with the day unless it is today. */
  readonly show?: "clock" | "recent";
  readonly seconds?: boolean;
}

/** A moment in the reader's zone; UTC is beside it where that differs. */
export function Time({ at, show, seconds = true }: TimeProps) {
  const moment = new Date(at);
  const local = inZone(moment);
  const date = day(local);
  const bare = show === "clock" || (show === "recent" && date === day(inZone(new Date())));
  const utc = `${day(moment)}, ${clock(moment)} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {bare ? clock(local, seconds) : `${date}, ${clock(local, seconds)}`}
      {!show && !hasOffset(moment) && " UTC"}
      {hasOffset(moment) && <span className="sub">{`${clock(moment, seconds)} UTC`}</span>}
    </time>
  );
}
