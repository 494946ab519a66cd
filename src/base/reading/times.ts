/** A time of a day in seconds and thousandths, and the seconds by which its zone is ahead of UTC; undefined if it names no zone. */
export interface ReadTime {
  readonly seconds: number;
  readonly thousandths: number;
  readonly ahead: number | undefined;
}

const time =
  /[T ,](\d\d?)[:h](\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([ap]\.?m\.?)| Uhr)? ?\(?(?:(Z|[A-Z]{3,4})|(?:UTC|GMT)?([+-]\d\d?)(?::?(\d\d))?)?\)?$/i;

/** Hours by which zones are ahead; others, such as CST and IST, mean several. */
const zoneHours: ReadonlyMap<string, number> = new Map(
  [
    "Z UTC GMT WET:0",
    "WEST CET MEZ:1",
    "CEST MESZ EET:2",
    "EEST:3",
    "EDT:-4",
    "EST CDT:-5",
    "MDT:-6",
    "MST PDT:-7",
    "PST:-8",
  ].flatMap((line) => {
    const [names = "", hours] = line.split(":");
    return names.split(" ").map((name) => [name, Number(hours)] as const);
  }),
);

/** Takes the time off the end of a text; `undefined` for one that does not exist, such as 25:00, or has an unknown zone. */
export function splitTime(text: string): { readonly day: string; readonly time?: ReadTime } | undefined {
  const found = time.exec(text);
  if (!found) return { day: text };
  const [all, hour, minute, second = "0", part = "", half, zone, aheadHours, aheadMinutes = "0"] = found;
  const isAfternoon = half?.toLowerCase().startsWith("p");
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  const exists = half === undefined ? hours <= 24 : Number(hour) >= 1 && Number(hour) <= 12;
  const seconds = (hours * 60 + Number(minute)) * 60 + Number(second);
  if (!exists || Number(minute) > 59 || Number(second) > 60 || seconds > 86_400) return undefined;
  const east = aheadHours?.startsWith("-") ? -1 : 1;
  const zoneHoursAhead = zone === undefined ? undefined : zoneHours.get(zone.toUpperCase());
  if (zone !== undefined && zoneHoursAhead === undefined) return undefined;
  const hoursAhead = aheadHours === undefined ? zoneHoursAhead : Number(aheadHours);
  const offset = hoursAhead === undefined ? undefined : hoursAhead * 3600 + east * Number(aheadMinutes) * 60;
  return {
    day: withoutEnd(text.slice(0, -all.length)),
    time: { seconds, thousandths: Number(part.slice(0, 3).padEnd(3, "0")), ahead: offset },
  };
}

/** Without the spaces and the comma before a time. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === ",") end -= 1;
  return text.slice(0, end);
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** Whether a zone is a name of the IANA's database, such as `Europe/Prague`, or an offset. */
export function isTimeZone(zone: string): boolean {
  try {
    // Temporal would also take the zone of a whole date and time.
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The milliseconds by which a zone is ahead of UTC at a moment. */
export function aheadOf(zone: string, at: number): number {
  let format = zones.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    zones.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/**
 * The moment at which clocks of a zone show a time, which is given as if it were UTC. If two moments match, it is the
 * earlier.
 */
export function inZone(shown: number, zone: string): number {
  const first = shown - aheadOf(zone, shown);
  const early = shown - aheadOf(zone, first - 3 * 3_600_000);
  return early + aheadOf(zone, early) === shown ? early : shown - aheadOf(zone, first);
}
