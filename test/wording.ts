import type { Source } from "./layering.ts";

/** The files whose texts users read. Extend the list when another folder follows the rules. */
export const wordedFiles = [
  "console/src/**/*.ts",
  "console/src/**/*.tsx",
  "src/{calls,gateway,http,management,outbound,outbox,server,telemetry,vin}/**/*.ts",
  "src/features/*/*.ts",
  "src/features/*/{commands,operations}/**/*.ts",
  "src/vehicles/{families,lookups}/**/*.ts",
  "src/vehicles/imports/{columns,input,jobs,operations,readers}/**/*.ts",
  "src/cli/**/*.ts",
  "sdk/typescript/src/*.ts",
  "verify/src/*.ts",
];

/** Documents whose readers are customers. */
export const guideFiles = ["docs/guide/*.md"];

/** The files that are searched whole, names and comments included, and those whose test titles are. */
export const sourceFiles = ["src/**/*.ts", "src/**/*.md"];
export const testFiles = ["src/**/*.test.ts", "test/**/*.ts"];

/** The files whose comments follow rules 1 and 3 of STYLE.md, except those of folders that are not done yet. */
export const commentedFiles = [
  "bench/**/*.ts",
  "console/src/**/*.{ts,tsx}",
  "sdk/typescript/src/**/*.ts",
  "src/**/*.ts",
  "test/**/*.ts",
  "tools/**/*.ts",
  "verify/src/**/*.ts",
];
export const uncheckedComments = [
  // It quotes such comments.
  "test/wording.test.ts",
];

// `--former` is an option of `vingate restore`.
const forUsers =
  /\b(told|tells|books|(?<!--)former|stands|at once|where it is empty|answers? (?:4\d\d|from|until))\b/gi;
const forReaders =
  /\b([Tt]old|[Aa]new|[Mm]eanwhile|[Nn]obody|[Ww]hatever|[Hh]eir|[Hh]ears|taken for dead|[Dd]oubts?|[Bb]ooks)\b/g;

// The subjects of these verbs are persons. Words between the person and the verb are auxiliaries.
const persons =
  "callers?|customers?|members?|operators?|owners?|people|persons?|readers?|someone|strangers?|users?|visitors?|who(?:ever)?";
const auxiliaries = "can|could|do|does|does not|do not|has|have|may|must|should|then";
const speaking =
  "asks?|asked|believes?|forgets?|hears?|heard|knows?|knew|remembers?|says?|said|sees|tells?|told|thinks?|thought|wants?";
const personSpeaks = new RegExp(
  `\\b(?:${persons})(?: (?:${auxiliaries}))* (?:not )?(?:${speaking})\\b`,
  "gi",
);
const thingSpeaks = new RegExp(`\\b(?:${speaking})\\b`, "gi");
/** A comment or a sentence of it that begins so is a part of a sentence: "Of the key that it seals with." */
const ofWithoutVerb = /(?:^|\. )Of \S+ \S+/g;
const quoted = /"[^"]*"|`[^`]*`/g;

const tokens = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//g;
const titles = /\b(?:test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

/** The text of a file that users can see: string literals; of TSX everything except comments, for JSX text. */
function visibleText({ path, text }: Source): string {
  if (path.endsWith(".tsx")) return text.replace(tokens, (token) => (token.startsWith("/") ? "" : token));
  const literals = [...text.matchAll(tokens)]
    .map(([token]) => token)
    .filter((token) => !token.startsWith("/"));
  return literals.join("\n").replace(/\$\{[^}]*\}/g, "");
}

/** One fault per word and file. */
function faults({ path }: Source, text: string, banned: RegExp, where: string): string[] {
  const found = [...text.matchAll(banned)].map(([words]) => words.replace(/\s+/g, " "));
  return [...new Set(found)].map((words) => `${path}: says "${words}" ${where}`);
}

/** Banned words in user-facing text. */
export function wordingFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => faults(source, visibleText(source), forUsers, "to users"));
}

/** Banned words anywhere in documents. */
export function guideFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => faults(source, source.text, forUsers, "to users"));
}

/** Banned words anywhere in sources. */
export function sourceFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => faults(source, source.text, forReaders, "to readers"));
}

/** The text of one comment on one line, without names and texts that it quotes. */
function commentText(comment: string): string {
  const lines = comment.replace(/^\/\*+|\*\/$/g, "").split("\n");
  const text = lines.map((line) => line.trim().replace(/^(?:\/\/|\*)\s*/, "")).join(" ");
  return text.trim().replace(quoted, "…");
}

/** Comments in which a thing is the subject of such a verb, and those that begin with "Of". */
export function commentFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const comments = (source.text.match(tokens) ?? [])
      .filter((token) => token.startsWith("/"))
      .map(commentText);
    const spoken = comments.map((comment) => comment.replace(personSpeaks, "…")).join("\n");
    return [
      ...faults(source, spoken, thingSpeaks, "of a thing"),
      ...comments.flatMap((comment) => faults(source, comment, ofWithoutVerb, "in place of a sentence")),
    ];
  });
}

/** Banned words in the titles of tests. */
export function titleFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const text = [...source.text.matchAll(titles)].map(([, title]) => title).join("\n");
    return faults(source, text, forReaders, "in a title");
  });
}
