import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, startProcess } from "./service-process.ts";

const readme = readFileSync(join(import.meta.dir, "..", "README.md"), "utf8");

/** The first code block of a language after a heading. */
function block(heading: string, language: string): string {
  const section = readme.slice(readme.indexOf(`## ${heading}\n`));
  const found = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "m").exec(section)?.[1];
  if (found === undefined) throw new Error(`README.md has no ${language} block under "${heading}"`);
  return found;
}

test("the README's first call returns the README's response", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, {}, "ready");
  try {
    const script = block("One call", "sh").replaceAll("localhost:8080", `127.0.0.1:${service.port}`);
    const run = Bun.spawnSync(["sh", "-c", script]);
    expect(run.stderr.toString()).toBe("");
    expect(JSON.parse(run.stdout.toString())).toEqual(JSON.parse(block("One call", "json")));
  } finally {
    service.signal("SIGTERM");
    await service.exited;
    remove();
  }
});
