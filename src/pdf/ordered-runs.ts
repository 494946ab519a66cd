import { directedParts, mirrored, type OrderedLine } from "./letter-order.ts";
import type { FontName } from "./pdf-document.ts";

/** Characters of one font. */
export interface Run {
  readonly font: FontName;
  readonly text: string;
  /** Whether the font shapes them as a whole: it joins letters, and places what is above and below them. */
  readonly isShaped?: true;
}

/** What a run takes from the fonts. */
export interface FontsOfRuns {
  /** The first font that has all characters; undefined if none has. */
  fontOf(characters: readonly string[]): FontName | undefined;
  /** Whether the font lays the text out from right to left. */
  laysOutRightToLeft(font: FontName, text: string): boolean;
}

/** Stands for a character that no font has. */
export const missingMark = "□";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Marks of direction, which have no form. */
const directions = /[\u061c\u200e\u200f]/g;
/** What joins or separates letters, and has no form either. */
const joiners = /^[\u200c\u200d]$/;
const scripts = [/\p{Script=Arabic}/u, /\p{Script=Hebrew}/u, /\p{Letter}/u] as const;

/** The runs of a line from left to right. */
export function orderedRuns(line: OrderedLine, own: FontName, fonts: FontsOfRuns): Run[] {
  return directedParts(line).flatMap(({ text, isRightToLeft }) => {
    const runs = runsOf(text.replace(directions, ""), own, fonts, isRightToLeft);
    return isRightToLeft ? runs.reverse() : runs;
  });
}

/** The runs of a part, in the order of reading: of one font, and of one script, since fonts shape one at a time. */
function runsOf(text: string, own: FontName, fonts: FontsOfRuns, isRightToLeft: boolean): Run[] {
  const runs: { font: FontName; script: number; text: string }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const { font, shown } = shownOf(isRightToLeft ? mirrored(segment) : segment, own, fonts);
    const found = scripts.findIndex((one) => one.test(segment));
    const last = runs.at(-1);
    const script = found === -1 ? (last?.script ?? found) : found;
    if (last?.font === font && (last.script === script || last.script === -1)) {
      last.text += shown;
      last.script = script;
    } else runs.push({ font, script, text: shown });
  }
  return runs.map((run) => {
    const isLaidOut = fonts.laysOutRightToLeft(run.font, run.text) === isRightToLeft;
    return { font: run.font, text: isLaidOut ? run.text : reversed(run.text), isShaped: true };
  });
}

/** A character with its accents, as far as a font has them. */
function shownOf(segment: string, own: FontName, fonts: FontsOfRuns): { font: FontName; shown: string } {
  const all = [...segment];
  const formed = all.filter((character) => !joiners.test(character));
  const whole = fonts.fontOf(formed);
  if (whole) return { font: whole, shown: segment };
  const font = fonts.fontOf(formed.slice(0, 1));
  return font === undefined ? { font: own, shown: missingMark } : { font, shown: formed[0]! };
}

const reversed = (text: string): string =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join("");
