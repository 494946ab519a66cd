import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import ts from "typescript";
import { type Message, parsed } from "./src/base/language/message.ts";

/** The English texts of the console, and texts that are shown without `t` or `T`. */

const source = join(import.meta.dir, "src");

export interface ConsoleFile {
  readonly path: string;
  readonly text: string;
}

/** What browsers run of the console. */
export const consoleFiles = (): readonly ConsoleFile[] =>
  [...new Glob("**/*.{ts,tsx}").scanSync(source)]
    .filter((path) => !/\.test\.tsx?$|\.gen\.ts$|-records\.tsx?$|^base\/language\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(source, path), "utf8") }));

export interface Use {
  readonly text: string;
  readonly path: string;
  readonly line: number;
  /** The names of the values and tags that are given; undefined if they cannot be read from the source. */
  readonly given: ReadonlySet<string> | undefined;
}

export interface Found {
  readonly uses: readonly Use[];
  /** Texts that are shown as they are. */
  readonly bare: readonly { readonly text: string; readonly path: string; readonly line: number }[];
  /** Calls of `t` whose text is no literal. */
  readonly computed: readonly string[];
}

const shownAttributes = new Set(
  "title label what caption note busy action hint aria-label placeholder empty keep emptyNote text legend foot alt confirmation unavailable data-l".split(
    " ",
  ),
);
const shownProperties = new Set(
  "title operatorTitle label hint head caption words text advice verb detail consequence what note busy action unavailable message reason subject heading empty placeholder".split(
    " ",
  ),
);
const codeElements = /^(code|pre|kbd)$/;

const hasWords = (text: string) => /\p{L}{2}/u.test(text);

/** A text that looks like words for people: `Added`, `no renewal`, `{name} has started`. */
const looksShown = (text: string) =>
  /^[\s“(·,.;:]*[A-Z][a-z]+(?![a-z]*[A-Z])/.test(text) || /\p{Ll}[,.;:]? +[\p{L}(“]/u.test(text);

const jsxWords = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");

/** Reads one file. */
export function textsOf({ path, text }: ConsoleFile): Found {
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const uses: Use[] = [];
  const bare: { text: string; path: string; line: number }[] = [];
  const computed: string[] = [];
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const noteBare = (node: ts.Node, words: string) => bare.push({ text: words, path, line: lineOf(node) });

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isCallExpression(node) && node.expression.getText(file) === "t") {
      const [words, values] = node.arguments;
      if (words && ts.isStringLiteralLike(words))
        uses.push({ text: words.text, path, line: lineOf(node), given: membersOf(values) });
      else computed.push(`${path}:${lineOf(node)}`);
      if (values) visit(values);
      return;
    }
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText(file) === "T") {
      const names = new Set<string>();
      for (const attribute of node.attributes.properties) {
        if (!ts.isJsxAttribute(attribute)) continue;
        const name = attribute.name.getText(file);
        const value = attribute.initializer;
        const literal = value && ts.isJsxExpression(value) ? value.expression : value;
        if (name !== "text") {
          names.add(name);
          visit(attribute);
        } else if (literal && ts.isStringLiteralLike(literal))
          uses.push({ text: literal.text, path, line: lineOf(node), given: names });
        else computed.push(`${path}:${lineOf(node)}`);
      }
      return;
    }
    if (ts.isJsxElement(node) && codeElements.test(node.openingElement.tagName.getText(file))) {
      for (const child of node.children) if (!ts.isJsxText(child)) visit(child);
      return;
    }
    if (ts.isJsxText(node)) {
      const words = jsxWords(node.text);
      if (hasWords(words)) noteBare(node, words);
      return;
    }
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      const { text: words } = node.initializer;
      if (shownAttributes.has(node.name.getText(file)) && hasWords(words)) noteBare(node, words);
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const words = wordsOf(node);
      if (hasWords(words) && isShown(node, words, file)) noteBare(node, words);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { uses, bare, computed };
}

