import type { FiledName } from "./filed-names.ts";
import type { LineFacts } from "./line-facts.ts";
import { findRun, type Run } from "./line-words.ts";
import { type Fit, fitOfNumber, fitOfWord } from "./word-meanings.ts";

/** What is known of the make's other vehicles. */
export interface LineContext {
  /** The joined words of the make's models of any year. */
  readonly models: ReadonlySet<string>;
  /** Whether some trim, or some series, of the model has the word. */
  readonly inTrims: (word: string) => boolean;
  readonly inSeries: (word: string) => boolean;
}

/** How a name fits, and its words beside those of the model. */
export interface Fitting {
  readonly fit: Fit;
  readonly rest: readonly string[];
}

const order: readonly Fit[] = ["no", "open", "close", "exact"];
const worst = (a: Fit, b: Fit): Fit => (order.indexOf(a) < order.indexOf(b) ? a : b);

/** A suffix of a designation, such as the H of `450H`. */
const suffixes: Readonly<Record<string, string>> = { H: "HYBRID", E: "PLUG", D: "DIESEL" };

/** How the words beside the model's fit. */
function fitOfRest(rest: readonly string[], facts: LineFacts, context: LineContext): Fit {
  let fit: Fit = "exact";
  for (let at = 0; at < rest.length && fit !== "no"; ) {
    const stated = statedAt(rest, at, facts);
    const [to, own] = stated > at ? [stated, "exact" as const] : fitAt(rest, at, facts, context);
    fit = worst(fit, own);
    at = to;
  }
  return fit;
}

/** Where the longest run of words that the VIN states ends; `at` if it states none. */
function statedAt(rest: readonly string[], at: number, { stated, modelWords, numbers }: LineFacts): number {
  for (let to = rest.length; to > at; to--) {
    const run = rest.slice(at, to).join("");
    // A designation is stated with its suffix: `300h` is not `300`.
    const cut = to === at + 1 && (numbers.get(run) ?? "") !== "";
    if (!cut && (stated.has(run) || modelWords.has(run))) return to;
  }
  return at;
}

function fitAt(
  rest: readonly string[],
  at: number,
  facts: LineFacts,
  { inTrims, inSeries }: LineContext,
): readonly [to: number, fit: Fit] {
  const word = rest[at]!;
  const next = rest[at + 1] ?? "";
  if (/^[\d.]+$/.test(word)) return [next === "DOOR" ? at + 2 : at + 1, fitOfNumber(word, next, facts)];
  const suffixed = at > 0 && /^\d{3}$/.test(rest[at - 1]!) && Object.hasOwn(suffixes, word);
  const own = fitOfWord(suffixed ? suffixes[word]! : word, facts);
  if (own !== undefined) return [at + 1, own];
  if (facts.listed.has(word)) return [at + 1, "open"];
  return [at + 1, facts.described && (inTrims(word) || inSeries(word)) ? "no" : "open"];
}

/** Whether a name has another model's words, which no fact of the VIN explains. */
function namesOther(
  words: readonly string[],
  own: Run,
  facts: LineFacts,
  models: ReadonlySet<string>,
): boolean {
  const core = words.slice(own.from, own.to).join("");
  // What vPIC calls Silverado HD since 2019 was a Silverado before.
  const charged = facts.powertrain === "electric" || facts.powertrain === "plug-in";
  const explained = (word: string) =>
    facts.stated.has(word) ||
    facts.modelWords.has(word) ||
    word === "HD" ||
    (word === "E" && charged) ||
    (word === "CUTAWAY" && /cutaway/i.test(facts.body));
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) {
      const model = words.slice(from, to).join("");
      if (!models.has(model) || facts.cores.includes(model) || core.includes(model)) continue;
      if (!model.includes(core) && from < own.to) continue;
      const more = words.filter((_, at) => at >= from && at < to && (at < own.from || at >= own.to));
      if (!more.every(explained)) return true;
    }
  return false;
}

/**
 * Whether the words before a model's make it another: `GRAND C-MAX` is no C-Max, and behind a model's designation
 * E-TRON is a version of that model.
 */
const isOtherBy = (words: readonly string[], core: string, { modelWords, stated }: LineFacts): boolean =>
  (words.includes("GRAND") && !modelWords.has("GRAND") && !stated.has("GRAND")) ||
  (core === "ETRON" && words.some((word) => /^\d+$/.test(word)));

/** The words before the model's; none if they name the model's parent, as IMPREZA in `IMPREZA WRX`. */
const before = (words: readonly string[], models: ReadonlySet<string>): readonly string[] =>
  models.has(words.join("")) ? [] : words;

/** How a name fits if it has the words of a model; `other` if it has those of another model too. */
function fitOfCore(
  words: readonly string[],
  core: string,
  facts: LineFacts,
  context: LineContext,
): Fitting | "other" | undefined {
  const run = findRun(words, core);
  // A letter names a class only first, or before its number.
  if (!run || (core.length === 1 && run.from > 0 && !/^\d/.test(words[run.to] ?? ""))) return undefined;
  if (namesOther(words, run, facts, context.models) || isOtherBy(words.slice(0, run.from), core, facts))
    return "other";
  const after = words.slice(run.to);
  const suffix = /\d{3}$/.test(core) && after[0] !== undefined ? suffixes[after[0]] : undefined;
  const behind = suffix === undefined ? after : [suffix, ...after.slice(1)];
  const beside = [...before(words.slice(0, run.from), context.models), ...behind];
  const rest = beside.filter((word) => word !== "CLASS" && word !== "SERIES");
  return { fit: worst(facts.oneOf ? "open" : "exact", fitOfRest(rest, facts, context)), rest };
}

/** The ways in which a name can be read that contain the model's words, or name the vehicle without its model. */
function readingsOf({ words, readings }: FiledName, { make, cores, wholes }: LineFacts) {
  const bare = make.every((word, at) => words[at] === word) ? [words.slice(make.length)] : [];
  return [...readings, ...bare].filter((one) => {
    const joined = one.join("");
    return wholes.has(joined) || cores.some((core) => joined.includes(core));
  });
}

/** How well a name, which the file of recalls has under a make, fits a vehicle. */
export function fitOfName(name: FiledName, facts: LineFacts, context: LineContext): Fitting {
  const no: Fitting = { fit: "no", rest: [] };
  const fits = readingsOf(name, facts).flatMap((words) => {
    const whole: Fitting = { fit: facts.wholes.has(words.join("")) ? "close" : "no", rest: words };
    return [...facts.cores.map((core) => fitOfCore(words, core, facts, context)), whole];
  });
  if (fits.includes("other")) return no;
  const found = fits.filter((one) => one !== undefined && one !== "other");
  return found.reduce((best, one) => (order.indexOf(one.fit) > order.indexOf(best.fit) ? one : best), no);
}
