import bidiFactory from "bidi-js";

// The order in which letters are drawn, by the Unicode Bidirectional Algorithm (UAX 9).

const bidi = bidiFactory();

/** A line of a paragraph with letters from right to left. */
export interface OrderedLine {
  readonly text: string;
  /** The embedding level of each UTF-16 unit, in its paragraph: odd from right to left. */
  readonly levels: Uint8Array;
}

/** A part of a line in one direction, its characters in the order of reading. */
export interface Directed {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

/** The blocks of letters and marks that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** A text without line breaks. Its first letter decides on the direction of the whole. */
export const orderedLine = (text: string): OrderedLine => ({
  text,
  levels: bidi.getEmbeddingLevels(text, "auto").levels,
});

/** The lines of a paragraph, which is these lines in order, with or without a space between two. */
export function orderedLines(paragraph: string, lines: readonly string[]): OrderedLine[] {
  const { levels } = orderedLine(paragraph);
  let end = 0;
  return lines.map((text) => {
    const from = paragraph.startsWith(text, end) ? end : end + 1;
    end = from + text.length;
    return { text, levels: levels.subarray(from, end) };
  });
}

/** The parts of a line from left to right. */
export function directedParts({ text, levels }: OrderedLine): Directed[] {
  let parts: { text: string; level: number }[] = [];
  for (const [index, level] of levels.entries()) {
    const last = parts.at(-1);
    if (last?.level === level) last.text += text[index];
    else parts.push({ text: text[index]!, level });
  }
  const highest = parts.reduce((most, { level }) => Math.max(most, level), 0);
  // Rule L2.
  for (let level = highest; level > 0; level--) parts = reversedFrom(parts, level);
  return parts.map((part) => ({ text: part.text, isRightToLeft: part.level % 2 === 1 }));
}

/** Reverses each sequence of parts that have at least a level. */
function reversedFrom<Part extends { readonly level: number }>(
  parts: readonly Part[],
  level: number,
): Part[] {
  const reordered: Part[] = [];
  let sequence: Part[] = [];
  for (const part of parts) {
    if (part.level >= level) sequence.unshift(part);
    else {
      reordered.push(...sequence, part);
      sequence = [];
    }
  }
  return [...reordered, ...sequence];
}

/** The character that is drawn from right to left: brackets face the other way. */
export const mirrored = (character: string): string => bidi.getMirroredCharacter(character) ?? character;
