import type { Match } from "../../names/subject.ts";
import type { FiledName } from "./filed-names.ts";
import type { LineFacts } from "./line-facts.ts";
import { type Fitting, fitOfName, type LineContext } from "./match-line.ts";

/** A name that means the vehicle's line, or may. */
export interface FoundLine extends FiledName {
  readonly match: Match;
  /** Why campaigns of the name may not concern the vehicle; `""` if its line is certain. */
  readonly note: string;
}

type Fitted = Fitting & { readonly name: FiledName };

/** What notes call the records of a name, and what the vehicle is known by. */
export interface NoteWords {
  readonly record: string;
  readonly known: "VIN" | "name";
}

const wider = (model: string, narrower: string, { record }: NoteWords): string =>
  `The file also has "${narrower}", which this vehicle is: a ${record} of "${model}" may concern only other lines of the model.`;
const open = (model: string, { record, known }: NoteWords): string =>
  `The ${known} does not say whether this vehicle is a "${model}": the ${record} may concern another line of the model.`;
const parent = (model: string, { record }: NoteWords): string =>
  `The file does not have this vehicle's own line: a ${record} of "${model}" may concern only other lines.`;

const matches: readonly Match[] = ["exact", "close", "model"];

/** The least sure match of some lines; there must be one. */
export const leastMatch = (lines: readonly Pick<FoundLine, "match">[]): Match =>
  matches.findLast((match) => lines.some((line) => line.match === match))!;

/** Lines, the surest first. */
export const sortLines = (lines: readonly FoundLine[]): FoundLine[] =>
  lines.toSorted(
    (a, b) => matches.indexOf(a.match) - matches.indexOf(b.match) || (a.model < b.model ? -1 : 1),
  );

/** The names that mean the vehicle's line, or may; the surest first. */
export function findLines(
  names: readonly FiledName[],
  facts: LineFacts,
  context: LineContext,
  words: NoteWords = { record: "campaign", known: "VIN" },
): readonly FoundLine[] {
  const fitting = names
    .map((name): Fitted => ({ name, ...fitOfName(name, facts, context) }))
    .filter(({ fit }) => fit !== "no");
  if (fitting.length === 0)
    return names
      .filter((name) => isParent(name, facts))
      .map((name) => ({ ...name, match: "model", note: parent(name.model, words) }));
  const sure = fitting.filter(({ fit }) => fit !== "open");
  const lines = fitting.filter((one) => !isOtherHybrid(one, sure)).map((one) => lineOf(one, sure, words));
  return sortLines(lines);
}

function lineOf({ name, fit, rest }: Fitted, sure: readonly Fitted[], words: NoteWords): FoundLine {
  if (fit === "open") return { ...name, match: "model", note: open(name.model, words) };
  const narrower = sure.find((other) => isNarrower(other.rest, rest));
  if (narrower) return { ...name, match: "model", note: wider(name.model, narrower.name.model, words) };
  return { ...name, match: fit === "exact" ? "exact" : "close", note: "" };
}

/** Whether a name has more words beside its model's than another, and all of the other's. */
const isNarrower = (words: readonly string[], others: readonly string[]): boolean =>
  words.length > others.length && others.every((word) => words.includes(word));

/** Whether `HYBRID` means the line that cannot be charged: the file has the vehicle's, which can. */
const isOtherHybrid = ({ fit, rest }: Fitted, sure: readonly Fitted[]): boolean =>
  fit === "open" && rest.includes("HYBRID") && sure.some((other) => other.rest.includes("PHEV"));

/** Words behind a model's name that make it a version of the model. */
const versions: readonly string[] =
  "XL EL MAX L LWB ESV EXT LTD CLASSIC HERITAGE GLI N C 4WD SPORTWAGEN WAGON CONVERTIBLE TOURX".split(" ");

/** Whether a name is that of a wider model: `YUKON` for a Yukon XL, `3 SERIES` for a 328i. */
function isParent({ words }: FiledName, { cores }: LineFacts): boolean {
  const [first, last] = [words[0] ?? "", words.at(-1)];
  if (last === "SERIES" || last === "CLASS")
    return words.length === 2 && cores.some((core) => core.startsWith(first));
  const joined = words.join("");
  return versions.some((word) => cores.includes(joined + word));
}
