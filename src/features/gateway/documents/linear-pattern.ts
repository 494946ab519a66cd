import { RE2JS } from "re2js";

/** What the JSON Schema validator needs of a compiled pattern. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** One quantified character or class between anchors, which RE2 refuses for a count above 1,000. */
const oneQuantifier = /^\^(?:\\[dDwWsS]|\[(?:[^\]\\]|\\.)+\]|\.|[A-Za-z0-9])\{\d+(?:,\d*)?\}\$$/;

/**
 * A pattern of a document, compiled so that the time of a test grows with its text only. Throws an `Error` with the
 * reason for a pattern that needs backtracking.
 */
export function linearPattern(pattern: string): LinearPattern {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text) => compiled.test(text) };
  } catch (error) {
    if (oneQuantifier.test(pattern)) return new RegExp(pattern);
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "");
    throw new Error(`the pattern ${pattern} cannot be tested in linear time: ${reason}`);
  }
}
