import { join, normalize } from "node:path";

const root = join(import.meta.dir, "..");
const transpiler = new Bun.Transpiler({ loader: "ts" });

/** The test files that import `shared-data.ts` when they start, directly or through others. */
export async function sharedDataTests(): Promise<string[]> {
  const files = [...new Bun.Glob("{src,test}/**/*.ts").scanSync(root)];
  const importsOf = new Map<string, readonly string[]>();
  for (const file of files) {
    const found = transpiler.scanImports(await Bun.file(join(root, file)).text());
    importsOf.set(
      file,
      found
        .filter(({ kind, path }) => kind === "import-statement" && path.startsWith("."))
        .map(({ path }) => normalize(join(file, "..", path))),
    );
  }
  const reaching = new Set(["test/shared-data.ts"]);
  for (let before = 0; before < reaching.size; ) {
    before = reaching.size;
    for (const [file, imports] of importsOf)
      if (imports.some((each) => reaching.has(each))) reaching.add(file);
  }
  return [...reaching].filter((file) => file.endsWith(".test.ts")).sort();
}