/** The names of an object literal; undefined if it has others. */
function membersOf(values: ts.Expression | undefined): ReadonlySet<string> | undefined {
  if (!values) return new Set();
  if (!ts.isObjectLiteralExpression(values)) return undefined;
  const names = values.properties.map(({ name }) => name?.getText());
  return names.every((name) => name !== undefined) ? new Set(names) : undefined;
}

const wordsOf = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}")
    : node.text;

const unshownCalls =
  /(?:^|\.)(?:querySelector(?:All)?|getElementById|[sg]etAttribute|[sgr]\w*Item|(?:add|remove)EventListener|GET|POST|PUT|PATCH|DELETE|startsWith|endsWith|includes|indexOf|split|join|replace(?:All)?|test|has|get|set|append|delete|localeCompare|may|useMay|useEvents|fetch)$/;

/** Whether a literal that is not given to `t` is one for people. */
function isShown(node: ts.Expression, words: string, file: ts.SourceFile): boolean {
  let child: ts.Node = node;
  let parent: ts.Node = node.parent;
  for (;;) {
    if (ts.isConditionalExpression(parent)) {
      if (parent.condition === child) return false;
    } else if (ts.isBinaryExpression(parent)) {
      if (/^[!=]==?$|^[<>]=?$|^in$/.test(parent.operatorToken.getText(file))) return false;
    } else if (!ts.isParenthesizedExpression(parent) && !ts.isAsExpression(parent)) break;
    child = parent;
    parent = parent.parent;
  }
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return false;
  if (ts.isComputedPropertyName(parent) || ts.isTaggedTemplateExpression(parent)) return false;
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === child) return false;
    const name = parent.name.getText(file);
    if (shownProperties.has(name)) return true;
    // The groups of the side bars, which name their headings.
    if (name === "customer" || name === "operator") return false;
  }
  if (ts.isCallExpression(parent) && unshownCalls.test(parent.expression.getText(file))) return false;
  if (ts.isNewExpression(parent) && !/^[A-Z{]/.test(words)) return false;
  // A branch of what an element shows.
  if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return true;
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent))
    return shownAttributes.has(parent.parent.name.getText(file));
  return looksShown(words);
}

/** The names of a message's values and tags; `?` marks those that only some of its cases have. */
export function namesOf(message: Message, found = new Set<string>()): ReadonlySet<string> {
  for (const piece of message) {
    if (typeof piece === "string" || piece.kind === "number") continue;
    found.add(piece.kind === "tag" ? `<${piece.name}>` : piece.name);
    if (piece.kind === "tag") namesOf(piece.content, found);
    if (piece.kind === "plural" || piece.kind === "select")
      for (const cases of piece.cases.values()) namesOf(cases, found);
  }
  return found;
}

/** Why a translation does not fit its English; undefined if it does. */
export function translationFault(english: string, translation: string): string | undefined {
  let names: readonly string[];
  try {
    names = [...namesOf(parsed(translation))].sort();
  } catch (error) {
    return (error as Error).message;
  }
  const wanted = [...namesOf(parsed(english))].sort();
  if (names.join() !== wanted.join()) return `has ${names.join(", ") || "nothing"}, not ${wanted.join(", ")}`;
  for (const space of [/^\s*/, /\s*$/])
    if (space.exec(english)![0] !== space.exec(translation)![0]) return "begins or ends with other space";
  if (translation.trim() === "") return "is empty";
  return undefined;
}

/** All texts, sorted, each once. */
export const consoleTexts = (): readonly string[] =>
  [...new Set(consoleFiles().flatMap((file) => textsOf(file).uses.map(({ text }) => text)))].sort();

// Prints the texts that a catalogue lacks, as the catalogue's next lines.
if (import.meta.main)
  for (const language of ["de", "es"]) {
    const catalogue = await Bun.file(join(source, "base", "language", `${language}.json`)).json();
    const missing = consoleTexts().filter((text) => catalogue[text] === undefined);
    console.log(`${language}: ${missing.length} missing`);
    for (const text of missing) console.log(`  ${JSON.stringify(text)}: "",`);
  }
