import { DIGIT_VALUES, DIGIT_WEIGHTS, digitOfSum } from "../base/reading/vin-digit.ts";
import { vinLettersOf, vinOf } from "../base/reading/vins.ts";
import { VIN_LENGTH } from "./characters.ts";
import { badPositions, digitIsRight, invalidAnywhere, serialRule } from "./decode/errors.ts";
import type { Decoder } from "./decoder.ts";
import { MODEL } from "./elements.ts";
import { NO_SCORE } from "./pack/layout.ts";

/** With more of them, none is likelier than the others. */
export const proposalsMax = 9;
const NINTH = 8;
const letters = [...DIGIT_VALUES.keys()].join("");
const values = new Int8Array(128).fill(-1);
for (const [character, value] of DIGIT_VALUES) values[character.charCodeAt(0)] = value;

/** Characters that are mistaken for each other in print, in handwriting and by optical recognition. */
const pairs = "S5 B8 Z2 G6 D0 L1 T7 A4 71 UV VY MN CG EF PR KX 38 56 68 VW HN".split(" ");
const lookAlikes = new Map<string, string>();
for (const [one, other] of pairs.map((pair) => [pair.charAt(0), pair.charAt(1)] as const)) {
  lookAlikes.set(one, (lookAlikes.get(one) ?? "") + other);
  lookAlikes.set(other, (lookAlikes.get(other) ?? "") + one);
}
// No VIN has these three: each stands for another character.
const neverValid = new Map([
  ["O", "0D"],
  ["I", "1LJT"],
  ["Q", "09"],
]);

/** Products of a text's characters by their weights, whose sum decides the check digit; −1 where there is none. */
function sumOf(vin: string): number {
  let sum = 0;
  for (let at = 0; at < VIN_LENGTH; at++) {
    if (at === NINTH) continue;
    const value = values[vin.charCodeAt(at)]!;
    if (value < 0) return -1;
    sum += value * DIGIT_WEIGHTS[at]!;
  }
  return sum;
}

const isRight = (vin: string): boolean => {
  const sum = sumOf(vin);
  return sum >= 0 && digitOfSum(sum) === vin.charAt(NINTH);
};

const put = (vin: string, index: number, character: string): string =>
  vin.slice(0, index) + character + vin.slice(index + 1);

/** The VINs with one of these characters at an index and a right check digit; `sum` is that of the VIN. */
function* fitting(vin: string, sum: number, index: number, characters: string): Generator<string> {
  const weight = DIGIT_WEIGHTS[index]!;
  const own = values[vin.charCodeAt(index)]! * weight;
  for (const character of characters) {
    const digit = digitOfSum(sum - own + values[character.charCodeAt(0)]! * weight);
    if (digit === (index === NINTH ? character : vin.charAt(NINTH))) yield put(vin, index, character);
  }
}

const neverMax = 3;

/** The VINs with a right check digit that a text means whose letters I, O and Q stand for other characters. */
function withoutNever(text: string): string[] {
  if ((text.match(/[IOQ]/g)?.length ?? 0) > neverMax) return [];
  let texts = [text];
  for (const letter of neverValid.keys())
    for (let count = text.split(letter).length - 1; count > 0; count--)
      texts = texts.flatMap((one) =>
        Array.from(neverValid.get(letter)!, (other) => one.replace(letter, other)),
      );
  return texts.filter(isRight);
}

/** The VINs of which a scanner read the I before them, and a field of 17 characters cut the last one off. */
function uncut(text: string): string[] {
  if (!text.startsWith("I")) return [];
  return Array.from("0123456789", (last) => text.slice(1) + last).filter(isRight);
}

/** The likeliest digits for letters that no VIN has. */
const likeliest = (text: string): string => text.replaceAll("O", "0").replaceAll("I", "1");

