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

const wider = (model: string, narrower: string): string =>
  `The file also has "${narrower}", which this vehicle is: a campaign of "${model}" may concern only other lines of the model.`;
const open = (model: string): string =>
  `The VIN does not say whether this vehicle is a "${model}": the campaign may concern another line of the model.`;
const parent = (model: string): string =>
  `The file does not have this vehicle's own line: a campaign of "${model}" may concern only other lines.`;

const matches: readonly Match[] = ["exact", "close", "model"];

/** The names that mean the vehicle's line, or may; the surest first. */
export function findLines(
  names: readonly FiledName[],
  facts: LineFacts,
  context: LineContext,
): readonly FoundLine[] {
  const fitting = names
    .map((name): Fitted => ({ name, ...fitOfName(name, facts, context) }))
    .filter(({ fit }) => fit !== "no");
  if (fitting.length === 0)
    return names
      .filter((name) => isParent(name, facts))
      .map((name) => ({ ...name, match: "model", note: parent(name.model) }));
  const sure = fitting.filter(({ fit }) => fit !== "open");
  return fitting
    .filter((one) => !isOtherHybrid(one, sure))
    .map((one) => lineOf(one, sure))
    .sort((a, b) => matches.indexOf(a.match) - matches.indexOf(b.match) || (a.model < b.model ? -1 : 1));
}

function lineOf({ name, fit, rest }: Fitted, sure: readonly Fitted[]): FoundLine {
  if (fit === "open") return { ...name, match: "model", note: open(name.model) };
  const narrower = sure.find((other) => isNarrower(other.rest, rest));
  if (narrower) return { ...name, match: "model", note: wider(name.model, narrower.name.model) };
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
