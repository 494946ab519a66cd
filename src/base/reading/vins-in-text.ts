import { hasRightDigit } from "./vin-digit.ts";
import { isVinSeparator, type ReadVin, readVin, vinCharacter, vinLength } from "./vins.ts";

/** A place of a text that has a VIN, or so many characters that it may be a damaged one. */
export interface VinInText {
  /** As it is written. */
  readonly found: string;
  /** Code points from the start of the text; the character at `end` is the first one after it. */
  readonly start: number;
  readonly end: number;
  /** Undefined if it cannot be read. */
  readonly read: ReadVin | undefined;
}

/** A run of letters and digits. */
interface Token {
  readonly start: number;
  readonly end: number;
  readonly letters: string;
}

/** Parts that a VIN is written in. */
const partsMax = 6;
const gapMax = 2;
/** A VIN has a serial number at its end; words and most other numbers differ in this or in the counts. */
const likeVin = /^(?=(?:.*\d){5})(?=.*[A-Z]).*[\dOI]{4}$/;
const label = /^(?:VIN|FIN)(?=.{17}$)/;
const wordCharacter = /[\p{L}\p{N}]/u;

/** The VINs of a text, in their order, and what may be damaged ones. What is written in parts has a right check digit. */
export function* vinsInText(text: string): Generator<VinInText> {
  const characters = Array.from(text);
  const tokens = [...tokensOf(characters)];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const whole = wholeVin(characters, token);
    if (whole) {
      yield whole;
      continue;
    }
    const inParts = token.letters.length < vinLength ? partedVin(characters, tokens, at) : undefined;
    if (!inParts) continue;
    yield inParts;
    while (tokens[at + 1] && tokens[at + 1]!.start < inParts.end) at++;
  }
}

function* tokensOf(characters: readonly string[]): Generator<Token> {
  let letters = "";
  for (let at = 0; at <= characters.length; at++) {
    const character = characters[at];
    const letter = character === undefined ? undefined : vinCharacter(character);
    if (letter !== undefined) letters += letter;
    else if (letters !== "") {
      const start = at - letters.length;
      const isPart = [characters[start - 1], character].some((next) => wordCharacter.test(next ?? ""));
      if (!isPart) yield { start, end: at, letters };
      letters = "";
    }
  }
}

/** A token that is a VIN, with VIN or FIN before it or without, or nearly as long as one. */
function wholeVin(characters: readonly string[], token: Token): VinInText | undefined {
  const before = label.exec(token.letters)?.[0].length ?? 0;
  const letters = token.letters.slice(before);
  if (Math.abs(letters.length - vinLength) > 1 || !likeVin.test(letters)) return undefined;
  const start = token.start + before;
  const found = characters.slice(start, token.end).join("");
  return { found, start, end: token.end, read: readVin(found) };
}

/** A VIN that begins with a token and continues in the next ones, with a space, a dash or the like between them. */
function partedVin(
  characters: readonly string[],
  tokens: readonly Token[],
  at: number,
): VinInText | undefined {
  const { start } = tokens[at]!;
  let letters = "";
  for (let next = at; next < Math.min(tokens.length, at + partsMax); next++) {
    const token = tokens[next]!;
    if (next > at && !isGap(characters, tokens[next - 1]!.end, token.start)) return undefined;
    letters += token.letters;
    if (letters.length > vinLength + 1) return undefined;
    if (next === at || letters.length < vinLength || !likeVin.test(letters)) continue;
    const found = characters.slice(start, token.end).join("");
    const read = readVin(found);
    if (read && hasRightDigit(read.vin)) return { found, start, end: token.end, read };
  }
  return undefined;
}

function isGap(characters: readonly string[], from: number, to: number): boolean {
  if (to - from > gapMax) return false;
  return characters.slice(from, to).every((one) => one !== "\n" && one !== "\r" && isVinSeparator(one));
}
