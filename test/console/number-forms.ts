/**
 * Runs the tests of `dom/each-number-form.tsx` whose names match in a page of a language, in a process of its own, and
 * returns what failed; an empty text if all passed.
 */
export async function failuresIn(language: string, named?: string): Promise<string> {
  const file = "./test/console/dom/each-number-form.tsx";
  const names = named === undefined ? [] : ["-t", named];
  const preload = ["--preload", "./test/console/dom/page-language.ts"];
  const child = Bun.spawn([process.execPath, "test", ...preload, file, ...names], {
    cwd: `${import.meta.dir}/../..`,
    // The runner counts the costs of this process with those of its parent.
    env: { ...process.env, VINGATE_TEST_LANGUAGE: language, VINGATE_TEST_COSTS: undefined },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [text, code] = await Promise.all([child.stderr.text(), child.exited]);
  const failed = text.split("\n").filter((line) => !line.startsWith("(pass)"));
  return code === 0 && / pass$/m.test(text) ? "" : failed.join("\n");
}
