import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Glob } from "bun";
import type * as Typescript from "../../console/node_modules/typescript/lib/typescript.d.ts";

const root = join(import.meta.dir, "../..");
// The console's, since TypeScript 7 has no programming interface.
const ts = createRequire(join(root, "console/package.json"))("typescript") as typeof Typescript;

/** A regular expression of a source file. */
export interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface Patterns {
  readonly written: readonly Pattern[];
  /** The files that make patterns of texts, one entry for each. */
  readonly made: readonly string[];
}

/** The patterns of a file. */
export function patternsIn(file: string, text: string): Patterns {
  const written: Pattern[] = [];
  const made: string[] = [];
  const visit = (node: Typescript.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      written.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && ts.isIdentifier(node.expression) && node.expression.text === "RegExp") made.push(file);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return { written, made };
}

/** The patterns of what runs as the service: `src`, without tests and benches. */
export function findPatterns(): Patterns {
  const files = [...new Glob("src/**/*.ts").scanSync(root)]
    .filter((file) => !/\.test\.ts$|^src\/features\/[^/]+\/(bench|test)\//.test(file))
    .sort();
  const all = files.map((file) => patternsIn(file, readFileSync(join(root, file), "utf8")));
  return { written: all.flatMap(({ written }) => written), made: all.flatMap(({ made }) => made) };
}
