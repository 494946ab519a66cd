import { ALPHABET, CODE_OF, isVinCode, OTHER, STAR, UNDERSCORE } from "./characters.ts";

/** Positions of the key string: 0–4 are characters 4–8, 5 is the bar, 6–13 are characters 10–17. */
export const BAR = 5;
export const KEY_LENGTH = 14;

/** What one position of a key admits. */
export interface KeyPosition {
  /** Character codes that match there; 40 flags. */
  readonly matches: Uint8Array;
  /** The same as two words over the codes. */
  readonly admits: readonly [number, number];
  /** Characters the position names, for the union of valid characters: two words over the codes. */
  readonly named: readonly [number, number];
  /** `*`: any one character, nothing named. */
  readonly free: boolean;
  readonly digit: boolean;
  readonly bar: boolean;
}

const anyCharacter = (): Uint8Array => new Uint8Array(40).fill(1);

function position(
  matches: Uint8Array,
  named: Iterable<number>,
  kind: "" | "free" | "digit" | "bar",
): KeyPosition {
  const admitted: number[] = [];
  for (let code = 0; code < matches.length; code++) if (matches[code] === 1) admitted.push(code);
  return {
    matches,
    admits: wordsOf(admitted),
    named: wordsOf(named),
    free: kind === "free",
    digit: kind === "digit",
    bar: kind === "bar",
  };
}

function wordsOf(codes: Iterable<number>): [number, number] {
  let low = 0;
  let high = 0;
  for (const code of codes) {
    if (code < 32) low |= 1 << code;
    else high |= 1 << (code - 32);
  }
  return [low, high];
}

const codeOf = (character: string): number => {
  const unit = character.charCodeAt(0);
  if (character === "_") return UNDERSCORE;
  const code = unit < 128 ? CODE_OF[unit]! : OTHER;
  return code > STAR ? OTHER : code;
};

/** One bracket: characters and ranges, `^` first negates. Ranges name only VIN characters. */
function bracket(body: string): KeyPosition {
  const negated = body.startsWith("^");
  const inner = negated ? body.slice(1) : body;
  const matches = new Uint8Array(40);
  for (let i = 0; i < inner.length; i++) {
    const from = inner.charCodeAt(i);
    const ranged = inner[i + 1] === "-" && i + 2 < inner.length;
    const to = ranged ? inner.charCodeAt(i + 2) : from;
    if (ranged) i += 2;
    for (let code = 0; code < ALPHABET.length; code++) {
      const unit = ALPHABET.charCodeAt(code);
      if (code !== OTHER && unit >= from && unit <= to) matches[code] = 1;
    }
  }
  // An underscore between brackets is a literal, which no VIN contains.
  matches[UNDERSCORE] = 0;
  if (negated) for (let code = 0; code < 40; code++) matches[code] = matches[code] === 1 ? 0 : 1;
  if (body.includes("-") || negated) {
    const codes = Array.from(matches.keys()).filter((code) => matches[code] === 1 && isVinCode(code));
    return position(matches, codes, "");
  }
  // vPIC names every character of a plain list as written, I, O, Q and the underscore too.
  const codes = [...inner].filter((character) => character !== "*" && character !== "|").map(codeOf);
  return position(matches, codes, "");
}

const singles = new Map<string, KeyPosition>();

function single(character: string): KeyPosition {
  const known = singles.get(character);
  if (known) return known;
  const made = makeSingle(character);
  // Texts of other scripts could fill any memory.
  if (character < "\u0080") singles.set(character, made);
  return made;
}

function makeSingle(character: string): KeyPosition {
  if (character === "*") return position(anyCharacter(), [], "free");
  const matches = new Uint8Array(40);
  if (character === "#") {
    matches.fill(1, 0, 10);
    return position(
      matches,
      Array.from({ length: 10 }, (_, digit) => digit),
      "digit",
    );
  }
  if (character === "|") return position(matches, [], "bar");
  if (character === "_") return position(anyCharacter(), [UNDERSCORE], "");
  const code = codeOf(character);
  if (code < OTHER) matches[code] = 1;
  return position(matches, [code], "");
}

/** Splits a vPIC key such as `*[A-C]4|*B` into what each of its positions admits. */
export function parseKey(key: string): KeyPosition[] {
  const positions: KeyPosition[] = [];
  for (let i = 0; i < key.length; i++) {
    const close = key[i] === "[" ? key.indexOf("]", i + 1) : -1;
    if (close > i) {
      positions.push(bracket(key.slice(i + 1, close)));
      i = close;
    } else {
      positions.push(single(key[i]!));
    }
  }
  return positions;
}

/** Whether one VIN can match both keys: at every position of both there is a character that each admits. */
export function overlaps(a: readonly KeyPosition[], b: readonly KeyPosition[]): boolean {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [low, high] = a[index]!.admits;
    const other = b[index]!.admits;
    if (((low & other[0]) | (high & other[1])) === 0) return false;
  }
  return true;
}

/** Whether every VIN that matches `inner` matches `outer`. */
export function holdsFor(outer: readonly KeyPosition[], inner: readonly KeyPosition[]): boolean {
  return outer.every(({ free, admits }, index) => {
    if (free) return true;
    const other = inner[index]?.admits;
    return other !== undefined && ((other[0] & ~admits[0]) | (other[1] & ~admits[1])) === 0;
  });
}

/** Whether a key can match any VIN: not too long, and only `*` or the bar at the bar's position. */
export function canMatch(positions: readonly KeyPosition[]): boolean {
  if (positions.length > KEY_LENGTH) return false;
  return positions.every((entry, index) =>
    index === BAR ? entry.free || entry.bar || entry.matches[UNDERSCORE] === 1 : !entry.bar,
  );
}
