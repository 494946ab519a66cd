/** A place that must contain a text once: a bound, or a test of it. */
interface Place {
  readonly file: string;
  readonly text: string;
}

/** A pattern whose time can grow faster than its text, and what bounds the text. */
export interface Polynomial {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
  /** The length of the longest text that reaches it. */
  readonly charactersMax: number;
  readonly enforced: Place;
  readonly tested: Place;
  /** A text of that length for which it is slow. `npm run bench digits` prints the time. */
  readonly slow: string;
}

export const polynomials: readonly Polynomial[] = [
  {
    file: "src/base/format/words.ts",
    source: String.raw`\B(?=(\d{3})+$)`,
    flags: "g",
    charactersMax: 24,
    enforced: { file: "src/base/format/words.ts", text: "String(Math.abs(value)).replace(" },
    tested: { file: "src/base/format/words.test.ts", text: "no number has more than 24 characters" },
    slow: `${"1".repeat(23)}x`,
  },
  {
    file: "src/http/validation/emails.ts",
    source: String.raw`^\s*(?:(?:[\p{L}\p{N}!#$%&'*+\-/=?^_${"`"}{|}~]+\s+)*[\p{L}\p{N}!#$%&'*+\-/=?^_${"`"}{|}~]+|"[\s\S]+")?\s*<(.+)>\s*$`,
    flags: "u",
    charactersMax: 2048,
    enforced: { file: "src/http/validation/emails.ts", text: "if (text.length > textMax)" },
    tested: {
      file: "src/http/validation/formats.test.ts",
      text: '["x".repeat(2049), "Length must not exceed 2048 characters"]',
    },
    slow: '"<'.repeat(1024),
  },
  {
    file: "src/management/sign-in/agent-text.ts",
    source: String.raw`\bVersion\/.*\bSafari\/`,
    flags: "",
    charactersMax: 300,
    enforced: { file: "src/access/sessions.ts", text: "agent?.slice(0, agentMax)" },
    tested: { file: "test/access/sessions.test.ts", text: "a session keeps 300 characters of its agent" },
    slow: "Version/ ".repeat(33),
  },
  {
    file: "src/outbound/verdict.ts",
    source: String.raw`(\d+)\.(\d+)\.(\d+)\.(\d+)$`,
    flags: "",
    // isIP accepts no longer address.
    charactersMax: 45,
    enforced: { file: "src/outbound/verdict.ts", text: "const version = isIP(address);" },
    tested: { file: "test/outbound/guard.test.ts", text: "an address has at most 45 characters" },
    slow: "1".repeat(45),
  },
];

/**
 * The files that make patterns of texts, which no test can judge. Each has a reason why none is polynomial in what
 * callers send.
 */
export const madeOfTexts: Readonly<Record<string, string>> = {
  "src/base/reading/amounts.ts": "signs of our own forms of numbers",
  "src/features/gateway/documents/linear-pattern.ts": "one quantified class between anchors",
  "src/http/paths.ts":
    "templates of operations, between anchors; what follows a parameter begins with a slash",
  "src/http/validation/emails.ts": "classes of characters, and labels between anchors that a period divides",
  "src/http/validation/strings.ts": "another one without its flags",
  "src/management/common/word-index.ts": "A set of letters that are listed there.",
  "src/management/system/search/forms.ts": "Keys by the form that tokens have, with bounds.",
  "src/metering/requests/request-search.ts": "three digits",
  "src/vehicles/imports/datasets/erase-outcomes.ts": "17 characters of a VIN",
  "src/vehicles/imports/datasets/erase.ts":
    "an operator's text with every sign escaped, without an endless count",
  "src/vehicles/imports/demo/shift-dates.ts": "dates of bounded lengths",
  "src/vehicles/imports/readers/xml-elements.ts": "a name of our sources",
  "src/vehicles/imports/readers/xml-records.ts":
    "a name of our sources behind a prefix that begins with a sign",
};