/** VINs with a right check digit from which a text differs by one fault, the likeliest kind of fault first. */
function* nearby(text: string): Generator<string> {
  const { length } = text;
  if (length === VIN_LENGTH) {
    const sum = sumOf(text);
    if (sum < 0) return;
    for (let at = 0; at < length; at++) {
      const others = lookAlikes.get(text.charAt(at));
      if (others !== undefined) yield* fitting(text, sum, at, others);
    }
    for (const [one, others] of lookAlikes)
      if (text.indexOf(one) !== text.lastIndexOf(one))
        for (const other of others) {
          const replaced = text.replaceAll(one, other);
          if (isRight(replaced)) yield replaced;
        }
    for (let at = 1; at < length; at++) {
      if (text.charAt(at) === text.charAt(at - 1)) continue;
      const swapped = text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);
      if (isRight(swapped)) yield swapped;
    }
  }
  if (length === VIN_LENGTH + 1)
    for (let at = 0; at < length; at++) {
      const without = text.slice(0, at) + text.slice(at + 1);
      if (isRight(without)) yield without;
    }
  if (length === VIN_LENGTH - 1)
    for (let at = 0; at <= length; at++) {
      const filled = `${text.slice(0, at)}0${text.slice(at)}`;
      const sum = sumOf(filled);
      if (sum >= 0) yield* fitting(filled, sum, at, letters);
    }
}

/**
 * How well a decoder's data cover a VIN: 2 if patterns name its model and each of its characters, 1 if they name its
 * model, 0 if not, or if a character cannot be at its place. The loaded data lack patterns of single characters for
 * many real VINs.
 */
function knowledgeOf(decoder: Decoder, vin: string): 0 | 1 | 2 {
  const { pack } = decoder;
  const state = decoder.scan(vin);
  if (!state || !digitIsRight(state, serialRule(pack, state))) return 0;
  if (state.chosen.best[MODEL] === NO_SCORE || invalidAnywhere(pack, state)) return 0;
  return badPositions(pack, state, state.chosen) === 0 ? 2 : 1;
}

const fillers = /^...ZZZ/;

/**
 * VINs that a text with one fault may mean: a character that looks like another one, two swapped, one doubled or
 * missing. Each has a right check digit and a model that the decoder has; none if more than nine do. They are
 * proposals: which of them was meant, if any, is for a person to decide.
 */
export function proposedVins(decoder: Decoder, text: string): readonly string[] {
  const written = vinLettersOf(text);
  if (written === undefined || Math.abs(written.length - VIN_LENGTH) > 1) return [];
  // Makers fill positions 4 to 6 so where no law demands a check digit.
  if (fillers.test(written)) return [];
  const found = new Map<string, 1 | 2>();
  const isOdd = written.length === VIN_LENGTH && /[IOQ]/.test(written);
  const meant = isOdd ? [...withoutNever(written), ...uncut(written)] : nearby(likeliest(written));
  for (const vin of meant) {
    if (vin === written || found.has(vin)) continue;
    const knowledge = knowledgeOf(decoder, vin);
    if (knowledge === 0) continue;
    found.set(vin, knowledge);
    if (found.size > proposalsMax) return [];
  }
  return [...found.keys()].sort((one, other) => found.get(other)! - found.get(one)!);
}

/** Why a VIN is not read that `certainVin` leaves out. */
export const uncertainFirst =
  "The I in position 1 can be a 1, a J, or the I of a scanned label whose VIN lost its last character";

/**
 * The VIN of a text, or undefined if it is none, or if it begins with an I that could be more than a 1: patterns do
 * not have each character of the VIN, and they have another reading or the code after the I.
 */
export function certainVin(decoder: Decoder, text: string): string | undefined {
  const vin = vinOf(text);
  if (vin === undefined || vin === text) return vin;
  const written = vinLettersOf(text) ?? "";
  if (written.length !== VIN_LENGTH || !written.startsWith("I") || knowledgeOf(decoder, vin) === 2)
    return vin;
  const isKnown = (other: string) => other !== vin && knowledgeOf(decoder, other) > 0;
  if (decoder.scan(`${written.slice(1)}0`) || withoutNever(written).some(isKnown)) return undefined;
  return vin;
}

/** The other VINs that a text may mean whose letters I, O and Q were read as digits. */
export function otherReadings(decoder: Decoder, text: string, vin: string): readonly string[] {
  const written = vinLettersOf(text) ?? "";
  const letters = written.slice(written.length - VIN_LENGTH);
  return /[IOQ]/.test(letters) ? proposedVins(decoder, letters).filter((other) => other !== vin) : [];
}

/** Proposed VINs, as a sentence without its full stop. */
export function proposedInWords(vins: readonly string[]): string {
  const [first = "", ...others] = vins;
  const last = others.pop();
  const listed = last === undefined ? first : `${[first, ...others].join(", ")} or ${last}`;
  return `Check the VIN: ${listed} ${last === undefined ? "differs" : "differ"} from it by one fault, with a right check digit and a known model`;
}
