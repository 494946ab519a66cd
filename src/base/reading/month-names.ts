/** Languages whose months are read. */
const languages =
  "en de fr es it pt nl sv da nb fi et pl cs sk hu ro hr sl sr bg el ru uk tr lt lv id vi ca eu is ga ar he fa hi ja ko zh th";

const english = "january february march april may june july august september october november december".split(
  " ",
);
/** English names and abbreviations, which no language uses for another month; the others take time to be made. */
const englishMonths: ReadonlyMap<string, number> = new Map(
  english.flatMap((name, at) => [name, name.slice(0, 3)].map((one) => [one, at + 1] as const)),
);

let months: ReadonlyMap<string, number> | undefined;
let weekdays: ReadonlySet<string> | undefined;

/** Their months can have two letters. */
const isShort = /^(?:ar|fa|th)/;

/** The forms of a name in lower case without full stops. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\u200e\u200f\u200c]/g, "")
    .toLowerCase()
    .replaceAll(".", "")
    .trim();

function namesOf(part: "month" | "weekday", language: string, at: Date): string[] {
  const locale = `${language}-u-ca-gregory`;
  return (["long", "short"] as const).flatMap((style) =>
    [{}, { day: "numeric", year: "numeric" } as const].flatMap((others) =>
      new Intl.DateTimeFormat(locale, { timeZone: "UTC", [part]: style, ...(part === "month" && others) })
        .formatToParts(at)
        .filter(({ type }) => type === part)
        .map(({ value }) => plainName(value)),
    ),
  );
}

/** By name its month. A name that means two months in two languages, as `listopad` does, is none. */
export function monthNames(): ReadonlyMap<string, number> {
  const found = new Map<string, Set<number>>();
  for (const language of languages.split(" "))
    for (let month = 0; month < 12; month += 1)
      for (const name of namesOf("month", language, new Date(Date.UTC(2026, month, 15)))) {
        if (/\d/.test(name) || (name.length < 3 && !isShort.test(language))) continue;
        found.set(name, (found.get(name) ?? new Set()).add(month + 1));
      }
  // Both are written for English abbreviations, and German spreadsheets write `Mrz`.
  found.set("sept", new Set([9]));
  found.set("mrz", new Set([3]));
  return new Map(
    [...found].flatMap(([name, [month, ...more]]) => (more.length === 0 ? [[name, month!] as const] : [])),
  );
}

function weekdayNames(): ReadonlySet<string> {
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 4 + day)));
  return new Set(
    languages.split(" ").flatMap((language) => days.flatMap((day) => namesOf("weekday", language, day))),
  );
}

/** The month of a name in some languages, 1 to 12; undefined if there is none or it names two. */
export function monthOf(name: string): number | undefined {
  const plain = plainName(name);
  const known = englishMonths.get(plain);
  if (known !== undefined) return known;
  months ??= monthNames();
  return months.get(plain);
}

export function isWeekday(name: string): boolean {
  weekdays ??= weekdayNames();
  return weekdays.has(plainName(name));
}
