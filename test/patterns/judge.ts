import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { analyse } from "scslre";

/** From so many repetitions on, a count costs as much as one without an end. */
const longCount = 64;
const unmatched = "\uE000";

/** The pattern with long counts as endless ones. What demands many in a row fails after any other number. */
const withoutCounts = (source: string): string =>
  source.replace(/\{(\d+)(,?)(\d*)\}/g, (all, least: string, comma: string, most: string) => {
    if (Number(least) >= longCount) return `+${unmatched}`;
    return comma && Number(most) >= longCount ? `{${least},}` : all;
  });

const parser = new RegExpParser();

function parse(source: string, text: string): { pattern: AST.Pattern; flags: AST.Flags } {
  const flags = parser.parseFlags(text);
  return { flags, pattern: parser.parsePattern(source, 0, source.length, flags) };
}

/**
 * Whether the time of a search by this pattern can grow with the square of the text, or faster. Can name one that is
 * linear, since it tries nothing.
 */
export function isPolynomial(source: string, flags: string): boolean {
  const plain = withoutCounts(source);
  if (!/[*+]|\{\d+,\}/.test(plain)) return false;
  const parsed = parse(plain, flags);
  if (analyse(parsed).reports.length > 0) return true;
  return !flags.includes("y") && parsed.pattern.alternatives.some((one) => beginsInItself(one, flags));
}

/**
 * Whether an endless element takes all that stands before it, as in `/<!--.*?-->/s`: then it reads on from each place
 * where this occurs. The analysis covers only endless elements at the begin of a pattern.
 */
function beginsInItself({ elements }: AST.Alternative, flags: string): boolean {
  return elements.some((element, index) => {
    const endless = index === 0 ? undefined : endlessAtBegin(element);
    if (!endless || !elements.slice(0, index).every((one) => canOverlap(one, endless, flags))) return false;
    const rest = elements.slice(index).map(({ raw }) => raw);
    return analyse(parse(rest.join(""), flags)).reports.some(({ type }) => type === "Move");
  });
}

function endlessAtBegin(element: AST.Element): AST.Element | undefined {
  if (element.type === "Quantifier")
    return element.max === Number.POSITIVE_INFINITY ? element.element : undefined;
  const [first] = "alternatives" in element ? (element.alternatives[0]?.elements ?? []) : [];
  return first && endlessAtBegin(first);
}

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Whether an endless element can take what another one takes; true if it is not known. */
function canOverlap(one: AST.Element, endless: AST.Element, flags: string): boolean {
  const takes = (element: AST.Element, character: string) =>
    new RegExp(`^${element.raw}$`, flags.replace(/[gmy]/g, "")).test(character);
  const isWord = (character: string) => /\w/.test(character);
  switch (one.type) {
    case "Quantifier":
      return one.min === 0 || canOverlap(one.element, endless, flags);
    case "Group":
    case "CapturingGroup":
      return canOverlapAny(one.alternatives, endless, flags);
    case "Assertion": {
      if (one.kind === "start") return flags.includes("m") && (isLong(endless) || takes(endless, "\n"));
      if (one.kind === "lookbehind" && !one.negate) return canOverlapAny(one.alternatives, endless, flags);
      if (one.kind !== "word" || isLong(endless)) return true;
      const taken = ascii.filter((character) => takes(endless, character));
      return taken.some(isWord) && !taken.every(isWord);
    }
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
      return (
        isLong(endless) || ascii.some((character) => [one, endless].every((each) => takes(each, character)))
      );
    default:
      return true;
  }
}

const canOverlapAny = (
  alternatives: readonly AST.Alternative[],
  endless: AST.Element,
  flags: string,
): boolean => alternatives.some(({ elements }) => elements.every((each) => canOverlap(each, endless, flags)));

/** Whether an element can take more than a character. */
const isLong = ({ type }: AST.Element): boolean =>
  type !== "Character" && type !== "CharacterClass" && type !== "CharacterSet";
